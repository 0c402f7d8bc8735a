/** Where the labels of own orders stand over the chart, so that none covers another, the legend or the last price. Pure; px. */

export interface LabelWish {
  readonly id: string
  /** Height of the line, from the top of the pane. */
  readonly y: number
}

export interface LabelPlace {
  readonly y: number
  /** Distance from the left edge, or from the right edge where the legend stands at the left. */
  readonly inset: number
  readonly atEnd: boolean
  /** Whether the price has room on the axis; else a ring marks it and the label says it. */
  readonly tag: boolean
}

export interface LabelRoom {
  readonly width: number
  /** Room that one label takes. */
  readonly labelWidth: number
  /** Height of the legend at the upper left. */
  readonly legend: number
  /** Kept free at the right edge. */
  readonly gutter: number
  /** Height of the last price; undefined when it is out of sight. */
  readonly last: number | undefined
}

const LABEL_HEIGHT = 26
const TAG_HEIGHT = 20
const START = 16
/** The last price's tag and the time left below it. */
const LAST_ABOVE = 12
const LAST_BELOW = 28

/** Keeps the order of the wishes; the first come stand further out. */
export function placeLabels(wishes: readonly LabelWish[], room: LabelRoom): ReadonlyMap<string, LabelPlace> {
  const places = new Map<string, LabelPlace>()
  const slots = Math.max(1, Math.floor((room.width - START - room.gutter) / room.labelWidth))
  const tags: number[] = []
  for (const { id, y } of [...wishes].sort((one, other) => one.y - other.y)) {
    const atEnd = y - LABEL_HEIGHT / 2 < room.legend
    const near = [...places.values()].filter((place) => Math.abs(place.y - y) < LABEL_HEIGHT && place.atEnd === atEnd)
    const taken = new Set(near.map((place) => place.inset))
    const first = atEnd ? room.gutter + 8 : START
    const free = Array.from({ length: slots }, (_, slot) => first + slot * room.labelWidth).find((inset) => !taken.has(inset))
    const nearLast = room.last !== undefined && y > room.last - LAST_ABOVE && y < room.last + LAST_BELOW
    const tag = !nearLast && tags.every((other) => Math.abs(other - y) >= TAG_HEIGHT)
    if (tag) tags.push(y)
    places.set(id, { y, inset: free ?? first, atEnd, tag })
  }
  return places
}
