/** What a chart shows, as numbers for a sentence and a table: people who cannot see the drawing get the same facts. */
import type { Bar } from './chart-port.ts'

export interface ChartSummary {
  readonly count: number
  readonly from: number
  readonly to: number
  readonly open: number
  readonly close: number
  readonly high: number
  readonly low: number
  /** (close − open) ÷ open in percent, for display. */
  readonly changePercent: number
}

/** Undefined for no bars. */
export function summarize(bars: readonly Bar[]): ChartSummary | undefined {
  const first = bars[0]
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return undefined
  let high = first.high
  let low = first.low
  for (const bar of bars) {
    high = Math.max(high, bar.high)
    low = Math.min(low, bar.low)
  }
  const changePercent = first.open === 0 ? 0 : ((last.close - first.open) / first.open) * 100
  return { count: bars.length, from: first.at, to: last.at, open: first.open, close: last.close, high, low, changePercent }
}
