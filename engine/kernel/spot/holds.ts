/** What an order must keep on hold, and the posting of holds. */
import { post } from '../ledger/posting'
import { feeOf, int64Of, notionalOf } from '../money'
import { BUY, CAUSE_HOLD, CAUSE_RELEASE, LIMIT, STOP_LIMIT, TAKE_PROFIT_LIMIT } from '../constants/code'
import { DESK_BASE_ACCOUNT, DESK_QUOTE_ACCOUNT, EXTRA_HOLD_RATE, ORDER_HELD } from '../constants/layout'
import { DESKS, EXTRAS, I_UNIT_LOT, I_UNIT_NOTIONAL, ORDERS } from '../constants/map'
import { paysInQuote, sideOf, typeOf } from './order-flags'
import { deskOf, extraRowOf, heldOf, orderIdOf, priceOf, remainingOf } from './order-row'

/** True for types that trade at a limit price. */
@inline export function hasLimit(type: i32): bool {
  return type == LIMIT || type == STOP_LIMIT || type == TAKE_PROFIT_LIMIT
}

/** Base minor units of a quantity. */
@inline export function lotsToAmount(instrument: usize, quantity: f64): i64 {
  return int64Of(quantity) * load<i64>(instrument, I_UNIT_LOT)
}

/** Quote minor units of price × quantity. */
@inline export function quoteValue(instrument: usize, price: f64, quantity: f64): i64 {
  return notionalOf(price, quantity, load<i64>(instrument, I_UNIT_NOTIONAL))
}

/** Account that pays for an order: quote for buys, base for sells. */
@inline export function payingAccount(order: usize): usize {
  const desk = deskOf(order)
  return load<usize>(desk + (sideOf(order) == BUY ? DESK_QUOTE_ACCOUNT : DESK_BASE_ACCOUNT), DESKS)
}

/** Rate that the hold of a buy with fees in quote includes, 0 otherwise. */
@inline export function holdRateOf(order: usize): i64 {
  const extra = extraRowOf(order)
  return extra == 0 ? 0 : load<i64>(extra, EXTRAS + EXTRA_HOLD_RATE)
}

/** What the rest of a limit order or of any sell needs on hold: buys price × rest plus the fee when it is paid in quote, sells the rest. */
export function needOf(instrument: usize, order: usize): i64 {
  const remaining = remainingOf(order)
  if (sideOf(order) != BUY) return lotsToAmount(instrument, remaining)
  const value = quoteValue(instrument, priceOf(order), remaining)
  if (!paysInQuote(order)) return value
  return value + feeOf(value, holdRateOf(order))
}

/** Puts an amount on hold for an order. The caller has checked that it is available. */
export function hold(order: usize, amount: i64): void {
  if (amount == 0) return
  store<i64>(order, heldOf(order) + amount, ORDERS + ORDER_HELD)
  post(payingAccount(order), -amount, amount, CAUSE_HOLD, orderIdOf(order))
}

/** Frees part of an order's hold. */
export function releaseHold(order: usize, amount: i64): void {
  if (amount == 0) return
  store<i64>(order, heldOf(order) - amount, ORDERS + ORDER_HELD)
  post(payingAccount(order), amount, -amount, CAUSE_RELEASE, orderIdOf(order))
}

/** Frees what a limit order or a sell holds beyond the need of its rest. */
export function trimHold(instrument: usize, order: usize): void {
  if (sideOf(order) == BUY && !hasLimit(typeOf(order))) return
  const excess = heldOf(order) - needOf(instrument, order)
  if (excess > 0) releaseHold(order, excess)
}
