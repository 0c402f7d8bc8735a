/** What becomes of a would-be trade of one user with himself, by the taker's mode. */
import { changeShown, leaveQueue } from '../book/queue'
import { UPDATED, writeOrder } from '../events/write-order'
import { BUY, CLOSE_NONE, CLOSE_SELF_TRADE, EXPIRED_IN_MATCH, STP_BOTH, STP_DECREMENT, STP_MAKER, STP_NONE, STP_TAKER } from '../constants/code'
import {
  BIT_BY_AMOUNT,
  EXTRA_PREVENTED,
  EXTRA_SHOWN,
  EXTRA_VISIBLE,
  ORDER_LEVEL,
  ORDER_REMAINING,
  ORDER_UPDATED,
} from '../constants/layout'
import { EXTRAS, ORDERS, S_AT } from '../constants/map'
import { hasLimit, quoteValue, releaseHold, trimHold } from './holds'
import { dropPartner, end, extraOf, shownOf } from './order'
import { bitsOf, selfTradeOf, sideOf, typeOf } from './order-flags'
import { deskOf, orderIdOf, remainingOf } from './order-row'

/** Acts on a would-be trade of one user with himself by the taker's mode. True when the taker's phase is over. */
export function preventSelfTrade(instrument: usize, maker: usize, taker: usize, mode: i32, wanted: f64, price: f64): bool {
  if (mode == STP_DECREMENT) return decrement(instrument, maker, taker, wanted, price)
  if (mode == STP_MAKER || mode == STP_BOTH) endPrevented(instrument, maker, remainingOf(maker))
  if (mode == STP_MAKER) return false
  if (!isByAmount(taker)) prevent(taker, remainingOf(taker))
  return true
}

/** The mode by which two resting orders are kept from trading with each other, the later one's; −1 where nothing does. */
export function meetingMode(bid: usize, ask: usize): i32 {
  if (deskOf(bid) != deskOf(ask)) return -1
  const mode = selfTradeOf(orderIdOf(bid) > orderIdOf(ask) ? bid : ask)
  return mode == STP_NONE ? -1 : mode
}

/** Acts on a would-be trade of one user with himself where both orders rest, as in an auction. */
export function preventMeeting(instrument: usize, maker: usize, taker: usize, mode: i32): void {
  const makerRest = remainingOf(maker)
  const takerRest = remainingOf(taker)
  const isShared = mode == STP_DECREMENT
  const quantity = min(makerRest, takerRest)
  if (mode != STP_TAKER) reduce(instrument, maker, makerRest, isShared ? quantity : makerRest)
  if (mode != STP_MAKER) reduce(instrument, taker, takerRest, isShared ? quantity : takerRest)
}

function reduce(instrument: usize, order: usize, rest: f64, quantity: f64): void {
  if (quantity == rest) endPrevented(instrument, order, quantity)
  else decrementMaker(instrument, order, quantity)
}

@inline function isByAmount(order: usize): bool {
  return (bitsOf(order) & BIT_BY_AMOUNT) != 0
}

/** Ends a resting order; its quantity leaves the level before the order itself is marked, so that both stay in step. */
function endPrevented(instrument: usize, maker: usize, quantity: f64): void {
  leaveQueue(instrument, maker, shownOf(maker))
  prevent(maker, quantity)
  end(instrument, maker, EXPIRED_IN_MATCH, CLOSE_SELF_TRADE)
}

function prevent(order: usize, quantity: f64): void {
  const extra = extraOf(order)
  store<f64>(extra, load<f64>(extra, EXTRAS + EXTRA_PREVENTED) + quantity, EXTRAS + EXTRA_PREVENTED)
  store<f64>(order, remainingOf(order) - quantity, ORDERS + ORDER_REMAINING)
  store<f64>(order, load<f64>(S_AT), ORDERS + ORDER_UPDATED)
}

function decrement(instrument: usize, maker: usize, taker: usize, wanted: f64, price: f64): bool {
  const makerRest = remainingOf(maker)
  const quantity = min(makerRest, wanted)
  decrementTaker(instrument, taker, quantity, price)
  if (quantity == makerRest) endPrevented(instrument, maker, quantity)
  else decrementMaker(instrument, maker, quantity)
  return !isByAmount(taker) && remainingOf(taker) == 0
}

function decrementTaker(instrument: usize, taker: usize, quantity: f64, price: f64): void {
  if (isByAmount(taker)) {
    releaseHold(taker, quoteValue(instrument, price, quantity))
    return
  }
  prevent(taker, quantity)
  const isBudgeted = sideOf(taker) == BUY && !hasLimit(typeOf(taker))
  if (!isBudgeted) trimHold(instrument, taker)
}

function decrementMaker(instrument: usize, maker: usize, quantity: f64): void {
  dropPartner(instrument, maker)
  const level = load<usize>(maker, ORDERS + ORDER_LEVEL)
  const shown = shownOf(maker)
  prevent(maker, quantity)
  const extra = extraOf(maker)
  const after = min(shown, remainingOf(maker))
  if (load<f64>(extra, EXTRAS + EXTRA_VISIBLE) != 0) store<f64>(extra, after, EXTRAS + EXTRA_SHOWN)
  if (after != shown) changeShown(level, after - shown)
  trimHold(instrument, maker)
  writeOrder(maker, UPDATED, CLOSE_NONE)
}
