/** Savings orders that hold: their rows, the lists of their owners, and the records of what happens to them. */
import { makeSure } from '../events/out'
import { allocateZeroed, release } from '../memory/tables'
import { EarnRecord } from '../../generated/records'
import { EarnOrder, EarnRate, earnOrdersTable, none, Product, state, User } from '../../generated/rows'
import { FIXED_RATE, FIXED_TERM, RENEW_NONE } from '../constants/code'
import { EARN_ORDER_BYTES } from '../constants/layout'
import { EARN_ORDERS } from '../constants/map'
import { rateOn } from './product'

const DAY: i64 = 86_400_000
/** Terms end at 08:00 UTC. */
const MATURITY_MS: i64 = 28_800_000

/** Savings orders that a user may hold. */
export const ORDERS_OF_USER: u32 = 200

@inline export function dayOf(at: f64): u32 {
  return <u32>(i64(at) / DAY)
}

@inline export function startOf(day: u32): f64 {
  return <f64>(<i64>day * DAY)
}

/** When a day's term ends that begins on a day: principal is back on the morning after the last day that earns. */
@inline function maturityOf(day: u32, termDays: i32): f64 {
  return <f64>((<i64>day + <i64>termDays + 1) * DAY + MATURITY_MS)
}

/** A new order of a user, which earns from the next day on. Room for it is what admission has asked for. */
export function openOrder(user: User, product: Product, amount: i64, at: f64): EarnOrder {
  const order = allocateZeroed<EarnOrder>(EARN_ORDERS, earnOrdersTable, EARN_ORDER_BYTES)
  order.principal = amount
  order.fresh = amount
  order.user = user
  order.product = product
  beginTerm(order, at)
  const next = user.earnOrders
  order.next = next
  if (next.exists) next.previous = order
  user.earnOrders = order
  return order
}

/** Gives an order its id and what follows from when it begins. */
export function beginTerm(order: EarnOrder, at: f64): void {
  const product = order.product
  const day = dayOf(at)
  state.earnOrders += 1
  order.id = state.earnOrders
  order.startAt = at
  order.day = day + 1
  order.expireAt = product.type == FIXED_TERM ? maturityOf(day, product.termDays) : 0
  order.rate = product.rateType == FIXED_RATE ? rateOn(product, day) : none<EarnRate>()
}

/** Of an order that holds: is it none that only keeps what an early end gave back? */
@inline export function holds(order: EarnOrder): bool {
  return order.principal != 0
}

/** So long quota that an early end gave back counts against what its owner may hold. */
const GIVEN_BACK_MS: f64 = 604_800_000

/** A term ended before its time: its row stays for as long as what it gave back counts. */
export function keepGivenBack(order: EarnOrder, amount: i64): void {
  order.givenBack = amount
  order.renewal = RENEW_NONE
  order.expireAt = state.at + GIVEN_BACK_MS
}

/** Takes an order out that holds nothing any more. */
export function closeOrder(order: EarnOrder): void {
  const next = order.next
  const previous = order.previous
  if (next.exists) next.previous = previous
  if (previous.exists) previous.next = next
  else order.user.earnOrders = next
  order.id = 0
  release<EarnOrder>(EARN_ORDERS, earnOrdersTable, order)
}

/** A user's order by its id, none when he holds none of that id. */
export function orderOf(user: User, orderId: f64): EarnOrder {
  let order = user.earnOrders
  while (order.exists && (order.id != orderId || !holds(order))) order = order.next
  return order
}

/** Orders that a user holds, and those that ended early and still count. */
export function countOf(user: User): u32 {
  let count: u32 = 0
  for (let order = user.earnOrders; order.exists; order = order.next) if (holds(order) || order.expireAt > state.at) count += 1
  return count
}

/** What early ends gave back of a product that counts against what its owner may hold at a time. */
export function givenBackOf(user: User, product: Product, at: f64): i64 {
  let sum: i64 = 0
  for (let order = user.earnOrders; order.exists; order = order.next)
    if (order.product == product && !holds(order) && order.expireAt > at) sum += order.givenBack
  return sum
}

/** Principal that stands in front of an order in the brackets of its product: that of its owner’s older orders. */
export function principalBefore(order: EarnOrder): i64 {
  const product = order.product
  const id = order.id
  let sum: i64 = 0
  for (let other = order.user.earnOrders; other.exists; other = other.next)
    if (other.product == product && other.id < id) sum += other.principal
  return sum
}

/** Principal that a user holds of a product. */
export function heldOf(user: User, product: Product): i64 {
  let held: i64 = 0
  for (let order = user.earnOrders; order.exists; order = order.next) if (order.product == product) held += order.principal
  return held
}

/** A record of an order as it is now. */
export function tell(order: EarnOrder, change: i32): EarnRecord {
  makeSure()
  const product = order.product
  const record = EarnRecord.begin(change, order.payAccount, order.renewal)
  record.userId = order.user.id
  record.assetId = product.asset
  record.productId = product.id
  record.day = 0
  record.orderId = order.id
  record.otherOrderId = 0
  record.amount = 0
  record.interest = 0
  record.forfeited = 0
  record.principal = order.principal
  record.accrued = order.accrued
  record.paid = order.paid
  record.startAt = order.startAt
  record.expireAt = order.expireAt
  return record
}
