/** The taker phase: an order walks the other side, best price first, then earliest arrival. */
import { ASKS, BIDS, ladderOf } from '../book/ladder'
import { changeShown, joinQueue, leaveQueue } from '../book/queue'
import { isHedgeOf } from '../convert/takes'
import { makeSure } from '../events/out'
import { UPDATED, writeOrder } from '../events/write-order'
import { bandAround, bandNow } from '../market/band'
import { armBreaker, movesTooFar } from '../market/breaker'
import { isBudgeted, isMakerCut, isShut, isTakerCut, lackOfFill, lotsInHold, mayCloseNow, meet, meetsNow, onlyCloses, settleFill, worstPrice } from '../product'
import { shownOf } from './extra'
import { endUnbearable, freeReserves, keepPromises, mayEnd } from './give-way'
import { endLate, lateReason, meetsStanding } from './late'
import { isSpent, meetingsLeft, noteMeeting } from './meetings'
import { followPartner } from './list-legs'
import { dropPartner, end, finishFilled } from './order'
import { bitsOf, hasLimit, selfTradeOf, sideOf, typeOf } from './order-flags'
import { preventSelfTrade } from './self-trade'
import { testTriggers } from './trigger'
import { isUnsure, mayTrade, mayTradeWhole, noteLoss } from '../user/bound'
import { Extra, Instrument, Ladder, Level, none, Order, state } from '../../generated/rows'
import { BUY, CANCELED, CLOSE_FILLED, CLOSE_LOCK_BOUND, CLOSE_NONE, STP_MAKER, STP_NONE } from '../constants/code'
import { BIT_BY_AMOUNT } from '../constants/layout'

/** Why a taker phase ended. */
export const DONE: i32 = 0
export const NO_CROSS: i32 = 1
export const OUT_OF_BAND: i32 = 2
export const OUT_OF_FUNDS: i32 = 3
export const PREVENTED: i32 = 4
/** The entry has made as many meetings as it may. */
export const AT_BOUND: i32 = 5
/** It would trade next at what its owner may not while he is bounded. */
export const OUT_OF_LOCK: i32 = 6
/** The price would move too far: see the breaker. */
export const TOO_FAR: i32 = 7

/** Matches an order that is in no queue yet; what it becomes afterwards is the caller's decision. Returns why it stopped. */
export function match(instrument: Instrument, taker: Order): i32 {
  const isBuy = sideOf(taker) == BUY
  const isLimit = hasLimit(typeOf(taker))
  const isByAmount = (bitsOf(taker) & BIT_BY_AMOUNT) != 0
  const isContract = instrument.contract.exists
  const budgeted = isBudgeted(instrument, taker, isBuy, isLimit)
  const mode = selfTradeOf(taker)
  const desk = taker.desk
  const opposite = ladderOf(instrument, isBuy ? ASKS : BIDS)
  const worst: f64 = isLimit ? taker.price : isBuy ? Infinity : 0
  const edge = isContract && !isLimit ? worstPrice(instrument, isBuy) : bandEdge(instrument, isBuy)
  if (isShut(instrument)) return matchWhileShut(instrument, taker, opposite, isLimit ? worst : edge)
  for (let level = opposite.best; level.exists; level = opposite.best) {
    makeSure()
    const price = level.price
    if (isBuy ? price > worst : price < worst) return NO_CROSS
    if (isBuy ? price > edge : price < edge) return OUT_OF_BAND
    const maker = level.head
    const remaining = taker.remaining
    let wanted = isByAmount ? Infinity : remaining
    if (budgeted) {
      const affordable = lotsInHold(instrument, taker, price, wanted)
      if (affordable < 1) return OUT_OF_FUNDS
      if (affordable < wanted) wanted = affordable
    }
    if (isSpent()) return AT_BOUND
    noteMeeting()
    if (state.behind != 0 && lateReason(maker) != CLOSE_NONE) {
      endLate(maker)
      continue
    }
    if (mode != STP_NONE && maker.desk == desk) {
      if (preventSelfTrade(instrument, maker, taker, mode, wanted, price)) return PREVENTED
      continue
    }
    if (isHedgeOf(maker.desk.user.person, isBuy)) return PREVENTED
    const shown = shownOf(maker)
    let quantity = shown < wanted ? shown : wanted
    const isBounded = desk.user.bound.exists || maker.desk.user.bound.exists
    if (isBounded) {
      if (!mayTrade(instrument, taker, price, quantity)) return OUT_OF_LOCK
      if (endsLocked(instrument, maker, price, quantity)) continue
    }
    if (isContract) {
      quantity = meetOnContract(instrument, taker, maker, price, quantity)
      if (quantity == 0) continue
      if (quantity < 0) return OUT_OF_FUNDS
    }
    const makerId = maker.id
    if (isBounded) noteLosses(instrument, maker, taker, price, quantity)
    const isFar = fillMaker(instrument, maker, taker, level, price, quantity)
    if (isByAmount ? taker.held == 0 : remaining == quantity) return DONE
    if (isContract && endsTaker(instrument, maker, makerId)) return OUT_OF_FUNDS
    if (isFar) return TOO_FAR
  }
  return NO_CROSS
}

