/** An order enters the market: as taker first, then it rests, fires, fills or ends. */
import { ASKS, BIDS } from '../book/ladder'
import { joinQueue } from '../book/queue'
import { clearDue } from '../due/queue'
import { UPDATED, writeOrder } from '../events/write-order'
import { beginPhase, continuePhase, endPhase, keepPhase } from '../market/breaker'
import { referencePrice } from '../market/reference-price'
import { coversRest, fitFired, hold, isShut, needOfChild, needOfFired, noteMore, payingAccount, refusalOfFired, releaseHold, renewHoldRate, spendable, triggerPriceNow } from '../product'
import { checkBand, firesOnRise, isBeyondBand, wouldTrigger } from './checks'
import { DRAFT_CHILDREN, draftOfOrder } from './draft'
import { extraOf, partnerOf, triggerByOf } from './extra'
import { dryRun, WHOLE } from './dry-run'
import { clearFront } from './late'
import { mayPause, takeWhole } from './meetings'
import { AT_BOUND, canFillWhole, DONE, match, OUT_OF_BAND, OUT_OF_FUNDS, OUT_OF_LOCK, PREVENTED, TOO_FAR, wouldCross } from './match'
import { count, dropPartner, end, finish, finishFilled, uncount, unpair } from './order'
import { bitsOf, hasLimit, selfTradeOf, setBits, setStatus, sideOf, statusOf, timeInForceOf, typeOf } from './order-flags'
import { joinTriggers, startTrailing } from './trigger'
import { fallingEdge, lookAt, risingEdge } from './trigger-edges'
import { mayTradeWhole } from '../user/bound'
import { Instrument, Order, state } from '../../generated/rows'
import { AUCTION, BUY, CLOSE_FILLED, CLOSE_FOK, CLOSE_INSUFFICIENT_BALANCE, CLOSE_IOC, CLOSE_LOCK_BOUND, CLOSE_NO_LIQUIDITY, CLOSE_NONE, CLOSE_POST_ONLY, CLOSE_PRICE_BAND, CLOSE_SELF_TRADE, CLOSE_WORK_LIMIT, EXPIRED, EXPIRED_IN_MATCH, FILLED, FOK, IOC, LIMIT, MARKET, NEW, PENDING_TRIGGER, POST_ONLY, REJECTED, TRAILING_STOP } from '../constants/code'
import { DUE_EXPIRY } from '../constants/due'
import { BIT_BY_AMOUNT, BIT_CLOSE, BIT_COUNTED_LIST, BIT_COUNTED_OPEN, BIT_COUNTED_TRIGGER, BIT_HIT, BIT_TRIGGERED } from '../constants/layout'
import { NONE } from '../constants/reason'

const COUNTED: u32 = BIT_COUNTED_OPEN | BIT_COUNTED_TRIGGER | BIT_COUNTED_LIST

/**
 * Runs the taker phase of an order that is placed, funded and in no queue, and leaves it resting or ended.
 *
 * @returns its status afterwards; the row is gone when that is an end state
 */
export function enterMarket(instrument: Instrument, order: Order): i32 {
  if (instrument.status == AUCTION) return restOrder(instrument, order)
  if (timeInForceOf(order) == FOK && !fillsWhole(instrument, order)) return expire(instrument, order, EXPIRED, CLOSE_FOK)
  // what has to trade whole does so in one entry, and so does a contract's order
  if (timeInForceOf(order) == FOK || instrument.contract.exists) takeWhole()
  beginPhase()
  // its bounds outlive the entry, whatever its pair is told meanwhile
  if (mayPause()) instrument.phaseReference = referencePrice(instrument)
  return trade(instrument, order)
}

/** Goes on with a taker phase that another entry began: bounds and breaker are as they were then. */
export function continueTaker(instrument: Instrument, order: Order): void {
  instrument.phaseReference = instrument.pausedReference
  continuePhase(instrument)
  trade(instrument, order)
}

function trade(instrument: Instrument, order: Order): i32 {
  const ending = match(instrument, order)
  if (ending == AT_BOUND && mayPause()) {
    pause(instrument, order)
    return statusOf(order)
  }
  instrument.isPaused = 0
  const status = conclude(instrument, order, ending)
  endPhase(instrument)
  return status
}

/** Whose taker phase paused last: a leg of children that fires at once is another order than the one that waited. */
let pausing: Order = changetype<Order>(0)

/** The order whose taker phase the next slice goes on with. */
export function pausedOrder(): Order {
  return pausing
}

/** What it did so far is told; the rest comes with the next slice. */
function pause(instrument: Instrument, order: Order): void {
  pausing = order
  order.updated = state.at
  writeOrder(order, UPDATED, CLOSE_NONE)
  instrument.isPaused = 1
  instrument.pausedReference = instrument.phaseReference
  keepPhase(instrument)
}

