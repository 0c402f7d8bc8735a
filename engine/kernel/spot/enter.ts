/** An order enters the market: as taker first, then it rests, fires, fills or ends. Also the queue of orders that others set free. */
import { ASKS, BIDS } from '../book/ladder'
import { joinQueue } from '../book/queue'
import { UPDATED, writeOrder } from '../events/write-order'
import { availableOf } from '../ledger/posting'
import { armBreaker, testBreaker } from '../market/breaker'
import { highestRateOf } from '../market/fee-schedule'
import { clear, countOf, entrantId, entrantOrder, pushEntrant } from '../memory/lists'
import {
  AUCTION,
  BUY,
  CLOSE_FILLED,
  CLOSE_FOK,
  CLOSE_INSUFFICIENT_BALANCE,
  CLOSE_IOC,
  CLOSE_NO_LIQUIDITY,
  CLOSE_NONE,
  CLOSE_POST_ONLY,
  CLOSE_PRICE_BAND,
  CLOSE_SELF_TRADE,
  EXPIRED,
  EXPIRED_IN_MATCH,
  FILLED,
  FOK,
  IOC,
  LIMIT,
  MARKET,
  NEW,
  PENDING_NEW,
  PENDING_TRIGGER,
  POST_ONLY,
  REJECTED,
  TRADING,
  TRAILING_STOP,
} from '../constants/code'
import {
  BIT_BY_AMOUNT,
  BIT_COUNTED_LIST,
  BIT_COUNTED_OPEN,
  BIT_COUNTED_TRIGGER,
  BIT_HIT,
  BIT_TRIGGERED,
  DESK_USER,
  EXTRA_HOLD_RATE,
  EXTRA_PARTNER,
  EXTRA_SHOWN,
  EXTRA_TRIGGER_PRICE,
  EXTRA_TRIGGERED_AT,
  EXTRA_VISIBLE,
  ORDER_EXECUTED_QUOTE,
  ORDER_HELD,
  ORDER_QUANTITY,
  ORDER_UPDATED,
} from '../constants/layout'
import { NONE } from '../constants/reason'
import { DESKS, EXTRAS, I_BAND_RATE, I_LAST_PRICE, I_STATUS, I_WAITING, ORDERS, Q_ENTRANTS, S_AT } from '../constants/map'
import { checkBand, isBeyondBand, wouldTrigger } from './checks'
import { DRAFT_CHILDREN, draftOfOrder } from './draft'
import { hasLimit, hold, holdRateOf, needOf, payingAccount, releaseHold } from './holds'
import { canFillWhole, DONE, match, OUT_OF_BAND, OUT_OF_FUNDS, PREVENTED, wouldCross } from './match'
import { marketBuyNeed, needAtRate } from './needs'
import { count, dropPartner, end, extraOf, finish, finishFilled, instrumentOfOrder, linkOf, uncount, unpair } from './order'
import { bitsOf, paysInQuote, setBits, setStatus, sideOf, statusOf, timeInForceOf, typeOf } from './order-flags'
import { deskOf, extraRowOf, heldOf, orderIdOf, priceOf, remainingOf } from './order-row'
import { joinTriggers, startTrailing } from './trigger'

const COUNTED: u32 = BIT_COUNTED_OPEN | BIT_COUNTED_TRIGGER | BIT_COUNTED_LIST

/**
 * Runs the taker phase of an order that is placed, funded and in no queue, and leaves it resting or ended.
 *
 * @returns its status afterwards; the row is gone when that is an end state
 */
export function enterMarket(instrument: usize, order: usize): i32 {
  if (load<i32>(instrument, I_STATUS) == AUCTION) return restOrder(instrument, order)
  if (timeInForceOf(order) == FOK && !canFillWhole(instrument, order)) return expire(instrument, order, EXPIRED, CLOSE_FOK)
  armBreaker(instrument)
  const ending = match(instrument, order)
  const status = conclude(instrument, order, ending)
  testBreaker(instrument)
  return status
}

