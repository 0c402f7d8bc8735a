/** What a quote's indexes and its spread make of it, to the last unit. Exact, in words of 64 bits. */
import { indexOf } from '../index/asset-index'
import { isWideLess } from '../money/wide-product'
import { divideFloor, lowerWord, mulDivFloor, multiply, upperWord } from '../money/wide'
import { AcceptQuoteEntry } from '../../generated/entries'

const RATE_ONE: u64 = 100_000_000
/** Decimals of a price, and those that a price has beyond a rate. */
const PRICE_ONE: u64 = 1_000_000_000_000_000_000
const PRICE_PER_RATE: u64 = 10_000_000_000
/** Index prices have 12 decimals, values 8. */
const PRICE_TO_VALUE: u64 = 10_000

// The price, and what one unit that is received is in its decimals: two words each.
let priceHigh: u64 = 0
let priceLow: u64 = 0
let unitHigh: u64 = 0
let unitLow: u64 = 0

/**
 * The price is the middle one less the spread, rounded down at 18 decimals. What is received is what is sent × price, rounded down; or
 * what is sent is what is received ÷ price, rounded up. The value is that of what is sent at its index price, rounded down.
 */
export function isPriced(entry: AcceptQuoteEntry): bool {
  const spread = entry.spread
  if (spread < 0 || <u64>spread >= RATE_ONE) return false
  const sent = <u64>entry.sendAmount
  const received = <u64>entry.receiveAmount
  if (entry.value != mulDivFloor(sent, <u64>entry.sendIndex, <u64>indexOf(entry.sendAssetId).unit * PRICE_TO_VALUE)) return false
  makePrice(entry, entry.sendIndex, entry.receiveIndex)
  if (fetchesLess(sent, received)) return false
  return fetchesLess(sent, received + 1) || fetchesLess(sent - 1, received)
}

/** What the amount that a quote sends fetches at other index prices and the same spread, rounded down; no less than the quote says. */
export function fetchedAt(entry: AcceptQuoteEntry, sendIndex: i64, receiveIndex: i64): i64 {
  makePrice(entry, sendIndex, receiveIndex)
  const sent = <u64>entry.sendAmount
  let least = <u64>entry.receiveAmount
  let over: u64 = 1 << 60
  while (over - least > 1) {
    const middle = least + (over - least) / 2
    if (fetchesLess(sent, middle)) over = middle
    else least = middle
  }
  return <i64>least
}

function makePrice(entry: AcceptQuoteEntry, sendIndex: i64, receiveIndex: i64): void {
  multiply(<u64>sendIndex, (RATE_ONE - <u64>entry.spread) * PRICE_PER_RATE)
  divideFloor(<u64>receiveIndex)
  priceHigh = upperWord()
  priceLow = lowerWord()
  multiply(PRICE_ONE / <u64>indexOf(entry.receiveAssetId).unit, <u64>indexOf(entry.sendAssetId).unit)
  unitHigh = upperWord()
  unitLow = lowerWord()
}

/** Does an amount that is sent fetch less than another? */
@inline function fetchesLess(sent: u64, received: u64): bool {
  return isWideLess(priceHigh, priceLow, sent, unitHigh, unitLow, received)
}
