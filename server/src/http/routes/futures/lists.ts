/** The futures host: a customer's orders and fills. Open ones come from the engine, ended ones from history. */
import type { Order } from '@agio/engine/event.ts'
import { asOrderId, type UserId } from '@agio/engine/ids/id.ts'
import { positionsOf } from '@agio/engine/perp/read-positions.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import { coTradeView, isWaiting } from '@agio/wire/futures/order-view.ts'
import { coTrades, currentOrders, historyOrders, orderCounts, tradesOfOrder, triggerOrders } from '@agio/wire/futures/orders.ts'
import { SIDES } from '@agio/wire/spot/view.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import type { ContractFillRow, ContractOrderQuery, ContractOrderRow } from '../../../projections/reads/contract-reads.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { userRoute } from '../../calls/user-route.ts'
import { amendmentView, type Story, storiesOf } from '../../reads/amendments.ts'
import { anyContract, contractFilter, liveCoOrder, openCoOrders, pastCoOrder } from '../../reads/contract-lookups.ts'
import { coPage, coRange } from '../../reads/contract-pages.ts'
import { endedOrderView, liveOrderViews } from '../../reads/contract-views.ts'
import { historyReached } from '../../reads/whole-history.ts'

/** Fills shown with one order. */
const FILLS_OF_ORDER = 1000

/** Listed as open: what waits for its parent's first fill is not. */
const isOpen = ({ status }: Order): boolean => status === 'new' || status === 'partiallyFilled'

export const fillView = (tenant: Tenant, fill: ContractFillRow) => coTradeView(fill, tenant.feeds.listings.contractFacts(fill.instrumentId))

function registerLive(app: FastifyInstance): void {
  const serve = (call: typeof currentOrders | typeof triggerOrders, isListed: (order: Order) => boolean): void =>
    userRoute(app, call, async ({ tenant, request, userId }) => {
      const { instrumentId } = contractFilter(tenant, request.contractId)
      const all = openCoOrders(tenant, userId, instrumentId).filter(isListed)
      const { pageNo, pageSize } = coPage(request)
      const page = all.slice((pageNo - 1) * pageSize, pageNo * pageSize)
      return { count: all.length, orderList: await liveOrderViews(tenant, userId, page) }
    })
  serve(currentOrders, isOpen)
  serve(triggerOrders, isWaiting)

  userRoute(app, orderCounts, ({ tenant, request, userId }) => {
    const { instrumentId } = contractFilter(tenant, request.contractId)
    const orders = openCoOrders(tenant, userId, instrumentId)
    const positions = positionsOf(tenant.exchange.state, userId)
    return {
      currentCount: orders.filter(isOpen).length,
      triggerCount: orders.filter(isWaiting).length,
      positionCount: positions.filter((position) => instrumentId === undefined || position.instrumentId === instrumentId).length,
    }
  })
}

type HistoryRequest = Pick<
  RequestOf<typeof historyOrders>,
  'contractId' | 'isConditionOrder' | 'status' | 'type' | 'side' | 'beginTime' | 'endTime'
> & { readonly joinAmended?: RequestOf<typeof historyOrders>['joinAmended'] }

/** The ended orders that a request asks for. @throws Failure CONTRACT_NOT_FOUND, TIME_RANGE_INVALID */
export function endedOrders(tenant: Tenant, userId: UserId, request: HistoryRequest): Omit<ContractOrderQuery, 'pageNo' | 'pageSize'> {
  const side = request.side == null ? undefined : SIDES.get(request.side)
  return {
    userId,
    state: 'closed',
    ...contractFilter(tenant, request.contractId),
    ...coRange(request),
    ...(request.isConditionOrder != null && { isConditional: request.isConditionOrder }),
    ...(request.type != null && { coType: request.type }),
    ...(request.status != null && { coStatus: request.status }),
    ...(side !== undefined && { side }),
    ...(request.joinAmended === 1 && { isJoined: true }),
  }
}

/** @param isJoined with what each was before it was amended */
async function viewEnded(tenant: Tenant, userId: UserId, rows: readonly ContractOrderRow[], isJoined: boolean) {
  if (!isJoined) return rows.map((row) => endedOrderView(tenant, row))
  const orders = rows.map(({ order }) => order)
  const stories = await readStories(tenant, userId, orders)
  return rows.map((row) => ({ ...endedOrderView(tenant, row), amendments: viewPast(tenant, row.order, stories.get(row.order.orderId)) }))
}

const readStories = (tenant: Tenant, userId: UserId, orders: readonly Order[]) =>
  storiesOf(userId, orders, (ids) => tenant.models.contractOrdersById(userId, ids), tenant.models)

/** A lot is one contract. */
const viewPast = (tenant: Tenant, { instrumentId }: Order, story: Story | undefined) => {
  const { priceScale } = tenant.feeds.listings.contractFacts(instrumentId)
  return (story?.past ?? []).map((past) => amendmentView(past, { priceScale, quantityScale: 0 }))
}

function registerEnded(app: FastifyInstance): void {
  userRoute(app, historyOrders, async ({ tenant, request, userId }) => {
    const query = endedOrders(tenant, userId, request)
    const rebuilding = await historyReached(tenant)
    const { rows, total, asOf } = await tenant.models.contractOrders({ ...query, ...coPage(request) })
    const orderList = await viewEnded(tenant, userId, rows, query.isJoined === true)
    return { count: total, orderList, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })
}

function registerFills(app: FastifyInstance): void {
  userRoute(app, coTrades, async ({ tenant, request, userId }) => {
    const query = { userId, ...contractFilter(tenant, request.contractId), ...coRange(request) }
    const rebuilding = await historyReached(tenant)
    const { rows, total, asOf } = await tenant.models.contractFills({ ...query, ...coPage(request) })
    return { count: total, tradeHisList: rows.map((fill) => fillView(tenant, fill)), asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })

  userRoute(app, tradesOfOrder, async ({ tenant, request, userId, caller }) => {
    const { instrumentId } = anyContract(tenant, request.contractId)
    const name = { orderId: request.orderId }
    const order = liveCoOrder(tenant, userId, caller, name) ?? (await pastCoOrder(tenant, userId, caller, name))?.order
    if (order === undefined || order.instrumentId !== instrumentId) throw new Failure('CO_ORDER_NOT_FOUND')
    const rebuilding = await historyReached(tenant)
    const query = { userId, orderId: asOrderId(order.orderId), pageNo: 1, pageSize: FILLS_OF_ORDER }
    const { rows, total, asOf } = await tenant.models.contractFills(query)
    const tradeHisList = rows.map((fill) => fillView(tenant, fill)).reverse()
    const stories = await readStories(tenant, userId, [order])
    const amendments = viewPast(tenant, order, stories.get(order.orderId))
    return { count: total, tradeHisList, amendments, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })
}

/** Lists of orders and fills. */
export function registerFuturesListRoutes(app: FastifyInstance): void {
  registerLive(app)
  registerEnded(app)
  registerFills(app)
}