function conclude(instrument: usize, order: usize, ending: i32): i32 {
  if (ending == DONE || (ending == OUT_OF_FUNDS && hasSpent(order))) {
    finishFilled(order, CLOSE_FILLED)
    return FILLED
  }
  if (ending == PREVENTED) return expire(instrument, order, EXPIRED_IN_MATCH, CLOSE_SELF_TRADE)
  if (hasLimit(typeOf(order))) {
    if (ending == OUT_OF_BAND) return expire(instrument, order, EXPIRED, CLOSE_PRICE_BAND)
    if (timeInForceOf(order) == IOC) return expire(instrument, order, EXPIRED, CLOSE_IOC)
    if (firedBeyondBand(instrument, order)) return expire(instrument, order, EXPIRED, CLOSE_PRICE_BAND)
    return restOrder(instrument, order)
  }
  return expire(instrument, order, EXPIRED, ending == OUT_OF_BAND ? CLOSE_PRICE_BAND : CLOSE_NO_LIQUIDITY)
}

/** An order that fired never saw the band before: what is left of it may not rest where nobody could place it. */
function firedBeyondBand(instrument: usize, order: usize): bool {
  if ((bitsOf(order) & BIT_TRIGGERED) == 0 || load<f64>(instrument, I_BAND_RATE) == 0) return false
  // as it was when the taker phase began: its own trades move the reference
  return isBeyondBand(instrument, sideOf(order), priceOf(order))
}

/** True for a buy by amount that traded: without money for another lot it is filled. */
function hasSpent(order: usize): bool {
  return (bitsOf(order) & BIT_BY_AMOUNT) != 0 && load<i64>(order, ORDERS + ORDER_EXECUTED_QUOTE) != 0
}

/** Ends what is left of an order, with all that hangs on it. */
function expire(instrument: usize, order: usize, status: i32, why: i32): i32 {
  end(instrument, order, status, why)
  return status
}

/** Puts the rest of a limit order into the book. */
export function restOrder(instrument: usize, order: usize): i32 {
  const remaining = remainingOf(order)
  const extra = extraRowOf(order)
  let shown = remaining
  if (extra != 0) {
    const visible = load<f64>(extra, EXTRAS + EXTRA_VISIBLE)
    if (visible != 0 && visible < shown) shown = visible
    store<f64>(extra, shown, EXTRAS + EXTRA_SHOWN)
  }
  joinQueue(instrument, sideOf(order) == BUY ? BIDS : ASKS, priceOf(order), order, shown)
  count(order, BIT_COUNTED_OPEN)
  if (remaining != load<f64>(order, ORDERS + ORDER_QUANTITY)) writeOrder(order, UPDATED, CLOSE_NONE)
  return statusOf(order)
}

/** Lets everything that was hit or set free enter, first come first served, until nothing is left or the pair stops. */
export function drainEntrants(): void {
  // the list grows while it is walked
  for (let position: u32 = 0; position < countOf(Q_ENTRANTS); position += 1) {
    const order = entrantOrder(Q_ENTRANTS, position)
    const orderId = entrantId(Q_ENTRANTS, position)
    if (orderIdOf(order) != orderId) continue
    const instrument = instrumentOfOrder(order)
    const isTrading = load<i32>(instrument, I_STATUS) == TRADING
    if (statusOf(order) == PENDING_NEW) {
      if (isTrading) placeChildren(instrument, order)
      else pushEntrant(instrument + I_WAITING, order, orderId)
    } else if (isTrading) fire(instrument, order)
    else waitAgain(instrument, order)
  }
  clear(Q_ENTRANTS)
}

/** Hit while the pair stopped: back to its place, to be tested again when trading resumes. */
function waitAgain(instrument: usize, order: usize): void {
  setBits(order, bitsOf(order) & ~(<u32>BIT_HIT))
  joinTriggers(instrument, order)
}

/** A conditional order becomes a market or limit order. */
function fire(instrument: usize, order: usize): void {
  takeOverHold(order)
  dropPartner(instrument, order)
  uncount(order, BIT_COUNTED_TRIGGER)
  setBits(order, (bitsOf(order) & ~(<u32>BIT_HIT)) | BIT_TRIGGERED)
  setStatus(order, NEW)
  const at = load<f64>(S_AT)
  store<f64>(order, at, ORDERS + ORDER_UPDATED)
  store<f64>(extraOf(order), at, EXTRAS + EXTRA_TRIGGERED_AT)
  const isCovered = refund(instrument, order)
  // behind the change of its hold, which the record shows
  writeOrder(order, UPDATED, CLOSE_NONE)
  if (isCovered) enterMarket(instrument, order)
  else end(instrument, order, REJECTED, CLOSE_INSUFFICIENT_BALANCE)
}

