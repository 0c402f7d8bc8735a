/** The funding rate of an interval, of the premiums of its minutes. Rates are 1e-12. */
import { ASKS, BIDS, ladderOf } from '../../book/ladder'
import { mulDivFloor } from '../../money/wide'
import { Contract, Instrument, Level } from '../../../generated/rows'

const ONE: u64 = 1_000_000_000_000
/** Interest moves the rate by at most 0.05 %. */
const DAMPER: i64 = 500_000_000

/** Premium now: what an impact order would pay above the index, or get below it, as a share of the index. Truncated towards 0. */
export function premiumNow(instrument: Instrument): i64 {
  const contract = instrument.contract
  const index = contract.indexFine
  if (index <= 0) return 0
  const bid = impactPrice(instrument, ladderOf(instrument, BIDS).best)
  const ask = impactPrice(instrument, ladderOf(instrument, ASKS).best)
  const above = bid == 0 ? 0 : max(0, bid - index)
  const below = ask == 0 ? 0 : max(0, index - ask)
  const premium = above >= below ? mulDivFloor(<u64>(above - below), ONE, <u64>index) : -mulDivFloor(<u64>(below - above), ONE, <u64>index)
  return max(-<i64>ONE, min(<i64>ONE, premium))
}

/** Average price of the impact value on a side, as an index price and rounded down; 0 where the side is not that deep. */
function impactPrice(instrument: Instrument, best: Level): i64 {
  const contract = instrument.contract
  const unit = <u64>instrument.unitNotional
  const wanted = <u64>contract.impactValue
  let left = wanted
  let lots: u64 = 0
  for (let level = best; level.exists; level = level.worse) {
    const price = <u64>level.price
    const value = price * <u64>level.quantity * unit
    if (value < left) {
      left -= value
      lots += <u64>level.quantity
      continue
    }
    // wanted ÷ (lots + left ÷ (price × unit)) ÷ unit, in one division
    return mulDivFloor(wanted, price * <u64>contract.fine, lots * price * unit + left)
  }
  return 0
}

/** The rate that would be settled now: mean premium and damped interest, for the part of the interval that was open, and inside its bounds at last. */
export function fundingEstimate(contract: Contract): i64 {
  const minutes = <i64>contract.minutes
  if (minutes == 0) return 0
  const mean = contract.premiums / ((minutes * (minutes + 1)) / 2)
  const damped = max(-DAMPER, min(DAMPER, contract.interest - mean))
  const rate = ((mean + damped) * minutes) / (minutes + <i64>contract.shutMinutes)
  return max(contract.fundingFloor, min(contract.fundingCap, rate))
}
