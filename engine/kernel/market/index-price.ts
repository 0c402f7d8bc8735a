/** What the index prices of base and quote make of a pair. */
import { indexOf } from '../index/asset-index'
import { divideCeil, multiply, divideFloor, lowerWord, upperWord } from '../money/wide'
import { beginReference } from './moved-reference'
import { AssetIndex, Instrument, state } from '../../generated/rows'

/** What the unit of all indexes is worth in itself. */
const UNIT: u64 = 1_000_000_000_000
const TICKS_MOST: u64 = 9_007_199_254_740_991

/** Brings a pair to the current index prices. Where they end, its reference goes on from the last one. */
export function followPair(instrument: Instrument): void {
  const price = indexTicks(instrument)
  const before = instrument.indexPrice
  if (price == before) return
  instrument.indexPrice = price
  if (price == 0) beginReference(instrument, before, state.at)
}

/** In ticks, rounded down, a tick at least; 0 = one of the two is not live, or there is no such price. */
function indexTicks(instrument: Instrument): f64 {
  const base = worthOf(instrument.baseAsset)
  const quote = worthOf(instrument.quoteAsset)
  if (base == 0 || quote == 0) return 0
  multiply(base, <u64>instrument.priceOne)
  divideFloor(quote)
  const ticks = lowerWord()
  return upperWord() != 0 || ticks > TICKS_MOST ? 0 : max<f64>(1, <f64>ticks)
}

/** Of a pair with an index: the same rounded up. */
export function indexAbove(instrument: Instrument): f64 {
  multiply(worthOf(instrument.baseAsset), <u64>instrument.priceOne)
  divideCeil(worthOf(instrument.quoteAsset))
  return max<f64>(1, <f64>lowerWord())
}

/** Live index price of an asset, 0 = none. */
export function worthOf(assetId: i32): u64 {
  if (assetId == state.unitAsset) return UNIT
  const row: AssetIndex = indexOf(assetId)
  return row.live == 0 ? 0 : <u64>row.price
}
