/** Customers' orders of pairs or of contracts: the newest form of each from its first event to its last, and how amendments lowered the order. */
import type { Order } from '@agio/engine/event.ts'
import type { OrderId } from '@agio/engine/ids/id.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { Lowerings } from './lowerings.ts'
import { NewRows } from './new-rows.ts'
import { type Customers, type FoldedBy, foldedBy, type Moment, type Projector } from './projector.ts'
import { type Cell, RowBatch, type RowTarget, replaceRow, takeAll } from './row-batch.ts'

export const ORDER_COLUMNS = {
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
  placed_seq: 'bigint',
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

export const ORDER_KEY = ['user_id', 'order_id'] as const
/** What stays as it was when the order was placed. */
export const ORDER_KEPT = [...ORDER_KEY, 'placed_seq'] as const

/** Of the entries that placed and closed an order; 0 where it is open, or where its row is there already. */
export interface OrderSequences {
  readonly placed: number
  readonly closed: number
}

/** Which orders a table holds, and how. */
export interface OrderRows {
  readonly table: 'orders' | 'contract_orders'
  readonly columns: RowTarget['columns']
  /** What follows `on conflict`. */
  readonly onConflict: string
  holds(order: Order): boolean
  /**
   * In column order.
   * @param hasBegun it was seen doing more than waiting for another order, as far as events since the last `take` tell
   */
  cells(order: Order, sequences: OrderSequences, hasBegun: boolean): readonly Cell[]
}

const ORDERS: OrderRows = {
  table: 'orders',
  columns: ORDER_COLUMNS,
  onConflict: replaceRow(ORDER_KEY, ORDER_COLUMNS, ORDER_KEPT),
  holds: ({ contract }) => contract === undefined,
  cells: orderCells,
}

/** In place of the closing entry's sequence. */
const OPEN = 0

interface Newest {
  order: Order
  /** Sequence of the entry that placed it since the last `take`, so that no row can be there; 0 = it was placed before. */
  readonly placedSeq: number
  hasBegun: boolean
}

/** Does an order do more than wait for the one that it hangs on? */
const begins = ({ status }: Order): boolean => status !== 'pendingNew'

export class OrdersProjector implements Projector {
  readonly kinds = foldedBy('orders')
  readonly #customers: Customers
  readonly #of: OrderRows
  readonly #placed: NewRows
  readonly #changed: RowBatch
  readonly #lowerings: Lowerings
  /** Newest form only, until the order is closed or rows are taken: one that is placed, filled and closed in one batch is one row, written once. */
  readonly #newest = new Map<OrderId, Newest>()

  constructor(schema: string, customers: Customers, of: OrderRows = ORDERS) {
    const { table, columns, onConflict } = of
    this.#customers = customers
    this.#of = of
    this.#placed = new NewRows(schema, table, Object.keys(columns))
    this.#changed = new RowBatch(schema, { table, columns, onConflict })
    this.#lowerings = new Lowerings(schema, table)
  }

  get pending(): number {
    return this.#newest.size + this.#placed.size + this.#changed.size + this.#lowerings.size
  }

  fold(event: FoldedBy<'orders'>, moment: Moment): void {
    const { order } = event
    if (!this.#of.holds(order) || !this.#customers.has(order.userId)) return
    const known = this.#newest.get(order.orderId)
    if (event.kind === 'orderLowered') this.#lowerings.add(order, known?.order.quantity ?? null, moment)
    const placedSeq = known?.placedSeq ?? (event.kind === 'orderPlaced' ? moment.seq : 0)
    if (event.kind === 'orderClosed') {
      // Nothing changes it any more.
      this.#newest.delete(order.orderId)
      this.#add({ order, placedSeq, hasBegun: known?.hasBegun ?? false }, moment.seq)
    } else if (known === undefined) this.#newest.set(order.orderId, { order, placedSeq, hasBegun: begins(order) })
    else {
      known.order = order
      known.hasBegun ||= begins(order)
    }
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const newest of this.#newest.values()) this.#add(newest, OPEN)
    this.#newest.clear()
    return takeAll(this.#lowerings, this.#changed, this.#placed)
  }

  #add({ order, placedSeq, hasBegun }: Newest, closedSeq: number): void {
    const rows = placedSeq === 0 ? this.#changed : this.#placed
    rows.add(this.#of.cells(order, { placed: placedSeq, closed: closedSeq }, hasBegun))
  }
}

/** A null takes no room in a row, and most orders have none of these. */
export const orNull = (figure: number | bigint): number | bigint | null => (figure === 0 || figure === 0n ? null : figure)

/** An order in column order. */
export function orderCells(order: Order, { placed, closed }: OrderSequences): readonly Cell[] {
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
    placed,
    closed,
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
