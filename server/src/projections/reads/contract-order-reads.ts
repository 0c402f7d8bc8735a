/** Orders of contracts and their fills, newest first. */
import type { Side, TimeInForce } from '@agio/engine/command.ts'
import type { Attached, CloseReason, MarginMode, Order, OrderStatus, TriggerPrice } from '@agio/engine/event.ts'
import { asInstrumentId, asOrderId, asPositionId, asTradeId, type OrderId, type UserId } from '@agio/engine/ids/id.ts'
import { CO_ORDER_TYPES, MEMOS } from '@agio/wire/futures/order-view.ts'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Listing } from '../port.ts'
import type { ContractFillsTable, ContractOrdersTable } from '../store/contract-tables.ts'
import type { Tables } from '../store/tables.ts'
import type { ContractFillQuery, ContractFillRow, ContractOrderQuery, ContractOrderRow } from './contract-reads.ts'
import { offsetOf, orderOf, originOf, REPLACED } from './order-reads.ts'
import { int, type TenantReader } from './reader.ts'

type Is = ExpressionBuilder<Tables, 'contract_orders'>

/** Times in force that one of the API's types may have: of what is at market the price says so. */
const TIMES: Readonly<Record<1 | 3 | 4 | 5, readonly TimeInForce[]>> = {
  1: [CO_ORDER_TYPES[1].timeInForce, 'gtd'],
  3: [CO_ORDER_TYPES[3].timeInForce],
  4: [CO_ORDER_TYPES[4].timeInForce],
  5: [CO_ORDER_TYPES[5].timeInForce],
}

function isOfType(is: Is, coType: 1 | 2 | 3 | 4 | 5) {
  if (coType === 2) return is('price', '=', '0')
  return is.and([is('price', '<>', '0'), is('time_in_force', 'in', [...TIMES[coType]])])
}

/** Statuses that say all; how another ended follows from its reason and what was filled. */
const PLAIN: Readonly<Record<number, readonly OrderStatus[]>> = {
  0: ['pendingNew'],
  1: ['pendingTrigger', 'new'],
  2: ['filled'],
  3: ['partiallyFilled'],
}
const PLAIN_ALL = Object.values(PLAIN).flat()
const isExpiring = (memo: number): boolean => memo >= 2 && memo <= 5
const FOR_WANT_OF_MARGIN: CloseReason = 'insufficientBalance'
const EXPIRING = (Object.keys(MEMOS) as CloseReason[]).filter((reason) => isExpiring(MEMOS[reason]) && reason !== FOR_WANT_OF_MARGIN)

/** Of those that ended for want of margin the ones that rested were cancelled. */
const isExpired = (is: Is) =>
  is.or([
    is('close_reason', 'in', EXPIRING),
    is.and([is('close_reason', '=', FOR_WANT_OF_MARGIN), is('status', 'in', ['rejected', 'expired'])]),
  ])

/** As `coStatusOf` counts. */
function isOfStatus(is: Is, coStatus: number) {
  const plain = PLAIN[coStatus]
  if (plain !== undefined) return is('status', 'in', [...plain])
  const ended = is('status', 'not in', [...PLAIN_ALL])
  if (coStatus === 6) return is.and([ended, isExpired(is)])
  const filled = is('executed_quantity', coStatus === 7 ? '>' : '=', '0')
  return coStatus === 4 || coStatus === 7 ? is.and([ended, is.not(isExpired(is)), filled]) : is.lit(false)
}

/** `isConditional` in SQL. */
const CONDITION = sql<boolean>`coalesce(trigger_price, activation_price, callback_rate, callback) is not null`

/** "Existed at asOf" as for orders of pairs. */
export async function listContractOrders(reader: TenantReader, query: ContractOrderQuery): Promise<Listing<ContractOrderRow>> {
  const { asOf, coType, coStatus, range } = query
  let rows = reader.db.selectFrom('contract_orders').where('user_id', '=', String(query.userId)).where('is_unarmed', 'is', null)
  if (asOf !== undefined) rows = rows.where('placed_seq', '<=', String(asOf))
  if (query.state === 'live')
    rows = rows.where((is) =>
      asOf === undefined ? is('closed_seq', '=', '0') : is.or([is('closed_seq', '=', '0'), is('closed_seq', '>', String(asOf))]),
    )
  else {
    rows = rows.where('closed_seq', '>', '0')
    if (asOf !== undefined) rows = rows.where('closed_seq', '<=', String(asOf))
  }
  if (query.instrumentId !== undefined) rows = rows.where('instrument_id', '=', query.instrumentId)
  if (query.isConditional !== undefined) rows = rows.where(CONDITION, '=', query.isConditional)
  if (coType !== undefined) rows = rows.where((is) => isOfType(is, coType))
  if (coStatus !== undefined) rows = rows.where((is) => isOfStatus(is, coStatus))
  if (query.side !== undefined) rows = rows.where('side', '=', query.side)
  if (query.isJoined === true) rows = rows.where('close_reason', '<>', REPLACED)
  if (range !== undefined) rows = rows.where('created_at', '>=', String(range.from)).where('created_at', '<=', String(range.to))
  const page = rows.selectAll().orderBy('order_id', 'desc').limit(query.pageSize).offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return { rows: await withRealised(reader, query.userId, found), total: int(counted[0]?.total ?? '0'), asOf: asOf ?? seq }
}

