/** Orders of customers: the newest form of each, from its first event to its last. */
import type { Event, Order } from '@agio/engine/event.ts'
import type { OrderId } from '@agio/engine/ids/id.ts'
import type { Statement } from '../store/sql-connection.ts'
import type { Customers, Moment, Projector } from './projector.ts'
import { type Cell, RowBatch, type RowTarget, replaceRow, takeAll } from './row-batch.ts'

/** An order id is `seq × 8 + leg`. */
const LEGS_OF_ENTRY = 8

const COLUMNS = {
  order_id: 'bigint',
  client_order_id: 'text',
  order_list_id: 'bigint',
  user_id: 'bigint',
  instrument_id: 'integer',
  side: 'text',
  type: 'text',
  time_in_force: 'text',
  self_trade: 'text',
  source: 'text',
  price: 'bigint',
  quantity: 'bigint',
  quote_amount: 'bigint',
  trigger_price: 'bigint',
  activation_price: 'bigint',
  trailing_bps: 'integer',
  visible_quantity: 'bigint',
  expire_at: 'bigint',
  status: 'text',
  close_reason: 'text',
  executed_quantity: 'bigint',
  executed_quote: 'bigint',
  prevented_quantity: 'bigint',
  fee: 'bigint',
  fee_asset_id: 'integer',
  held: 'bigint',
  held_asset_id: 'integer',
  triggered: 'boolean',
  triggered_at: 'bigint',
  created_at: 'bigint',
  updated_at: 'bigint',
  replaced_order_id: 'bigint',
  placed_seq: 'bigint',
  closed_seq: 'bigint',
} as const

const ORDERS: RowTarget = { table: 'orders', columns: COLUMNS, onConflict: replaceRow(['order_id'], COLUMNS) }

export class OrdersProjector implements Projector {
  readonly #customers: Customers
  readonly #rows: RowBatch
  /** Newest form only: an order that is placed, filled and closed in one batch is one row. */
  readonly #newest = new Map<OrderId, { readonly order: Order; readonly closedSeq: number }>()

  constructor(schema: string, customers: Customers) {
    this.#customers = customers
    this.#rows = new RowBatch(schema, ORDERS)
  }

  get pending(): number {
    return this.#newest.size
  }

  fold(event: Event, moment: Moment): void {
    if (event.kind !== 'orderPlaced' && event.kind !== 'orderUpdated' && event.kind !== 'orderClosed') return
    if (!this.#customers.has(event.order.userId)) return
    this.#newest.set(event.order.orderId, { order: event.order, closedSeq: event.kind === 'orderClosed' ? moment.seq : 0 })
  }

  take(): readonly Statement[] {
    for (const { order, closedSeq } of this.#newest.values()) this.#rows.add(...cellsOf(order), placedSeq(order.orderId), closedSeq)
    this.#newest.clear()
    return takeAll(this.#rows)
  }
}

export function placedSeq(orderId: OrderId): number {
  return Math.floor(orderId / LEGS_OF_ENTRY)
}

/** Everything of an order but the two sequences, in column order. */
function cellsOf(order: Order): readonly Cell[] {
  return [
    order.orderId,
    order.clientOrderId,
    order.orderListId,
    order.userId,
    order.instrumentId,
    order.side,
    order.type,
    order.timeInForce,
    order.selfTrade,
    order.source,
    order.price,
    order.quantity,
    order.quoteAmount,
    order.triggerPrice,
    order.activationPrice,
    order.trailingBps,
    order.visibleQuantity,
    order.expireAt,
    order.status,
    order.closeReason,
    order.executedQuantity,
    order.executedQuote,
    order.preventedQuantity,
    order.fee,
    order.feeAssetId,
    order.held,
    order.heldAssetId,
    order.triggered,
    order.triggeredAt,
    order.createdAt,
    order.updatedAt,
    order.replacedOrderId,
  ]
}
