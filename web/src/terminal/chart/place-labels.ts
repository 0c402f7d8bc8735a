/** Where the labels of own orders stand over the chart, so that none covers another, the legend or the last price. Pure; px. */

export interface LabelWish {
  readonly id: string
  /** Height of the line, from the top of the pane. */
  readonly y: number
  /** Width of the label with its price, and without it. */
  readonly width: number
  readonly shortWidth: number
}

export interface LabelPlace {
  /** Height of the label's middle: its line's, just below the legend, or a few labels further down where others take the room. */
  readonly y: number
  /** Distance from the left edge; undefined when there is no room left: then the line and its mark on the axis speak alone. */
  readonly x: number | undefined
  /** Whether the price has room on the axis; else a ring marks it. */
  readonly tag: boolean
  /** Whether the label says the price itself, because it has no tag or stands away from its line. */
  readonly priced: boolean
}

export interface LabelRoom {
  readonly width: number
  readonly height: number
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
const GAP = 8
/** Rows that a label may be away from its line and still be understood. */
const ROWS_MOST = 4
/** The last price's tag and the time left below it. */
const LAST_ABOVE = 20
const LAST_BELOW = 38

interface Box {
  readonly from: number
  readonly to: number
  readonly y: number
}

/** First place from the left that no label at the same height covers. */
function freeX(boxes: readonly Box[], y: number, width: number, room: LabelRoom): number | undefined {
  const near = boxes.filter((box) => Math.abs(box.y - y) < LABEL_HEIGHT).sort((one, other) => one.from - other.from)
  let x = START
  for (const box of near) if (x < box.to + GAP && x + width + GAP > box.from) x = box.to + GAP
  // The first of a height always has one.
  return near.length > 0 && x + width > room.width - room.gutter ? undefined : x
}

/** The nearest place at the line's height or below it. @param tag whether the axis says the price */
function findPlace(
  boxes: readonly Box[],
  wish: LabelWish,
  tag: boolean,
  room: LabelRoom,
): (Box & { readonly priced: boolean }) | undefined {
  const top = Math.max(wish.y, room.legend + LABEL_HEIGHT / 2)
  for (let row = 0; row < ROWS_MOST; row += 1) {
    const y = top + row * LABEL_HEIGHT
    if (row > 0 && y > room.height - LABEL_HEIGHT / 2) return undefined
    const priced = !tag || y !== wish.y
    const width = priced ? wish.width : wish.shortWidth
    const x = freeX(boxes, y, width, room)
    if (x !== undefined) return { from: x, to: x + width, y, priced }
  }
  return undefined
}

/** From top to bottom: the first come stand further to the left. */
export function placeLabels(wishes: readonly LabelWish[], room: LabelRoom): ReadonlyMap<string, LabelPlace> {
  const places = new Map<string, LabelPlace>()
  const boxes: Box[] = []
  const tags: number[] = []
  for (const wish of [...wishes].sort((one, other) => one.y - other.y)) {
    const nearLast = room.last !== undefined && wish.y > room.last - LAST_ABOVE && wish.y < room.last + LAST_BELOW
    const tag = !nearLast && tags.every((other) => Math.abs(other - wish.y) >= TAG_HEIGHT)
    if (tag) tags.push(wish.y)
    const box = findPlace(boxes, wish, tag, room)
    if (box !== undefined) boxes.push(box)
    places.set(wish.id, { y: box?.y ?? wish.y, x: box?.from, tag, priced: box?.priced ?? false })
  }
  return places
}

/** Width of a character, and of one of a script that fills squares, px. */
const CHARACTER = 7
const SQUARE = 12
const SQUARES = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g

/** What a label's text takes at most, px: it is placed before it is drawn. */
export function textWidth(text: string): number {
  const squares = text.match(SQUARES)?.length ?? 0
  return squares * SQUARE + (text.length - squares) * CHARACTER
}
