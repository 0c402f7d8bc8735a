/**
 * Reference price of bands, breaker, auctions and market values: the index while it is live; else the configured reference as trades moved it.
 * It is never the price of one trade. A contract's is its index, or its mark while it has none.
 */
import { indexAbove } from './index-price'
import { movedAbove, movedReference } from './moved-reference'
import { Instrument, state } from '../../generated/rows'

/** Reference in ticks, 0 = none known. */
@inline export function referencePrice(instrument: Instrument): f64 {
  const index = instrument.indexPrice
  return index != 0 ? index : withoutIndex(instrument)
}

function withoutIndex(instrument: Instrument): f64 {
  const contract = instrument.contract
  if (!contract.exists) return movedReference(instrument, state.at)
  const index = liveIndex(instrument)
  if (index != 0) return index
  return contract.mark != 0 ? contract.mark : instrument.referencePrice
}

/** Of a pair: the same rounded up, which a seller is measured by. A price between two ticks is worth more than the lower one. */
export function referenceAbove(instrument: Instrument): f64 {
  return instrument.indexPrice != 0 ? indexAbove(instrument) : movedAbove(instrument, state.at)
}

/** Index price in ticks; 0 = it is not live. */
export function liveIndex(instrument: Instrument): f64 {
  const contract = instrument.contract
  if (!contract.exists) return instrument.indexPrice
  return contract.isShut == 0 ? contract.index : 0
}