function fillsWhole(instrument: Instrument, order: Order): bool {
  if (!instrument.contract.exists) return canFillWhole(instrument, order)
  if (!mayTradeWhole(instrument, order, order.price)) return false
  const isClose = (bitsOf(order) & BIT_CLOSE) != 0
  const seat = order.desk.seat
  return dryRun(instrument, seat, sideOf(order), isClose, order.price, order.remaining, order.held, true, selfTradeOf(order)) == WHOLE
}

/** What becomes of an order whose taker phase ended so. Returns its status afterwards. */
export function conclude(instrument: Instrument, order: Order, ending: i32): i32 {
  if (ending == DONE || (ending == OUT_OF_FUNDS && hasSpent(order))) {
    finishFilled(order, CLOSE_FILLED)
    return FILLED
  }
  if (ending == PREVENTED) return expire(instrument, order, EXPIRED_IN_MATCH, CLOSE_SELF_TRADE)
  if (ending == OUT_OF_LOCK) return expire(instrument, order, EXPIRED, CLOSE_LOCK_BOUND)
  if (ending == AT_BOUND) return expire(instrument, order, EXPIRED, CLOSE_WORK_LIMIT)
  if (ending == TOO_FAR) return expire(instrument, order, EXPIRED, CLOSE_PRICE_BAND)
  // what it would trade next it could not bear, or pay, so it may not rest either
  if (ending == OUT_OF_FUNDS && (instrument.contract.exists || hasLimit(typeOf(order)))) return expire(instrument, order, EXPIRED, CLOSE_INSUFFICIENT_BALANCE)
  if (hasLimit(typeOf(order))) {
    if (ending == OUT_OF_BAND) return expire(instrument, order, EXPIRED, CLOSE_PRICE_BAND)
    if (timeInForceOf(order) == IOC) return expire(instrument, order, EXPIRED, CLOSE_IOC)
    // of a contract: somebody whom it would have met could not bear it
    if (timeInForceOf(order) == FOK) return expire(instrument, order, EXPIRED, CLOSE_FOK)
    // those that were passed over keep their place
    if (isShut(instrument) && wouldCross(instrument, sideOf(order), order.price)) return expire(instrument, order, EXPIRED, CLOSE_NO_LIQUIDITY)
    const isFired = (bitsOf(order) & BIT_TRIGGERED) != 0
    if (isFired && isBeyondTheBand(instrument, order)) return expire(instrument, order, EXPIRED, CLOSE_PRICE_BAND)
    if (isFired && !coversRest(instrument, order)) return expire(instrument, order, EXPIRED, CLOSE_INSUFFICIENT_BALANCE)
    return restOrder(instrument, order)
  }
  return expire(instrument, order, EXPIRED, ending == OUT_OF_BAND ? CLOSE_PRICE_BAND : CLOSE_NO_LIQUIDITY)
}

/** An order that fired never saw the band before: what is left of it may not rest where nobody could place it. */
function isBeyondTheBand(instrument: Instrument, order: Order): bool {
  if (instrument.bandRate == 0) return false
  // as it was when the taker phase began: its own trades move the reference
  return isBeyondBand(instrument, sideOf(order), order.price)
}

/** True for a buy by amount that traded: without money for another lot it is filled. */
function hasSpent(order: Order): bool {
  return (bitsOf(order) & BIT_BY_AMOUNT) != 0 && order.executedQuote != 0
}

/** Ends what is left of an order, with all that hangs on it. */
function expire(instrument: Instrument, order: Order, status: i32, why: i32): i32 {
  end(instrument, order, status, why)
  return status
}

/** Puts the rest of a limit order into the book. */
export function restOrder(instrument: Instrument, order: Order): i32 {
  if (state.behind != 0 && instrument.status != AUCTION) clearFront(instrument, sideOf(order), order.price)
  const remaining = order.remaining
  const extra = order.extra
  let shown = remaining
  if (extra.exists) {
    const visible = extra.visible
    if (visible != 0 && visible < shown) shown = visible
    extra.shown = shown
  }
  joinQueue(instrument, sideOf(order) == BUY ? BIDS : ASKS, order.price, order, shown)
  count(order, BIT_COUNTED_OPEN)
  noteMore(instrument, order, remaining)
  if (remaining != order.quantity) writeOrder(order, UPDATED, CLOSE_NONE)
  return statusOf(order)
}

/** A conditional order becomes a market or limit order. */
export function fire(instrument: Instrument, order: Order): void {
  takeOverHold(order)
  dropPartner(instrument, order)
  uncount(order, BIT_COUNTED_TRIGGER)
  setBits(order, (bitsOf(order) & ~(<u32>BIT_HIT)) | BIT_TRIGGERED)
  setStatus(order, NEW)
  const at = state.at
  order.updated = at
  extraOf(order).triggeredAt = at
  if (instrument.contract.exists) {
    fireOnContract(instrument, order)
    return
  }
  fitFired(instrument, order)
  // behind the change of its hold, which the record shows
  writeOrder(order, UPDATED, CLOSE_NONE)
  enterMarket(instrument, order)
}

