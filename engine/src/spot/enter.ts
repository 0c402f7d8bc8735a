/** An order enters the market: as taker first, then it rests, fires, fills or ends. Also the queue of orders that others set free. */

import { joinQueue } from '../book/queue.ts'
import * as code from '../codec/code.ts'
import type { EventBuffer } from '../event-buffer.ts'
import { UPDATED, writeOrder } from '../events/write-order.ts'
import * as layout from '../layout.ts'
import { availableOf } from '../ledger/posting.ts'
import { armBreaker, testBreaker } from '../market/breaker.ts'
import { highestRateOf } from '../market/fee-schedule.ts'
import { ASKS, BIDS, type Instrument } from '../market/instrument.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import { sideOf, timeInForceOf, typeOf } from '../order-flags.ts'
import type { State } from '../state.ts'
import { wouldTrigger } from './checks.ts'
import { Draft, draftOfOrder } from './draft.ts'
import { hasLimit, hold, holdRateOf, needOf, payingAccount, release } from './holds.ts'
import * as matching from './match.ts'
import { marketBuyNeed, needOfDraft } from './needs.ts'
import { count, dropPartner, end, extraOf, finish, finishFilled, instrumentOfOrder, linkOf, uncount, unpair } from './order.ts'
import { joinTriggers, startTrailing } from './trigger.ts'

const HANDLE = HANDLE_MASK

const {
  AUCTION,
  BUY,
  CLOSE_FILLED,
  CLOSE_FOK,
  CLOSE_INSUFFICIENT_BALANCE,
  CLOSE_IOC,
  CLOSE_NO_LIQUIDITY,
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
} = code
const {
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
  EXTRA_TRIGGERED_AT,
  EXTRA_TRIGGER_PRICE,
  EXTRA_VISIBLE,
  ORDER_BITS,
  ORDER_DESK,
  ORDER_EXECUTED_QUOTE,
  ORDER_EXTRA,
  ORDER_HELD,
  ORDER_ID,
  ORDER_PRICE,
  ORDER_QUANTITY,
  ORDER_REMAINING,
  ORDER_STATUS,
  ORDER_UPDATED,
} = layout

const childDraft = new Draft()

/**
 * Runs the taker phase of an order that is placed, funded and in no queue, and leaves it resting or ended.
 *
 * @returns its status afterwards; the row is gone when that is an end state
 */
export function enterMarket(state: State, out: EventBuffer, instrument: Instrument, order: number): number {
  order &= HANDLE
  const orders = state.orders.view
  if (instrument.status === AUCTION) return restOrder(state, out, instrument, order)
  const timeInForce = timeInForceOf(orders, order)
  if (timeInForce === FOK && !matching.canFillWhole(state, instrument, order)) {
    return expire(state, out, instrument, order, EXPIRED, CLOSE_FOK)
  }
  armBreaker(state, instrument)
  const ending = matching.match(state, out, instrument, order)
  const status = conclude(state, out, instrument, order, ending)
  testBreaker(state, out, instrument)
  return status
}

function conclude(state: State, out: EventBuffer, instrument: Instrument, order: number, ending: number): number {
  order &= HANDLE
  const orders = state.orders.view
  const hasTraded = orders.getBigInt64(order + ORDER_EXECUTED_QUOTE, true) !== 0n
  const isByAmount = (orders.getUint8(order + ORDER_BITS) & BIT_BY_AMOUNT) !== 0
  if (ending === matching.DONE || (isByAmount && hasTraded && ending === matching.OUT_OF_FUNDS)) {
    finishFilled(state, out, order, CLOSE_FILLED)
    return FILLED
  }
  if (ending === matching.PREVENTED) return expire(state, out, instrument, order, EXPIRED_IN_MATCH, CLOSE_SELF_TRADE)
  const timeInForce = timeInForceOf(orders, order)
  if (hasLimit(typeOf(orders, order))) {
    if (ending === matching.OUT_OF_BAND) return expire(state, out, instrument, order, EXPIRED, CLOSE_PRICE_BAND)
    if (timeInForce === IOC) return expire(state, out, instrument, order, EXPIRED, CLOSE_IOC)
    return restOrder(state, out, instrument, order)
  }
  const why = ending === matching.OUT_OF_BAND ? CLOSE_PRICE_BAND : CLOSE_NO_LIQUIDITY
  return expire(state, out, instrument, order, EXPIRED, why)
}

