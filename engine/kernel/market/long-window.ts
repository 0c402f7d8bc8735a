/**
 * The longer window of the circuit breaker: what the price was when it began. The window begins at whole sixtieths of its length, so that
 * sixty-odd prices tell it, and anew whenever the pair trades again after a stop: else a pair that halted here would halt with its next
 * trade. A pair without this window costs one look.
 */
import { marketPrice } from './instrument'
import {
  I_LAST_PRICE,
  I_LONG_WINDOW,
  I_LONG_BASE,
  I_LONG_COUNT,
  I_LONG_FIRST,
  I_LONG_RING,
  L_SLOT_BYTES,
  L_SLOTS,
  LONG_WINDOW_PARTS,
  S_AT,
} from '../constants/map'

// Slot: when its part of the window began, and its last price (float64).
const SLOT_PRICE: usize = 8

@inline function slotAt(instrument: usize, position: u32): usize {
  return instrument + I_LONG_RING + <usize>((load<u32>(instrument, I_LONG_FIRST) + position) % <u32>L_SLOTS) * L_SLOT_BYTES
}

/** Begins the window now. Called whenever a pair is listed, gets a window or trades again. */
export function beginLongWindow(instrument: usize): void {
  store<f64>(instrument, marketPrice(instrument), I_LONG_BASE)
  store<u64>(instrument, 0, I_LONG_FIRST)
}

/** Price at the start of the window that ends now, 0 = none known; then notes the last price for windows to come. */
export function moveLongWindow(instrument: usize): f64 {
  const now = load<f64>(S_AT)
  const width = load<f64>(instrument, I_LONG_WINDOW) / <f64>LONG_WINDOW_PARTS
  drop(instrument, now - width * (<f64>LONG_WINDOW_PARTS + 1))
  const last = load<f64>(instrument, I_LAST_PRICE)
  if (load<f64>(instrument, I_LONG_BASE) == 0) store<f64>(instrument, last, I_LONG_BASE)
  note(instrument, Math.floor(now / width) * width, last)
  return load<f64>(instrument, I_LONG_BASE)
}

/** The last price of the newest part that ended before the window is what the price was at its start. */
function drop(instrument: usize, newest: f64): void {
  while (load<u32>(instrument, I_LONG_COUNT) != 0) {
    const slot = slotAt(instrument, 0)
    if (load<f64>(slot) > newest) return
    store<f64>(instrument, load<f64>(slot, SLOT_PRICE), I_LONG_BASE)
    store<u32>(instrument, (load<u32>(instrument, I_LONG_FIRST) + 1) % <u32>L_SLOTS, I_LONG_FIRST)
    store<u32>(instrument, load<u32>(instrument, I_LONG_COUNT) - 1, I_LONG_COUNT)
  }
}

function note(instrument: usize, openTime: f64, price: f64): void {
  const count = load<u32>(instrument, I_LONG_COUNT)
  const last = count == 0 ? 0 : slotAt(instrument, count - 1)
  const slot = last != 0 && load<f64>(last) == openTime ? last : slotAt(instrument, count)
  if (slot != last) store<u32>(instrument, count + 1, I_LONG_COUNT)
  store<f64>(slot, openTime)
  store<f64>(slot, price, SLOT_PRICE)
}