/** The legs of a list share one hold, kept by the limit leg; the leg that fires takes it. */
function takeOverHold(order: usize): void {
  const partner = linkOf(order, EXTRA_PARTNER)
  if (partner == 0) return
  store<i64>(order, heldOf(partner), ORDERS + ORDER_HELD)
  store<i64>(partner, 0, ORDERS + ORDER_HELD)
}

/** Brings the hold of a fired order to what it needs now; false when the user cannot cover it. */
function refund(instrument: usize, order: usize): bool {
  const isMarketBuy = sideOf(order) == BUY && !hasLimit(typeOf(order))
  const need = isMarketBuy
    ? marketBuyNeed(instrument, holdRateOf(order), remainingOf(order))
    : needOf(instrument, order)
  const missing = need - heldOf(order)
  if (missing <= 0) {
    releaseHold(order, -missing)
    return true
  }
  if (missing > availableOf(payingAccount(order))) return false
  hold(order, missing)
  return true
}

/** The parent is filled: its child, or both legs of its child list, are placed for the first time. */
function placeChildren(instrument: usize, child: usize): void {
  const second = linkOf(child, EXTRA_PARTNER)
  const user = load<usize>(deskOf(child), DESKS + DESK_USER)
  draftOfOrder(DRAFT_CHILDREN, child, second)
  const need = needAtRate(instrument, DRAFT_CHILDREN, paysInQuote(child) ? highestRateOf(user, instrument, BUY) : 0)
  if (need < 0 || need > availableOf(payingAccount(child))) {
    refuseChildren(child, second, CLOSE_INSUFFICIENT_BALANCE)
    return
  }
  const isMaker = second != 0 || timeInForceOf(child) == POST_ONLY
  if (isMaker && wouldCross(instrument, sideOf(child), priceOf(child))) {
    refuseChildren(child, second, CLOSE_POST_ONLY)
    return
  }
  if (checkBand(instrument, DRAFT_CHILDREN) != NONE) {
    refuseChildren(child, second, CLOSE_PRICE_BAND)
    return
  }
  uncount(child, COUNTED)
  if (second != 0) uncount(second, COUNTED)
  renewHoldRate(instrument, user, child)
  if (second != 0) renewHoldRate(instrument, user, second)
  hold(child, need)
  if (second != 0) count(child, BIT_COUNTED_LIST)
  startChild(instrument, child)
  if (second != 0) startChild(instrument, second)
}

/** The hold of a child covers the fee at the rate of its placing, not of its parent's. */
function renewHoldRate(instrument: usize, user: usize, order: usize): void {
  if (!paysInQuote(order)) return
  const rate = highestRateOf(user, instrument, BUY)
  store<i64>(extraOf(order), rate, EXTRAS + EXTRA_HOLD_RATE)
}

function refuseChildren(child: usize, second: usize, why: i32): void {
  unpair(child)
  finish(child, REJECTED, why)
  if (second != 0) finish(second, REJECTED, why)
}

function startChild(instrument: usize, order: usize): void {
  const type = typeOf(order)
  store<f64>(order, load<f64>(S_AT), ORDERS + ORDER_UPDATED)
  if (type == LIMIT || type == MARKET) {
    setStatus(order, NEW)
    writeOrder(order, UPDATED, CLOSE_NONE)
    if (linkOf(order, EXTRA_PARTNER) != 0) restOrder(instrument, order)
    else enterMarket(instrument, order)
    return
  }
  setStatus(order, PENDING_TRIGGER)
  count(order, BIT_COUNTED_TRIGGER)
  if (type == TRAILING_STOP) startTrailing(instrument, order)
  writeOrder(order, UPDATED, CLOSE_NONE)
  const trigger = load<f64>(extraOf(order), EXTRAS + EXTRA_TRIGGER_PRICE)
  if (wouldTrigger(type, sideOf(order), trigger, load<f64>(instrument, I_LAST_PRICE))) fire(instrument, order)
  else joinTriggers(instrument, order)
}
