/** The taker phase: an order walks the other side, best price first, then earliest arrival. */

import { changeShown, joinQueue, leaveQueue } from '../book/queue.ts'
import * as code from '../codec/code.ts'
import type { EventBuffer } from '../event-buffer.ts'
import { UPDATED, writeOrder } from '../events/write-order.ts'
import * as layout from '../layout.ts'
import { bandOf } from '../market/band.ts'
import { rateOf, TAKER } from '../market/fee-schedule.ts'
import { ASKS, BIDS, type Instrument, UNIT_NOTIONAL } from '../market/instrument.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import { feeOf, int64Of } from '../money/notional.ts'
import { selfTradeOf, sideOf, typeOf } from '../order-flags.ts'
import type { State } from '../state.ts'
import { hasLimit, quoteValue, release, trimHold } from './holds.ts'
import { dropPartner, end, extraOf, finishFilled, shownOf } from './order.ts'
import { settleFill } from './settle-fill.ts'
import { testTriggers } from './trigger.ts'

const HANDLE = HANDLE_MASK

const { BUY, CLOSE_FILLED, CLOSE_SELF_TRADE, EXPIRED_IN_MATCH, STP_BOTH, STP_DECREMENT, STP_MAKER, STP_NONE } = code
const {
  BIT_BY_AMOUNT,
  DESK_USER,
  EXTRA_PREVENTED,
  EXTRA_SHOWN,
  EXTRA_VISIBLE,
  LEVEL_HEAD,
  LEVEL_PRICE,
  LEVEL_WORSE,
  ORDER_BITS,
  ORDER_DESK,
  ORDER_EXTRA,
  ORDER_HELD,
  ORDER_LEVEL,
  ORDER_NEXT,
  ORDER_PRICE,
  ORDER_REMAINING,
  ORDER_UPDATED,
} = layout

/** Why a taker phase ended. */
export const DONE = 0
export const NO_CROSS = 1
export const OUT_OF_BAND = 2
export const OUT_OF_FUNDS = 3
export const PREVENTED = 4

/** Matches an order that is in no queue yet; what it becomes afterwards is the caller's decision. Returns why it stopped. */
export function match(state: State, out: EventBuffer, instrument: Instrument, taker: number): number {
  taker &= HANDLE
  const orders = state.orders.view
  const isBuy = sideOf(orders, taker) === BUY
  const isLimit = hasLimit(typeOf(orders, taker))
  const isByAmount = (orders.getUint8(taker + ORDER_BITS) & BIT_BY_AMOUNT) !== 0
  const isBudgeted = isBuy && !isLimit
  const mode = selfTradeOf(orders, taker)
  const desk = orders.getInt32(taker + ORDER_DESK, true) & HANDLE
  const opposite = isBuy ? instrument.asks : instrument.bids
  const worst = worstPrice(orders.getFloat64(taker + ORDER_PRICE, true), isBuy, isLimit)
  const edge = bandEdge(state, instrument, isBuy)
  for (;;) {
    const level = opposite.best
    if (level === 0) return NO_CROSS
    const price = state.levels.view.getFloat64(level + LEVEL_PRICE, true)
    if (isBuy ? price > worst : price < worst) return NO_CROSS
    if (isBuy ? price > edge : price < edge) return OUT_OF_BAND
    const maker = state.levels.view.getInt32(level + LEVEL_HEAD, true) & HANDLE
    const remaining = state.orders.view.getFloat64(taker + ORDER_REMAINING, true)
    let wanted = isByAmount ? Infinity : remaining
    if (isBudgeted) {
      const affordable = affordableLots(state, instrument, taker, price)
      if (affordable < 1) return OUT_OF_FUNDS
      if (affordable < wanted) wanted = affordable
    }
    if (mode !== STP_NONE && state.orders.view.getInt32(maker + ORDER_DESK, true) === desk) {
      if (preventSelfTrade(state, out, instrument, maker, taker, mode, wanted, price)) return PREVENTED
      continue
    }
    const shown = shownOf(state, maker)
    const quantity = Math.min(shown, wanted)
    fillMaker(state, out, instrument, maker, taker, level, price, quantity)
    if (!isByAmount && remaining === quantity) return DONE
  }
}

function worstPrice(price: number, isBuy: boolean, isLimit: boolean): number {
  if (isLimit) return price
  return isBuy ? Infinity : 0
}

function bandEdge(state: State, instrument: Instrument, isBuy: boolean): number {
  if (instrument.terms.priceBandE8 === 0) return isBuy ? Infinity : 0
  const band = bandOf(state, instrument)
  return isBuy ? band.high : band.low
}

