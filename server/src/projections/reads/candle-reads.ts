/** Candles of any interval from the stored widths, without gaps. */
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import { type CompiledQuery, sql } from 'kysely'
import type { Candle, CandleInterval, CandleSeed, TimeRange } from '../port.ts'
import { bucketAfter, bucketStart, bucketStarts, stepOf } from './candle-buckets.ts'
import { int, type TenantReader } from './reader.ts'
import type { SharedReads } from './shared-reads.ts'

interface BucketRow {
  /** Position in the list of starts, from 1. */
  readonly bucket: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly quantity: string
  readonly turnover: string
  readonly trade_count: string
}

interface CandleQueries {
  readonly starts: readonly number[]
  readonly buckets: CompiledQuery<BucketRow>
  /** The close before the first bucket. */
  readonly before: CompiledQuery<{ close: string }>
}

/** @param now buckets after it do not exist yet, ms */
export async function listCandles(
  reader: TenantReader,
  shared: SharedReads<readonly Candle[]>,
  instrumentId: InstrumentId,
  interval: CandleInterval,
  range: TimeRange,
  limit: number,
  now: number,
): Promise<readonly Candle[]> {
  const starts = bucketStarts(interval, { from: Math.max(range.from, 0), to: Math.min(range.to, now) }, limit)
  if (starts.length === 0) return []
  return shared.read(`${instrumentId} ${interval} ${starts[0]} ${starts.length}`, async () => {
    const queries = candleQueries(reader, instrumentId, interval, starts)
    const [buckets, before] = await reader.together(queries.buckets, queries.before)
    return withoutGaps(starts, buckets, before[0]?.close)
  })
}

/** The bucket of `now` and the one before it, with the position they are true at. */
export async function seedCandles(
  reader: TenantReader,
  instrumentId: InstrumentId,
  interval: CandleInterval,
  now: number,
): Promise<CandleSeed> {
  const current = bucketStart(interval, now)
  const starts = [bucketAfter(interval, current, -1), current]
  const queries = candleQueries(reader, instrumentId, interval, starts)
  const {
    rows: [buckets, before],
    seq,
  } = await reader.togetherAt(queries.buckets, queries.before)
  return { seq, candles: withoutGaps(starts, buckets, before[0]?.close) }
}

/** `width_bucket` finds the bucket of a row among the starts, so that months and weeks need no date arithmetic in SQL. */
function candleQueries(
  reader: TenantReader,
  instrumentId: InstrumentId,
  interval: CandleInterval,
  starts: readonly number[],
): CandleQueries {
  const first = starts[0] ?? 0
  const end = bucketAfter(interval, starts.at(-1) ?? 0, 1)
  const thresholds = sql`${starts.map(String)}::bigint[]`
  const stored = reader.db.selectFrom('candles').where('instrument_id', '=', instrumentId).where('step', '=', stepOf(interval))
  const buckets = stored
    .where('open_at', '>=', String(first))
    .where('open_at', '<', String(end))
    .select([
      sql<number>`width_bucket(open_at, ${thresholds})`.as('bucket'),
      sql<string>`(array_agg(open order by open_at))[1]`.as('open'),
      sql<string>`max(high)`.as('high'),
      sql<string>`min(low)`.as('low'),
      sql<string>`(array_agg(close order by open_at desc))[1]`.as('close'),
      sql<string>`sum(quantity)`.as('quantity'),
      sql<string>`sum(turnover)`.as('turnover'),
      sql<string>`sum(trade_count)`.as('trade_count'),
    ])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
  const before = stored.select('close').where('open_at', '<', String(first)).orderBy('open_at', 'desc').limit(1)
  return { starts, buckets: buckets.compile(), before: before.compile() }
}

/** MKT-016: a bucket without a trade repeats the close before it. */
function withoutGaps(starts: readonly number[], rows: readonly BucketRow[], closeBefore: string | undefined): readonly Candle[] {
  const traded = new Map(rows.map((row) => [row.bucket, row]))
  const candles: Candle[] = []
  let close = closeBefore === undefined ? undefined : int(closeBefore)
  for (const [index, openAt] of starts.entries()) {
    const row = traded.get(index + 1)
    if (row !== undefined) {
      close = int(row.close)
      candles.push({
        openAt,
        open: int(row.open),
        high: int(row.high),
        low: int(row.low),
        close,
        quantity: int(row.quantity),
        turnover: BigInt(row.turnover),
        tradeCount: int(row.trade_count),
      })
    } else if (close !== undefined) {
      candles.push({ openAt, open: close, high: close, low: close, close, quantity: 0, turnover: 0n, tradeCount: 0 })
    }
  }
  return candles
}
