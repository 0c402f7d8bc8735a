/** The public tape: both sides' trades, kept for thirty days of engine time. */
import type { Event } from '@agio/engine/event.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import { DAY_MS, dayStart, foldedBy, type Moment, type Projector } from './projector.ts'
import { takeAll } from './row-batch.ts'

export const TRADES_KEPT_DAYS = 30
/** Rows of a pair removed in one statement, so that a write item stays short. */
const PRUNE_ROWS = 2000

const COLUMNS = ['trade_id', 'instrument_id', 'price', 'quantity', 'taker_side', 'notional', 'at'] as const

export class TradesProjector implements Projector {
  readonly kinds = foldedBy('trades')
  readonly #rows: NewRows

  constructor(schema: string) {
    this.#rows = new NewRows(schema, 'trades', COLUMNS)
  }

  get pending(): number {
    return this.#rows.size
  }

  fold(event: Event, { at }: Moment): void {
    if (event.kind !== 'traded') return
    this.#rows.add([event.tradeId, event.instrumentId, event.price, event.quantity, event.takerSide, event.notional, at])
  }

  take(): readonly (Statement | CopyIn)[] {
    return takeAll(this.#rows)
  }
}

/** Trades before this moment are neither kept nor shown. */
export function tradesKeptFrom(now: number): number {
  return dayStart(now) - TRADES_KEPT_DAYS * DAY_MS
}

/** Removes some of each pair's trades that are too old; repeat until it affects no row. */
export function pruneTrades(schema: string, now: number): Statement {
  const [trades, tickers] = [`"${schema}"."trades"`, `"${schema}"."tickers"`]
  return {
    sql: `delete from ${trades} where ctid = any(array(
      select oldest.row from ${tickers} as pair cross join lateral (
        select ctid as row, at from ${trades} where instrument_id = pair.instrument_id order by trade_id limit ${PRUNE_ROWS}
      ) as oldest where oldest.at < $1))`,
    parameters: [tradesKeptFrom(now)],
  }
}
