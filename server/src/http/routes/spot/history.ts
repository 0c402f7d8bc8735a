/** user-web: the user's orders and fills, live and past. */
import type { Order } from '@agio/engine/event.ts'
import { asTradeId, type InstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import { orderDetail, orderList, userTrades } from '@agio/wire/spot/spot.ts'
import { assetFilters, fillView, isLive, ORDER_STATUSES, ORDER_TYPES, type OrderView, orderView, SIDES } from '@agio/wire/spot/view.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import type { FillRow, OrderName, OrderQuery } from '../../../projections/port.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { userRoute } from '../../calls/user-route.ts'
import { amendmentView, type Story, storiesOf } from '../../reads/amendments.ts'
import { anyOrder, NO_ORDER, openOrders, orderIdOf, orderIdOrNone, orderName, originOf } from '../../reads/lookups.ts'
import { endedSince, timeRange } from '../../reads/range.ts'
import { historyReached } from '../../reads/whole-history.ts'

type ListRequest = RequestOf<typeof orderList>

const PAGE_SIZE = 20
/** Fills shown with one order; a larger one is read page by page through the trades call. */
const DETAIL_FILLS = 1000

export const viewOrder = (tenant: Tenant, order: Order): OrderView =>
  orderView(order, tenant.feeds.listings.pairFacts(order.instrumentId), tenant.feeds.listings.assetFacts)

export const viewFill = (tenant: Tenant, fill: FillRow) =>
  fillView(fill, tenant.feeds.listings.pairFacts(fill.instrumentId), tenant.feeds.listings.assetFacts)

/** Pairs that a request's symbol and coins stand for; undefined = all. */
function instrumentsOf(
  tenant: Tenant,
  request: Parameters<typeof assetFilters>[0] & { symbol?: string | null | undefined },
): InstrumentId[] | undefined {
  const { base, quote } = assetFilters(request)
  if (request.symbol == null && !base && !quote) return undefined
  return [...tenant.feeds.listings.pairs()]
    .filter((pair) => request.symbol == null || pair.symbol === request.symbol)
    .filter((pair) => (!base || pair.base.symbol === base) && (!quote || pair.quote.symbol === quote))
    .map((pair) => pair.instrumentId)
}

/** Words of a list filter in the engine's terms; an unknown word matches nothing. */
function words<Word>(asked: readonly string[] | null | undefined, table: ReadonlyMap<string, Word>): Word[] | undefined {
  if (asked == null || asked.length === 0) return undefined
  return asked.map((word) => table.get(word)).filter((word) => word !== undefined)
}

const STATES = { 0: 'all', 1: 'open', 2: 'closed' } as const

type Filter = Omit<OrderQuery, 'pageNo' | 'pageSize' | 'asOf' | 'range'>

/** What a list is asked for by name. An id that can be none finds nothing, as an unknown one does: this is a filter, not a question after one order. */
function namesOf(caller: number, request: ListRequest): Pick<Filter, 'name' | 'orderListId'> {
  const listId = request.orderListId == null ? undefined : orderIdOrNone(request.orderListId)
  // Orders that are in no list would match a list id of 0.
  if (listId === NO_ORDER) return { name: { orderId: NO_ORDER } }
  const list = listId === undefined ? {} : { orderListId: listId }
  if (request.orderId != null) return { ...list, name: { orderId: orderIdOrNone(request.orderId) } }
  return request.clientOrderId == null ? list : { ...list, name: orderName(caller, request) }
}

function filterOf(tenant: Tenant, userId: UserId, caller: number, request: ListRequest): Filter {
  const instrumentIds = instrumentsOf(tenant, request)
  const side = request.direction == null ? undefined : SIDES.get(request.direction)
  const types = words(request.types, ORDER_TYPES)
  const statuses = words(request.statuses, ORDER_STATUSES)
  return {
    userId,
    state: STATES[request.state ?? 0],
    ...(instrumentIds && { instrumentIds }),
    ...(side && { side }),
    ...(types && { types }),
    ...(statuses && { statuses }),
    ...(request.joinAmended === 1 && { isJoined: true }),
    ...namesOf(caller, request),
  }
}

/** As `isCaller` of the read models. */
const isOfCaller = (order: Order, caller: number): boolean =>
  order.caller === caller || (caller !== 0 && order.caller === 0 && order.source === 'api')

function isNamed(order: Order, name: OrderName): boolean {
  if ('orderId' in name) return order.orderId === name.orderId
  if (order.clientOrderId === '') return originOf(order) === name.originOrderId
  return order.clientOrderId === name.clientOrderId && isOfCaller(order, name.caller)
}

function matches(order: Order, filter: Filter): boolean {
  return (
    (filter.side === undefined || order.side === filter.side) &&
    (filter.types === undefined || filter.types.includes(order.type)) &&
    (filter.statuses === undefined || filter.statuses.includes(order.status)) &&
    (filter.name === undefined || isNamed(order, filter.name)) &&
    (filter.orderListId === undefined || order.orderListId === filter.orderListId)
  )
}

function registerOrderList(app: FastifyInstance): void {
  userRoute(app, orderList, async ({ tenant, request, userId, caller }) => {
    const pageNo = request.pageNo ?? 1
    const pageSize = request.pageSize ?? PAGE_SIZE
    const filter = filterOf(tenant, userId, caller, request)
    const viewed = (orders: readonly Order[]) => viewOrders(tenant, userId, orders, filter.isJoined === true)
    if (filter.state === 'open') {
      const all = openOrders(tenant, userId, filter.instrumentIds).filter((order) => matches(order, filter))
      const list = await viewed(all.slice((pageNo - 1) * pageSize, pageNo * pageSize))
      return { list, total: all.length, pageNo, pageSize }
    }
    const now = tenant.exchange.now()
    const since = filter.state === 'closed' ? endedSince(request, now) : undefined
    const times = since === undefined ? { range: timeRange(request, now) } : { endedSince: since }
    const rebuilding = await historyReached(tenant)
    const page = request.asOf == null ? { pageNo, pageSize } : { pageNo, pageSize, asOf: request.asOf }
    const { rows, total, asOf } = await tenant.models.orders({ ...filter, ...page, ...times })
    const list = await viewed(rows)
    return { list, total, pageNo, pageSize, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })
}

/** @param isJoined with what each was before it was amended */
async function viewOrders(tenant: Tenant, userId: UserId, orders: readonly Order[], isJoined: boolean) {
  if (!isJoined) return orders.map((order) => viewOrder(tenant, order))
  const stories = await readStories(tenant, userId, orders)
  return orders.map((order) => ({ ...viewOrder(tenant, order), amendments: viewPast(tenant, order, stories.get(order.orderId)) }))
}

const readStories = (tenant: Tenant, userId: UserId, orders: readonly Order[]) =>
  storiesOf(userId, orders, (ids) => tenant.models.ordersById(userId, ids), tenant.models)

const viewPast = (tenant: Tenant, { instrumentId }: Order, story: Story | undefined) =>
  (story?.past ?? []).map((past) => amendmentView(past, tenant.feeds.listings.pairFacts(instrumentId)))

const STEPS = { placed: 'Order placed', amended: 'Order amended', triggered: 'Trigger price reached', ended: 'Order ended' } as const

/** @param reason as the answer has it, in the API's words */
function eventsOf(order: Order, story: Story | undefined, reason: string | null): { time: number; kind: string; text: string }[] {
  const events = [{ time: story?.placedAt ?? order.createdAt, kind: 'placed', text: STEPS.placed as string }]
  for (const { at } of story?.past ?? []) events.push({ time: at, kind: 'amended', text: STEPS.amended })
  if (order.triggered) events.push({ time: order.triggeredAt, kind: 'triggered', text: STEPS.triggered })
  // An order may be lowered before and after its trigger.
  events.sort((one, other) => one.time - other.time)
  if (!isLive(order.status)) events.push({ time: order.updatedAt, kind: 'ended', text: `${STEPS.ended}: ${reason ?? order.status}` })
  return events
}

function registerOrderDetail(app: FastifyInstance): void {
  userRoute(app, orderDetail, async ({ tenant, request, userId, caller }) => {
    const order = await anyOrder(tenant, userId, orderName(caller, request))
    if (order === undefined) throw new Failure('ORDER_NOT_FOUND', {})
    await historyReached(tenant)
    const { rows } = await tenant.models.fills({ userId, orderId: order.orderId, pageNo: 1, pageSize: DETAIL_FILLS })
    const view = viewOrder(tenant, order)
    const story = (await readStories(tenant, userId, [order])).get(order.orderId)
    const detail = rows.map((fill) => viewFill(tenant, fill))
    return { ...view, detail, amendments: viewPast(tenant, order, story), events: eventsOf(order, story, view.reason) }
  })
}

function registerFills(app: FastifyInstance): void {
  userRoute(app, userTrades, async ({ tenant, request, userId }) => {
    const pageNo = request.pageNo ?? 1
    const pageSize = request.pageSize ?? PAGE_SIZE
    const range = timeRange(request, tenant.exchange.now())
    const rebuilding = await historyReached(tenant)
    const orderId = request.orderId == null ? undefined : orderIdOf(request.orderId)
    if (orderId !== undefined && (await anyOrder(tenant, userId, { orderId })) === undefined) throw new Failure('ORDER_NOT_FOUND', {})
    const instrumentIds = instrumentsOf(tenant, { symbol: request.symbol ?? null })
    const side = request.direction == null ? undefined : SIDES.get(request.direction)
    const fromTradeId = request.fromTradeId == null ? undefined : asTradeId(Number(request.fromTradeId))
    const { rows, total, asOf } = await tenant.models.fills({
      userId,
      pageNo,
      pageSize,
      range,
      ...(request.asOf != null && { asOf: request.asOf }),
      ...(instrumentIds && { instrumentIds }),
      ...(orderId !== undefined && { orderId }),
      ...(side && { side }),
      ...(fromTradeId !== undefined && { fromTradeId }),
    })
    const list = rows.map((fill) => viewFill(tenant, fill))
    return { list, total, pageNo, pageSize, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })
}

/** Lists and details of orders and fills. */
export function registerSpotHistoryRoutes(app: FastifyInstance): void {
  registerOrderList(app)
  registerOrderDetail(app)
  registerFills(app)
}
