/** Price band around the reference: the best and worst price a taker may trade at, and an order may be placed at. */
import { RATE_ONE, SAFE_MOST, shareOf } from '../money'
import { I_BAND_HIGH, I_BAND_KNOWN_RATE, I_BAND_LOW, I_BAND_RATE, I_BAND_REFERENCE, S_AT } from '../constants/map'
import { referencePrice } from './instrument'

/**
 * Brings I_BAND_HIGH and I_BAND_LOW up to date: reference ± floor(reference × rate), so the upper bound floors and the lower one ceils, but a tick at
 * least, or a price of few ticks could never move again;
 * Infinity and 0 when the band is off or no reference is known. An unchanged reference costs nothing.
 */
@inline export function bandNow(instrument: usize): void {
  const rate = load<f64>(instrument, I_BAND_RATE)
  const reference = rate == 0 ? 0 : referencePrice(instrument, load<f64>(S_AT))
  if (load<f64>(instrument, I_BAND_REFERENCE) == reference && load<f64>(instrument, I_BAND_KNOWN_RATE) == rate) return
  moveBand(instrument, reference, rate)
}

function moveBand(instrument: usize, reference: f64, rate: f64): void {
  store<f64>(instrument, reference, I_BAND_REFERENCE)
  store<f64>(instrument, rate, I_BAND_KNOWN_RATE)
  if (reference == 0) {
    store<f64>(instrument, Infinity, I_BAND_HIGH)
    store<f64>(instrument, 0, I_BAND_LOW)
    return
  }
  const share = min(rate, <f64>RATE_ONE)
  const product = reference * share
  const floored = product <= SAFE_MOST ? <f64>(i64(product) / RATE_ONE) : <f64>shareOf(i64(reference), i64(share))
  const width: f64 = max(1, floored)
  store<f64>(instrument, rate > <f64>RATE_ONE ? Infinity : reference + width, I_BAND_HIGH)
  store<f64>(instrument, reference - width, I_BAND_LOW)
}
