/**
 * Candles of four widths, from which every interval is read: a wider bucket is made of at most 96 stored ones. Minutes without a trade
 * are not stored; the reader repeats the close before them.
 */
import type { Event } from '@agio/engine/event.ts'
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { OpenBuckets } from './open-buckets.ts'
import { foldedBy, MINUTE_MS, type Moment, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, takeAll } from './row-batch.ts'

/** Stored widths in minutes, each a divisor of the next. */
export const CANDLE_STEPS = [1, 15, 60, 1440] as const
export type CandleStep = (typeof CANDLE_STEPS)[number]

const CANDLES: RowTarget = {
  table: 'candles',
  columns: {
    instrument_id: 'integer',
    step: 'integer',
    open_at: 'bigint',
    open: 'bigint',
    high: 'bigint',
    low: 'bigint',
    close: 'bigint',
    quantity: 'bigint',
    turnover: 'bigint',
    trade_count: 'bigint',
  },
  onConflict: `(instrument_id, step, open_at) do update set
    high = greatest(stored.high, excluded.high), low = least(stored.low, excluded.low), close = excluded.close,
    quantity = stored.quantity + excluded.quantity, turnover = stored.turnover + excluded.turnover,
    trade_count = stored.trade_count + excluded.trade_count`,
}

interface Bucket {
  readonly instrumentId: InstrumentId
  readonly step: CandleStep
  readonly openAt: number
  readonly open: number
  high: number
  low: number
  close: number
  quantity: bigint
  turnover: bigint
  tradeCount: number
}

type Traded = Extract<Event, { kind: 'traded' }>

export class CandlesProjector implements Projector {
  readonly kinds = foldedBy('candles')
  readonly #rows: RowBatch
  /** Of this batch, by instrument and step. */
  readonly #buckets = new OpenBuckets<Bucket>()

  constructor(schema: string) {
    this.#rows = new RowBatch(schema, CANDLES)
  }

  get pending(): number {
    return this.#buckets.size
  }

  fold(event: Event, { at }: Moment): void {
    if (event.kind !== 'traded' || event.isOwn === 1) return
    for (const [index, step] of CANDLE_STEPS.entries()) {
      const openAt = at - (at % (step * MINUTE_MS))
      const slot = event.instrumentId * CANDLE_STEPS.length + index
      const bucket = this.#buckets.find(slot, openAt)
      if (bucket === undefined) this.#buckets.add(slot, newBucket(event, step, openAt))
      else grow(bucket, event)
    }
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const bucket of this.#buckets.take()) this.#store(bucket)
    return takeAll(this.#rows)
  }

  #store(bucket: Bucket): void {
    const { instrumentId, step, openAt, open, high, low, close, quantity, turnover, tradeCount } = bucket
    this.#rows.add([instrumentId, step, openAt, open, high, low, close, quantity, turnover, tradeCount])
  }
}

function newBucket(trade: Traded, step: CandleStep, openAt: number): Bucket {
  return {
    instrumentId: trade.instrumentId,
    step,
    openAt,
    open: trade.price,
    high: trade.price,
    low: trade.price,
    close: trade.price,
    quantity: BigInt(trade.quantity),
    turnover: trade.notional,
    tradeCount: 1,
  }
}

function grow(bucket: Bucket, trade: Traded): void {
  if (trade.price > bucket.high) bucket.high = trade.price
  if (trade.price < bucket.low) bucket.low = trade.price
  bucket.close = trade.price
  bucket.quantity += BigInt(trade.quantity)
  bucket.turnover += trade.notional
  bucket.tradeCount += 1
}