export async function findContractOrder(reader: TenantReader, userId: UserId, orderId: OrderId): Promise<ContractOrderRow | undefined> {
  const found = reader.db
    .selectFrom('contract_orders')
    .selectAll()
    .where('user_id', '=', String(userId))
    .where('order_id', '=', String(orderId))
  const [row] = await withRealised(reader, userId, await found.execute())
  return row
}

export async function contractOrdersById(
  reader: TenantReader,
  userId: UserId,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, Order>> {
  if (orderIds.length === 0) return new Map()
  const ofUser = reader.db.selectFrom('contract_orders').selectAll().where('user_id', '=', String(userId))
  const rows = await ofUser.where('order_id', 'in', orderIds.map(String)).execute()
  return new Map(rows.map(contractOrderOf).map((order) => [order.orderId, order]))
}

async function withRealised(
  reader: TenantReader,
  userId: UserId,
  rows: readonly Selectable<ContractOrdersTable>[],
): Promise<readonly ContractOrderRow[]> {
  const orders = rows.map(contractOrderOf)
  const realised = await sumRealised(
    reader,
    userId,
    orders.map(({ orderId }) => orderId),
  )
  return orders.map((order) => ({ order, realised: realised.get(order.orderId) ?? 0n }))
}

/** Σ realised of the fills of these orders; one without fills is not in it. */
export async function sumRealised(
  reader: TenantReader,
  userId: UserId,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, bigint>> {
  if (orderIds.length === 0) return new Map()
  const rows = await reader.db
    .selectFrom('contract_fills')
    .select(['order_id', (of) => of.fn.sum<string>('realised').as('realised')])
    .where('user_id', '=', String(userId))
    .where('order_id', 'in', orderIds.map(String))
    .groupBy('order_id')
    .execute()
  return new Map(rows.map((row) => [asOrderId(int(row.order_id)), BigInt(row.realised)]))
}

export async function listContractFills(reader: TenantReader, query: ContractFillQuery): Promise<Listing<ContractFillRow>> {
  const { range } = query
  let rows = reader.db.selectFrom('contract_fills as fill').where('fill.user_id', '=', String(query.userId))
  if (query.asOf !== undefined) rows = rows.where('fill.seq', '<=', String(query.asOf))
  if (query.instrumentId !== undefined) rows = rows.where('fill.instrument_id', '=', query.instrumentId)
  if (query.orderId !== undefined) rows = rows.where('fill.order_id', '=', String(query.orderId))
  if (range !== undefined) rows = rows.where('fill.at', '>=', String(range.from)).where('fill.at', '<=', String(range.to))
  const page = rows
    .leftJoin('contract_orders as placed', (join) =>
      join.onRef('placed.user_id', '=', 'fill.user_id').onRef('placed.order_id', '=', 'fill.order_id'),
    )
    .selectAll('fill')
    .select(['placed.client_order_id', 'placed.origin_order_id'])
    .orderBy('fill.fill_id', 'desc')
    .limit(query.pageSize)
    .offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return { rows: found.map(fillOf), total: int(counted[0]?.total ?? '0'), asOf: query.asOf ?? seq }
}

type FillOfOrder = Selectable<ContractFillsTable> & { readonly client_order_id: string | null; readonly origin_order_id: string | null }

const fillOf = (row: FillOfOrder): ContractFillRow => ({
  tradeId: asTradeId(int(row.trade_id)),
  orderId: asOrderId(int(row.order_id)),
  clientOrderId: row.client_order_id ?? '',
  originOrderId: originOf(row),
  instrumentId: asInstrumentId(row.instrument_id),
  side: row.side as Side,
  isClose: row.is_close,
  role: row.role as ContractFillRow['role'],
  price: int(row.price),
  quantity: int(row.quantity),
  fee: BigInt(row.fee),
  realised: BigInt(row.realised),
  at: int(row.at),
})

const attachedOf = (text: string | null): Attached | null => (text === null ? null : (JSON.parse(text) as Attached))

const contractOrderOf = (row: Selectable<ContractOrdersTable>) => ({
  ...orderOf(row),
  contract: {
    isClose: row.is_close,
    isShortLeg: row.is_short_leg ?? false,
    isWhole: row.is_whole ?? false,
    leverage: row.leverage,
    marginMode: row.margin_mode as MarginMode,
    triggerBy: row.trigger_by as TriggerPrice,
    callbackRate: int(row.callback_rate ?? '0'),
    callback: int(row.callback ?? '0'),
    takeProfit: attachedOf(row.take_profit),
    stopLoss: attachedOf(row.stop_loss),
    receiptId: row.receipt_id === null ? (0 as const) : asPositionId(int(row.receipt_id)),
  },
})
