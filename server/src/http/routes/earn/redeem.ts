/** user-web: money out of savings. */
import type { EarnOrder } from '@agio/engine/earn/read-earn.ts'
import type { EarnOrderId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { RequestOf, ResponseOf } from '@agio/wire/call.ts'
import { fixedRedeemDisplay, redeem, redeemDisplay } from '@agio/wire/earn/earn.ts'
import { wireNameOf } from '@agio/wire/reasons.ts'
import type { FastifyInstance } from 'fastify'
import { Failure, type FailureParams } from '../../../core/failure.ts'
import { earnOrderIdOf, heldOrder, holdingView } from '../../../earn/order-view.ts'
import { exactAmount } from '../../../earn/purchase.ts'
import { flexibleDisplay, type HeldProduct, heldProduct, termDisplay } from '../../../earn/redemption.ts'
import type { EarnLineRow } from '../../../projections/rows/earn-rows.ts'
import { type UserCall, userRoute } from '../../calls/user-route.ts'
import { type DeedCall, type Done, deedRoute, done, refused } from '../../deeds/deed-route.ts'
import { submit } from '../../deeds/submit.ts'
import { wholeHistory } from '../../reads/whole-history.ts'
import { missingEarnOrder, orderView } from './order.ts'

const FINANCIAL = 3

/** An order that holds, of a kind. @throws Failure EARN_ORDER_NOT_FOUND */
function heldOf(call: UserCall<unknown>, orderNo: string, isTerm: boolean): HeldProduct {
  const order = heldOrder(call, call.userId, earnOrderIdOf(orderNo))
  if (order === undefined || order.expireAt > 0 !== isTerm) throw new Failure('EARN_ORDER_NOT_FOUND', {})
  return heldProduct(call, call.userId, order)
}

function registerDisplays(app: FastifyInstance): void {
  userRoute(app, redeemDisplay, (call) => {
    const held = heldOf(call, call.request.orderNo, false)
    const { amount } = call.request
    const minor = amount == null ? undefined : exactAmount(amount, held.scale)
    return flexibleDisplay(held, minor, call.tenant.exchange.now())
  })

  userRoute(app, fixedRedeemDisplay, (call) => termDisplay(heldOf(call, call.request.orderNo, true), call.tenant.exchange.now()))
}

type Redeem = DeedCall<RequestOf<typeof redeem>>

function refusal({ order, poolLeft, scale }: HeldProduct, reason: Exclude<Reason, 'none'>): Failure {
  const text = (minor: bigint): string => formatDecimal(minor, scale)
  const figures: Partial<Record<Reason, FailureParams>> = {
    redeemRange: { max: text(order.principal) },
    notRedeemable: { expireTime: order.expireAt },
    redeemPool: { left: text(poolLeft ?? 0n) },
    badNumber: { issues: [{ path: 'amount', rule: 'max' }] },
    badParameter: { issues: [{ path: 'toAccount', rule: 'enum' }] },
  }
  return new Failure(wireNameOf(reason), figures[reason] ?? {})
}

/** The order as a redemption left it: as it is, less what came behind that entry. A term that is redeemed is over, and stays as it is. */
async function orderBehind(call: Redeem, orderId: EarnOrderId, seq: number, at: number) {
  const { tenant, userId } = call
  const held = heldOrder(call, userId, orderId)
  const [row] = (await tenant.models.earnOrders({ userId, orderId, pageNo: 1, pageSize: 1 })).rows
  const behind = await linesBehind(call, orderId, seq)
  const sum = (kind: EarnLineRow['kind']): bigint =>
    behind.filter((line) => line.kind === kind).reduce((total, { amount }) => total + amount, 0n)
  const principal = (held?.principal ?? 0n) + sum('redemption')
  if (row === undefined || row.expireAt > 0 || principal === 0n) return orderView(call, orderId)
  const paid = (held?.paid ?? row.end?.paid ?? 0n) - sum('interest')
  return holdingView(call, { ...row, principal, accrued: 0n, paid, renewal: 'none', seenAt: at })
}

const LINES_A_PAGE = 100

/** Lines of an order that came behind an entry, however many, newest first. */
async function linesBehind({ tenant, userId }: Redeem, orderId: EarnOrderId, seq: number): Promise<readonly EarnLineRow[]> {
  const lines: EarnLineRow[] = []
  let asOf: number | undefined
  for (let pageNo = 1; ; pageNo += 1) {
    const page = { pageNo, pageSize: LINES_A_PAGE, ...(asOf === undefined ? {} : { asOf }) }
    const found = await tenant.models.earnLines({ userId, orderId, ...page })
    asOf = found.asOf
    const behind = found.rows.filter((line) => line.seq > seq)
    lines.push(...behind)
    if (behind.length < LINES_A_PAGE) return lines
  }
}

/** What a redemption brought, from its bills: those of the entry that did it. */
async function redemptionOf({ tenant, userId, request }: Redeem, seq: number) {
  await wholeHistory(tenant)
  const orderId = earnOrderIdOf(request.orderNo)
  // the newest that there was when the entry had been booked is its own, if it has one
  const find = async (kind: EarnLineRow['kind']) =>
    (await tenant.models.earnLines({ userId, orderId, kind, asOf: seq, pageNo: 1, pageSize: 1 })).rows.find((row) => row.seq === seq)
  const line = await find('redemption')
  const [row] = (await tenant.models.earnOrders({ userId, orderId, pageNo: 1, pageSize: 1 })).rows
  const isEarly = row?.end?.how === 'early'
  const interest = (await find('interest'))?.amount ?? 0n
  const given = line?.amount ?? 0n
  return {
    redeemed: isEarly ? (row?.end?.principal ?? 0n) : given,
    interest,
    forfeited: isEarly ? (row?.end?.forfeited ?? 0n) : 0n,
    receive: given + interest,
    at: line?.at ?? row?.end?.at ?? tenant.exchange.now(),
  }
}

/** Scale of an order's coin, also of one that ended. */
async function scaleOf(call: Redeem, order: EarnOrder | undefined): Promise<number> {
  const { tenant, userId, request } = call
  if (order !== undefined) return heldProduct(call, userId, order).scale
  await wholeHistory(tenant)
  const [row] = (await tenant.models.earnOrders({ userId, orderId: earnOrderIdOf(request.orderNo), pageNo: 1, pageSize: 1 })).rows
  if (row === undefined) throw new Failure('EARN_ORDER_NOT_FOUND', {})
  return tenant.feeds.listings.assetFacts(row.assetId).scale
}

async function redeemOrder(call: Redeem): Promise<Done<ResponseOf<typeof redeem>>> {
  const { tenant, request, userId, caller, key } = call
  const orderId = earnOrderIdOf(request.orderNo)
  const held = heldOrder(call, userId, orderId)
  const scale = await scaleOf(call, held)
  const amount = request.amount == null ? 0n : exactAmount(request.amount, scale)
  const toAccount = request.toAccount === FINANCIAL ? ('financial' as const) : ('spot' as const)
  const outcome = await submit(tenant, { kind: 'redeemProduct', userId, caller, orderId, amount, toAccount }, key)
  const { reason } = outcome
  if (reason === 'clientIdConflict') throw new Failure('IDEMPOTENCY_CONFLICT', { key })
  if (reason !== 'none') {
    const order = reason === 'earnOrderNotFound' ? undefined : (heldOrder(call, userId, orderId) ?? held)
    const why = order === undefined ? await missingEarnOrder(call, request.orderNo) : refusal(heldProduct(call, userId, order), reason)
    return refused(why, outcome)
  }
  const brought = await redemptionOf(call, outcome.value)
  const text = (minor: bigint): string => formatDecimal(minor, scale)
  const answer = {
    orderNo: String(orderId),
    redeemed: text(brought.redeemed),
    interest: text(brought.interest),
    forfeited: text(brought.forfeited),
    receive: text(brought.receive),
    arrivalTime: brought.at,
    order: await (call.isRepeat ? orderBehind(call, orderId, outcome.value, brought.at) : orderView(call, orderId)),
  }
  return done(answer, outcome)
}

/** Both displays, and the redemption itself. */
export function registerRedeemRoutes(app: FastifyInstance): void {
  registerDisplays(app)
  deedRoute(app, redeem, { run: redeemOrder })
}
