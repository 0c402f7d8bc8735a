/** How long the growing candle has still to grow. */
import type { Interval } from './chart-port.ts'

const MINUTE = 60_000
const LENGTHS: Readonly<Record<Exclude<Interval, '1M'>, number>> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': 60 * MINUTE,
  '4h': 240 * MINUTE,
  '1d': 1440 * MINUTE,
  '1w': 10_080 * MINUTE,
}

/** When the candle that opened at `at` closes, ms; months are those of UTC. */
function closeOf(at: number, interval: Interval): number {
  if (interval !== '1M') return at + LENGTHS[interval]
  const opened = new Date(at)
  return Date.UTC(opened.getUTCFullYear(), opened.getUTCMonth() + 1)
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `04:31`, `03:04:31` from an hour on, `2d 03h` from a day on; `00:00` when the candle should have closed. */
export function timeLeft(at: number, interval: Interval, now: number): string {
  const seconds = Math.max(0, Math.ceil((closeOf(at, interval) - now) / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${two(hours % 24)}h`
  return hours > 0 ? `${two(hours)}:${two(minutes % 60)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`
}
