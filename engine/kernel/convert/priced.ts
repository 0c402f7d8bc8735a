/** Whether a quote says what its own index prices and its spread make of it, to the last unit. Exact, in words of 64 bits. */
import { indexOf } from '../index/asset-index'
import { divideFloor, highOf, lowerWord, mulDivFloor, multiply, upperWord } from '../money/wide'
import { AcceptQuoteEntry } from '../../generated/entries'

const RATE_ONE: u64 = 100_000_000
/** Decimals of a price, and those that a price has beyond a rate. */
const PRICE_ONE: u64 = 1_000_000_000_000_000_000
const PRICE_PER_RATE: u64 = 10_000_000_000
/** Index prices have 12 decimals, values 8. */
const PRICE_TO_VALUE: u64 = 10_000

/** What is sent × price, and what is received × its unit in decimals of a price: three words each. */
let top: u64 = 0
let high: u64 = 0
let low: u64 = 0

/**
 * The price is the middle one less the spread, rounded down at 18 decimals. What is received is what is sent × price, rounded down; or
 * what is sent is what is received ÷ price, rounded up. The value is that of what is sent at its index price, rounded down.
 */
export function isPriced(entry: AcceptQuoteEntry): bool {
  const spread = entry.spread
  if (spread < 0 || <u64>spread >= RATE_ONE) return false
  const sendUnit = <u64>indexOf(entry.sendAssetId).unit
  const sent = <u64>entry.sendAmount
  const received = <u64>entry.receiveAmount
  if (entry.value != mulDivFloor(sent, <u64>entry.sendIndex, sendUnit * PRICE_TO_VALUE)) return false
  multiply(<u64>entry.sendIndex, (RATE_ONE - <u64>spread) * PRICE_PER_RATE)
  divideFloor(<u64>entry.receiveIndex)
  const priceHigh = upperWord()
  const priceLow = lowerWord()
  multiply(PRICE_ONE / <u64>indexOf(entry.receiveAssetId).unit, sendUnit)
  const unitHigh = upperWord()
  const unitLow = lowerWord()
  if (isLess(priceHigh, priceLow, sent, unitHigh, unitLow, received)) return false
  return isLess(priceHigh, priceLow, sent, unitHigh, unitLow, received + 1) || isLess(priceHigh, priceLow, sent - 1, unitHigh, unitLow, received)
}

/** price × sent < unit × received, of a price and a unit of two words. */
function isLess(priceHigh: u64, priceLow: u64, sent: u64, unitHigh: u64, unitLow: u64, received: u64): bool {
  multiplyWide(priceHigh, priceLow, sent)
  const sentTop = top
  const sentHigh = high
  const sentLow = low
  multiplyWide(unitHigh, unitLow, received)
  if (sentTop != top) return sentTop < top
  return sentHigh != high ? sentHigh < high : sentLow < low
}

function multiplyWide(upper: u64, lower: u64, by: u64): void {
  const carry = highOf(lower, by)
  low = lower * by
  high = upper * by + carry
  top = highOf(upper, by) + u64(high < carry)
}
