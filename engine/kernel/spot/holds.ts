/** What an order must keep on hold, and the posting of holds. */
import { post } from '../ledger/posting'
import { highestRateOf, rateOf, TAKER } from '../market/fee-schedule'
import { valueOf } from '../market/instrument'
import { addUpTo, affordableLots, feeOf, int64Of } from '../money/exact'
import { extraOf, partnerOf } from '../orders/extra'
import { hasLimit, paysInQuote, sideOf, typeOf } from '../orders/order-flags'
import { payingAccount } from './accounts'
import { Draft, Instrument, Order, User } from '../../generated/rows'
import { BUY, CAUSE_HOLD, CAUSE_RELEASE } from '../constants/code'
import { BIT_FEE_IN_QUOTE } from '../constants/layout'

/** Base minor units of a quantity. */
@inline export function lotsToAmount(instrument: Instrument, quantity: f64): i64 {
  return int64Of(quantity) * instrument.unitLot
}

/** Rate that the hold of a buy with fees in quote includes, 0 otherwise. */
@inline export function holdRateOf(order: Order): i64 {
  const extra = order.extra
  return extra.exists ? extra.holdRate : 0
}

/**
 * What the rest of a limit order or of any sell needs on hold: buys price × rest plus the fee when it is paid in quote, sells the rest. The limit
 * leg of a list holds what the dearer leg needs.
 */
export function needOf(instrument: Instrument, order: Order): i64 {
  const remaining = order.remaining
  if (sideOf(order) != BUY) return lotsToAmount(instrument, remaining)
  const partner = partnerOf(order)
  const own = valueOf(instrument, order.price, remaining)
  const value = partner.exists ? max(own, valueOfStop(instrument, partner, remaining)) : own
  if (!paysInQuote(order)) return value
  return addUpTo(value, feeOf(value, holdRateOf(order)))
}

/** Of a stop leg, for so many lots. */
function valueOfStop(instrument: Instrument, order: Order, lots: f64): i64 {
  if (hasLimit(typeOf(order))) return valueOf(instrument, order.price, lots)
  return withSlippage(instrument, valueOf(instrument, extraOf(order).triggerPrice, lots))
}

/** ceil(value × (1 + slippage cap)). */
export function withSlippage(instrument: Instrument, value: i64): i64 {
  return addUpTo(value, feeOf(value, i64(instrument.slippage)))
}

/** Puts an amount on hold for an order. The caller has checked that it is available. */
export function hold(order: Order, amount: i64): void {
  if (amount == 0) return
  order.held += amount
  post(payingAccount(order), -amount, amount, CAUSE_HOLD, order.id)
}

/** Frees part of an order's hold. */
export function releaseHold(order: Order, amount: i64): void {
  if (amount == 0) return
  order.held -= amount
  post(payingAccount(order), amount, -amount, CAUSE_RELEASE, order.id)
}

/** Frees what a limit order or a sell holds beyond the need of its rest. */
export function trimHold(instrument: Instrument, order: Order): void {
  if (sideOf(order) == BUY && !hasLimit(typeOf(order))) return
  const excess = order.held - needOf(instrument, order)
  if (excess > 0) releaseHold(order, excess)
}

/** The hold of a child covers the fee at the rate of its placing, not of its parent's. */
export function renewHoldRate(instrument: Instrument, order: Order): void {
  if (!paysInQuote(order)) return
  extraOf(order).holdRate = highestRateOf(order.desk.user, instrument, BUY)
}

/** Does a draft become a buy that pays its fee in quote? */
@inline export function holdsFee(instrument: Instrument, draft: Draft): bool {
  return instrument.feeInQuote != 0 && draft.side == BUY
}

/** Bits of an order that a draft becomes. */
@inline export function feeBits(instrument: Instrument, draft: Draft): u32 {
  return holdsFee(instrument, draft) ? <u32>BIT_FEE_IN_QUOTE : 0
}

/** Rate of the fee that the hold of such a buy includes. */
export function holdRateOfDraft(instrument: Instrument, user: User): i64 {
  return highestRateOf(user, instrument, BUY)
}

/** Largest quantity whose cost at this price, fee in quote included, the order's hold covers. */
export function lotsInHold(instrument: Instrument, order: Order, price: f64): f64 {
  const held = order.held
  const lot = int64Of(price) * instrument.unitNotional
  if (!paysInQuote(order)) return <f64>(held / lot)
  const user = order.desk.user
  return affordableLots(held, lot, rateOf(user, instrument, BUY, TAKER))
}
