/** What becomes of a would-be trade of one user with himself, by the taker's mode. */
import { changeShown, leaveQueue } from '../book/queue'
import { UPDATED, writeOrder } from '../events/write-order'
import { valueOf } from '../market/instrument'
import { noteFewer, releaseHold, trimHold } from '../product'
import { extraOf, shownOf } from './extra'
import { followPartner } from './list-legs'
import { end } from './order'
import { bitsOf, hasLimit, sideOf, typeOf } from './order-flags'
import { Instrument, Order, state } from '../../generated/rows'
import { BUY, CLOSE_NONE, CLOSE_SELF_TRADE, EXPIRED_IN_MATCH, STP_BOTH, STP_DECREMENT, STP_MAKER, STP_TAKER } from '../constants/code'
import { BIT_BY_AMOUNT } from '../constants/layout'

/** Acts on a would-be trade of one user with himself by the taker's mode. True when the taker's phase is over. */
export function preventSelfTrade(instrument: Instrument, maker: Order, taker: Order, mode: i32, wanted: f64, price: f64): bool {
  if (mode == STP_DECREMENT) return decrement(instrument, maker, taker, wanted, price)
  if (mode == STP_MAKER || mode == STP_BOTH) endPrevented(instrument, maker, maker.remaining)
  if (mode == STP_MAKER) return false
  if (!isByAmount(taker)) prevent(taker, taker.remaining)
  return true
}

/** Acts on a would-be trade of one user with himself where both orders rest, as in an auction. */
export function preventMeeting(instrument: Instrument, maker: Order, taker: Order, mode: i32): void {
  const makerRest = maker.remaining
  const takerRest = taker.remaining
  const isShared = mode == STP_DECREMENT
  const quantity = min(makerRest, takerRest)
  if (mode != STP_TAKER) reduce(instrument, maker, makerRest, isShared ? quantity : makerRest)
  if (mode != STP_MAKER) reduce(instrument, taker, takerRest, isShared ? quantity : takerRest)
}

function reduce(instrument: Instrument, order: Order, rest: f64, quantity: f64): void {
  if (quantity == rest) endPrevented(instrument, order, quantity)
  else decrementMaker(instrument, order, quantity)
}

@inline function isByAmount(order: Order): bool {
  return (bitsOf(order) & BIT_BY_AMOUNT) != 0
}

/** Ends a resting order; its quantity leaves the level before the order itself is marked, so that both stay in step. */
function endPrevented(instrument: Instrument, maker: Order, quantity: f64): void {
  leaveQueue(instrument, maker, shownOf(maker))
  noteFewer(instrument, maker, maker.remaining)
  prevent(maker, quantity)
  end(instrument, maker, EXPIRED_IN_MATCH, CLOSE_SELF_TRADE)
}

function prevent(order: Order, quantity: f64): void {
  const extra = extraOf(order)
  extra.prevented += quantity
  order.remaining -= quantity
  order.updated = state.at
}

function decrement(instrument: Instrument, maker: Order, taker: Order, wanted: f64, price: f64): bool {
  const makerRest = maker.remaining
  const quantity = min(makerRest, wanted)
  decrementTaker(instrument, taker, quantity, price)
  if (quantity == makerRest) endPrevented(instrument, maker, quantity)
  else decrementMaker(instrument, maker, quantity)
  return !isByAmount(taker) && taker.remaining == 0
}

function decrementTaker(instrument: Instrument, taker: Order, quantity: f64, price: f64): void {
  if (isByAmount(taker)) {
    releaseHold(taker, valueOf(instrument, price, quantity))
    return
  }
  prevent(taker, quantity)
  const isBudgeted = sideOf(taker) == BUY && !hasLimit(typeOf(taker))
  if (!isBudgeted) trimHold(instrument, taker)
}

function decrementMaker(instrument: Instrument, maker: Order, quantity: f64): void {
  const level = maker.level
  const shown = shownOf(maker)
  noteFewer(instrument, maker, quantity)
  prevent(maker, quantity)
  const extra = extraOf(maker)
  const after = min(shown, maker.remaining)
  if (extra.visible != 0) extra.shown = after
  if (after != shown) changeShown(level, after - shown)
  trimHold(instrument, maker)
  writeOrder(maker, UPDATED, CLOSE_NONE)
  if (!instrument.contract.exists) followPartner(maker)
}
