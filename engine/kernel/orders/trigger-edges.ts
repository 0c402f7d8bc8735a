/**
 * What a last price shows to orders that wait for one. Near a live index it is the price itself. Elsewhere it is no more than what trades of the
 * last seconds are worth something for: so nobody fires another one’s stop with a small trade away from the market.
 */
import { liveIndex } from '../market/reference-price'
import { priceReached } from '../market/recent-trades'
import { isProductAtMost } from '../money/exact'
import { seenPrice } from '../product'
import { Instrument, state } from '../../generated/rows'
import { TRIGGER_LEAST } from '../constants/map'

/** Orders that wait for a fall fire from this price up; Infinity = none does. */
export let fallingEdge: f64 = Infinity
/** Orders that wait for a rise fire up to this price; 0 = none does. */
export let risingEdge: f64 = 0

/** Sets both edges for a last price. */
export function lookAt(instrument: Instrument, price: f64): void {
  const seen = seenPrice(instrument, price)
  fallingEdge = seen
  risingEdge = seen
  if (instrument.contract.exists || instrument.notionalMin == 0 || isNearIndex(instrument, price)) return
  const least = instrument.notionalMin
  const worth = least > i64.MAX_VALUE / <i64>TRIGGER_LEAST ? i64.MAX_VALUE : least * <i64>TRIGGER_LEAST
  fallingEdge = max(price, priceReached(instrument, worth, state.at, true))
  risingEdge = min(price, priceReached(instrument, worth, state.at, false))
}

/** Is a price within half the band of a live index? A pair without a band has no bound. */
function isNearIndex(instrument: Instrument, price: f64): bool {
  const index = liveIndex(instrument)
  if (index == 0) return false
  const band = instrument.bandRate
  return band == 0 || isProductAtMost(u64(abs(price - index)), 200_000_000, u64(index), u64(band))
}