/** The life of its condition is over, and it is made fit for what there is. */
function fireOnContract(instrument: Instrument, order: Order): void {
  const extra = extraOf(order)
  if (extra.expireAt != 0) {
    clearDue(DUE_EXPIRY, order.id, 0)
    extra.expireAt = 0
  }
  const refusal = refusalOfFired(instrument, order)
  if (refusal != CLOSE_NONE) {
    writeOrder(order, UPDATED, CLOSE_NONE)
    end(instrument, order, REJECTED, refusal)
    return
  }
  const isCovered = refund(instrument, order)
  writeOrder(order, UPDATED, CLOSE_NONE)
  if (isCovered) enterMarket(instrument, order)
  else end(instrument, order, REJECTED, CLOSE_INSUFFICIENT_BALANCE)
}

/** The legs of a list share one hold, kept by the limit leg; the leg that fires takes it. */
function takeOverHold(order: Order): void {
  const partner = partnerOf(order)
  if (!partner.exists) return
  order.held = partner.held
  partner.held = 0
}

/** Brings the hold of a fired order to what it needs now; false when the user cannot cover it. */
function refund(instrument: Instrument, order: Order): bool {
  const need = needOfFired(instrument, order)
  const missing = need - order.held
  if (missing <= 0) {
    releaseHold(order, -missing)
    return true
  }
  if (need > spendable(order)) return false
  hold(order, missing)
  return true
}

/** The parent is filled: its child, or both legs of its child list, are placed for the first time. */
export function placeChildren(instrument: Instrument, child: Order): void {
  const second = partnerOf(child)
  if (instrument.contract.exists) {
    armChildren(instrument, child, second)
    return
  }
  draftOfOrder(DRAFT_CHILDREN, child, second)
  const need = needOfChild(instrument, child, DRAFT_CHILDREN)
  if (need < 0 || need > payingAccount(child).available) {
    refuseChildren(child, second, CLOSE_INSUFFICIENT_BALANCE)
    return
  }
  const isMaker = second.exists || timeInForceOf(child) == POST_ONLY
  if (isMaker && wouldCross(instrument, sideOf(child), child.price)) {
    refuseChildren(child, second, CLOSE_POST_ONLY)
    return
  }
  if (checkBand(instrument, DRAFT_CHILDREN) != NONE) {
    refuseChildren(child, second, CLOSE_PRICE_BAND)
    return
  }
  uncount(child, COUNTED)
  if (second.exists) uncount(second, COUNTED)
  renewHoldRate(instrument, child)
  if (second.exists) renewHoldRate(instrument, second)
  hold(child, need)
  if (second.exists) count(child, BIT_COUNTED_LIST)
  startChild(instrument, child)
  if (second.exists) startChild(instrument, second)
}

/** What was attached to an order of a contract begins to wait; the end of the entry ends it when there is nothing to close. */
function armChildren(instrument: Instrument, child: Order, second: Order): void {
  const secondId: f64 = second.exists ? second.id : 0
  startChild(instrument, child)
  // the first may have fired and ended it
  if (secondId != 0 && second.id == secondId) startChild(instrument, second)
}

function refuseChildren(child: Order, second: Order, why: i32): void {
  unpair(child)
  finish(child, REJECTED, why)
  if (second.exists) finish(second, REJECTED, why)
}

function startChild(instrument: Instrument, order: Order): void {
  const type = typeOf(order)
  order.updated = state.at
  if (type == LIMIT || type == MARKET) {
    setStatus(order, NEW)
    writeOrder(order, UPDATED, CLOSE_NONE)
    if (partnerOf(order).exists) restOrder(instrument, order)
    else enterMarket(instrument, order)
    return
  }
  setStatus(order, PENDING_TRIGGER)
  count(order, BIT_COUNTED_TRIGGER)
  if (type == TRAILING_STOP) startTrailing(instrument, order)
  writeOrder(order, UPDATED, CLOSE_NONE)
  if (firesAtOnce(instrument, order, type)) fire(instrument, order)
  else joinTriggers(instrument, order)
}

function firesAtOnce(instrument: Instrument, order: Order, type: i32): bool {
  const trigger = extraOf(order).triggerPrice
  const side = sideOf(order)
  if (instrument.contract.exists) return wouldTrigger(type, side, trigger, triggerPriceNow(instrument, triggerByOf(order)))
  const last = instrument.lastPrice
  if (!wouldTrigger(type, side, trigger, last)) return false
  lookAt(instrument, last)
  return firesOnRise(type, side) ? risingEdge >= trigger : fallingEdge <= trigger
}
