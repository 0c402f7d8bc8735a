/** What somebody drew on the chart: lines, levels and notes. A drawing is bound to moments and prices, never to pixels. */
import { DRAWING_TOOLS, type DrawingTool, INDICATORS, type Indicator } from './chart-port.ts'

export interface DrawingPoint {
  /** A moment, ms; none for a level alone. */
  readonly at?: number
  /** On the axis of its pane; for the candles a price. */
  readonly value?: number
}

export interface Drawing {
  readonly tool: DrawingTool
  /** The indicator in whose pane it stands; absent for the candles. */
  readonly pane?: Indicator
  readonly points: readonly DrawingPoint[]
  /** What a note says. */
  readonly text?: string
}

export interface DrawingState {
  /** In the order in which they were drawn; the same object until a drawing changes. */
  readonly list: readonly Drawing[]
  /** Waits for its points. */
  readonly active: DrawingTool | undefined
  /** Place in `list` of the one that was pressed last. */
  readonly selected: number | undefined
  /** Place in `list` of the note whose words are asked for. */
  readonly writing: number | undefined
}

export interface DrawingBoard {
  /** The same object until something changes. */
  readonly state: () => DrawingState
  readonly subscribe: (listener: () => void) => () => void
  /** Told after somebody removed drawings, with the way back; it does nothing once another list was set. */
  readonly onRemoved: (listener: (undo: () => void) => void) => () => void
  /** Replaces all. @param fixed nobody can move or remove them */
  set(list: readonly Drawing[], fixed: boolean): void
  /** The next presses on the chart are the points of a new one. */
  begin(tool: DrawingTool): void
  /** Gives up the one that waits for its points. */
  cancel(): void
  /** Removes the one at a place, or all. */
  remove(place?: number): void
  /** Gives the note that is written its words; without any it is removed. */
  write(text: string): void
  show(visible: boolean): void
}

/** A note is a line of words, no page. */
export const NOTE_MOST = 80

const isPart = (value: unknown): boolean => value === undefined || (typeof value === 'number' && Number.isFinite(value))

function readPoint(value: unknown): DrawingPoint | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { at, value: level } = value as Partial<Record<keyof DrawingPoint, unknown>>
  if (!(isPart(at) && isPart(level)) || (at === undefined && level === undefined)) return undefined
  return { ...(typeof at === 'number' && { at }), ...(typeof level === 'number' && { value: level }) }
}

/** A drawing as it was kept, or undefined when it is not understood. */
export function readDrawing(kept: unknown): Drawing | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const fields = kept as Partial<Record<keyof Drawing, unknown>>
  const tool = DRAWING_TOOLS.find((one) => one === fields.tool)
  const pane = INDICATORS.find((one) => one === fields.pane)
  const points = Array.isArray(fields.points) ? fields.points.map(readPoint) : []
  if (tool === undefined || points.length === 0 || (fields.pane !== undefined && pane === undefined)) return undefined
  const sound = points.filter((point) => point !== undefined)
  if (sound.length !== points.length) return undefined
  const text = typeof fields.text === 'string' ? fields.text.slice(0, NOTE_MOST) : undefined
  return { tool, points: sound, ...(pane !== undefined && { pane }), ...(text !== undefined && { text }) }
}
