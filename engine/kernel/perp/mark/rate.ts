/** The funding rate of an interval, of the premiums of its minutes. Rates are 1e-12. */
import { Contract } from '../../../generated/rows'

/** Interest moves the rate by at most 0.05 %. */
const DAMPER: i64 = 500_000_000

/** The rate that would be settled now: mean premium and damped interest, for the part of the interval that was open, and inside its bounds at last. */
export function fundingEstimate(contract: Contract): i64 {
  const minutes = <i64>contract.minutes
  if (minutes == 0) return 0
  const mean = contract.premiums / ((minutes * (minutes + 1)) / 2)
  const damped = max(-DAMPER, min(DAMPER, contract.interest - mean))
  const rate = ((mean + damped) * minutes) / (minutes + <i64>contract.shutMinutes)
  return max(contract.fundingFloor, min(contract.fundingCap, rate))
}
