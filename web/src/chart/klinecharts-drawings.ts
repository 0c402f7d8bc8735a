/** The drawings of a chart as overlays of klinecharts. */
import { type Chart, type Overlay, type OverlayEvent, type Point, registerOverlay } from 'klinecharts'
import type { ChartColours, DrawingTool, Indicator } from './chart-port.ts'
import { type Drawing, type DrawingBoard, type DrawingPoint, type DrawingState, NOTE_MOST } from './drawings.ts'

const GROUP = 'drawings'
const LEVELS = 'fibonacciLine'

/** The panes that are there now. */
export interface Panes {
  idOf(indicator: Indicator | undefined): string | undefined
  /** Undefined for the candles. */
  indicatorAt(id: string): Indicator | undefined
}

const toLibrary = ({ at, value }: DrawingPoint): Partial<Point> => ({
  ...(at !== undefined && { timestamp: at }),
  ...(value !== undefined && { value }),
})

const fromLibrary = ({ timestamp, value }: Partial<Point>): DrawingPoint => ({
  ...(timestamp !== undefined && { at: timestamp }),
  ...(value !== undefined && { value }),
})

/** Distance of a note's words from its point, px. */
const NOTE_RISE = 40

// The library's own note hears no press: nobody could move it or take it away.
registerOverlay({
  name: 'note',
  totalStep: 2,
  needDefaultPointFigure: true,
  createPointFigures: ({ overlay, coordinates: [point] }) => {
    if (point === undefined) return []
    const { x, y } = point
    const text = typeof overlay.extendData === 'string' ? overlay.extendData : '…'
    const foot = { x, y: y - NOTE_RISE }
    return [
      { type: 'line', attrs: { coordinates: [{ x, y }, foot] }, styles: { style: 'dashed' }, ignoreEvent: true },
      { type: 'text', attrs: { ...foot, text, align: 'center', baseline: 'bottom' } },
    ]
  },
})

export class KlinechartsDrawings implements DrawingBoard {
  readonly #chart: Chart
  readonly #panes: Panes
  #ink: string
  /** By the name of their overlay, in the order in which they were drawn; one whose pane is not shown has no overlay. */
  readonly #drawings = new Map<string, Drawing>()
  readonly #listeners = new Set<() => void>()
  readonly #removed = new Set<(undo: () => void) => void>()
  #made = 0
  /** How many lists were set. */
  #lists = 0
  #visible = true
  #fixed = false
  #active: { readonly id: string; readonly tool: DrawingTool } | undefined
  #selected: string | undefined
  #writing: string | undefined
  #state: DrawingState = { list: [], active: undefined, selected: undefined, writing: undefined }

  constructor(chart: Chart, panes: Panes, colours: ChartColours) {
    this.#chart = chart
    this.#panes = panes
    this.#ink = colours.foreground
  }

  setColours({ foreground }: ChartColours): void {
    this.#ink = foreground
    this.#chart.overrideOverlay({ groupId: GROUP, name: LEVELS, styles: this.#levelStyles() })
  }

  readonly state = (): DrawingState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly onRemoved = (listener: (undo: () => void) => void): (() => void) => {
    this.#removed.add(listener)
    return () => this.#removed.delete(listener)
  }

  set(list: readonly Drawing[], fixed: boolean): void {
    this.#chart.removeOverlay({ groupId: GROUP })
    this.#drawings.clear()
    this.#fixed = fixed
    this.#active = undefined
    this.close()
    for (const drawing of list) this.#drawings.set(this.#name(), drawing)
    this.place()
  }

  /** Ends every way back: what was removed belongs to another pair's list, or to a chart that is gone. */
  close(): void {
    this.#lists += 1
  }

  /** Draws those whose pane is there, and takes away those whose pane went. */
  place(): void {
    for (const [id, drawing] of this.#drawings) {
      const paneId = this.#panes.idOf(drawing.pane)
      const [overlay] = this.#chart.getOverlays({ id })
      if (overlay !== undefined && overlay.paneId !== paneId) this.#chart.removeOverlay({ id })
      if (paneId === undefined || overlay?.paneId === paneId) continue
      this.#create(id, drawing.tool, { paneId, points: drawing.points.map(toLibrary), extendData: drawing.text })
    }
    this.#tell()
  }

  begin(tool: DrawingTool): void {
    this.cancel()
    this.show(true)
    const id = this.#name()
    this.#active = { id, tool }
    this.#create(id, tool, {})
    this.#tell()
  }

