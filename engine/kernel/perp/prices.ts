/** The prices of a contract that triggers are tested against. */
import { marketPrice } from '../market/instrument'
import { Instrument } from '../../generated/rows'
import { BY_INDEX, BY_LAST } from '../constants/code'

/** Last price, mark or index in ticks; 0 = there is none yet. */
export function priceBy(instrument: Instrument, by: i32): f64 {
  if (by == BY_LAST || !instrument.contract.exists) return marketPrice(instrument)
  return by == BY_INDEX ? instrument.contract.index : instrument.contract.mark
}
