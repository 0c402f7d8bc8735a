/** A spot pair: the row that TypeScript's Instrument fills with its terms. */
import { I_FEE_IN_QUOTE, I_LAST_PRICE, I_REFERENCE_PRICE, INSTRUMENT_BYTES, INSTRUMENTS, S_INSTRUMENTS } from '../constants/map'
import { windowMean } from './reference-price'

/** Address of a pair, 0 = no such pair. */
@inline export function instrumentAt(instrumentId: i32): usize {
  return <u32>(instrumentId - 1) < load<u32>(S_INSTRUMENTS) ? INSTRUMENTS + <usize>(instrumentId - 1) * INSTRUMENT_BYTES : 0
}

/** Address of a pair that is there. */
@inline export function knownInstrument(instrumentId: i32): usize {
  return INSTRUMENTS + <usize>(instrumentId - 1) * INSTRUMENT_BYTES
}

@inline export function idOf(instrument: usize): i32 {
  return <i32>((instrument - INSTRUMENTS) / INSTRUMENT_BYTES) + 1
}

@inline export function feeInQuote(instrument: usize): bool {
  return load<i32>(instrument, I_FEE_IN_QUOTE) != 0
}

/** Price that conditions are tested against: last trade, else the configured reference, else 0. */
@inline export function marketPrice(instrument: usize): f64 {
  const last = load<f64>(instrument, I_LAST_PRICE)
  return last != 0 ? last : load<f64>(instrument, I_REFERENCE_PRICE)
}

/** Reference of bands and market values: mean of the last five minutes, else last price, else configured, else 0. */
@inline export function referencePrice(instrument: usize, now: f64): f64 {
  const mean = windowMean(instrument, now)
  return mean != 0 ? mean : marketPrice(instrument)
}
