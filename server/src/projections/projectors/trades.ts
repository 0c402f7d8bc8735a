/** The public tape: both sides' trades, kept for thirty days of engine time. */
import type { Event } from '@agio/engine/event.ts'
import type { Statement } from '../store/sql-connection.ts'
import { DAY_MS, dayStart, type Moment, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, takeAll } from './row-batch.ts'

export const TRADES_KEPT_DAYS = 30
/** Rows removed in one statement, so that a write item stays short. */
const PRUNE_ROWS = 2000

const TRADES: RowTarget = {
  table: 'trades',
  columns: {
    trade_id: 'bigint',
    instrument_id: 'integer',
    price: 'bigint',
    quantity: 'bigint',
    taker_side: 'text',
    notional: 'bigint',
    at: 'bigint',
  },
}

export class TradesProjector implements Projector {
  readonly #rows: RowBatch

  constructor(schema: string) {
    this.#rows = new RowBatch(schema, TRADES)
  }

  get pending(): number {
    return this.#rows.size
  }

  fold(event: Event, { at }: Moment): void {
    if (event.kind !== 'traded') return
    this.#rows.add(event.tradeId, event.instrumentId, event.price, event.quantity, event.takerSide, event.notional, at)
  }

  take(): readonly Statement[] {
    return takeAll(this.#rows)
  }
}

/** Trades before this moment are neither kept nor shown. */
export function tradesKeptFrom(now: number): number {
  return dayStart(now) - TRADES_KEPT_DAYS * DAY_MS
}

/** Removes some of the trades that are too old; repeat until it affects no row. */
export function pruneTrades(schema: string, now: number): Statement {
  const table = `"${schema}"."trades"`
  return {
    sql: `delete from ${table} where trade_id in (
      select trade_id from (select trade_id, at from ${table} order by trade_id limit ${PRUNE_ROWS}) as oldest where at < $1)`,
    parameters: [tradesKeptFrom(now)],
  }
}