  cancel(): void {
    if (this.#active === undefined) return
    this.#chart.removeOverlay({ id: this.#active.id })
    this.#active = undefined
    this.#tell()
  }

  remove(place?: number): void {
    this.cancel()
    const drawings = [...this.#drawings]
    const gone = place === undefined ? drawings : drawings.slice(place, place + 1)
    if (gone.length === 0) return
    for (const [id] of gone) {
      this.#drawings.delete(id)
      this.#chart.removeOverlay({ id })
    }
    this.#tell()
    const list = this.#lists
    const undo = (): void => {
      if (list !== this.#lists) return
      for (const [id, drawing] of gone) this.#drawings.set(id, drawing)
      this.place()
    }
    for (const listener of this.#removed) listener(undo)
  }

  write(text: string): void {
    const id = this.#writing
    const note = id === undefined ? undefined : this.#drawings.get(id)
    this.#writing = undefined
    if (id !== undefined && note !== undefined) {
      const words = text.trim().slice(0, NOTE_MOST)
      if (words === '') {
        this.#drawings.delete(id)
        this.#chart.removeOverlay({ id })
      } else {
        this.#drawings.set(id, { ...note, text: words })
        this.#chart.overrideOverlay({ id, extendData: words })
      }
    }
    this.#tell()
  }

  show(visible: boolean): void {
    this.#visible = visible
    this.#chart.overrideOverlay({ groupId: GROUP, visible })
  }

  #name(): string {
    this.#made += 1
    return `drawing ${this.#made}`
  }

  #create(
    id: string,
    tool: DrawingTool,
    rest: { readonly paneId?: string; readonly points?: Partial<Point>[]; readonly extendData?: unknown },
  ) {
    const at = ({ overlay }: OverlayEvent<unknown>) => overlay.id
    this.#chart.createOverlay({
      ...rest,
      id,
      name: tool,
      groupId: GROUP,
      lock: this.#fixed,
      visible: this.#visible,
      ...(tool === LEVELS && { styles: this.#levelStyles() }),
      onDrawEnd: ({ overlay }) => this.#drawn(overlay),
      onPressedMoveEnd: ({ overlay }) => this.#drawn(overlay),
      onSelected: (event) => this.#select(at(event)),
      onDeselected: (event) => {
        if (this.#selected === at(event)) this.#select(undefined)
      },
      onDoubleClick: (event) => this.#ask(at(event)),
      onRightClick: (event) => {
        // The library would remove it without a way back.
        event.preventDefault?.()
        if (this.#active?.id === at(event)) this.cancel()
        else if (!this.#fixed) this.remove([...this.#drawings.keys()].indexOf(at(event)))
      },
    })
  }

  /** Seven tags one above the other would hide the candles behind them. */
  #levelStyles() {
    return { text: { color: this.#ink, backgroundColor: 'transparent', borderColor: 'transparent' } }
  }

  #drawn(overlay: Overlay): void {
    const known = this.#drawings.get(overlay.id)
    const tool = known?.tool ?? this.#active?.tool
    if (tool === undefined) return
    const pane = this.#panes.indicatorAt(overlay.paneId)
    const points = overlay.points.map(fromLibrary)
    this.#drawings.set(overlay.id, {
      tool,
      points,
      ...(pane !== undefined && { pane }),
      ...(known?.text !== undefined && { text: known.text }),
    })
    if (this.#active?.id === overlay.id) {
      this.#active = undefined
      if (tool === 'note') this.#writing = overlay.id
    }
    this.#tell()
  }

  #select(id: string | undefined): void {
    this.#selected = id
    this.#tell()
  }

  #ask(id: string): void {
    if (this.#fixed || this.#drawings.get(id)?.tool !== 'note') return
    this.#writing = id
    this.#tell()
  }

  #tell(): void {
    const ids = [...this.#drawings.keys()]
    const placeOf = (id: string | undefined) => (id !== undefined && this.#drawings.has(id) ? ids.indexOf(id) : undefined)
    const list = [...this.#drawings.values()]
    const { list: before } = this.#state
    this.#state = {
      list: list.length === before.length && list.every((drawing, place) => drawing === before[place]) ? before : list,
      active: this.#active?.tool,
      selected: placeOf(this.#selected),
      writing: placeOf(this.#writing),
    }
    for (const listener of this.#listeners) listener()
  }
}
