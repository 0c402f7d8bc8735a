/** An index price changed: pairs learn of it, and whoever waits for a price is looked at again, because more of it counts now. */
import { followPair } from '../market/index-price'
import { knownInstrument } from '../market/instrument'
import { testTriggers } from './trigger'
import { Instrument, state } from '../../generated/rows'
import { TRADING } from '../constants/code'

/** Brings every pair to the current index prices. */
export function followPairs(): void {
  const most = <i32>state.instruments
  for (let instrumentId: i32 = 1; instrumentId <= most; instrumentId += 1) {
    const instrument = knownInstrument(instrumentId)
    if (!instrument.contract.exists) follow(instrument)
  }
}

function follow(instrument: Instrument): void {
  followPair(instrument)
  const last = instrument.lastPrice
  if (last != 0 && instrument.status == TRADING) testTriggers(instrument, last)
}
