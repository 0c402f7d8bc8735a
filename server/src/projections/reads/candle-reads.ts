/** Candles of any interval from the stored widths, without gaps: of trades, or of marks and indexes of contracts. */
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Candle, CandleSeed, TimeRange } from '../port.ts'
import type { CandleStep } from '../projectors/candles.ts'
import { PRICE_KINDS, type PriceKind } from '../projectors/price-candles.ts'
import { MINUTE_MS } from '../projectors/projector.ts'
import { bucketAfter, bucketStart, bucketStarts, stepOf, widthOf } from './candle-buckets.ts'
import { type PackedColumn, packed, unpacked } from './packed-rows.ts'
import { int, type TenantReader } from './reader.ts'
import type { SharedReads } from './shared-reads.ts'

/** `bucket` is the position in the list of starts, from 1. */
const COLUMNS = ['bucket', 'open', 'high', 'low', 'close', 'quantity', 'turnover', 'trade_count'] as const

type PackedBuckets = Readonly<Record<(typeof COLUMNS)[number], PackedColumn>>

interface CandleQueries {
  readonly starts: readonly number[]
  readonly buckets: CompiledQuery<PackedBuckets>
  /** The close before the first bucket. */
  readonly before: CompiledQuery<{ close: string }>
}

/** What has candles: trades of an instrument, or a price of a contract. */
export type CandleSource = { readonly instrumentId: InstrumentId; readonly price?: PriceKind }

/** @param now buckets after it do not exist yet, ms */
export async function listCandles(
  reader: TenantReader,
  shared: SharedReads<readonly Candle[]>,
  source: CandleSource,
  interval: CandleInterval,
  range: TimeRange,
  limit: number,
  now: number,
): Promise<readonly Candle[]> {
  const starts = bucketStarts(interval, { from: Math.max(range.from, 0), to: Math.min(range.to, now) }, limit)
  if (starts.length === 0) return []
  return shared.read(`${source.instrumentId} ${source.price} ${interval} ${starts[0]} ${starts.length}`, async () => {
    const queries = candleQueries(reader, source, interval, starts)
    const [buckets, before] = await reader.together(queries.buckets, queries.before)
    return withoutGaps(starts, buckets[0], before[0]?.close)
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
  const queries = candleQueries(reader, { instrumentId }, interval, starts)
  const {
    rows: [buckets, before],
    seq,
  } = await reader.togetherAt(queries.buckets, queries.before)
  return { seq, candles: withoutGaps(starts, buckets[0], before[0]?.close) }
}

/** Stored candles of one width. */
function storedOf({ db }: TenantReader, { instrumentId, price }: CandleSource, step: CandleStep) {
  if (price === undefined) {
    const columns = ['open_at', 'open', 'high', 'low', 'close', 'quantity', 'turnover', 'trade_count'] as const
    return db.selectFrom('candles').select(columns).where('instrument_id', '=', instrumentId).where('step', '=', step)
  }
  const none = sql<string>`0::bigint`
  return db
    .selectFrom('price_candles')
    .select(['open_at', 'open', 'high', 'low', 'close', none.as('quantity'), none.as('turnover'), none.as('trade_count')])
    .where('instrument_id', '=', instrumentId)
    .where('kind', '=', PRICE_KINDS[price])
    .where('step', '=', step)
}

function candleQueries(reader: TenantReader, source: CandleSource, interval: CandleInterval, starts: readonly number[]): CandleQueries {
  const first = starts[0] ?? 0
  const end = bucketAfter(interval, starts.at(-1) ?? 0, 1)
  const stored = reader.db.selectFrom(storedOf(reader, source, stepOf(interval)).as('stored'))
  const inRange = stored.where('open_at', '>=', String(first)).where('open_at', '<', String(end))
  const bucket = bucketOf(interval, starts).as('bucket')
  const rows = isStored(interval)
    ? inRange.select([bucket, 'open', 'high', 'low', 'close', 'quantity', 'turnover', 'trade_count'])
    : inRange
        .select([
          bucket,
          sql<string>`(array_agg(open order by open_at))[1]`.as('open'),
          sql<string>`max(high)`.as('high'),
          sql<string>`min(low)`.as('low'),
          sql<string>`(array_agg(close order by open_at))[count(*)]`.as('close'),
          sql<string>`sum(quantity)`.as('quantity'),
          sql<string>`sum(turnover)`.as('turnover'),
          sql<string>`sum(trade_count)`.as('trade_count'),
        ])
        .groupBy(sql`1`)
  const columns = COLUMNS.map((column) => packed(column, sql.ref('bucket')).as(column))
  const buckets = reader.db.selectFrom(rows.as('rows')).select(columns).compile() as CompiledQuery<PackedBuckets>
  const before = stored.select('close').where('open_at', '<', String(first)).orderBy('open_at', 'desc').limit(1)
  return { starts, buckets, before: before.compile() }
}

const isStored = (interval: CandleInterval): boolean => widthOf(interval) === stepOf(interval) * MINUTE_MS

/** `width_bucket` finds a month among the starts, so that no date is reckoned in SQL. */
function bucketOf(interval: CandleInterval, starts: readonly number[]): RawBuilder<string> {
  const width = widthOf(interval)
  if (width === 0) return sql`width_bucket(open_at, ${starts.map(String)}::bigint[])`
  return sql`(open_at - ${String(starts[0] ?? 0)}::bigint) / ${String(width)}::bigint + 1`
}

/** MKT-016: a bucket without a trade repeats the close before it. */
function withoutGaps(starts: readonly number[], rows: PackedBuckets | undefined, closeBefore: string | undefined): readonly Candle[] {
  const [bucket = [], ...figures] = COLUMNS.map((column) => unpacked(rows?.[column]))
  const rowOf = new Map(bucket.map((position, row) => [Number(position), row]))
  const candles: Candle[] = []
  let close = closeBefore === undefined ? undefined : int(closeBefore)
  for (const [index, openAt] of starts.entries()) {
    const row = rowOf.get(index + 1)
    if (row !== undefined) {
      const candle = candleOf(openAt, figures, row)
      close = candle.close
      candles.push(candle)
    } else if (close !== undefined) {
      candles.push({ openAt, open: close, high: close, low: close, close, quantity: 0, turnover: 0n, tradeCount: 0 })
    }
  }
  return candles
}

/** @param figures the columns behind `bucket`, in their order */
function candleOf(openAt: number, figures: readonly (readonly string[])[], row: number): Candle {
  const [open, high, low, close, quantity, turnover = '', tradeCount] = figures.map((column) => column[row])
  const figure = (text: string | undefined): number => int(text ?? '')
  return {
    openAt,
    open: figure(open),
    high: figure(high),
    low: figure(low),
    close: figure(close),
    quantity: figure(quantity),
    turnover: BigInt(turnover),
    tradeCount: figure(tradeCount),
  }
}
