/** What customers do with savings: put coins in, take them out, say what becomes of a term. */
import { findDue, setDue } from '../due/queue'
import { findAccount } from '../ledger/account'
import { post } from '../ledger/posting'
import { hasRoom } from '../memory/tables'
import { credit, holdPrincipal, payInterest, takeFromHouse } from './accrue'
import { closeOrder, countOf, dayOf, givenBackOf, heldOf, keepGivenBack, openOrder, ORDERS_OF_USER, orderOf, startOf, tell } from './order'
import { addSold, leftOf, mostOf, productAt, reachProduct } from './product'
import { checkStanding } from '../user/user'
import { PurchaseProductEntry, RedeemProductEntry, SetRenewalEntry } from '../../generated/entries'
import { accountsTable, duesTable, EarnOrder, earnOrdersTable, Product, state, User } from '../../generated/rows'
import {
  CAUSE_EARN_PURCHASE,
  CAUSE_EARN_REDEEM,
  EARN_PURCHASED,
  EARN_REDEEMED,
  EARN_RENEWAL_SET,
  FINANCIAL_ACCOUNT,
  FIXED_TERM,
  NOT_RELEASED,
  ON_SALE,
  RENEW_ALL,
  RENEW_NONE,
  SPOT_ACCOUNT,
} from '../constants/code'
import { DUE_EARN_DAY, DUE_EARN_MATURITY } from '../constants/due'
import {
  BAD_NUMBER,
  BAD_PARAMETER,
  EARN_ORDER_NOT_FOUND,
  ENGINE_FULL,
  INSUFFICIENT_BALANCE,
  NONE,
  NOT_REDEEMABLE,
  PRODUCT_NOT_FOUND,
  PRODUCT_NOT_OPEN,
  PURCHASE_RANGE,
  PURCHASE_STEP,
  REDEEM_POOL,
  REDEEM_RANGE,
  RENEWAL_LOCKED,
  SOLD_OUT,
  TOO_MANY_ORDERS,
  USER_QUOTA,
} from '../constants/reason'

const DAY_MS: f64 = 86_400_000
/** 08:00 UTC, when terms end. */
const MATURITY_MS: f64 = 28_800_000
/** Until so long before a term ends it may be said what becomes of it. */
const RENEWAL_LOCK_MS: f64 = 3_600_000

/** Whom savings are paid from and to. */
@inline function isPurse(kind: i32): bool {
  return kind == SPOT_ACCOUNT || kind == FINANCIAL_ACCOUNT
}

/** The entry's value becomes the id of the order, to which the lines of the customer refer. */
export function purchaseProduct(entry: PurchaseProductEntry, user: User): i32 {
  const product = productAt(entry.productId)
  if (!product.exists || product.status == NOT_RELEASED) return PRODUCT_NOT_FOUND
  if (state.behind != 0) reachProduct(product)
  const fault = checkPurchase(entry, user, product)
  if (fault != NONE) return fault
  const amount = entry.amount
  const kind = entry.payAccount
  scheduleDays()
  const order = openOrder(user, product, amount, state.at)
  order.payAccount = kind
  order.renewal = entry.renewal
  const account = findAccount(user.id, product.asset, kind)
  if (kind == FINANCIAL_ACCOUNT) post(account, -amount, amount, CAUSE_EARN_PURCHASE, order.id)
  else {
    post(account, -amount, 0, CAUSE_EARN_PURCHASE, order.id)
    holdPrincipal(order, amount, CAUSE_EARN_PURCHASE)
  }
  const record = tell(order, EARN_PURCHASED)
  record.amount = amount
  addSold(product, amount)
  state.value = order.id
  return NONE
}

/** In the order of the contract. */
function checkPurchase(entry: PurchaseProductEntry, user: User, product: Product): i32 {
  const amount = entry.amount
  const canRenew = product.type == FIXED_TERM && product.renewable != 0
  if (!isPurse(entry.payAccount) || entry.renewal > RENEW_ALL || (entry.renewal != RENEW_NONE && !canRenew)) return BAD_PARAMETER
  if (amount <= 0) return BAD_NUMBER
  if (product.status != ON_SALE) return PRODUCT_NOT_OPEN
  if (amount > leftOf(product)) return SOLD_OUT
  const most = mostOf(product)
  if (amount < product.userMin || amount > most) return PURCHASE_RANGE
  if (product.step != 0 && amount % product.step != 0) return PURCHASE_STEP
  if (amount > most - heldOf(user, product) - givenBackOf(user, product, state.at)) return USER_QUOTA
  if (countOf(user) >= ORDERS_OF_USER) return TOO_MANY_ORDERS
  const account = findAccount(user.id, product.asset, entry.payAccount)
  if (!account.exists || account.available < amount) return INSUFFICIENT_BALANCE
  const standing = checkStanding(user)
  if (standing != NONE) return standing
  const hasDays = findDue(DUE_EARN_DAY, 0, 0).exists || hasRoom(duesTable, 2)
  return hasDays && hasRoom(earnOrdersTable, 1) && hasPlace(user, product, FINANCIAL_ACCOUNT) ? NONE : ENGINE_FULL
}

/** Has a customer an account of this kind, or is there room for one? */
function hasPlace(user: User, product: Product, kind: i32): bool {
  return findAccount(user.id, product.asset, kind).exists || hasRoom(accountsTable, 1)
}

