/**
 * The longer window of the circuit breaker: what the price was when it began. The window begins at whole sixtieths of its length, so that
 * sixty-odd prices tell it, and anew whenever the pair trades again after a stop: else a pair that halted here would halt with its next
 * trade. A pair without this window costs one look.
 */
import { marketPrice } from './instrument'
import { Instrument, state } from '../../generated/rows'
import { L_SLOT_BYTES, L_SLOTS, LONG_WINDOW_PARTS } from '../constants/map'

// Slot: when its part of the window began, and its last price (float64).
const SLOT_PRICE: usize = 8

@inline function slotAt(instrument: Instrument, position: u32): usize {
  return instrument.longRing + <usize>((instrument.longFirst + position) % <u32>L_SLOTS) * L_SLOT_BYTES
}

/** Begins the window now. Called whenever a pair is listed, gets a window or trades again. */
export function beginLongWindow(instrument: Instrument): void {
  instrument.longBase = marketPrice(instrument)
  instrument.longNotes = 0
}

/** Price at the start of the window that ends now, 0 = none known; then notes the last price for windows to come. */
export function moveLongWindow(instrument: Instrument): f64 {
  const now = state.at
  const width = instrument.longWindow / <f64>LONG_WINDOW_PARTS
  drop(instrument, now - width * (<f64>LONG_WINDOW_PARTS + 1))
  const last = instrument.lastPrice
  if (instrument.longBase == 0) instrument.longBase = last
  note(instrument, Math.floor(now / width) * width, last)
  return instrument.longBase
}

/** The last price of the newest part that ended before the window is what the price was at its start. */
function drop(instrument: Instrument, newest: f64): void {
  while (instrument.longCount != 0) {
    const slot = slotAt(instrument, 0)
    if (load<f64>(slot) > newest) return
    instrument.longBase = load<f64>(slot, SLOT_PRICE)
    instrument.longFirst = (instrument.longFirst + 1) % <u32>L_SLOTS
    instrument.longCount -= 1
  }
}

function note(instrument: Instrument, openTime: f64, price: f64): void {
  const count = instrument.longCount
  const last = count == 0 ? 0 : slotAt(instrument, count - 1)
  const slot = last != 0 && load<f64>(last) == openTime ? last : slotAt(instrument, count)
  if (slot != last) instrument.longCount = count + 1
  store<f64>(slot, openTime)
  store<f64>(slot, price, SLOT_PRICE)
}
