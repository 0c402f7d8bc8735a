/** A spot pair: the row that TypeScript's Instrument fills with its terms. */
import { notionalOf } from '../money/exact'
import { Instrument, none, state } from '../../generated/rows'
import { INSTRUMENT_BYTES, INSTRUMENTS } from '../constants/map'

/** A pair, none = no such pair. */
@inline export function instrumentAt(instrumentId: i32): Instrument {
  return <u32>(instrumentId - 1) < state.instruments ? knownInstrument(instrumentId) : none<Instrument>()
}

/** A pair that is there. */
@inline export function knownInstrument(instrumentId: i32): Instrument {
  return changetype<Instrument>(INSTRUMENTS + <usize>(instrumentId - 1) * INSTRUMENT_BYTES)
}

@inline export function idOf(instrument: Instrument): i32 {
  return <i32>((changetype<usize>(instrument) - INSTRUMENTS) / INSTRUMENT_BYTES) + 1
}

/** Price that conditions are tested against: last trade, else the configured reference, else 0. */
@inline export function marketPrice(instrument: Instrument): f64 {
  const last = instrument.lastPrice
  return last != 0 ? last : instrument.referencePrice
}

/** Value of price × quantity, minor units of what the pair is priced in. */
@inline export function valueOf(instrument: Instrument, price: f64, quantity: f64): i64 {
  return notionalOf(price, quantity, instrument.unitNotional)
}
