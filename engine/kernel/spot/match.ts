/** The taker phase: an order walks the other side, best price first, then earliest arrival. */
import { ASKS, BIDS, bestOf, ladderOf } from '../book/ladder'
import { changeShown, joinQueue, leaveQueue } from '../book/queue'
import { makeSure } from '../events/out'
import { UPDATED, writeOrder } from '../events/write-order'
import * as host from '../host'
import { bandNow } from '../market/band'
import { rateOf, TAKER } from '../market/fee-schedule'
import { int64Of } from '../money'
import { BUY, CLOSE_FILLED, CLOSE_NONE, STP_MAKER, STP_NONE } from '../constants/code'
import { BIT_BY_AMOUNT, DESK_USER, EXTRA_SHOWN, EXTRA_VISIBLE, LEVEL_HEAD, LEVEL_PRICE, LEVEL_WORSE, ORDER_NEXT } from '../constants/layout'
import { DESKS, EXTRAS, I_BAND_HIGH, I_BAND_LOW, I_BAND_RATE, I_UNIT_NOTIONAL, LEVELS, ORDERS } from '../constants/map'
import { hasLimit } from './holds'
import { dropPartner, finishFilled, shownOf } from './order'
import { bitsOf, paysInQuote, selfTradeOf, sideOf, typeOf } from './order-flags'
import { deskOf, extraRowOf, heldOf, priceOf, remainingOf } from './order-row'
import { preventSelfTrade } from './self-trade'
import { settleFill } from './settle-fill'
import { testTriggers } from './trigger'

/** Why a taker phase ended. */
export const DONE: i32 = 0
export const NO_CROSS: i32 = 1
export const OUT_OF_BAND: i32 = 2
export const OUT_OF_FUNDS: i32 = 3
export const PREVENTED: i32 = 4

/** Matches an order that is in no queue yet; what it becomes afterwards is the caller's decision. Returns why it stopped. */
export function match(instrument: usize, taker: usize): i32 {
  const isBuy = sideOf(taker) == BUY
  const isLimit = hasLimit(typeOf(taker))
  const isByAmount = (bitsOf(taker) & BIT_BY_AMOUNT) != 0
  const isBudgeted = isBuy && !isLimit
  const mode = selfTradeOf(taker)
  const desk = deskOf(taker)
  const opposite = ladderOf(instrument, isBuy ? ASKS : BIDS)
  const worst: f64 = isLimit ? priceOf(taker) : isBuy ? Infinity : 0
  const edge = bandEdge(instrument, isBuy)
  for (let level = bestOf(opposite); level != 0; level = bestOf(opposite)) {
    makeSure()
    const price = load<f64>(level, LEVELS + LEVEL_PRICE)
    if (isBuy ? price > worst : price < worst) return NO_CROSS
    if (isBuy ? price > edge : price < edge) return OUT_OF_BAND
    const maker = load<usize>(level, LEVELS + LEVEL_HEAD)
    const remaining = remainingOf(taker)
    let wanted = isByAmount ? Infinity : remaining
    if (isBudgeted) {
      const affordable = affordableLots(instrument, taker, price)
      if (affordable < 1) return OUT_OF_FUNDS
      if (affordable < wanted) wanted = affordable
    }
    if (mode != STP_NONE && deskOf(maker) == desk) {
      if (preventSelfTrade(instrument, maker, taker, mode, wanted, price)) return PREVENTED
      continue
    }
    const shown = shownOf(maker)
    const quantity = shown < wanted ? shown : wanted
    fillMaker(instrument, maker, taker, level, price, quantity)
    if (!isByAmount && remaining == quantity) return DONE
  }
  return NO_CROSS
}

@inline function bandEdge(instrument: usize, isBuy: bool): f64 {
  if (load<f64>(instrument, I_BAND_RATE) == 0) return isBuy ? Infinity : 0
  bandNow(instrument)
  return isBuy ? load<f64>(instrument, I_BAND_HIGH) : load<f64>(instrument, I_BAND_LOW)
}

