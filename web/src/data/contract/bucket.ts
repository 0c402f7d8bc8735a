/** When the candle of a moment began. */
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4 * DAY_MS

/** @param at ms UTC. @returns ms UTC */
export function bucketStart(at: number, interval: CandleInterval): number {
  if (interval === '1w') return FIRST_MONDAY + Math.floor((at - FIRST_MONDAY) / (7 * DAY_MS)) * 7 * DAY_MS
  if (interval === '1M') {
    const day = new Date(at)
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1)
  }
  const length = Number.parseInt(interval, 10) * (UNITS[interval.slice(-1)] ?? MINUTE_MS)
  return Math.floor(at / length) * length
}
