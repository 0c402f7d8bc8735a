/**
 * Buckets of trades by time: what was traded in each minute, or hour, of the last ones. A bucket has one place, by its number, and tells what
 * it is by when it began; what is older than the ring is long is written over.
 */
import { mulDivFloor } from '../money/wide'
import { BUCKET_BYTES } from '../constants/map'

const LOTS: usize = 8
const VALUE: usize = 16
/** Buckets are full here, so that sixty of them add up within int64: what a bucket has no room for moves nothing. */
const VALUE_MOST: i64 = 1 << 57

@inline function bucketAt(ring: usize, slots: f64, number: f64): usize {
  return ring + <usize>(i64(number) % i64(slots)) * BUCKET_BYTES
}

/** Adds a trade to the bucket of a number. */
export function addToRing(ring: usize, slots: f64, number: f64, lots: f64, value: i64): void {
  const bucket = bucketAt(ring, slots, number)
  if (load<f64>(bucket) != number) {
    store<f64>(bucket, number)
    store<i64>(bucket, 0, LOTS)
    store<i64>(bucket, 0, VALUE)
  }
  const sum = load<i64>(bucket, VALUE)
  if (value > VALUE_MOST - sum) return
  store<i64>(bucket, load<i64>(bucket, LOTS) + i64(lots), LOTS)
  store<i64>(bucket, sum + value, VALUE)
}

/**
 * Mean price of the buckets from one number up to another, each lot counted once: thousandths of a tick, rounded down; 0 = nothing was traded.
 * `unit`: value of one lot at one tick.
 */
export function meanOfRing(ring: usize, slots: f64, first: f64, last: f64, unit: i64): i64 {
  let lots: i64 = 0
  let value: i64 = 0
  for (let number = max(1, first); number <= last; number += 1) {
    const bucket = bucketAt(ring, slots, number)
    if (load<f64>(bucket) != number) continue
    lots += load<i64>(bucket, LOTS)
    value += load<i64>(bucket, VALUE)
  }
  return lots == 0 ? 0 : mulDivFloor(<u64>value, 1000, <u64>(lots * unit))
}

/** The newest bucket with trades up to a number and above another one; 0 = there is none. */
export function newestOfRing(ring: usize, slots: f64, after: f64, last: f64): f64 {
  for (let number = last; number > after && number > last - slots; number -= 1) if (load<f64>(bucketAt(ring, slots, number)) == number) return number
  return 0
}