/** Of a fill that is about to happen. */
export function noteLosses(instrument: Instrument, maker: Order, taker: Order, price: f64, quantity: f64): void {
  noteLoss(instrument, maker, price, quantity)
  noteLoss(instrument, taker, price, quantity)
}

/** Ends a resting order whose owner may not trade at this price while he is bounded. */
function endsLocked(instrument: Instrument, maker: Order, price: f64, quantity: f64): bool {
  if (mayTrade(instrument, maker, price, quantity)) return false
  end(instrument, maker, CANCELED, CLOSE_LOCK_BOUND)
  return true
}

// Of the fill under way of a contract: the maker ends behind it, the taker stops behind it.
let isCut: bool = false
let stops: bool = false

/** Lots that both sides can bear; 0 = the maker ended, below 0: the taker stops. What pays for the fill is there afterwards. */
function meetOnContract(instrument: Instrument, taker: Order, maker: Order, price: f64, quantity: f64): f64 {
  const lots = meet(instrument, taker, maker, price, quantity)
  if (lots < 0) return lots
  isCut = lots == 0 || isMakerCut()
  stops = isTakerCut()
  if (isCut && !mayEnd(onlyCloses(taker))) return -1
  if (lots == 0) {
    endUnbearable(instrument, maker)
    return 0
  }
  const lack = lackOfFill(instrument, taker, price, lots, false)
  if (lack > 0) freeReserves(taker, maker, lack)
  const makerLack = lackOfFill(instrument, maker, price, lots, true)
  if (makerLack > 0) freeReserves(maker, taker, makerLack)
  return lots
}

/** Behind a fill of a contract: ends the rest of a maker that could not bear more. Does the taker stop, because it could not either? */
function endsTaker(instrument: Instrument, maker: Order, makerId: f64): bool {
  if (isCut && maker.id == makerId) endUnbearable(instrument, maker)
  return stops
}

/** Resting orders that are passed over while a contract has no index, at most. */
const PASSED_MOST: i32 = 256

/** While a contract has no index what closes meets what closes and came since; all others keep their place. */
function matchWhileShut(instrument: Instrument, taker: Order, opposite: Ladder, worst: f64): i32 {
  const isBuy = sideOf(taker) == BUY
  const canTrade = mayCloseNow(instrument, taker)
  for (;;) {
    makeSure()
    const maker = firstThatMeets(instrument, opposite, isBuy, worst, canTrade)
    if (!maker.exists) return isTooFar && !hasLimit(typeOf(taker)) ? OUT_OF_BAND : NO_CROSS
    if (isSpent()) return AT_BOUND
    noteMeeting()
    if (maker.desk == taker.desk) {
      preventSelfTrade(instrument, maker, taker, STP_MAKER, taker.remaining, maker.price)
      continue
    }
    const price = maker.price
    const lots = meetOnContract(instrument, taker, maker, price, min(taker.remaining, maker.remaining))
    if (lots == 0) continue
    if (lots < 0) return OUT_OF_FUNDS
    const makerId = maker.id
    fillMaker(instrument, maker, taker, maker.level, price, lots)
    if (taker.remaining == 0) return DONE
    if (endsTaker(instrument, maker, makerId)) return OUT_OF_FUNDS
  }
  return NO_CROSS
}

/** Did the last look end at a price beyond what the order may trade at? */
let isTooFar: bool = false

function firstThatMeets(instrument: Instrument, opposite: Ladder, isBuy: bool, worst: f64, canTrade: bool): Order {
  let passed = 0
  isTooFar = false
  for (let level = opposite.best; level.exists; level = level.worse) {
    isTooFar = isBuy ? level.price > worst : level.price < worst
    if (isTooFar) break
    for (let maker = level.head; maker.exists; maker = maker.next) {
      if (state.behind != 0 && lateReason(maker) != CLOSE_NONE) continue
      if (canTrade && meetsNow(instrument, maker, level.price)) return maker
      passed += 1
      if (passed > PASSED_MOST) return none<Order>()
    }
  }
  return none<Order>()
}

@inline function bandEdge(instrument: Instrument, isBuy: bool): f64 {
  if (instrument.bandRate == 0) return isBuy ? Infinity : 0
  if (instrument.isPaused != 0) bandAround(instrument, instrument.pausedReference)
  else bandNow(instrument)
  return isBuy ? instrument.bandHigh : instrument.bandLow
}