/** Ends what is left of an order, with all that hangs on it. */
function expire(state: State, out: EventBuffer, instrument: Instrument, order: number, status: number, why: number): number {
  order &= HANDLE
  end(state, out, instrument, order, status, why)
  return status
}

/** Puts the rest of a limit order into the book. */
export function restOrder(state: State, out: EventBuffer, instrument: Instrument, order: number): number {
  order &= HANDLE
  const orders = state.orders.view
  const remaining = orders.getFloat64(order + ORDER_REMAINING, true)
  const extra = orders.getInt32(order + ORDER_EXTRA, true) & HANDLE
  let shown = remaining
  if (extra !== 0) {
    const visible = state.extras.view.getFloat64(extra + EXTRA_VISIBLE, true)
    if (visible !== 0 && visible < shown) shown = visible
    state.extras.view.setFloat64(extra + EXTRA_SHOWN, shown, true)
  }
  const isBuy = sideOf(orders, order) === BUY
  joinQueue(state, instrument, isBuy ? BIDS : ASKS, orders.getFloat64(order + ORDER_PRICE, true), order, shown)
  count(state, order, BIT_COUNTED_OPEN)
  const isChanged = remaining !== orders.getFloat64(order + ORDER_QUANTITY, true)
  if (isChanged) writeOrder(state, out, order, UPDATED)
  return orders.getUint8(order + ORDER_STATUS)
}

/** Lets everything that was hit or set free enter, first come first served, until nothing is left or the pair stops. */
export function drainEntrants(state: State, out: EventBuffer): void {
  const { entrants } = state
  if (entrants.length === 0) return
  for (let index = 0; index < entrants.length; index += 1) {
    const entrant = entrants[index]
    if (entrant === undefined) continue
    const orders = state.orders.view
    if (orders.getFloat64(entrant.order + ORDER_ID, true) !== entrant.orderId) continue
    const instrument = instrumentOfOrder(state, entrant.order)
    const isChild = orders.getUint8(entrant.order + ORDER_STATUS) === PENDING_NEW
    if (instrument.status !== TRADING && isChild) instrument.waitingChildren.push(entrant)
    else if (isChild) placeChildren(state, out, instrument, entrant.order)
    else if (instrument.status === TRADING) fire(state, out, instrument, entrant.order)
    else waitAgain(state, instrument, entrant.order)
  }
  entrants.length = 0
}

/** Hit while the pair stopped: back to its place, to be tested again when trading resumes. */
function waitAgain(state: State, instrument: Instrument, order: number): void {
  const orders = state.orders.view
  orders.setUint8(order + ORDER_BITS, orders.getUint8(order + ORDER_BITS) & ~BIT_HIT)
  joinTriggers(state, instrument, order)
}

/** A conditional order becomes a market or limit order. */
function fire(state: State, out: EventBuffer, instrument: Instrument, order: number): void {
  order &= HANDLE
  const orders = state.orders.view
  takeOverHold(state, order)
  dropPartner(state, out, instrument, order)
  uncount(state, order, BIT_COUNTED_TRIGGER)
  const bits = orders.getUint8(order + ORDER_BITS)
  orders.setUint8(order + ORDER_BITS, (bits & ~BIT_HIT) | BIT_TRIGGERED)
  orders.setUint8(order + ORDER_STATUS, NEW)
  orders.setFloat64(order + ORDER_UPDATED, state.at, true)
  const extra = extraOf(state, order)
  state.extras.view.setFloat64(extra + EXTRA_TRIGGERED_AT, state.at, true)
  writeOrder(state, out, order, UPDATED)
  if (!refund(state, out, instrument, order)) {
    expire(state, out, instrument, order, REJECTED, CLOSE_INSUFFICIENT_BALANCE)
    return
  }
  enterMarket(state, out, instrument, order)
}

/** The legs of a list share one hold, kept by the limit leg; the leg that fires takes it. */
function takeOverHold(state: State, order: number): void {
  order &= HANDLE
  const partner = linkOf(state, order, EXTRA_PARTNER)
  if (partner === 0) return
  const orders = state.orders.view
  orders.setBigInt64(order + ORDER_HELD, orders.getBigInt64(partner + ORDER_HELD, true), true)
  orders.setBigInt64(partner + ORDER_HELD, 0n, true)
}

