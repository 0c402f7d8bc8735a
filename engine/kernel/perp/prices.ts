/** The prices of a contract that triggers are tested against. */
import { marketPrice } from '../market/instrument'
import { mulDivCeil, mulDivFloor } from '../money/wide'
import { Contract, Instrument } from '../../generated/rows'
import { BY_INDEX, BY_LAST } from '../constants/code'

const RATE_ONE: u64 = 100_000_000

/** Last price, mark or index in ticks; 0 = there is none yet. */
export function priceBy(instrument: Instrument, by: i32): f64 {
  const contract = instrument.contract
  if (!contract.exists) return marketPrice(instrument)
  if (by == BY_LAST) return limitedLast(contract, marketPrice(instrument))
  return by == BY_INDEX ? contract.index : contract.mark
}

/** A last price as triggers see it: no further from the mark than the mark may be from the index, so that one trade fires nobody’s stop. */
export function limitedLast(contract: Contract, price: f64): f64 {
  if (contract.mark == 0 || price == 0) return price
  return max(lowestNear(contract), min(highestNear(contract), price))
}

/** The lowest price that is as near the mark, in ticks. */
export function lowestNear(contract: Contract): f64 {
  return max<f64>(1, <f64>mulDivCeil(<u64>contract.mark, RATE_ONE - <u64>contract.markRange, RATE_ONE))
}

export function highestNear(contract: Contract): f64 {
  return <f64>mulDivFloor(<u64>contract.mark, RATE_ONE + <u64>contract.markRange, RATE_ONE)
}
