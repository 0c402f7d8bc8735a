/** The chart port on klinecharts. Loaded only when a chart is drawn. */
import { type Chart, dispose, init, type KLineData, type Period } from 'klinecharts'
import { serverNow } from '../data/clock.ts'
import { formatCompact } from '../i18n/format.ts'
import { deviceZone } from '../i18n/zone.ts'
import { type Bar, type ChartColours, type ChartPort, type Indicator, type Interval, OVER_INDICATORS } from './chart-port.ts'
import { KlinechartsDrawings } from './klinecharts-drawings.ts'
import { fitAxis, indicatorOf, libraryName } from './klinecharts-indicators.ts'
import { type Look, localNumber, stylesOf } from './klinecharts-styles.ts'
import { timeLeft } from './time-left.ts'

const CANDLES = 'candle_pane'
const OVER: ReadonlySet<string> = new Set([...OVER_INDICATORS, 'VOL'])
/** Height of an indicator's pane, px, as long as all of them together leave the candles their part of the room. */
const PANE_HEIGHT = 84
const PANES_MOST = 0.6
/** Height of the time axis, px. */
const AXIS_HEIGHT = 24
/** Room above the first line of the legend, and height of each line, px. */
const LEGEND_TOP = 8
const LEGEND_LINE = 18
/** A narrower pane breaks the first line in two, px; phones have a short one. */
const LEGEND_WHOLE = 480
/** Room between the legend and the highest price, and for the volume below the lowest, px. */
const BELOW_LEGEND = 16
const VOLUME_ROOM = 72
/** Room between the newest candle and the axis, px; what else stands there comes on top. */
const MARGIN = 24

const PERIODS: Readonly<Record<Interval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
}

const toLibrary = (bar: Bar): KLineData => ({
  timestamp: bar.at,
  open: bar.open,
  high: bar.high,
  low: bar.low,
  close: bar.close,
  volume: bar.quantity,
})
const fromLibrary = (data: KLineData): Bar => ({
  at: data.timestamp,
  open: data.open,
  high: data.high,
  low: data.low,
  close: data.close,
  quantity: data.volume ?? 0,
})

/** Feeds the library through its own loader: a first page, older pages on demand, and one growing bar. */
class Feed {
  bars: readonly Bar[] = []
  older: ((before: number) => Promise<readonly Bar[]>) | undefined
  push: ((data: KLineData) => void) | undefined

  attach(chart: Chart): void {
    chart.setDataLoader({
      getBars: async ({ type, timestamp, callback }) => {
        if (type === 'init') callback(this.bars.map(toLibrary), { forward: this.bars.length > 0, backward: false })
        else if (type === 'forward' && timestamp !== null && this.older !== undefined) {
          const older = await this.older(timestamp)
          callback(older.map(toLibrary), { forward: older.length > 0, backward: false })
        } else callback([], false)
      },
      subscribeBar: ({ callback }) => {
        this.push = callback
      },
      unsubscribeBar: () => {
        this.push = undefined
      },
    })
  }
}

export interface ChartOptions {
  readonly colours: ChartColours
  /** A short legend, for phones. */
  readonly narrow: boolean
  /** Kept free beside the axis for what is drawn over the chart, px. */
  readonly gutter: number
}

/**
 * @param host element that the chart fills; it keeps its left-to-right direction in every language
 */
export function createKlinecharts(host: HTMLElement, options: ChartOptions): ChartPort {
  const look: Look = { colours: options.colours, narrow: options.narrow, line: false, symbol: '', interval: '15m' }
  const chart = init(host, { styles: stylesOf(look), timezone: deviceZone().name })
  if (chart === null) throw new Error('the chart library did not start')
  // The library makes its container the first tab stop of the page; it belongs where it stands.
  for (const element of host.querySelectorAll<HTMLElement>('[tabindex]')) element.tabIndex = -1
  const feed = new Feed()
  feed.attach(chart)
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  for (const action of ['onZoom', 'onScroll', 'onVisibleRangeChange', 'onPaneDrag'] as const) chart.subscribeAction(action, tell)
  chart.setOffsetRightDistance(MARGIN + options.gutter)
  chart.setPaneOptions({ id: CANDLES, minHeight: 80 })
  return new KlinechartsPort(chart, host, feed, look, listeners, tell)
}

class KlinechartsPort implements ChartPort {
  readonly drawings: KlinechartsDrawings
  readonly #chart: Chart
  readonly #host: HTMLElement
  readonly #feed: Feed
  readonly #listeners: Set<() => void>
  readonly #tell: () => void
  #look: Look
  /** Height of each pane as it was last shared out, px. */
  #paneHeight = 0
  #roomAbove = 0
  #indicators: readonly Indicator[] = []

