/** user-web: a user's subscriptions and bills of savings. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { earnBills, earnOrders } from '@agio/wire/earn/earn.ts'
import type { EarnBill, EarnOrder as EarnOrderView } from '@agio/wire/earn/types.ts'
import type { FastifyInstance } from 'fastify'
import { begunOrder, earnOrderIdOf, listedOrder } from '../../../earn/order-view.ts'
import type { TimeRange } from '../../../projections/port.ts'
import type { EarnLineKind, EarnLineRow, EarnOrderQuery, EarnOrderRow } from '../../../projections/rows/earn-rows.ts'
import { type UserCall, userRoute } from '../../calls/user-route.ts'
import { coinById } from '../../reads/lookups.ts'
import { endedSince, timeRange } from '../../reads/range.ts'
import { historyReached } from '../../reads/whole-history.ts'

const PAGE_SIZE = 20
const FAILED = 0
const HOLDING = 1
const ENDED = 2
const TYPES = { purchase: 1, redemption: 2, interest: 3 } as const satisfies Record<EarnLineKind, number>
const KINDS = { 1: 'purchase', 2: 'redemption', 3: 'interest' } as const

/** An order of a list. One that ended since the list was read is read again. */
export async function rowView(call: UserCall<unknown>, row: EarnOrderRow): Promise<EarnOrderView> {
  const { tenant, userId } = call
  const view = listedOrder(call, userId, row)
  if (view !== undefined) return view
  await historyReached(tenant)
  const [now] = (await tenant.models.earnOrders({ userId, orderId: row.orderId, pageNo: 1, pageSize: 1 })).rows
  // Where history is being made anew it has not come to its end yet.
  return (now === undefined ? undefined : listedOrder(call, userId, now)) ?? begunOrder(call, row)
}

function billView({ tenant, lang }: UserCall<unknown>, line: EarnLineRow): EarnBill {
  const asset = tenant.feeds.listings.assetFacts(line.assetId)
  return {
    id: String(line.lineId),
    type: TYPES[line.kind],
    coinId: String(line.assetId),
    coinName: asset.symbol,
    amount: formatDecimal(line.amount, asset.scale),
    orderNo: String(line.orderId),
    productName: tenant.productTexts.nameOf(line.productId, lang),
    createTime: line.at,
  }
}

interface Paged {
  readonly pageNo?: number | null | undefined
  readonly pageSize?: number | null | undefined
  readonly asOf?: number | null | undefined
}
const pageOf = ({ pageNo, pageSize, asOf }: Paged) => ({
  pageNo: pageNo ?? 1,
  pageSize: pageSize ?? PAGE_SIZE,
  ...(asOf != null && { asOf }),
})

type Timed = UserCall<Parameters<typeof timeRange>[0]>

/** A term may be longer than the days that are told where no time is given: then what holds is told whole, and what ended by its end. */
function orderTimes(call: Timed & UserCall<{ readonly status?: number | null | undefined }>): Pick<EarnOrderQuery, 'range' | 'endedSince'> {
  const { tenant, request } = call
  const since = request.status === ENDED ? endedSince(request, tenant.exchange.now()) : undefined
  return since === undefined ? rangeOf(call, request.status === HOLDING) : { endedSince: since }
}

/** Range of a list. What holds, and what one order is made of, is told whole where no time is given. */
function rangeOf({ tenant, request }: Timed, isWhole: boolean): { readonly range?: TimeRange } {
  if (isWhole && request.startTime == null && request.endTime == null) return {}
  return { range: timeRange(request, tenant.exchange.now()) }
}

function coinOf({ tenant }: UserCall<unknown>, coinId: string | null | undefined) {
  return coinId == null ? {} : { assetId: coinById(tenant, coinId).assetId }
}

/** Both lists, from history. */
export function registerEarnListRoutes(app: FastifyInstance): void {
  userRoute(app, earnOrders, async (call) => {
    const { tenant, request, userId } = call
    const page = pageOf(request)
    const query = {
      userId,
      ...page,
      ...coinOf(call, request.coinId),
      ...orderTimes(call),
      ...(request.type != null && { isTerm: request.type === 1 }),
      ...(request.status != null && { isHolding: request.status === HOLDING }),
    }
    const rebuilding = await historyReached(tenant)
    const { rows, total, asOf } = await tenant.models.earnOrders(query)
    // A purchase that fails leaves no order behind.
    const shown = request.status === FAILED ? [] : rows
    const list = await Promise.all(shown.map((row) => rowView(call, row)))
    const { pageNo, pageSize } = page
    const count = request.status === FAILED ? 0 : total
    return { list, total: count, pageNo, pageSize, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })

  userRoute(app, earnBills, async (call) => {
    const { tenant, request, userId } = call
    const page = pageOf(request)
    const query = {
      userId,
      ...page,
      ...coinOf(call, request.coinId),
      ...rangeOf(call, request.orderNo != null),
      ...(request.type != null && { kind: KINDS[request.type] }),
      ...(request.orderNo != null && { orderId: earnOrderIdOf(request.orderNo) }),
    }
    const rebuilding = await historyReached(tenant)
    const { rows, total, asOf } = await tenant.models.earnLines(query)
    const { pageNo, pageSize } = page
    const list = rows.map((line) => billView(call, line))
    return { list, total, pageNo, pageSize, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })
}
