/** Where candle buckets begin: UTC, weeks on Monday, months on the first. */
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import type { CandleStep } from '../projectors/candles.ts'
import { DAY_MS, MINUTE_MS } from '../projectors/projector.ts'

const HOUR_MS = 60 * MINUTE_MS
const WEEK_MS = 7 * DAY_MS
/** 1970-01-05, the first Monday. */
const MONDAY_MS = 4 * DAY_MS

/** Width and the stored width it is read from; a month has no fixed width. */
const INTERVALS: Readonly<Record<CandleInterval, { readonly width: number; readonly step: CandleStep }>> = {
  '1m': { width: MINUTE_MS, step: 1 },
  '3m': { width: 3 * MINUTE_MS, step: 1 },
  '5m': { width: 5 * MINUTE_MS, step: 1 },
  '15m': { width: 15 * MINUTE_MS, step: 15 },
  '30m': { width: 30 * MINUTE_MS, step: 15 },
  '1h': { width: HOUR_MS, step: 60 },
  '2h': { width: 2 * HOUR_MS, step: 60 },
  '4h': { width: 4 * HOUR_MS, step: 60 },
  '6h': { width: 6 * HOUR_MS, step: 60 },
  '12h': { width: 12 * HOUR_MS, step: 60 },
  '1d': { width: DAY_MS, step: 1440 },
  '1w': { width: WEEK_MS, step: 1440 },
  '1M': { width: 0, step: 1440 },
}

export function stepOf(interval: CandleInterval): CandleStep {
  return INTERVALS[interval].step
}

/** ms; 0 = no fixed width. */
export function widthOf(interval: CandleInterval): number {
  return INTERVALS[interval].width
}

/** Start of the bucket that holds `at`, ms. */
export function bucketStart(interval: CandleInterval, at: number): number {
  if (interval === '1M') {
    const date = new Date(at)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  }
  const { width } = INTERVALS[interval]
  const origin = interval === '1w' ? MONDAY_MS : 0
  return Math.floor((at - origin) / width) * width + origin
}

/** Start of the bucket `count` buckets later (or earlier when negative); `openAt` is a start itself. */
export function bucketAfter(interval: CandleInterval, openAt: number, count: number): number {
  if (interval === '1M') {
    const date = new Date(openAt)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)
  }
  return openAt + count * INTERVALS[interval].width
}

/** Starts of the newest `limit` buckets that open inside the range, both ends included, ascending. */
export function bucketStarts(
  interval: CandleInterval,
  range: { readonly from: number; readonly to: number },
  limit: number,
): readonly number[] {
  const starts: number[] = []
  for (
    let openAt = bucketStart(interval, range.to);
    openAt >= range.from && starts.length < limit;
    openAt = bucketAfter(interval, openAt, -1)
  ) {
    starts.push(openAt)
  }
  return starts.reverse()
}
