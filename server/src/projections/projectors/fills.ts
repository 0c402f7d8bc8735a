/** A customer's sides of trades. */
import type { Event } from '@agio/engine/event.ts'
import type { Statement } from '../store/sql-connection.ts'
import type { Customers, Moment, Projector } from './projector.ts'
import { RowBatch, type RowTarget, takeAll } from './row-batch.ts'

const FILLS: RowTarget = {
  table: 'fills',
  columns: {
    user_id: 'bigint',
    trade_id: 'bigint',
    order_id: 'bigint',
    instrument_id: 'integer',
    side: 'text',
    role: 'text',
    price: 'bigint',
    quantity: 'bigint',
    notional: 'bigint',
    fee: 'bigint',
    fee_asset_id: 'integer',
    at: 'bigint',
    seq: 'bigint',
  },
}

type Traded = Extract<Event, { kind: 'traded' }>

export class FillsProjector implements Projector {
  readonly #customers: Customers
  readonly #rows: RowBatch

  constructor(schema: string, customers: Customers) {
    this.#customers = customers
    this.#rows = new RowBatch(schema, FILLS)
  }

  get pending(): number {
    return this.#rows.size
  }

  fold(event: Event, moment: Moment): void {
    if (event.kind !== 'traded') return
    if (this.#customers.has(event.makerUserId)) this.#add(event, 'maker', moment)
    if (this.#customers.has(event.takerUserId)) this.#add(event, 'taker', moment)
  }

  take(): readonly Statement[] {
    return takeAll(this.#rows)
  }

  #add(trade: Traded, role: 'maker' | 'taker', { seq, at }: Moment): void {
    const maker = role === 'maker'
    this.#rows.add(
      maker ? trade.makerUserId : trade.takerUserId,
      trade.tradeId,
      maker ? trade.makerOrderId : trade.takerOrderId,
      trade.instrumentId,
      (trade.takerSide === 'buy') === maker ? 'sell' : 'buy',
      role,
      trade.price,
      trade.quantity,
      trade.notional,
      maker ? trade.makerFee : trade.takerFee,
      maker ? trade.makerFeeAssetId : trade.takerFeeAssetId,
      at,
      seq,
    )
  }
}
