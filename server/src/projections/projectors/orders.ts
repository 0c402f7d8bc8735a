/** Orders of customers: the newest form of each, from its first event to its last. */
import type { Event, Order } from '@agio/engine/event.ts'
import type { OrderId } from '@agio/engine/ids/id.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import type { Customers, Moment, Projector } from './projector.ts'
import { type Cell, RowBatch, type RowTarget, replaceRow, takeAll } from './row-batch.ts'

const COLUMNS = {
  user_id: 'bigint',
  order_id: 'bigint',
  client_order_id: 'text',
  instrument_id: 'integer',
  side: 'text',
  type: 'text',
  time_in_force: 'text',
  self_trade: 'text',
  source: 'text',
  price: 'bigint',
  quantity: 'bigint',
  status: 'text',
  close_reason: 'text',
  executed_quantity: 'bigint',
  executed_quote: 'bigint',
  fee: 'bigint',
  fee_asset_id: 'integer',
  held_asset_id: 'integer',
  created_at: 'bigint',
  updated_at: 'bigint',
  closed_seq: 'bigint',
  held: 'bigint',
  order_list_id: 'bigint',
  quote_amount: 'bigint',
  trigger_price: 'bigint',
  activation_price: 'bigint',
  trailing_bps: 'integer',
  visible_quantity: 'bigint',
  expire_at: 'bigint',
  prevented_quantity: 'bigint',
  triggered: 'boolean',
  triggered_at: 'bigint',
  replaced_order_id: 'bigint',
  caller: 'integer',
  origin_order_id: 'bigint',
} as const

const CHANGED: RowTarget = { table: 'orders', columns: COLUMNS, onConflict: replaceRow(['user_id', 'order_id'], COLUMNS) }

/** In place of the closing entry's sequence. */
const OPEN = 0

interface Newest {
  order: Order
  /** Placed since the last `take`: no row can be there. */
  readonly isNew: boolean
}

export class OrdersProjector implements Projector {
  readonly kinds = ['orderPlaced', 'orderUpdated', 'orderClosed'] as const
  readonly #customers: Customers
  readonly #placed: NewRows
  readonly #changed: RowBatch
  /** Newest form only, until the order is closed or rows are taken: one that is placed, filled and closed in one batch is one row, written once. */
  readonly #newest = new Map<OrderId, Newest>()

  constructor(schema: string, customers: Customers) {
    this.#customers = customers
    this.#placed = new NewRows(schema, 'orders', Object.keys(COLUMNS))
    this.#changed = new RowBatch(schema, CHANGED)
  }

  get pending(): number {
    return this.#newest.size + this.#placed.size + this.#changed.size
  }

  fold(event: Event, moment: Moment): void {
    if (event.kind !== 'orderPlaced' && event.kind !== 'orderUpdated' && event.kind !== 'orderClosed') return
    const { order } = event
    if (!this.#customers.has(order.userId)) return
    const known = this.#newest.get(order.orderId)
    const isNew = known?.isNew ?? event.kind === 'orderPlaced'
    if (event.kind === 'orderClosed') {
      // Nothing changes it any more.
      this.#newest.delete(order.orderId)
      this.#add(order, isNew, moment.seq)
    } else if (known === undefined) this.#newest.set(order.orderId, { order, isNew })
    else known.order = order
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const { order, isNew } of this.#newest.values()) this.#add(order, isNew, OPEN)
    this.#newest.clear()
    return takeAll(this.#changed, this.#placed)
  }

  #add(order: Order, isNew: boolean, closedSeq: number): void {
    const rows = isNew ? this.#placed : this.#changed
    rows.add(cellsOf(order, closedSeq))
  }
}

/** A null takes no room in a row, and most orders have none of these. */
const orNull = (figure: number | bigint): number | bigint | null => (figure === 0 || figure === 0n ? null : figure)

/** An order in column order. */
function cellsOf(order: Order, closedSeq: number): readonly Cell[] {
  return [
    order.userId,
    order.orderId,
    order.clientOrderId,
    order.instrumentId,
    order.side,
    order.type,
    order.timeInForce,
    order.selfTrade,
    order.source,
    order.price,
    order.quantity,
    order.status,
    order.closeReason,
    order.executedQuantity,
    order.executedQuote,
    order.fee,
    order.feeAssetId,
    order.heldAssetId,
    order.createdAt,
    order.updatedAt,
    closedSeq,
    orNull(order.held),
    orNull(order.orderListId),
    orNull(order.quoteAmount),
    orNull(order.triggerPrice),
    orNull(order.activationPrice),
    orNull(order.trailingBps),
    orNull(order.visibleQuantity),
    orNull(order.expireAt),
    orNull(order.preventedQuantity),
    order.triggered ? true : null,
    orNull(order.triggeredAt),
    orNull(order.replacedOrderId),
    orNull(order.caller),
    orNull(order.originOrderId),
  ]
}
