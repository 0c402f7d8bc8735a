/** Readers of savings: products as they stand, and the orders that a customer holds. */
import type { ProductStatus, ProductTerms, Renewal } from '../command.ts'
import type { AccountKind } from '../event.ts'
import { asProductId, type EarnOrderId, type ProductId, type UserId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'
import { productRow, termsAt } from './product-row.ts'
import { type Rate, rateAt, ratesOf } from './rates.ts'

export interface Product {
  readonly productId: ProductId
  readonly terms: ProductTerms
  readonly status: ProductStatus
  /** Principal that is held of it, minor units. */
  readonly sold: bigint
  /** What is left for sale; null where nothing bounds it. */
  readonly left: bigint | null
  /** What one customer may hold; null where nothing bounds it. */
  readonly most: bigint | null
  /** What may still be redeemed of it today; null where nothing bounds it. */
  readonly poolLeft: bigint | null
  /** Versions of its rate, the newest first, those for days to come included. */
  readonly rates: readonly Rate[]
}

export interface EarnOrder {
  readonly orderId: EarnOrderId
  readonly productId: ProductId
  readonly principal: bigint
  /** Interest of finished days that is not paid. */
  readonly accrued: bigint
  readonly paid: bigint
  readonly startAt: number
  /** 0 = flexible. */
  readonly expireAt: number
  /** First UTC day without a line, since 1970. */
  readonly day: number
  readonly payAccount: AccountKind
  readonly renewal: Renewal
  /** Of a fixed rate: the one that holds for it; else that of the product by day. */
  readonly rate: Rate | null
}

/** A product, undefined when there is none of that id. */
export function productAt(state: State, productId: number): Product | undefined {
  const row = productRow(state, productId)
  if (row === 0) return undefined
  const { kernel, products } = state
  const { sold, status } = products.at(row)
  const terms = termsAt(state, row)
  return {
    productId: asProductId(productId),
    terms,
    status,
    sold,
    left: terms.totalQuota === 0n ? null : kernel.leftOf(row),
    most: terms.userMax === 0n && terms.totalQuota === 0n ? null : kernel.mostOf(row),
    poolLeft: terms.poolLimit === 0n ? null : poolLeftOf(terms.poolLimit, kernel.usedOfPool(row)),
    rates: ratesOf(state, row),
  }
}

/** Nothing where the limit was lowered below what was redeemed today. */
const poolLeftOf = (limit: bigint, used: bigint): bigint => (used > limit ? 0n : limit - used)

/** All products, by id. */
export function productsOf(state: State): readonly Product[] {
  const count = state.products.used / state.products.rowBytes
  return Array.from({ length: count }, (_, id) => productAt(state, id)).filter((product) => product !== undefined)
}

/** Orders that a customer holds, the newest first. */
export function earnOrdersOf(state: State, userId: UserId): readonly EarnOrder[] {
  const user = userHandle(state, userId)
  if (user === 0) return []
  const orders: EarnOrder[] = []
  const { earnOrders } = state
  for (let row = state.users.at(user).earnOrders; row !== 0; row = earnOrders.at(row).next) {
    // one that holds nothing was ended early, and is there for what it gave back
    if (earnOrders.at(row).principal !== 0n) orders.push(orderAt(state, row))
  }
  return orders
}

function orderAt(state: State, row: Handle<'earnOrder'>): EarnOrder {
  const order = state.earnOrders.at(row)
  return {
    orderId: order.id,
    productId: asProductId(state.products.numberOf(order.product)),
    principal: order.principal,
    accrued: order.accrued,
    paid: order.paid,
    startAt: order.startAt,
    expireAt: order.expireAt,
    day: order.day,
    payAccount: order.payAccount,
    renewal: order.renewal,
    rate: order.rate === 0 ? null : rateAt(state, order.rate),
  }
}

/** Principal that a customer holds of a product. */
export function heldOfProduct(state: State, userId: UserId, productId: number): bigint {
  const user = userHandle(state, userId)
  const row = productRow(state, productId)
  return user === 0 || row === 0 ? 0n : state.kernel.heldOf(user, row)
}

/** What a customer may still come to hold of a product by what one may hold; null where nothing bounds it. What early ends gave back counts. */
export function quotaLeftOf(
  state: State,
  userId: UserId,
  { productId, most }: Pick<Product, 'productId' | 'most'>,
  at: number,
): bigint | null {
  const user = userHandle(state, userId)
  const row = productRow(state, productId)
  if (most === null || user === 0 || row === 0) return most
  const left = most - state.kernel.heldOf(user, row) - state.kernel.givenBackOf(user, row, at)
  return left > 0n ? left : 0n
}

/** What a customer may redeem today that takes nothing of the pool: what he bought today. */
export function freshOfProduct(state: State, userId: UserId, productId: number): bigint {
  const user = userHandle(state, userId)
  const row = productRow(state, productId)
  return user === 0 || row === 0 ? 0n : state.kernel.freshOfUser(user, row)
}

/**
 * Interest of finished days, day by day, by the function that the accrual runs: `perDay` rounds each day down, else what is less than a minor
 * unit is carried on.
 *
 * @param below what its owner holds of the product by older orders
 * @param fromDay the first day that earns; a fixed rate is the one of the day before, on which the order begins
 */
export function interestOfDays(
  state: State,
  productId: number,
  { below, principal }: { readonly below: bigint; readonly principal: bigint },
  fromDay: number,
  days: number,
): readonly bigint[] {
  const row = productRow(state, productId)
  const { kernel } = state
  if (row === 0) return []
  const isFixed = termsAt(state, row).rateType === 'fixed'
  const perDay = termsAt(state, row).payout === 'daily'
  const fixed = kernel.rateOn(row, fromDay - 1)
  let rest = 0n
  return Array.from({ length: days }, (_, day) => {
    const interest = kernel.interestOf(isFixed ? fixed : kernel.rateOn(row, fromDay + day), below, principal, perDay ? 0n : rest)
    rest = kernel.rest.value
    return interest
  })
}
