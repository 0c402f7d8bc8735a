/**
 * What the reference was: a note for each part of a window in which the pair traded. A window begins at its oldest note; what was before it
 * tells nothing of the window, and neither does the part under way.
 */
import { NOTE_BYTES, NOTES, WINDOW_PARTS } from '../constants/map'

const PRICE: usize = 8
const PARTS: f64 = <f64>WINDOW_PARTS
/** Half an hour's window has a part in which it begins, besides those inside. */
const SLOTS: f64 = <f64>NOTES

@inline function noteAt(ring: usize, part: f64): usize {
  return ring + <usize>(i64(part) % i64(SLOTS)) * NOTE_BYTES
}

@inline function partOf(at: f64, window: f64): f64 {
  return floor((at * PARTS) / window)
}

/** Notes the reference of now. */
export function notePrice(ring: usize, window: f64, at: f64, reference: f64): void {
  const part = partOf(at, window)
  const note = noteAt(ring, part)
  store<f64>(note, part)
  store<f64>(note, reference, PRICE)
}

/** Reference at the beginning of the window that ends now, 0 = nothing tells it. */
export function priceBefore(ring: usize, window: f64, at: f64): f64 {
  const now = partOf(at, window)
  for (let part = max(1, now - PARTS); part < now; part += 1) {
    const note = noteAt(ring, part)
    if (load<f64>(note) == part) return load<f64>(note, PRICE)
  }
  return 0
}

/** When the part under way ends, and what was told of the window with it. */
export function endOfPart(window: f64, at: f64): f64 {
  return ((partOf(at, window) + 1) * window) / PARTS
}