/** Largest quantity whose cost at this price, fee in quote included, the order's hold covers. */
function affordableLots(instrument: usize, order: usize, price: f64): f64 {
  const held = heldOf(order)
  const lot = int64Of(price) * load<i64>(instrument, I_UNIT_NOTIONAL)
  if (!paysInQuote(order)) return <f64>(held / lot)
  const user = load<usize>(deskOf(order), DESKS + DESK_USER)
  return host.affordableLots(held, lot, rateOf(user, instrument, BUY, TAKER))
}

/** Settles one fill and lets the maker advance: gone when filled, refilled at the back when its slice is used up. */
@inline function fillMaker(instrument: usize, maker: usize, taker: usize, level: usize, price: f64, quantity: f64): void {
  dropPartner(instrument, maker)
  settleFill(instrument, maker, taker, price, quantity)
  testTriggers(instrument, price)
  afterMakerFill(instrument, maker, level, price, quantity)
}

/** Moves a resting order, which stands in `level`, on after a fill of `quantity` lots of what it shows. */
export function afterMakerFill(instrument: usize, maker: usize, level: usize, price: f64, quantity: f64): void {
  const remaining = remainingOf(maker)
  if (remaining == 0) {
    leaveQueue(instrument, maker, quantity)
    finishFilled(maker, CLOSE_FILLED)
    return
  }
  writeOrder(maker, UPDATED, CLOSE_NONE)
  changeShown(level, -quantity)
  const extra = extraRowOf(maker)
  if (extra != 0 && load<f64>(extra, EXTRAS + EXTRA_VISIBLE) != 0) useSlice(instrument, maker, extra, price, remaining, quantity)
}

/** Takes a fill off the slice that an iceberg shows; used up, the next one goes to the back of the queue. */
function useSlice(instrument: usize, maker: usize, extra: usize, price: f64, remaining: f64, quantity: f64): void {
  const left = load<f64>(extra, EXTRAS + EXTRA_SHOWN) - quantity
  store<f64>(extra, left, EXTRAS + EXTRA_SHOWN)
  if (left > 0) return
  leaveQueue(instrument, maker, 0)
  const slice = min(load<f64>(extra, EXTRAS + EXTRA_VISIBLE), remaining)
  store<f64>(extra, slice, EXTRAS + EXTRA_SHOWN)
  joinQueue(instrument, sideOf(maker) == BUY ? BIDS : ASKS, price, maker, slice)
}

/** Could the whole quantity trade now, at the order's price or better and inside the band? Own orders count as its mode says. */
export function canFillWhole(instrument: usize, taker: usize): bool {
  const isBuy = sideOf(taker) == BUY
  const worst = priceOf(taker)
  const edge = bandEdge(instrument, isBuy)
  let left = remainingOf(taker)
  let level = bestOf(ladderOf(instrument, isBuy ? ASKS : BIDS))
  for (; level != 0; level = load<usize>(level, LEVELS + LEVEL_WORSE)) {
    const price = load<f64>(level, LEVELS + LEVEL_PRICE)
    if (isBuy ? price > worst || price > edge : price < worst || price < edge) return false
    const available = availableAt(level, taker)
    if (available < 0) return left <= -available - 1
    left -= available
    if (left <= 0) return true
  }
  return false
}

/**
 * Lots of a level that would trade with a taker. Where an own order would stop it, only what is shown in front of that order counts,
 * because hidden parts refill behind it: then −1 − lots.
 */
function availableAt(level: usize, taker: usize): f64 {
  const mode = selfTradeOf(taker)
  const desk = deskOf(taker)
  let shown: f64 = 0
  let whole: f64 = 0
  let maker = load<usize>(level, LEVELS + LEVEL_HEAD)
  for (; maker != 0; maker = load<usize>(maker, ORDERS + ORDER_NEXT)) {
    const isOwn = mode != STP_NONE && deskOf(maker) == desk
    if (isOwn && mode != STP_MAKER) return -1 - shown
    if (isOwn) continue
    shown += shownOf(maker)
    whole += remainingOf(maker)
  }
  return whole
}

/** Would any part of a limit order at this price trade at once? */
export function wouldCross(instrument: usize, side: i32, price: f64): bool {
  const best = bestOf(ladderOf(instrument, side == BUY ? ASKS : BIDS))
  if (best == 0) return false
  const bestPrice = load<f64>(best, LEVELS + LEVEL_PRICE)
  return side == BUY ? price >= bestPrice : price <= bestPrice
}
