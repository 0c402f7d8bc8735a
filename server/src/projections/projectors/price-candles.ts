/** Candles of marks and indexes of contracts, of the same four widths as those of trades. Minutes in which nothing changed are not stored. */
import type { Event } from '@agio/engine/event.ts'
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { CANDLE_STEPS, type CandleStep } from './candles.ts'
import { OpenBuckets } from './open-buckets.ts'
import { foldedBy, MINUTE_MS, type Moment, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, takeAll } from './row-batch.ts'

const CANDLES: RowTarget = {
  table: 'price_candles',
  columns: {
    instrument_id: 'integer',
    kind: 'integer',
    step: 'integer',
    open_at: 'bigint',
    open: 'bigint',
    high: 'bigint',
    low: 'bigint',
    close: 'bigint',
  },
  onConflict: `(instrument_id, kind, step, open_at) do update set
    high = greatest(stored.high, excluded.high), low = least(stored.low, excluded.low), close = excluded.close`,
}

/** What a contract has candles of besides its trades, as the table numbers it. */
export const PRICE_KINDS = { mark: 1, index: 2 } as const
export type PriceKind = keyof typeof PRICE_KINDS
/** More than there are. */
const KINDS = 4

interface Bucket {
  readonly instrumentId: InstrumentId
  readonly kind: number
  readonly step: CandleStep
  readonly openAt: number
  readonly open: number
  high: number
  low: number
  close: number
}

export class PriceCandlesProjector implements Projector {
  readonly kinds = foldedBy('priceCandles')
  readonly #rows: RowBatch
  /** Of this batch, by contract, kind and step. */
  readonly #buckets = new OpenBuckets<Bucket>()

  constructor(schema: string) {
    this.#rows = new RowBatch(schema, CANDLES)
  }

  get pending(): number {
    return this.#buckets.size
  }

  fold(event: Event, { at }: Moment): void {
    if (event.kind !== 'markChanged') return
    this.#price(event.instrumentId, PRICE_KINDS.mark, event.mark, at)
    // The nearest tick of no index is the first one.
    this.#price(event.instrumentId, PRICE_KINDS.index, event.indexFine === 0n ? 0 : event.index, at)
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const bucket of this.#buckets.take()) this.#store(bucket)
    return takeAll(this.#rows)
  }

  /** @param price ticks; 0 = there never was one */
  #price(instrumentId: InstrumentId, kind: number, price: number, at: number): void {
    if (price === 0) return
    for (const [index, step] of CANDLE_STEPS.entries()) {
      const openAt = at - (at % (step * MINUTE_MS))
      const slot = (instrumentId * KINDS + kind) * CANDLE_STEPS.length + index
      const bucket = this.#buckets.find(slot, openAt)
      if (bucket === undefined)
        this.#buckets.add(slot, { instrumentId, kind, step, openAt, open: price, high: price, low: price, close: price })
      else {
        bucket.high = Math.max(bucket.high, price)
        bucket.low = Math.min(bucket.low, price)
        bucket.close = price
      }
    }
  }

  #store({ instrumentId, kind, step, openAt, open, high, low, close }: Bucket): void {
    this.#rows.add([instrumentId, kind, step, openAt, open, high, low, close])
  }
}
