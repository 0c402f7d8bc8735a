/** Time ranges of list calls. */
import { RANGE_DAYS_MAX } from '@agio/wire/fields.ts'
import { Failure } from '../../core/failure.ts'
import type { TimeRange } from '../../projections/port.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 90

/** Inclusive range of a request; without one the last 90 days. @throws Failure TIME_RANGE_INVALID */
export function timeRange(request: { startTime?: number | null | undefined; endTime?: number | null | undefined }, now: number): TimeRange {
  const to = request.endTime ?? Math.max(now, request.startTime ?? 0)
  const from = request.startTime ?? Math.max(0, to - DEFAULT_DAYS * DAY_MS)
  if (from > to || to - from > RANGE_DAYS_MAX * DAY_MS) throw new Failure('TIME_RANGE_INVALID', { maxDays: RANGE_DAYS_MAX })
  return { from, to }
}

/**
 * For a list of what has ended, asked for without any time: what ended in the last 90 days, whenever it began. From the start of a
 * UTC day, so that no row leaves the list between two of its pages. Undefined where a time is given.
 */
export function endedSince(
  request: { startTime?: number | null | undefined; endTime?: number | null | undefined },
  now: number,
): number | undefined {
  return request.startTime == null && request.endTime == null ? Math.max(0, utcDayStart(now) - DEFAULT_DAYS * DAY_MS) : undefined
}

/** First millisecond of the UTC day that holds `at`. */
export const utcDayStart = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS

/** `YYYY-MM-DD` of a UTC day. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10)
