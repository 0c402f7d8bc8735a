/**
 * What savings orders come to by themselves: a line of interest for each finished UTC day at 00:00, the end of a term at 08:00. Both are
 * posted with the instant at which they were due, and once: an order knows the first day that it has no line for.
 */
import { tellTime } from '../events/told'
import { EXPENSE_SAVINGS_INTEREST, openAccount, openHouseAccount } from '../ledger/account'
import { payDebt } from '../ledger/debt'
import { post, postHouse } from '../ledger/posting'
import { interestOf, rest } from './interest'
import { beginTerm, closeOrder, givenBackOf, heldOf, holds, principalBefore, startOf, tell } from './order'
import { addSold, mostOf, rateOn, reachSale } from './product'
import { EarnOrder, state, User } from '../../generated/rows'
import {
  CAUSE_EARN_INTEREST,
  CAUSE_EARN_REDEEM,
  EARN_INTEREST,
  EARN_MATURED,
  EARN_RENEWED,
  FINANCIAL_ACCOUNT,
  ON_SALE,
  PAYS_DAILY,
  RENEW_ALL,
  RENEW_NONE,
  SOLD_OUT,
  SPOT_ACCOUNT,
} from '../constants/code'

/** When the next line or the end of the term of an order is due; of one that holds nothing, when it no longer counts. */
@inline export function dueOf(order: EarnOrder): f64 {
  if (!holds(order)) return order.expireAt
  const lineAt = startOf(order.day + 1)
  const expireAt = order.expireAt
  return expireAt == 0 ? lineAt : min(lineAt, expireAt)
}

/** Does what is due next of an order: a line of interest, or the end of its term. */
export function stepOrder(order: EarnOrder): void {
  if (!holds(order)) {
    closeOrder(order)
    return
  }
  const lineAt = startOf(order.day + 1)
  const expireAt = order.expireAt
  if (expireAt == 0 || lineAt <= expireAt) addLine(order, lineAt)
  else mature(order)
}

/** The line of the first day without one, at the midnight that ends it. */
function addLine(order: EarnOrder, at: f64): void {
  const day = order.day
  // what is taken out earns nothing on its day, so the principal is the lowest of the day
  const principal = order.principal
  order.day = day + 1
  const product = order.product
  const rate = order.rate.exists ? order.rate : rateOn(product, day)
  const below = rate.exists && rate.count > 1 ? principalBefore(order) : 0
  if (product.payout != PAYS_DAILY) {
    order.accrued += interestOf(rate, below, principal, order.rest)
    order.rest = rest
    return
  }
  const interest = interestOf(rate, below, principal, 0)
  if (interest == 0) return
  tellTime(at)
  order.paid += interest
  payInterest(order, order.payAccount, interest)
  const record = tell(order, EARN_INTEREST)
  record.day = day
  record.interest = interest
}

/** Pays interest of an order to one of its owner's accounts. */
export function payInterest(order: EarnOrder, kind: i32, interest: i64): void {
  if (interest == 0) return
  takeFromHouse(order, interest)
  credit(order.user, order.product.asset, kind, interest, CAUSE_EARN_INTEREST, order.id)
}

/** Interest is an expense of the house; what it gets back of it is less of one. */
export function takeFromHouse(order: EarnOrder, interest: i64): void {
  postHouse(openHouseAccount(EXPENSE_SAVINGS_INTEREST, order.product.asset), -interest)
}

/** Gives a customer what is his; what he owes is paid of it first. */
export function credit(user: User, assetId: i32, kind: i32, amount: i64, cause: i32, reference: f64): void {
  if (amount == 0) return
  const account = openAccount(user.id, assetId, kind)
  post(account, amount, 0, cause, reference)
  if (kind == SPOT_ACCOUNT) payDebt(user, account)
}

/** Principal that holds is on hold of the financial account. */
export function holdPrincipal(order: EarnOrder, amount: i64, cause: i32): void {
  post(openAccount(order.user.id, order.product.asset, FINANCIAL_ACCOUNT), 0, amount, cause, order.id)
}

/** 08:00 of the day behind the last one that earned: the term is renewed, or principal and interest are paid out. */
function mature(order: EarnOrder): void {
  const expiredAt = order.expireAt
  tellTime(expiredAt)
  const interest = order.accrued
  const principal = order.principal
  const renewed = renewedAmount(order)
  order.accrued = 0
  order.paid += interest
  if (renewed == 0) {
    holdPrincipal(order, -principal, CAUSE_EARN_REDEEM)
    credit(order.user, order.product.asset, order.payAccount, principal, CAUSE_EARN_REDEEM, order.id)
  }
  if (renewed > principal) {
    takeFromHouse(order, interest)
    holdPrincipal(order, interest, CAUSE_EARN_INTEREST)
  } else payInterest(order, order.payAccount, interest)
  order.principal = 0
  const record = tell(order, EARN_MATURED)
  record.amount = principal
  record.interest = interest
  if (renewed != 0) record.otherOrderId = state.earnOrders + 1
  addSold(order.product, renewed - principal)
  if (renewed == 0) closeOrder(order)
  else renew(order, renewed, expiredAt)
}

/** Principal of the next term, 0 when there is none: where the product is sold no more, or has no room for it. */
function renewedAmount(order: EarnOrder): i64 {
  if (order.renewal == RENEW_NONE) return 0
  const product = order.product
  // a sale that was over by then is over, whoever is brought up to his time first
  if (state.behind != 0) reachSale(product, order.expireAt)
  const principal = order.principal
  const amount = order.renewal == RENEW_ALL ? principal + order.accrued : principal
  // its own principal makes room first, so that what was sold out by it is on sale again; not where less is for sale now than is sold
  const total = product.totalQuota
  const room = total == 0 ? i64.MAX_VALUE : total - product.sold + principal
  const isSold = product.status == ON_SALE || (product.status == SOLD_OUT && room >= product.userMin)
  const others = heldOf(order.user, product) - principal + givenBackOf(order.user, product, order.expireAt)
  const fits = room >= amount && amount <= mostOf(product) - others
  return isSold && fits ? amount : 0
}

/** The row goes on as another order, which earns by the terms of the day on which it begins. */
function renew(order: EarnOrder, principal: i64, at: f64): void {
  const from = order.id
  order.rest = 0
  order.paid = 0
  order.principal = principal
  beginTerm(order, at)
  const record = tell(order, EARN_RENEWED)
  record.otherOrderId = from
  record.amount = principal
}