/** Brings the hold of a fired order to what it needs now; false when the user cannot cover it. */
function refund(state: State, out: EventBuffer, instrument: Instrument, order: number): boolean {
  order &= HANDLE
  const orders = state.orders.view
  const isMarketBuy = sideOf(orders, order) === BUY && !hasLimit(typeOf(orders, order))
  const need = isMarketBuy
    ? marketBuyNeed(state, instrument, holdRateOf(state, order), orders.getFloat64(order + ORDER_REMAINING, true))
    : needOf(state, instrument, order)
  const missing = need - orders.getBigInt64(order + ORDER_HELD, true)
  if (missing <= 0n) {
    release(state, out, order, -missing)
    return true
  }
  if (missing > availableOf(state, payingAccount(state, order))) return false
  hold(state, out, order, missing)
  return true
}

/** The parent is filled: its child, or both legs of its child list, are placed for the first time. */
function placeChildren(state: State, out: EventBuffer, instrument: Instrument, child: number): void {
  const orders = state.orders.view
  const second = linkOf(state, child, EXTRA_PARTNER)
  const user = state.desks.view.getInt32(orders.getInt32(child + ORDER_DESK, true) + DESK_USER, true)
  draftOfOrder(state, childDraft, child, second)
  const need = needOfDraft(state, instrument, user, childDraft)
  if (need < 0n || need > availableOf(state, payingAccount(state, child))) {
    refuseChildren(state, out, child, second, CLOSE_INSUFFICIENT_BALANCE)
    return
  }
  const isMaker = second !== 0 || timeInForceOf(orders, child) === POST_ONLY
  const side = sideOf(orders, child)
  if (isMaker && matching.wouldCross(state, instrument, side, orders.getFloat64(child + ORDER_PRICE, true))) {
    refuseChildren(state, out, child, second, CLOSE_POST_ONLY)
    return
  }
  renewHoldRate(state, instrument, user, child)
  if (second !== 0) renewHoldRate(state, instrument, user, second)
  hold(state, out, child, need)
  if (second !== 0) count(state, child, BIT_COUNTED_LIST)
  startChild(state, out, instrument, child)
  if (second !== 0) startChild(state, out, instrument, second)
}

/** The hold of a child covers the fee at the rate of its placing, not of its parent's. */
function renewHoldRate(state: State, instrument: Instrument, user: number, order: number): void {
  if (!instrument.feeInQuote || sideOf(state.orders.view, order) !== BUY) return
  const extra = extraOf(state, order)
  state.extras.view.setBigInt64(extra + EXTRA_HOLD_RATE, highestRateOf(state, user, instrument, BUY), true)
}

function refuseChildren(state: State, out: EventBuffer, child: number, second: number, why: number): void {
  unpair(state, child)
  finish(state, out, child, REJECTED, why)
  if (second !== 0) finish(state, out, second, REJECTED, why)
}

function startChild(state: State, out: EventBuffer, instrument: Instrument, order: number): void {
  const orders = state.orders.view
  const type = typeOf(orders, order)
  orders.setFloat64(order + ORDER_UPDATED, state.at, true)
  if (type === LIMIT || type === MARKET) {
    orders.setUint8(order + ORDER_STATUS, NEW)
    writeOrder(state, out, order, UPDATED)
    if (linkOf(state, order, EXTRA_PARTNER) !== 0) restOrder(state, out, instrument, order)
    else enterMarket(state, out, instrument, order)
    return
  }
  orders.setUint8(order + ORDER_STATUS, PENDING_TRIGGER)
  count(state, order, BIT_COUNTED_TRIGGER)
  if (type === TRAILING_STOP) startTrailing(state, instrument, order)
  writeOrder(state, out, order, UPDATED)
  const extra = extraOf(state, order)
  const trigger = state.extras.view.getFloat64(extra + EXTRA_TRIGGER_PRICE, true)
  if (wouldTrigger(type, sideOf(orders, order), trigger, instrument.lastPrice)) {
    fire(state, out, instrument, order)
    return
  }
  joinTriggers(state, instrument, order)
}
