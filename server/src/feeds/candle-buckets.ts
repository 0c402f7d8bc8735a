/** Where candle buckets begin and end: UTC, weeks from Monday, calendar months. */
import type { CandleInterval } from '../projections/port.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** 1970-01-01 was a Thursday; the Monday before it. */
const FIRST_MONDAY = -3 * DAY_MS

const WIDTHS: Readonly<Record<Exclude<CandleInterval, '1w' | '1M'>, number>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '2h': 120 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '6h': 360 * MINUTE_MS,
  '12h': 720 * MINUTE_MS,
  '1d': DAY_MS,
}

/** Start of the bucket that holds `at`, ms. */
export function bucketStart(interval: CandleInterval, at: number): number {
  if (interval === '1w') return Math.floor((at - FIRST_MONDAY) / WEEK_MS) * WEEK_MS + FIRST_MONDAY
  if (interval === '1M') {
    const date = new Date(at)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  }
  const width = WIDTHS[interval]
  return Math.floor(at / width) * width
}

/** Start of the bucket after the one that starts at `start`, ms. */
export function nextBucket(interval: CandleInterval, start: number): number {
  if (interval === '1w') return start + WEEK_MS
  if (interval === '1M') {
    const date = new Date(start)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  }
  return start + WIDTHS[interval]
}