/** Largest quantity whose cost at this price, fee in quote included, the order's hold covers. */
function affordableLots(state: State, instrument: Instrument, order: number, price: number): number {
  order &= HANDLE
  const held = state.orders.view.getBigInt64(order + ORDER_HELD, true)
  const lot = BigInt.asIntN(64, int64Of(price) * instrument.money.getBigInt64(UNIT_NOTIONAL, true))
  if (!instrument.feeInQuote) return Number(held / lot)
  const desk = state.orders.view.getInt32(order + ORDER_DESK, true) & HANDLE
  const rate = rateOf(state, state.desks.view.getInt32(desk + DESK_USER, true), instrument, BUY, TAKER)
  let lots = (held * 100_000_000n) / (lot * (100_000_000n + rate))
  while ((lots + 1n) * lot + feeOf((lots + 1n) * lot, rate) <= held) lots += 1n
  return Number(lots)
}

/** Settles one fill and lets the maker advance: gone when filled, refilled at the back when its slice is used up. */
function fillMaker(
  state: State,
  out: EventBuffer,
  instrument: Instrument,
  maker: number,
  taker: number,
  level: number,
  price: number,
  quantity: number,
): void {
  maker &= HANDLE
  taker &= HANDLE
  level &= HANDLE
  dropPartner(state, out, instrument, maker)
  settleFill(state, out, instrument, maker, taker, price, quantity)
  testTriggers(state, instrument, price)
  afterMakerFill(state, out, instrument, maker, level, price, quantity)
}

/** Moves a resting order on after a fill of `quantity` lots of what it shows. */
export function afterMakerFill(
  state: State,
  out: EventBuffer,
  instrument: Instrument,
  maker: number,
  level: number,
  price: number,
  quantity: number,
): void {
  maker &= HANDLE
  level &= HANDLE
  const orders = state.orders.view
  const remaining = orders.getFloat64(maker + ORDER_REMAINING, true)
  if (remaining === 0) {
    changeShown(state, level, -quantity)
    leaveQueue(state, instrument, maker, 0)
    finishFilled(state, out, maker, CLOSE_FILLED)
    return
  }
  writeOrder(state, out, maker, UPDATED)
  const extra = orders.getInt32(maker + ORDER_EXTRA, true) & HANDLE
  const visible = extra === 0 ? 0 : state.extras.view.getFloat64(extra + EXTRA_VISIBLE, true)
  if (visible === 0) {
    changeShown(state, level, -quantity)
    return
  }
  const left = state.extras.view.getFloat64(extra + EXTRA_SHOWN, true) - quantity
  changeShown(state, level, -quantity)
  state.extras.view.setFloat64(extra + EXTRA_SHOWN, left, true)
  if (left > 0) return
  leaveQueue(state, instrument, maker, 0)
  const slice = Math.min(visible, remaining)
  state.extras.view.setFloat64(extra + EXTRA_SHOWN, slice, true)
  joinQueue(state, instrument, sideOf(orders, maker) === BUY ? BIDS : ASKS, price, maker, slice)
}

/** Acts on a would-be trade of one user with himself by the taker's mode. True when the taker's phase is over. */
function preventSelfTrade(
  state: State,
  out: EventBuffer,
  instrument: Instrument,
  maker: number,
  taker: number,
  mode: number,
  wanted: number,
  price: number,
): boolean {
  maker &= HANDLE
  taker &= HANDLE
  if (mode === STP_DECREMENT) return decrement(state, out, instrument, maker, taker, wanted, price)
  if (mode === STP_MAKER || mode === STP_BOTH) {
    const rest = state.orders.view.getFloat64(maker + ORDER_REMAINING, true)
    end(state, out, instrument, preventing(state, instrument, maker, rest), EXPIRED_IN_MATCH, CLOSE_SELF_TRADE)
  }
  if (mode === STP_MAKER) return false
  const isByAmount = (state.orders.view.getUint8(taker + ORDER_BITS) & BIT_BY_AMOUNT) !== 0
  if (!isByAmount) prevent(state, taker, state.orders.view.getFloat64(taker + ORDER_REMAINING, true))
  return true
}

/** Takes the quantity off a resting order's level before the order itself is marked, so that both stay in step. */
function preventing(state: State, instrument: Instrument, maker: number, quantity: number): number {
  const shown = shownOf(state, maker)
  leaveQueue(state, instrument, maker, shown)
  prevent(state, maker, quantity)
  return maker
}

