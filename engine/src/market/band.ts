/** Price band around the reference: the best and worst price a taker may trade at, and an order may be placed at. */
import { shareOfTicks } from '../money/notional.ts'
import { RATE_ONE } from '../money/rounding.ts'
import type { State } from '../state.ts'
import type { Instrument } from './instrument.ts'

/** Bounds in ticks; Infinity and 0 when the band is off or no reference is known. */
export class Band {
  high = Infinity
  low = 0
  /** What the bounds were computed from, so that an unchanged reference costs nothing. */
  reference = 0
  rate = 0
}

/** The band of a pair at engine time: reference ± floor(reference × rate), so the upper bound floors and the lower one ceils. */
export function bandOf(state: State, instrument: Instrument): Band {
  const band = instrument.band
  const rate = instrument.terms.priceBandE8
  const reference = rate === 0 ? 0 : instrument.referencePrice(state.at)
  if (band.reference === reference && band.rate === rate) return band
  band.reference = reference
  band.rate = rate
  if (reference === 0) {
    band.high = Infinity
    band.low = 0
    return band
  }
  const width = shareOfTicks(reference, Math.min(rate, RATE_ONE))
  band.high = rate > RATE_ONE ? Infinity : reference + width
  band.low = reference - width
  return band
}