/** Settles one fill and lets the maker advance: gone when filled, refilled at the back when its slice is used up. Must the taker stop here? */
@inline function fillMaker(instrument: Instrument, maker: Order, taker: Order, level: Level, price: f64, quantity: f64): bool {
  armBreaker(instrument)
  if (instrument.contract.exists) dropPartner(instrument, maker)
  const counts = settleFill(instrument, maker, taker, price, quantity)
  if (instrument.contract.exists) {
    keepPromises(maker.desk.seat.cross, maker)
    keepPromises(taker.desk.seat.cross, taker)
  }
  if (counts) testTriggers(instrument, price)
  afterMakerFill(instrument, maker, level, price, quantity)
  return movesTooFar(instrument, price, quantity, counts)
}

/** Moves a resting order, which stands in `level`, on after a fill of `quantity` lots of what it shows. */
export function afterMakerFill(instrument: Instrument, maker: Order, level: Level, price: f64, quantity: f64): void {
  const remaining = maker.remaining
  if (remaining == 0) {
    leaveQueue(instrument, maker, quantity)
    dropPartner(instrument, maker)
    finishFilled(maker, CLOSE_FILLED)
    return
  }
  writeOrder(maker, UPDATED, CLOSE_NONE)
  if (!instrument.contract.exists) followPartner(maker)
  changeShown(level, -quantity)
  const extra = maker.extra
  if (extra.exists && extra.visible != 0) useSlice(instrument, maker, extra, price, remaining, quantity)
}

/** Takes a fill off the slice that an iceberg shows; used up, the next one goes to the back of the queue. */
function useSlice(instrument: Instrument, maker: Order, extra: Extra, price: f64, remaining: f64, quantity: f64): void {
  const left = extra.shown - quantity
  extra.shown = left
  if (left > 0) return
  const slice = min(extra.visible, remaining)
  extra.shown = slice
  if (!maker.previous.exists && !maker.next.exists) {
    // alone at its price it is behind nobody
    changeShown(maker.level, slice)
    return
  }
  leaveQueue(instrument, maker, 0)
  joinQueue(instrument, sideOf(maker) == BUY ? BIDS : ASKS, price, maker, slice)
}

/**
 * Could the whole quantity trade now, at the order's price or better, inside the band and with no more meetings than the entry may make? Own orders
 * count as its mode says.
 */
export function canFillWhole(instrument: Instrument, taker: Order): bool {
  const isBuy = sideOf(taker) == BUY
  const worst = taker.price
  const edge = bandEdge(instrument, isBuy)
  let left = taker.remaining
  meetings = 0
  let level = ladderOf(instrument, isBuy ? ASKS : BIDS).best
  for (; level.exists; level = level.worse) {
    const price = level.price
    if (isBuy ? price > worst || price > edge : price < worst || price < edge) return false
    const available = availableAt(instrument, level, taker)
    if (meetings > <f64>meetingsLeft()) return false
    if (available < 0) return left <= -available - 1 && mayTradeWhole(instrument, taker, price)
    left -= available
    if (left <= 0) return mayTradeWhole(instrument, taker, price)
  }
  return false
}

/** Meetings with all orders of the levels that were looked at: one with each slice of an iceberg. */
let meetings: f64 = 0

/**
 * Lots of a level that would trade with a taker. Where an own order would stop it, only what is shown in front of that order counts,
 * because hidden parts refill behind it: then −1 − lots. It does not look further than the entry could come.
 */
function availableAt(instrument: Instrument, level: Level, taker: Order): f64 {
  const mode = selfTradeOf(taker)
  const desk = taker.desk
  let shown: f64 = 0
  let whole: f64 = 0
  const most = <f64>meetingsLeft()
  for (let maker = level.head; maker.exists && meetings <= most; maker = maker.next) {
    meetings += 1
    if (state.behind != 0 && lateReason(maker) != CLOSE_NONE) continue
    const isOwn = mode != STP_NONE && maker.desk == desk
    if (isOwn && mode != STP_MAKER) return -1 - shown
    if (isOwn || isUnsure(instrument, maker, level.price)) continue
    const slice = shownOf(maker)
    const rest = maker.remaining
    shown += slice
    whole += rest
    if (rest != slice) meetings += Math.ceil((rest - slice) / maker.extra.visible)
  }
  return whole
}

/** Does no order, not even a late order, cross a limit at a price? Then the taker phase is empty, and a resting order joins the book at once. */
@inline export function meetsNothing(instrument: Instrument, price: f64, isBuy: bool): bool {
  const best = ladderOf(instrument, isBuy ? ASKS : BIDS).best
  if (!best.exists) return true
  const bestPrice = best.price
  return isBuy ? price < bestPrice : price > bestPrice
}

/** Would any part of a limit order at this price trade at once? */
export function wouldCross(instrument: Instrument, side: i32, price: f64): bool {
  const best = ladderOf(instrument, side == BUY ? ASKS : BIDS).best
  if (!best.exists) return false
  if (state.behind != 0) return meetsStanding(best, side, price)
  const bestPrice = best.price
  return side == BUY ? price >= bestPrice : price <= bestPrice
}
