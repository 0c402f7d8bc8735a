/**
 * What a look at the book of a contract says: how far an order large enough to matter would trade from the index, on both sides. The orders of
 * one owner count for no more than what he could bear of them together, so that nobody quotes what he cannot pay.
 */
import { ASKS, BIDS, ladderOf } from '../../book/ladder'
import { mulDivFloor } from '../../money/wide'
import { contractValue } from '../contract'
import { makeSure } from '../../events/out'
import { beginQuotes, quoteInTrial } from '../orders/trial'
import { Contract, Instrument, Level } from '../../../generated/rows'

const ONE: u64 = 1_000_000_000_000
const RATE_ONE: u64 = 100_000_000
/** Of a rate in 1e-8 in 1e-12. */
const FINER: i64 = 10_000
/** The impact value is a fiftieth of what is open, if that is more than what the terms say. */
const OPEN_PARTS: i64 = 50
const VALUE_MOST: i64 = (1 << 48) - 1
/** So many orders of a side are looked at; where they do not make up the impact value, the side is not that deep. */
const LOOKED_MOST: i32 = 512

/** 2^62. */
const COUNTED_MOST: f64 = 4611686018427387904

// Of the last look.
export let sampledBasis: i64 = 0
export let sampledPremium: i64 = 0

/** Value of an order that is large enough to matter. */
export function impactValueOf(contract: Contract): i64 {
  const known = contract.impactValue
  if (contract.mark == 0) return max(1, known)
  return min(VALUE_MOST, max(max(1, known), contractValue(contract, contract.mark, contract.openInterest) / OPEN_PARTS))
}

/** Looks at both sides: basis in 1e-12 of what it is priced in, premium in 1e-12 of the index. Each is as near the index as the mark has to be. */
export function sampleBook(contract: Contract, instrument: Instrument): void {
  sampledBasis = 0
  sampledPremium = 0
  const index = contract.indexFine
  if (index <= 0) return
  const wanted = impactValueOf(contract)
  const bid = impactPrice(instrument, ladderOf(instrument, BIDS).best, wanted)
  const ask = impactPrice(instrument, ladderOf(instrument, ASKS).best, wanted)
  const range = mulDivFloor(<u64>index, <u64>contract.markRange, RATE_ONE)
  if (bid != 0 && ask != 0) sampledBasis = max(-range, min(range, (bid + ask) / 2 - index))
  const above = bid == 0 ? 0 : max(0, bid - index)
  const below = ask == 0 ? 0 : max(0, index - ask)
  const premium = above >= below ? mulDivFloor(<u64>(above - below), ONE, <u64>index) : -mulDivFloor(<u64>(below - above), ONE, <u64>index)
  const most = contract.markRange * FINER
  sampledPremium = max(-most, min(most, premium))
}

/** Average price of the impact value on a side, as an index price and rounded down; 0 where the side is not that deep. */
function impactPrice(instrument: Instrument, best: Level, value: i64): i64 {
  const contract = instrument.contract
  const unit = <u64>instrument.unitNotional
  const wanted = <u64>value
  let left = wanted
  let lots: u64 = 0
  let looked = 0
  makeSure()
  beginQuotes(instrument)
  for (let level = best; level.exists; level = level.worse) {
    const price = <u64>level.price
    for (let order = level.head; order.exists; order = order.next) {
      looked += 1
      if (looked > LOOKED_MOST) return 0
      const most = <u64>quoteInTrial(order, level.price)
      const worth = price * most * unit
      if (worth < left) {
        left -= worth
        lots += most
        continue
      }
      // of lots at so small prices no sum is kept: the side is not that deep
      if (<f64>lots * level.price * instrument.notionalUnit >= COUNTED_MOST) return 0
      // wanted ÷ (lots + left ÷ (price × unit)) ÷ unit, in one division
      return mulDivFloor(wanted, price * <u64>contract.fine, lots * price * unit + left)
    }
  }
  return 0
}
