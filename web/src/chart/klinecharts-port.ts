/** The chart port on klinecharts. Loaded only when a chart is drawn. */
import { type Chart, type DeepPartial, dispose, init, type KLineData, type Period, type Styles } from 'klinecharts'
import { serverNow } from '../data/live/live.ts'
import { type Bar, type ChartColours, type ChartPort, type Indicator, type Interval, OVER_INDICATORS } from './chart-port.ts'
import { timeLeft } from './time-left.ts'

const CANDLES = 'candle_pane'
const DRAWINGS = 'drawings'
const OVER: ReadonlySet<string> = new Set(OVER_INDICATORS)
const PANE_HEIGHTS: Readonly<Partial<Record<Indicator, number>>> = { VOL: 56 }
const PANE_HEIGHT = 84

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

const PARAMETERS: Readonly<Partial<Record<Indicator, number[]>>> = { EMA: [21, 55], MA: [7, 25, 99], RSI: [14], VOL: [] }

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

/** Every colour and size of the library that differs from its defaults. */
function stylesOf(colours: ChartColours, line: boolean): DeepPartial<Styles> {
  const text = { color: colours.text, family: colours.font, size: 12 }
  const axis = { axisLine: { color: colours.line }, tickLine: { show: false }, tickText: text }
  const mark = {
    family: colours.font,
    size: 12,
    weight: '600',
    borderRadius: 2,
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: 3,
    paddingBottom: 3,
  }
  const countdown = {
    ...mark,
    show: true,
    style: 'fill' as const,
    // The library fills it with the colour of the price.
    color: '#000000',
    weight: '500',
    size: 11,
    position: 'below_price' as const,
    updateInterval: 1000,
  }
  const crosshair = {
    line: { color: colours.text, dashedValue: [3, 3] },
    text: { ...text, color: colours.panel, backgroundColor: colours.foreground, borderColor: colours.foreground },
  }
  const bars = { upColor: colours.up, downColor: colours.down, noChangeColor: colours.text }
  return {
    grid: { horizontal: { color: colours.grid, style: 'solid' }, vertical: { color: colours.grid, style: 'solid' } },
    candle: {
      // Rising candles are hollow and falling ones solid, so that colour is never the only sign.
      type: line ? 'area' : 'candle_up_stroke',
      bar: { ...bars, upBorderColor: colours.up, downBorderColor: colours.down, upWickColor: colours.up, downWickColor: colours.down },
      area: { lineColor: colours.foreground, lineSize: 1.5, backgroundColor: 'transparent' },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: { ...bars, line: { style: 'dashed', dashedValue: [1, 3] }, text: { ...mark, color: '#000000' }, extendTexts: [countdown] },
      },
      tooltip: {
        showRule: 'always',
        rect: { position: 'fixed' },
        title: { show: true, template: '{ticker}', color: colours.foreground, family: colours.font, size: 12, weight: '600' },
        legend: {
          color: colours.text,
          family: colours.font,
          size: 12,
          template: [
            { title: 'O ', value: '{open}' },
            { title: 'H ', value: '{high}' },
            { title: 'L ', value: '{low}' },
            { title: 'C ', value: '{close}' },
          ],
        },
      },
    },
    indicator: {
      lines: colours.indicators.map((color) => ({ color, size: 1.25, style: 'solid', smooth: false })),
      bars: [{ upColor: `${colours.up}55`, downColor: `${colours.down}55`, noChangeColor: colours.text }],
      lastValueMark: { show: false },
      tooltip: {
        title: { color: colours.text, family: colours.font, size: 12 },
        legend: { color: colours.text, family: colours.font, size: 12 },
      },
    },
    xAxis: { ...axis, size: 24 },
    yAxis: { ...axis, size: 74 },
    separator: { color: colours.line, activeBackgroundColor: colours.grid },
    crosshair: { horizontal: crosshair, vertical: crosshair },
    overlay: { line: { color: colours.foreground }, text: { color: colours.foreground, family: colours.font } },
  }
}

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

/**
 * @param host element that the chart fills; it keeps its left-to-right direction in every language
 * @param describe text that stands for the drawing
 */
export function createKlinecharts(host: HTMLElement, colours: ChartColours): ChartPort {
  const chart = init(host, { styles: stylesOf(colours, false), timezone: Intl.DateTimeFormat().resolvedOptions().timeZone })
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
  chart.setOffsetRightDistance(24)
  chart.setPaneOptions({ id: CANDLES, minHeight: 80 })
  return new KlinechartsPort(chart, host, feed, colours, listeners, tell)
}

class KlinechartsPort implements ChartPort {
  readonly #chart: Chart
  readonly #host: HTMLElement
  readonly #feed: Feed
  readonly #listeners: Set<() => void>
  readonly #tell: () => void
  #colours: ChartColours
  #line = false
  #interval: Interval = '15m'
  #indicators: readonly Indicator[] = []

  constructor(chart: Chart, host: HTMLElement, feed: Feed, colours: ChartColours, listeners: Set<() => void>, tell: () => void) {
    this.#chart = chart
    this.#host = host
    this.#feed = feed
    this.#colours = colours
    this.#listeners = listeners
    this.#tell = tell
    chart.setFormatter({
      // The library asks for the text below the last price once a second.
      formatExtendText: ({ data }) => timeLeft(data.timestamp, this.#interval, serverNow()),
    })
  }

  setPair(symbol: string, priceScale: number, quantityScale: number): void {
    this.#chart.setSymbol({ ticker: symbol, pricePrecision: priceScale, volumePrecision: quantityScale })
  }

  setBars(interval: Interval, bars: readonly Bar[]): void {
    this.#feed.bars = bars
    this.#interval = interval
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
    for (const gone of this.#indicators.filter((name) => !names.includes(name))) this.#chart.removeIndicator({ name: gone })
    for (const name of names.filter((one) => !this.#indicators.includes(one))) {
      const calcParams = PARAMETERS[name]
      const over = OVER.has(name)
      const quiet = name === 'VOL' ? { styles: { tooltip: { showRule: 'none' as const } } } : {}
      const third = name === 'RSI' ? { styles: { lines: [{ color: this.#colours.indicators[2] ?? this.#colours.text, size: 1.25 }] } } : {}
      const create = { name, ...quiet, ...third, ...(over ? { paneId: CANDLES } : {}), ...(calcParams === undefined ? {} : { calcParams }) }
      this.#chart.createIndicator(create, over)
      if (!over) {
        const paneId = this.#chart.getIndicators({ name })[0]?.paneId
        if (paneId !== undefined) this.#chart.setPaneOptions({ id: paneId, height: PANE_HEIGHTS[name] ?? PANE_HEIGHT, minHeight: 32 })
      }
    }
    this.#indicators = names
    this.#tell()
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours
    this.#chart.setStyles(stylesOf(colours, this.#line))
  }

  setStyle(style: 'candles' | 'line'): void {
    this.#line = style === 'line'
    this.#chart.setStyles(stylesOf(this.#colours, this.#line))
  }

  setPitch(px: number): void {
    this.#chart.setBarSpace(px)
  }

  draw(tool: string): void {
    this.#chart.createOverlay({ name: tool, groupId: DRAWINGS })
  }

  setDrawingsVisible(visible: boolean): void {
    this.#chart.overrideOverlay({ groupId: DRAWINGS, visible })
  }

  clearDrawings(): void {
    this.#chart.removeOverlay({ groupId: DRAWINGS })
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

  resize(): void {
    this.#chart.resize()
    this.#tell()
  }

  dispose(): void {
    this.#listeners.clear()
    dispose(this.#host)
  }
}
