/** Orders and fills of a customer in pairs, newest first. */
import type { OrderSource, OrderType, SelfTradeMode, Side, TimeInForce } from '@agio/engine/command.ts'
import type { CloseReason, Order, OrderStatus } from '@agio/engine/event.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, asTradeId, asUserId, type OrderId, type UserId } from '@agio/engine/ids/id.ts'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { FillQuery, FillRow, Listing, OrderName, OrderQuery } from '../port.ts'
import type { FillsTable, OrdersTable, Tables } from '../store/tables.ts'
import { int, type TenantReader } from './reader.ts'

/**
 * "Existed at asOf" for orders: placed by then; open = not closed by then; closed = closed by then. Order ids rise with the time of
 * creation, so newest first is by id alone, and new rows only ever extend the list at the front.
 */
export async function listOrders(reader: TenantReader, query: OrderQuery): Promise<Listing<Order>> {
  let rows = reader.db.selectFrom('orders').where('user_id', '=', String(query.userId))
  const asOf = query.asOf
  if (asOf !== undefined) rows = rows.where('placed_seq', '<=', String(asOf))
  if (query.state === 'open') {
    rows = rows.where((is) =>
      asOf === undefined ? is('closed_seq', '=', '0') : is.or([is('closed_seq', '=', '0'), is('closed_seq', '>', String(asOf))]),
    )
  }
  if (query.state === 'closed') {
    rows = rows.where('closed_seq', '>', '0')
    if (asOf !== undefined) rows = rows.where('closed_seq', '<=', String(asOf))
  }
  if (query.instrumentIds !== undefined) rows = rows.where('instrument_id', 'in', anyOf<number>(query.instrumentIds, -1))
  if (query.side !== undefined) rows = rows.where('side', '=', query.side)
  if (query.types !== undefined) rows = rows.where('type', 'in', anyOf<string>(query.types, ''))
  if (query.statuses !== undefined) rows = rows.where('status', 'in', anyOf<string>(query.statuses, ''))
  if (query.isJoined === true) rows = rows.where('close_reason', '<>', REPLACED)
  const { name } = query
  if (name !== undefined) rows = rows.where((is) => isNamed(is, name))
  if (query.orderListId !== undefined) rows = rows.where('order_list_id', '=', String(query.orderListId))
  if (query.range !== undefined) {
    rows = rows.where('created_at', '>=', String(query.range.from)).where('created_at', '<=', String(query.range.to))
  }
  // Nothing changes an order after its end.
  const since = query.endedSince
  if (since !== undefined) rows = rows.where((is) => is.or([is('closed_seq', '=', '0'), is('updated_at', '>=', String(since))]))
  const page = rows.selectAll().orderBy('order_id', 'desc').limit(query.pageSize).offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return { rows: found.map(orderOf), total: int(counted[0]?.total ?? '0'), asOf: asOf ?? seq }
}

/** How an order ends in whose place an amendment puts another. */
export const REPLACED: CloseReason = 'replaced'

/** Null stands for the sessions. An API key's order with a null is from before callers were told apart: it is every key's of its user. */
const isCaller = (is: ExpressionBuilder<Tables, 'orders'>, caller: number) =>
  caller === 0 ? is('caller', 'is', null) : is.or([is('caller', '=', caller), is.and([is('caller', 'is', null), is('source', '=', 'api')])])

/** A client order id of the made form is the customer's own, or stands for a whole chain of orders without one. */
function isNamed(is: ExpressionBuilder<Tables, 'orders'>, name: OrderName) {
  if ('orderId' in name) return is('order_id', '=', String(name.orderId))
  const own = is.and([is('client_order_id', '=', name.clientOrderId), isCaller(is, name.caller)])
  if (name.originOrderId === undefined) return own
  const origin = String(name.originOrderId)
  const first = is.and([is('order_id', '=', origin), is('client_order_id', '=', ''), is('origin_order_id', 'is', null)])
  return is.or([own, first, is('origin_order_id', '=', origin)])
}

/** The newest order of that name; a client order id may be used again after its order ended. */
export async function findOrder(reader: TenantReader, userId: UserId, name: OrderName): Promise<Order | undefined> {
  const ofUser = reader.db.selectFrom('orders').selectAll().where('user_id', '=', String(userId))
  const named = ofUser.where((is) => isNamed(is, name))
  const row = await named.orderBy('order_id', 'desc').limit(1).executeTakeFirst()
  return row === undefined ? undefined : orderOf(row)
}

