/**
 * The part of a ticker that needs more than candles: last price, first trade of the UTC day and last trade at or before 00:00 UTC
 * (MKT-005). A trade on the very millisecond of 00:00 is both.
 */
import type { Event } from '@agio/engine/event.ts'
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { dayStart, foldedBy, type Moment, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, replaceRow, takeAll } from './row-batch.ts'

const COLUMNS = {
  instrument_id: 'integer',
  last_price: 'bigint',
  last_at: 'bigint',
  day_at: 'bigint',
  open_price: 'bigint',
  previous_close: 'bigint',
} as const
const TICKERS: RowTarget = { table: 'tickers', columns: COLUMNS, onConflict: replaceRow(['instrument_id'], COLUMNS) }

export interface TickerState {
  readonly lastPrice: number
  readonly lastAt: number
  readonly dayAt: number
  readonly openPrice: number
  /** 0 before the second day with a trade. */
  readonly previousClose: number
}

/** The state after a trade; `before` is undefined at the first trade ever. */
export function afterTrade(before: TickerState | undefined, price: number, at: number): TickerState {
  // What was due yesterday and is done today is of today.
  const dayAt = Math.max(dayStart(at), before?.dayAt ?? 0)
  const sameDay = before?.dayAt === dayAt
  const openPrice = sameDay ? before.openPrice : price
  const carried = sameDay ? before.previousClose : (before?.lastPrice ?? 0)
  return { lastPrice: price, lastAt: at, dayAt, openPrice, previousClose: at === dayAt ? price : carried }
}

export class TickersProjector implements Projector {
  readonly kinds = foldedBy('tickers')
  readonly #rows: RowBatch
  readonly #states: Map<InstrumentId, TickerState>
  readonly #changed = new Set<InstrumentId>()

  /** @param states as stored; owned by the projector from here on */
  constructor(schema: string, states: Map<InstrumentId, TickerState>) {
    this.#rows = new RowBatch(schema, TICKERS)
    this.#states = states
  }

  get pending(): number {
    return this.#changed.size
  }

  fold(event: Event, { at }: Moment): void {
    if (event.kind !== 'traded' || event.isOwn === 1) return
    this.#states.set(event.instrumentId, afterTrade(this.#states.get(event.instrumentId), event.price, at))
    this.#changed.add(event.instrumentId)
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const instrumentId of this.#changed) {
      const state = this.#states.get(instrumentId)
      if (state === undefined) continue
      this.#rows.add([instrumentId, state.lastPrice, state.lastAt, state.dayAt, state.openPrice, state.previousClose])
    }
    this.#changed.clear()
    return takeAll(this.#rows)
  }
}
