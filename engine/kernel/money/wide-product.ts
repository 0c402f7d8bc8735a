/** Products of two words by one, three words each: where even 128 bits are too few. */
import { highOf } from './wide'

let top: u64 = 0
let high: u64 = 0
let low: u64 = 0

/** a × its factor < b × its factor, where a and b have two words. */
export function isWideLess(aHigh: u64, aLow: u64, aBy: u64, bHigh: u64, bLow: u64, bBy: u64): bool {
  multiplyWide(aHigh, aLow, aBy)
  const oneTop = top
  const oneHigh = high
  const oneLow = low
  multiplyWide(bHigh, bLow, bBy)
  if (oneTop != top) return oneTop < top
  return oneHigh != high ? oneHigh < high : oneLow < low
}

function multiplyWide(upper: u64, lower: u64, by: u64): void {
  const carry = highOf(lower, by)
  low = lower * by
  high = upper * by + carry
  top = highOf(upper, by) + u64(high < carry)
}