export async function listFills(reader: TenantReader, query: FillQuery): Promise<Listing<FillRow>> {
  let rows = reader.db.selectFrom('fills').where('fills.user_id', '=', String(query.userId))
  if (query.asOf !== undefined) rows = rows.where('fills.seq', '<=', String(query.asOf))
  if (query.instrumentIds !== undefined) rows = rows.where('fills.instrument_id', 'in', anyOf<number>(query.instrumentIds, -1))
  if (query.orderId !== undefined) rows = rows.where('fills.order_id', '=', String(query.orderId))
  if (query.side !== undefined) rows = rows.where('fills.side', '=', query.side)
  if (query.fromTradeId !== undefined) rows = rows.where('fills.trade_id', '>=', String(query.fromTradeId))
  if (query.range !== undefined) {
    rows = rows.where('fills.at', '>=', String(query.range.from)).where('fills.at', '<=', String(query.range.to))
  }
  const page = rows
    .leftJoin('orders', (join) => join.onRef('orders.user_id', '=', 'fills.user_id').onRef('orders.order_id', '=', 'fills.order_id'))
    .selectAll('fills')
    .select(['orders.client_order_id', 'orders.origin_order_id'])
    .orderBy('fills.trade_id', 'desc')
    .orderBy('fills.order_id', 'desc')
    .limit(query.pageSize)
    .offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return { rows: found.map(fillOf), total: int(counted[0]?.total ?? '0'), asOf: query.asOf ?? seq }
}

export function offsetOf(page: { readonly pageNo: number; readonly pageSize: number }): number {
  return (page.pageNo - 1) * page.pageSize
}

/** SQL has no empty list: `none` is a value that no row has. */
export function anyOf<Value>(values: readonly Value[], none: NoInfer<Value>): readonly Value[] {
  return values.length === 0 ? [none] : values
}

/** Orders of a user by id; those that are not the user's are left out. */
export async function ordersById(reader: TenantReader, userId: UserId, orderIds: readonly OrderId[]): Promise<ReadonlyMap<OrderId, Order>> {
  if (orderIds.length === 0) return new Map()
  const rows = await reader.db
    .selectFrom('orders')
    .selectAll()
    .where('order_id', 'in', orderIds.map(String))
    .where('user_id', '=', String(userId))
    .execute()
  return new Map(rows.map(orderOf).map((order) => [order.orderId, order]))
}

export function orderOf(row: Selectable<OrdersTable>): Order {
  return {
    orderId: asOrderId(int(row.order_id)),
    clientOrderId: row.client_order_id,
    originOrderId: originOf(row),
    orderListId: row.order_list_id === null ? 0 : asOrderListId(int(row.order_list_id)),
    userId: asUserId(int(row.user_id)),
    instrumentId: asInstrumentId(row.instrument_id),
    side: row.side as Side,
    type: row.type as OrderType,
    timeInForce: row.time_in_force as TimeInForce,
    selfTrade: row.self_trade as SelfTradeMode,
    source: row.source as OrderSource,
    price: int(row.price),
    quantity: int(row.quantity),
    quoteAmount: BigInt(row.quote_amount ?? 0),
    triggerPrice: int(row.trigger_price ?? '0'),
    activationPrice: int(row.activation_price ?? '0'),
    trailingBps: row.trailing_bps ?? 0,
    visibleQuantity: int(row.visible_quantity ?? '0'),
    expireAt: int(row.expire_at ?? '0'),
    status: row.status as OrderStatus,
    closeReason: row.close_reason as CloseReason,
    executedQuantity: int(row.executed_quantity),
    executedQuote: BigInt(row.executed_quote),
    preventedQuantity: int(row.prevented_quantity ?? '0'),
    fee: BigInt(row.fee),
    feeAssetId: asAssetId(row.fee_asset_id),
    held: BigInt(row.held ?? 0),
    heldAssetId: asAssetId(row.held_asset_id),
    triggered: row.triggered ?? false,
    triggeredAt: int(row.triggered_at ?? '0'),
    createdAt: int(row.created_at),
    updatedAt: int(row.updated_at),
    replacedOrderId: row.replaced_order_id === null ? 0 : asOrderId(int(row.replaced_order_id)),
    caller: row.caller ?? 0,
  }
}

export const originOf = (row: Pick<Selectable<OrdersTable>, 'origin_order_id'>): OrderId | 0 =>
  row.origin_order_id === null ? 0 : asOrderId(int(row.origin_order_id))

type FillOfOrder = Selectable<FillsTable> & { readonly client_order_id: string | null; readonly origin_order_id: string | null }

function fillOf(row: FillOfOrder): FillRow {
  return {
    tradeId: asTradeId(int(row.trade_id)),
    orderId: asOrderId(int(row.order_id)),
    clientOrderId: row.client_order_id ?? '',
    originOrderId: originOf(row),
    userId: asUserId(int(row.user_id)),
    instrumentId: asInstrumentId(row.instrument_id),
    side: row.side as Side,
    role: row.role as FillRow['role'],
    price: int(row.price),
    quantity: int(row.quantity),
    notional: BigInt(row.notional),
    fee: BigInt(row.fee),
    feeAssetId: asAssetId(row.fee_asset_id),
    at: int(row.at),
  }
}
