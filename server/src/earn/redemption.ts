/** Redemptions: what one made now would bring. */
import type { EarnOrder, Product } from '@agio/engine/earn/read-earn.ts'
import { freshOfProduct, productAt } from '@agio/engine/earn/read-earn.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { Failure } from '../core/failure.ts'
import type { Viewer } from './product-view.ts'

/** Minor units. */
export interface Redemption {
  readonly redeemed: bigint
  readonly interest: bigint
  readonly forfeited: bigint
  /** All that arrives. */
  readonly receive: bigint
}

/** Part of a flexible order, with all the interest that it has. */
export const flexibleRedemption = ({ accrued }: EarnOrder, amount: bigint): Redemption => ({
  redeemed: amount,
  interest: accrued,
  forfeited: 0n,
  receive: amount + accrued,
})

/** A term before its end: what was paid of it is taken back, what was not is forfeited. */
export function earlyRedemption({ principal, accrued, paid }: EarnOrder): Redemption {
  const back = paid < principal ? paid : principal
  return { redeemed: principal, interest: 0n, forfeited: accrued + back, receive: principal - back }
}

export interface HeldProduct {
  readonly order: EarnOrder
  readonly product: Product
  /** What he may redeem of it today: of the pool, and what he bought today, which takes nothing of it; null where nothing bounds it. */
  readonly poolLeft: bigint | null
  readonly scale: number
}

/** An order with what it is of. */
export function heldProduct({ tenant }: Pick<Viewer, 'tenant'>, userId: UserId, order: EarnOrder): HeldProduct {
  const { state } = tenant.exchange
  const product = productAt(state, order.productId)
  if (product === undefined) throw new Error(`earn: no product ${order.productId}`)
  const poolLeft = product.poolLeft === null ? null : product.poolLeft + freshOfProduct(state, userId, order.productId)
  return { order, product, poolLeft, scale: tenant.feeds.listings.assetFacts(product.terms.assetId).scale }
}

/** @param amount minor units; undefined = all of it @throws Failure REDEEM_RANGE */
export function flexibleDisplay({ order, poolLeft, scale }: HeldProduct, amount: bigint | undefined, now: number) {
  const text = (minor: bigint): string => formatDecimal(minor, scale)
  const { principal } = order
  if (amount !== undefined && amount > principal) throw new Failure('REDEEM_RANGE', { max: text(principal) })
  const { interest, forfeited, receive } = flexibleRedemption(order, amount ?? principal)
  return {
    orderNo: String(order.orderId),
    principal: text(principal),
    max: text(poolLeft !== null && poolLeft < principal ? poolLeft : principal),
    accruedInterest: text(interest),
    forfeited: text(forfeited),
    receive: text(receive),
    arrivalTime: now,
    poolLeft: poolLeft === null ? null : text(poolLeft),
  }
}

/** Where it is not allowed, what it would come to all the same, at the end of the term. */
export function termDisplay({ order, product, scale }: HeldProduct, now: number) {
  const text = (minor: bigint): string => formatDecimal(minor, scale)
  const { forfeited, receive } = earlyRedemption(order)
  const isAllowed = product.terms.earlyRedeem
  return {
    orderNo: String(order.orderId),
    principal: text(order.principal),
    accruedInterest: text(order.accrued),
    paidInterest: text(order.paid),
    forfeited: text(forfeited),
    receive: text(receive),
    arrivalTime: isAllowed ? now : order.expireAt,
    early: 1 as const,
    allowed: isAllowed ? (1 as const) : (0 as const),
    expireTime: order.expireAt,
  }
}