  constructor(chart: Chart, host: HTMLElement, feed: Feed, look: Look, listeners: Set<() => void>, tell: () => void) {
    this.#chart = chart
    this.#host = host
    this.#feed = feed
    this.#look = look
    this.#listeners = listeners
    this.#tell = tell
    this.drawings = new KlinechartsDrawings(
      chart,
      {
        idOf: (name) => (name === undefined ? CANDLES : this.#paneOf(name)),
        indicatorAt: (id) => this.#indicators.find((name) => !OVER.has(name) && this.#paneOf(name) === id),
      },
      look.colours,
    )
    chart.setFormatter({
      // The library asks for the text below the last price once a second.
      formatExtendText: ({ data }) => timeLeft(data.timestamp, this.#look.interval, serverNow()),
      formatBigNumber: (value) => formatCompact(String(value)),
    })
    // Every number of the axes, the legends and the crosshair comes through here: it is written as the language writes numbers.
    chart.setThousandsSeparator({ format: localNumber })
  }

  #dress(change: Partial<Look>): void {
    this.#look = { ...this.#look, ...change }
    this.#chart.setStyles(stylesOf(this.#look))
  }

  setPair(symbol: string, priceScale: number, quantityScale: number): void {
    this.#dress({ symbol })
    this.#chart.setSymbol({ ticker: symbol, pricePrecision: priceScale, volumePrecision: quantityScale })
  }

  setBars(interval: Interval, bars: readonly Bar[]): void {
    this.#feed.bars = bars
    this.#dress({ interval })
    const before = this.#chart.getPeriod()
    const next = PERIODS[interval]
    if (before?.type === next.type && before.span === next.span) this.#chart.resetData()
    else this.#chart.setPeriod(next)
    this.#tell()
  }

  update(bar: Bar): void {
    this.#feed.push?.(toLibrary(bar))
    this.#tell()
  }

  setIndicators(names: readonly Indicator[]): void {
    for (const gone of this.#indicators.filter((name) => !names.includes(name))) this.#chart.removeIndicator({ name: libraryName(gone) })
    for (const name of names.filter((one) => !this.#indicators.includes(one))) this.#addIndicator(name)
    this.#indicators = names
    this.#sharePanes(true)
    this.#leaveRoom()
    this.drawings.place()
    this.#tell()
  }

  /** The library gives the candles what the panes leave; without any room they are lost, and stay lost. */
  #sharePanes(anew: boolean): void {
    const panes = this.#indicators.filter((name) => !OVER.has(name)).map((name) => this.#paneOf(name))
    const room = Math.max(0, this.#host.clientHeight - AXIS_HEIGHT)
    const height = Math.min(PANE_HEIGHT, Math.floor((room * PANES_MOST) / Math.max(1, panes.length)))
    // A pane whose height somebody pulled keeps it while the share stays.
    if (height < 1 || (!anew && height === this.#paneHeight)) return
    this.#paneHeight = height
    for (const id of panes) if (id !== undefined) this.#chart.setPaneOptions({ id, height, minHeight: Math.min(32, height) })
  }

  #addIndicator(name: Indicator): void {
    const over = OVER.has(name)
    const create = indicatorOf(name, () => this.#look.colours)
    this.#chart.createIndicator({ ...create, ...(over && { paneId: CANDLES }) }, over)
    const paneId = over ? undefined : this.#paneOf(name)
    if (paneId === undefined) return
    fitAxis(this.#chart, name, paneId)
  }

  #paneOf(name: Indicator): string | undefined {
    return this.#chart.getIndicators({ name: libraryName(name) })[0]?.paneId
  }

  setColours(colours: ChartColours): void {
    this.#dress({ colours })
    this.drawings.setColours(colours)
  }

  setStyle(style: 'candles' | 'line'): void {
    this.#dress({ line: style === 'line' })
  }

  setPitch(px: number): void {
    this.#chart.setBarSpace(px)
  }

  yOf(price: number): number | undefined {
    const at = this.#chart.convertToPixel({ value: price }, { paneId: CANDLES })
    const y = Array.isArray(at) ? undefined : at.y
    return y === undefined || !Number.isFinite(y) ? undefined : y
  }

  priceAt(y: number): number | undefined {
    const point = this.#chart.convertFromPixel([{ y }], { paneId: CANDLES })
    const value = Array.isArray(point) ? point[0]?.value : point.value
    return value === undefined || !Number.isFinite(value) ? undefined : value
  }

  xOf(at: number): number | undefined {
    const [first] = this.#chart.getDataList()
    if (first === undefined || at < first.timestamp) return undefined
    const place = this.#chart.convertToPixel({ timestamp: at }, { paneId: CANDLES })
    const x = Array.isArray(place) ? undefined : place.x
    return x === undefined || !Number.isFinite(x) ? undefined : x
  }

  paneWidth(): number {
    return this.#chart.getSize(CANDLES, 'main')?.width ?? this.#host.clientWidth
  }

  paneHeight(): number {
    return this.#chart.getSize(CANDLES, 'main')?.height ?? this.#host.clientHeight
  }

  visible() {
    const { from, to } = this.#chart.getVisibleRange()
    return { bars: this.#chart.getDataList().slice(Math.max(0, from), to).map(fromLibrary) }
  }

  onView(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onOlder(load: (before: number) => Promise<readonly Bar[]>): void {
    this.#feed.older = load
  }

  picture(background: string): string {
    return this.#chart.getConvertPictureUrl(true, 'png', background)
  }

  legendHeight(): number {
    const broken = !this.#look.narrow && this.paneWidth() < LEGEND_WHOLE ? 1 : 0
    const own = this.#indicators.filter((name) => name !== 'VOL' && OVER.has(name)).length
    return LEGEND_TOP + LEGEND_LINE * (1 + broken + own)
  }

  /** No candle stands behind the legend, however many lines it has, or behind the volume. */
  #leaveRoom(): void {
    const top = this.legendHeight() + BELOW_LEGEND
    if (top === this.#roomAbove) return
    this.#roomAbove = top
    this.#chart.overrideYAxis({ paneId: CANDLES, gap: { top, bottom: VOLUME_ROOM } })
  }

  resize(): void {
    this.#sharePanes(false)
    this.#chart.resize()
    this.#leaveRoom()
    this.#tell()
  }

  dispose(): void {
    this.#listeners.clear()
    this.drawings.close()
    dispose(this.#host)
  }
}
