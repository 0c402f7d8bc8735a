/** What an order must keep on hold, and the posting of holds. */
import { post } from '../ledger/posting'
import { feeOf, int64Of, notionalOf } from '../money/exact'
import { paysInQuote, sideOf, typeOf } from './order-flags'
import { Account, Instrument, Order } from '../../generated/rows'
import { BUY, CAUSE_HOLD, CAUSE_RELEASE, LIMIT, STOP_LIMIT, TAKE_PROFIT_LIMIT } from '../constants/code'

/** True for types that trade at a limit price. */
@inline export function hasLimit(type: i32): bool {
  return type == LIMIT || type == STOP_LIMIT || type == TAKE_PROFIT_LIMIT
}

/** Base minor units of a quantity. */
@inline export function lotsToAmount(instrument: Instrument, quantity: f64): i64 {
  return int64Of(quantity) * instrument.unitLot
}

/** Quote minor units of price × quantity. */
@inline export function quoteValue(instrument: Instrument, price: f64, quantity: f64): i64 {
  return notionalOf(price, quantity, instrument.unitNotional)
}

/** Account that pays for an order: quote for buys, base for sells. */
@inline export function payingAccount(order: Order): Account {
  const desk = order.desk
  return sideOf(order) == BUY ? desk.quoteAccount : desk.baseAccount
}

/** Rate that the hold of a buy with fees in quote includes, 0 otherwise. */
@inline export function holdRateOf(order: Order): i64 {
  const extra = order.extra
  return extra.exists ? extra.holdRate : 0
}

/** What the rest of a limit order or of any sell needs on hold: buys price × rest plus the fee when it is paid in quote, sells the rest. */
export function needOf(instrument: Instrument, order: Order): i64 {
  const remaining = order.remaining
  if (sideOf(order) != BUY) return lotsToAmount(instrument, remaining)
  const value = quoteValue(instrument, order.price, remaining)
  if (!paysInQuote(order)) return value
  return value + feeOf(value, holdRateOf(order))
}

/** Puts an amount on hold for an order. The caller has checked that it is available. */
export function hold(order: Order, amount: i64): void {
  if (amount == 0) return
  order.held += amount
  post(payingAccount(order), -amount, amount, CAUSE_HOLD, order.id)
}

/** Frees part of an order's hold. */
export function releaseHold(order: Order, amount: i64): void {
  if (amount == 0) return
  order.held -= amount
  post(payingAccount(order), amount, -amount, CAUSE_RELEASE, order.id)
}

/** Frees what a limit order or a sell holds beyond the need of its rest. */
export function trimHold(instrument: Instrument, order: Order): void {
  if (sideOf(order) == BUY && !hasLimit(typeOf(order))) return
  const excess = order.held - needOf(instrument, order)
  if (excess > 0) releaseHold(order, excess)
}
