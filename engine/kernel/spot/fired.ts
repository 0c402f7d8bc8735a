/**
 * A pair's order that fired. One that would trade at the market has a limit from then on, as far from the reference as its pair allows; what is
 * left of it rests there. A buy pays with its hold and with what its owner has free, and buys what that pays for.
 */
import { bandNow } from '../market/band'
import { rateOf, TAKER } from '../market/fee-schedule'
import { valueOf } from '../market/instrument'
import { referencePrice } from '../market/reference-price'
import { addUpTo, feeOf, shareOf } from '../money/exact'
import { becomeLimit, bitsOf, hasLimit, paysInQuote, sideOf, typeOf } from '../orders/order-flags'
import { payingAccount } from './accounts'
import { hold, lotsInHold, needOf, releaseHold } from './holds'
import { marketBuyNeed } from './needs'
import { Instrument, Order } from '../../generated/rows'
import { BUY, STOP_LIMIT, TAKE_PROFIT_LIMIT, TAKE_PROFIT_MARKET } from '../constants/code'
import { BIT_TRIGGERED } from '../constants/layout'

/** Is it a buy that fired? */
@inline export function isFiredBuy(order: Order): bool {
  return (bitsOf(order) & BIT_TRIGGERED) != 0 && sideOf(order) == BUY
}

/** Gives an order that fires its limit, where a reference is known, and its money. */
export function fitFired(instrument: Instrument, order: Order): void {
  const isBuy = sideOf(order) == BUY
  const type = typeOf(order)
  if (!hasLimit(type)) {
    const worst = worstOf(instrument, isBuy)
    if (worst != 0) {
      order.price = worst
      becomeLimit(order, type == TAKE_PROFIT_MARKET ? TAKE_PROFIT_LIMIT : STOP_LIMIT)
    }
  }
  const isPriced = hasLimit(typeOf(order))
  fund(order, isPriced || !isBuy ? needOf(instrument, order) : marketBuyNeed(instrument, order))
}

/** The worst price of an order that fired, inside the band: buys rounded down, sells up. 0 = no reference is known. */
function worstOf(instrument: Instrument, isBuy: bool): f64 {
  const reference = referencePrice(instrument)
  if (reference == 0) return 0
  bandNow(instrument)
  const width = <f64>shareOf(i64(reference), i64(instrument.firedBound))
  return isBuy ? min(reference + width, instrument.bandHigh) : max(1, max(reference - width, instrument.bandLow))
}

/** Brings a hold to a need, as far as there is money. */
function fund(order: Order, need: i64): void {
  const missing = need - order.held
  if (missing <= 0) releaseHold(order, -missing)
  else hold(order, min(missing, payingAccount(order).available))
}

/** Lots up to `wanted` that a buy which fired can pay for at a price. What its hold lacks for them is taken from what is free. */
export function lotsOfFired(instrument: Instrument, order: Order, price: f64, wanted: f64): f64 {
  const affordable = lotsInHold(instrument, order, price)
  if (affordable >= wanted) return wanted
  const value = valueOf(instrument, price, wanted)
  const rate = paysInQuote(order) ? rateOf(order.desk.user, instrument, BUY, TAKER) : 0
  fund(order, addUpTo(value, feeOf(value, rate)))
  return min(wanted, lotsInHold(instrument, order, price))
}

/** Before what is left of an order that fired rests: is its money there, or can it be taken from what is free? */
export function coversRest(instrument: Instrument, order: Order): bool {
  const need = needOf(instrument, order)
  fund(order, need)
  return order.held >= need
}