/** From the first order on every day has its lines and its ends of terms. */
function scheduleDays(): void {
  if (findDue(DUE_EARN_DAY, 0, 0).exists) return
  const midnight = startOf(dayOf(state.at)) + DAY_MS
  setDue(midnight, DUE_EARN_DAY, 0, 0)
  setDue(midnight + MATURITY_MS, DUE_EARN_MATURITY, 0, 0)
}

/** Pays at once, to whichever purse. The entry's value becomes the id of the redemption, which is the sequence of its records. */
export function redeemProduct(entry: RedeemProductEntry, user: User): i32 {
  const order = orderOf(user, entry.orderId)
  if (!order.exists) return EARN_ORDER_NOT_FOUND
  if (!isPurse(entry.toAccount)) return BAD_PARAMETER
  if (entry.amount < 0) return BAD_NUMBER
  const amount = entry.amount == 0 ? order.principal : entry.amount
  const product = order.product
  const isTerm = product.type == FIXED_TERM
  if (amount > order.principal || (isTerm && amount != order.principal)) return REDEEM_RANGE
  if (isTerm && product.earlyRedeem == 0) return NOT_REDEEMABLE
  if (!isTerm && product.poolLimit != 0 && usedOfPool(product) + fromPool(order, amount) > product.poolLimit) return REDEEM_POOL
  if (!hasPlace(user, product, entry.toAccount)) return ENGINE_FULL
  if (isTerm) redeemTerm(order, entry.toAccount)
  else redeemFlexible(order, amount, entry.toAccount)
  state.value = state.seq
  return NONE
}

/** What was redeemed of a product on the UTC day that it is. */
export function usedOfPool(product: Product): i64 {
  return product.poolDay == dayOf(state.at) ? product.poolUsed : 0
}

/** What a redemption takes of the pool: what its owner bought on the day that it is goes out first, and was not there when the day began. */
@inline function fromPool(order: EarnOrder, amount: i64): i64 {
  return max(0, amount - freshOfUser(order.user, order.product))
}

/** What a user bought of a flexible product today and has not redeemed: it takes nothing of the pool. */
export function freshOfUser(user: User, product: Product): i64 {
  let fresh: i64 = 0
  for (let order = user.earnOrders; order.exists; order = order.next) if (order.product == product) fresh += freshOf(order)
  return fresh
}

@inline function freshOf(order: EarnOrder): i64 {
  return dayOf(order.startAt) == dayOf(state.at) ? order.fresh : 0
}

/** Sets a redemption against what was bought today: of the order itself first, so that none keeps more than it holds, then of the newest. */
function useFresh(order: EarnOrder, amount: i64): void {
  let left = amount - takeFresh(order, amount)
  for (let other = order.user.earnOrders; other.exists && left > 0; other = other.next)
    if (other.product == order.product) left -= takeFresh(other, left)
}

function takeFresh(order: EarnOrder, most: i64): i64 {
  const taken = min(freshOf(order), most)
  order.fresh -= taken
  return taken
}

/** What a part is taken out of pays all the interest that it has, and earns on with the rest; what was taken out earns nothing today. */
function redeemFlexible(order: EarnOrder, amount: i64, kind: i32): void {
  const product = order.product
  product.poolUsed = usedOfPool(product) + fromPool(order, amount)
  product.poolDay = dayOf(state.at)
  useFresh(order, amount)
  const interest = order.accrued
  order.accrued = 0
  order.paid += interest
  order.principal -= amount
  pay(order, amount, interest, kind)
  const record = tell(order, EARN_REDEEMED)
  record.amount = amount
  record.interest = interest
  if (order.principal == 0) closeOrder(order)
  addSold(product, -amount)
}

/** Before its end a term earns nothing: what was paid of it is taken back, what was not is forfeited. */
function redeemTerm(order: EarnOrder, kind: i32): void {
  const product = order.product
  const amount = order.principal
  const back = min(order.paid, amount)
  const forfeited = order.accrued + back
  order.accrued = 0
  order.principal = 0
  holdPrincipal(order, -amount, CAUSE_EARN_REDEEM)
  takeFromHouse(order, -back)
  credit(order.user, product.asset, kind, amount - back, CAUSE_EARN_REDEEM, order.id)
  const record = tell(order, EARN_REDEEMED)
  record.amount = amount
  record.forfeited = forfeited
  keepGivenBack(order, amount)
  addSold(product, -amount)
}

function pay(order: EarnOrder, amount: i64, interest: i64, kind: i32): void {
  holdPrincipal(order, -amount, CAUSE_EARN_REDEEM)
  credit(order.user, order.product.asset, kind, amount, CAUSE_EARN_REDEEM, order.id)
  payInterest(order, kind, interest)
}

/** The entry's value becomes the id of the order. */
export function setRenewal(entry: SetRenewalEntry, user: User): i32 {
  const order = orderOf(user, entry.orderId)
  if (!order.exists) return EARN_ORDER_NOT_FOUND
  const product = order.product
  const renewal = entry.renewal
  const canRenew = product.type == FIXED_TERM && product.renewable != 0
  if (renewal > RENEW_ALL || (renewal != RENEW_NONE && !canRenew)) return BAD_PARAMETER
  if (order.expireAt != 0 && state.at > order.expireAt - RENEWAL_LOCK_MS) return RENEWAL_LOCKED
  order.renewal = renewal
  tell(order, EARN_RENEWAL_SET)
  state.value = order.id
  return NONE
}
