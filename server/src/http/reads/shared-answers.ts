/** Answers about the market that many visitors ask for alike. */
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import { Failure } from '../../core/failure.ts'
import type { TimeRange } from '../../projections/port.ts'
import { bucketAfter, bucketStart } from '../../projections/reads/candle-buckets.ts'
import { Answer } from '../calls/route.ts'
import { successText } from '../envelope.ts'

/** Window of a kline request: what it names, else the newest `limit` buckets up to the end. */
export function klineRange(
  interval: CandleInterval,
  limit: number,
  now: number,
  asked: { from?: number | null; to?: number | null },
): TimeRange {
  if (asked.from != null && asked.from > (asked.to ?? now)) throw new Failure('TIME_RANGE_INVALID', { maxDays: 0 })
  // Buckets of the future would count among the newest and push out those that there are.
  const to = Math.min(asked.to ?? now, now)
  if (asked.from != null) return { from: asked.from, to }
  const open = bucketStart(interval, to)
  const width = bucketAfter(interval, open, 1) - open
  return { from: Math.max(0, open - width * limit), to }
}

type SharedAnswer<Listed extends object, Row, View> = (listed: Listed, rows: readonly Row[]) => Answer<View[]>

/** Visitors who ask the same share the rows; writing them out costs more than everything else about a chart, so they share its bytes too. */
export function sharedAnswer<Listed extends object, Row, View>(
  viewOf: (listed: Listed, row: Row) => View,
): SharedAnswer<Listed, Row, View> {
  const made = new WeakMap<readonly Row[], { readonly listed: Listed; readonly bytes: Uint8Array }>()
  return (listed, rows) => {
    let known = made.get(rows)
    if (known?.listed !== listed) {
      known = { listed, bytes: Buffer.from(successText(rows.map((row) => viewOf(listed, row)))) }
      made.set(rows, known)
    }
    // The views are written out already, and nobody keeps them.
    return new Answer<View[]>([], {}, known.bytes)
  }
}
