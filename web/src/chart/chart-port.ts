/** What the terminal asks of a candle chart. One adapter speaks to the library; everything else knows only these words. */
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import type { DrawingBoard } from './drawings.ts'

/** Numbers are for drawing only; money is never computed from them. `at` is the start of the bucket, ms. */
export interface Bar {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly quantity: number
}

export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const satisfies readonly CandleInterval[]
export type Interval = (typeof INTERVALS)[number]

/** Indicators drawn over the candles, then those with a pane of their own. */
export const OVER_INDICATORS = ['EMA', 'MA', 'SMA', 'BBI', 'BOLL', 'SAR'] as const
export const PANE_INDICATORS = [
  'VOL',
  'RSI',
  'MACD',
  'KDJ',
  'BIAS',
  'BRAR',
  'CCI',
  'DMI',
  'CR',
  'PSY',
  'DMA',
  'TRIX',
  'OBV',
  'VR',
  'WR',
  'MTM',
  'EMV',
  'ROC',
  'PVT',
  'AO',
] as const
export const INDICATORS = [...OVER_INDICATORS, ...PANE_INDICATORS] as const
export type Indicator = (typeof INDICATORS)[number]

export const DRAWING_TOOLS = [
  'segment',
  'horizontalStraightLine',
  'rayLine',
  'parallelStraightLine',
  'fibonacciLine',
  'priceLine',
  'note',
] as const
export type DrawingTool = (typeof DRAWING_TOOLS)[number]

export interface ChartColours {
  readonly grid: string
  readonly line: string
  readonly text: string
  readonly foreground: string
  readonly panel: string
  readonly up: string
  readonly down: string
  /** The same directions as text. */
  readonly upText: string
  readonly downText: string
  readonly indicators: readonly string[]
  readonly font: string
}

export interface VisibleBars {
  readonly bars: readonly Bar[]
}

export interface ChartPort {
  setPair(symbol: string, priceScale: number, quantityScale: number): void
  /** Replaces all bars, ascending; older ones are asked for with `onOlder`. */
  setBars(interval: Interval, bars: readonly Bar[]): void
  /** The growing bar, or the next one. */
  update(bar: Bar): void
  setIndicators(names: readonly Indicator[]): void
  setColours(colours: ChartColours): void
  setStyle(style: 'candles' | 'line'): void
  /** Width of one bar in px. */
  setPitch(px: number): void
  readonly drawings: DrawingBoard
  /** Vertical place of a price in the candle pane, px from its top; undefined before there is a scale. */
  yOf(price: number): number | undefined
  priceAt(y: number): number | undefined
  /** Horizontal place of the candle that contains a moment, px from the pane's left edge; undefined before the first candle. */
  xOf(at: number): number | undefined
  /** Height of the lines at the upper left of the candle pane, px. */
  legendHeight(): number
  /** Size of the candle pane without its axis, px. */
  paneWidth(): number
  paneHeight(): number
  visible(): VisibleBars
  /** Called after anything moved what `yOf` answers. */
  onView(listener: () => void): () => void
  /** Asked for bars before `at`; answers them ascending, an empty list when there are none. */
  onOlder(load: (before: number) => Promise<readonly Bar[]>): void
  picture(background: string): string
  resize(): void
  dispose(): void
}
