/** What an order must keep on hold, and the posting of holds. */
import { BUY, CAUSE_HOLD, CAUSE_RELEASE, LIMIT, STOP_LIMIT, TAKE_PROFIT_LIMIT } from '../codec/code.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as layout from '../layout.ts'
import { post } from '../ledger/posting.ts'
import { type Instrument, UNIT_LOT, UNIT_NOTIONAL } from '../market/instrument.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import { feeOf, int64Of, notionalOf } from '../money/notional.ts'
import { sideOf, typeOf } from '../order-flags.ts'
import type { State } from '../state.ts'

const HANDLE = HANDLE_MASK

const {
  DESK_BASE_ACCOUNT,
  DESK_QUOTE_ACCOUNT,
  EXTRA_HOLD_RATE,
  ORDER_DESK,
  ORDER_EXTRA,
  ORDER_HELD,
  ORDER_ID,
  ORDER_PRICE,
  ORDER_REMAINING,
} = layout

/** True for types that trade at a limit price. */
export function hasLimit(type: number): boolean {
  return type === LIMIT || type === STOP_LIMIT || type === TAKE_PROFIT_LIMIT
}

/** Base minor units of a quantity. */
export function lotsToAmount(instrument: Instrument, quantity: number): bigint {
  return BigInt.asIntN(64, int64Of(quantity) * instrument.money.getBigInt64(UNIT_LOT, true))
}

/** Quote minor units of price × quantity. */
export function quoteValue(instrument: Instrument, price: number, quantity: number): bigint {
  return notionalOf(price, quantity, instrument.money.getBigInt64(UNIT_NOTIONAL, true))
}

/** Account that pays for an order: quote for buys, base for sells. */
export function payingAccount(state: State, order: number): number {
  order &= HANDLE
  const desk = state.orders.view.getInt32(order + ORDER_DESK, true) & HANDLE
  const isBuy = sideOf(state.orders.view, order) === BUY
  return state.desks.view.getInt32(desk + (isBuy ? DESK_QUOTE_ACCOUNT : DESK_BASE_ACCOUNT), true)
}

/** Rate that the hold of a buy with fees in quote includes, 0n otherwise. */
export function holdRateOf(state: State, order: number): bigint {
  order &= HANDLE
  const extra = state.orders.view.getInt32(order + ORDER_EXTRA, true) & HANDLE
  return extra === 0 ? 0n : state.extras.view.getBigInt64(extra + EXTRA_HOLD_RATE, true)
}

/** What the rest of a limit order or of any sell needs on hold: buys price × rest plus the fee when it is paid in quote, sells the rest. */
export function needOf(state: State, instrument: Instrument, order: number): bigint {
  order &= HANDLE
  const view = state.orders.view
  const remaining = view.getFloat64(order + ORDER_REMAINING, true)
  if (sideOf(view, order) !== BUY) return lotsToAmount(instrument, remaining)
  const value = quoteValue(instrument, view.getFloat64(order + ORDER_PRICE, true), remaining)
  if (!instrument.feeInQuote) return value
  return BigInt.asIntN(64, value + feeOf(value, holdRateOf(state, order)))
}

/** Puts an amount on hold for an order. The caller has checked that it is available. */
export function hold(state: State, out: EventBuffer, order: number, amount: bigint): void {
  order &= HANDLE
  if (amount === 0n) return
  const view = state.orders.view
  view.setBigInt64(order + ORDER_HELD, BigInt.asIntN(64, view.getBigInt64(order + ORDER_HELD, true) + amount), true)
  post(state, out, payingAccount(state, order), -amount, amount, CAUSE_HOLD, view.getFloat64(order + ORDER_ID, true))
}

/** Frees part of an order's hold. */
export function release(state: State, out: EventBuffer, order: number, amount: bigint): void {
  order &= HANDLE
  if (amount === 0n) return
  const view = state.orders.view
  view.setBigInt64(order + ORDER_HELD, BigInt.asIntN(64, view.getBigInt64(order + ORDER_HELD, true) - amount), true)
  post(state, out, payingAccount(state, order), amount, -amount, CAUSE_RELEASE, view.getFloat64(order + ORDER_ID, true))
}

/** Frees what a limit order or a sell holds beyond the need of its rest. */
export function trimHold(state: State, out: EventBuffer, instrument: Instrument, order: number): void {
  order &= HANDLE
  const view = state.orders.view
  if (sideOf(view, order) === BUY && !hasLimit(typeOf(view, order))) return
  const excess = view.getBigInt64(order + ORDER_HELD, true) - needOf(state, instrument, order)
  if (excess > 0n) release(state, out, order, excess)
}