function prevent(state: State, order: number, quantity: number): void {
  const extra = extraOf(state, order)
  const extras = state.extras.view
  const orders = state.orders.view
  extras.setFloat64(extra + EXTRA_PREVENTED, extras.getFloat64(extra + EXTRA_PREVENTED, true) + quantity, true)
  orders.setFloat64(order + ORDER_REMAINING, orders.getFloat64(order + ORDER_REMAINING, true) - quantity, true)
  orders.setFloat64(order + ORDER_UPDATED, state.at, true)
}

function decrement(
  state: State,
  out: EventBuffer,
  instrument: Instrument,
  maker: number,
  taker: number,
  wanted: number,
  price: number,
): boolean {
  const makerRest = state.orders.view.getFloat64(maker + ORDER_REMAINING, true)
  const quantity = Math.min(makerRest, wanted)
  decrementTaker(state, out, instrument, taker, quantity, price)
  if (quantity === makerRest) {
    end(state, out, instrument, preventing(state, instrument, maker, quantity), EXPIRED_IN_MATCH, CLOSE_SELF_TRADE)
  } else {
    dropPartner(state, out, instrument, maker)
    const level = state.orders.view.getInt32(maker + ORDER_LEVEL, true) & HANDLE
    const shown = shownOf(state, maker)
    prevent(state, maker, quantity)
    const extra = extraOf(state, maker)
    const rest = state.orders.view.getFloat64(maker + ORDER_REMAINING, true)
    const after = Math.min(shown, rest)
    if (state.extras.view.getFloat64(extra + EXTRA_VISIBLE, true) !== 0) state.extras.view.setFloat64(extra + EXTRA_SHOWN, after, true)
    if (after !== shown) changeShown(state, level, after - shown)
    trimHold(state, out, instrument, maker)
    writeOrder(state, out, maker, UPDATED)
  }
  const isByAmount = (state.orders.view.getUint8(taker + ORDER_BITS) & BIT_BY_AMOUNT) !== 0
  return !isByAmount && state.orders.view.getFloat64(taker + ORDER_REMAINING, true) === 0
}

function decrementTaker(state: State, out: EventBuffer, instrument: Instrument, taker: number, quantity: number, price: number): void {
  const orders = state.orders.view
  if ((orders.getUint8(taker + ORDER_BITS) & BIT_BY_AMOUNT) !== 0) {
    release(state, out, taker, quoteValue(instrument, price, quantity))
    return
  }
  prevent(state, taker, quantity)
  const isBudgeted = sideOf(orders, taker) === BUY && !hasLimit(typeOf(orders, taker))
  if (!isBudgeted) trimHold(state, out, instrument, taker)
}

/** Could the whole quantity trade now, at the order's price or better and inside the band? Own orders count as its mode says. */
export function canFillWhole(state: State, instrument: Instrument, taker: number): boolean {
  taker &= HANDLE
  const orders = state.orders.view
  const levels = state.levels.view
  const isBuy = sideOf(orders, taker) === BUY
  const worst = orders.getFloat64(taker + ORDER_PRICE, true)
  const edge = bandEdge(state, instrument, isBuy)
  let left = orders.getFloat64(taker + ORDER_REMAINING, true)
  for (let level = isBuy ? instrument.asks.best : instrument.bids.best; level !== 0; level = levels.getInt32(level + LEVEL_WORSE, true)) {
    const price = levels.getFloat64(level + LEVEL_PRICE, true)
    if (isBuy ? price > worst || price > edge : price < worst || price < edge) return false
    const available = availableAt(state, level, taker)
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
function availableAt(state: State, level: number, taker: number): number {
  level &= HANDLE
  taker &= HANDLE
  const orders = state.orders.view
  const mode = selfTradeOf(orders, taker)
  const desk = orders.getInt32(taker + ORDER_DESK, true) & HANDLE
  let shown = 0
  let whole = 0
  for (let maker = state.levels.view.getInt32(level + LEVEL_HEAD, true); maker !== 0; maker = orders.getInt32(maker + ORDER_NEXT, true)) {
    const isOwn = mode !== STP_NONE && orders.getInt32(maker + ORDER_DESK, true) === desk
    if (isOwn && mode !== STP_MAKER) return -1 - shown
    if (isOwn) continue
    shown += shownOf(state, maker)
    whole += orders.getFloat64(maker + ORDER_REMAINING, true)
  }
  return whole
}

/** Would any part of a limit order at this price trade at once? */
export function wouldCross(state: State, instrument: Instrument, side: number, price: number): boolean {
  const best = side === BUY ? instrument.asks.best : instrument.bids.best
  if (best === 0) return false
  const bestPrice = state.levels.view.getFloat64(best + LEVEL_PRICE, true)
  return side === BUY ? price >= bestPrice : price <= bestPrice
}
