/** Price band around the reference: the best and worst price a taker may trade at, and an order may be placed at. */
import { RATE_ONE, SAFE_MOST, shareOf } from '../money/exact'
import { referencePrice } from './reference-price'
import { Instrument } from '../../generated/rows'

/**
 * Brings bandHigh and bandLow up to date: reference ± floor(reference × rate), so the upper bound floors and the lower one ceils, but a tick at
 * least, or a price of few ticks could never move again;
 * Infinity and 0 when the band is off or no reference is known. An unchanged reference costs nothing.
 */
@inline export function bandNow(instrument: Instrument): void {
  bandAround(instrument, instrument.bandRate == 0 ? 0 : referencePrice(instrument))
}

/** The same around a reference of before. */
@inline export function bandAround(instrument: Instrument, reference: f64): void {
  const rate = instrument.bandRate
  if (instrument.bandReference == reference && instrument.bandKnownRate == rate) return
  moveBand(instrument, reference, rate)
}

/** The same for readers beside the kernel. */
export function lookAtBand(instrument: Instrument): void {
  bandNow(instrument)
}

function moveBand(instrument: Instrument, reference: f64, rate: f64): void {
  instrument.bandReference = reference
  instrument.bandKnownRate = rate
  if (reference == 0) {
    instrument.bandHigh = Infinity
    instrument.bandLow = 0
    return
  }
  const share = min(rate, <f64>RATE_ONE)
  const product = reference * share
  const floored = product <= SAFE_MOST ? <f64>(i64(product) / RATE_ONE) : <f64>shareOf(i64(reference), i64(share))
  const width: f64 = max(1, floored)
  instrument.bandHigh = rate > <f64>RATE_ONE ? Infinity : reference + width
  instrument.bandLow = reference - width
}
