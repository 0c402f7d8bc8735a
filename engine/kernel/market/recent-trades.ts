/**
 * The last trades of two persons, sixty-four at most: at what price, worth how much. Those of one instant at one price are one.
 */
import { Instrument } from '../../generated/rows'
import { RECENT_BYTES, RECENT_MS, RECENT_TRADES } from '../constants/map'

const PRICE: usize = 8
const VALUE: usize = 16
const SLOTS: u32 = <u32>RECENT_TRADES

/** Copies of the trades that count stand in the pair's row by rising price, so many of them. */
const SORTED_BYTES: usize = 16
let sorted: usize = 0

@inline function slotAt(instrument: Instrument, position: u32): usize {
  return instrument.recentRing + <usize>(position % SLOTS) * RECENT_BYTES
}

/** Notes a trade between two persons. */
@inline export function noteRecent(instrument: Instrument, price: f64, value: i64, at: f64): void {
  const next = instrument.recentNext
  const newest = slotAt(instrument, next + SLOTS - 1)
  if (load<f64>(newest) == at && load<f64>(newest, PRICE) == price) {
    const before = load<i64>(newest, VALUE)
    store<i64>(newest, before + min(value, (1 << 57) - before), VALUE)
    return
  }
  const slot = slotAt(instrument, next)
  store<f64>(slot, at)
  store<f64>(slot, price, PRICE)
  store<i64>(slot, min(value, 1 << 57), VALUE)
  instrument.recentNext = (next + 1) % SLOTS
}

/**
 * The lowest price such that trades at or below it are worth so much (`isLow`), or the highest such that trades at or above it are. Infinity, or
 * 0: none are.
 */
export function priceReached(instrument: Instrument, worth: i64, now: f64, isLow: bool): f64 {
  sort(instrument, now - <f64>RECENT_MS)
  let sum: i64 = 0
  for (let position: usize = 0; position < sorted; position += 1) {
    const cell = instrument.recentSorted + (isLow ? position : sorted - 1 - position) * SORTED_BYTES
    sum += load<i64>(cell, 8)
    if (sum >= worth) return load<f64>(cell)
  }
  return isLow ? Infinity : 0
}

/** By insertion, from that end on from which a falling or rising price is in order already. */
function sort(instrument: Instrument, since: f64): void {
  const next = instrument.recentNext
  const falls = load<f64>(slotAt(instrument, next + SLOTS - 1), PRICE) < load<f64>(slotAt(instrument, next), PRICE)
  sorted = 0
  for (let position: u32 = 0; position < SLOTS; position += 1) {
    const slot = slotAt(instrument, falls ? next + SLOTS - 1 - position : next + position)
    if (load<f64>(slot) > since && load<f64>(slot) != 0) insert(instrument.recentSorted, load<f64>(slot, PRICE), load<i64>(slot, VALUE))
  }
}

function insert(first: usize, price: f64, value: i64): void {
  let at = first + sorted * SORTED_BYTES
  for (; at > first && load<f64>(at - SORTED_BYTES) > price; at -= SORTED_BYTES)
    memory.copy(at, at - SORTED_BYTES, SORTED_BYTES)
  store<f64>(at, price)
  store<i64>(at, value, 8)
  sorted += 1
}
