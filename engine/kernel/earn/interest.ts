/**
 * Interest of a day: each part of the principal earns the annual rate of its bracket, by actual days over 365. One function for what is paid
 * and for what is shown beforehand.
 */
import { addProduct, divideFloor, multiply, quotient } from '../money/wide'
import { EarnRate, Tier } from '../../generated/rows'
import { TIER_BYTES } from '../constants/layout'

/** A year of days, by rates in 1e-8: what principal × rate is divided by. */
export const YEAR_E8: u64 = 36_500_000_000

/** What is less than a minor unit of the last interest, in parts of YEAR_E8. */
export let rest: i64 = 0

/**
 * Interest of a principal for one day, rounded down.
 *
 * @param below what its owner holds of the product by older orders: the brackets up to it are used up
 * @param before what was left of days before, in parts of YEAR_E8
 */
export function interestOf(rate: EarnRate, below: i64, principal: i64, before: i64): i64 {
  multiply(<u64>before, 1)
  let lower = below
  const end = below + principal
  const count = rate.exists ? rate.count : 0
  for (let position: u32 = 0; position < count && lower < end; position += 1) {
    const tier = changetype<Tier>(rate.tiers + <usize>position * TIER_BYTES)
    const upper = min(end, tier.upTo)
    if (upper <= lower) continue
    addProduct(<u64>(upper - lower), <u64>tier.rate)
    lower = upper
  }
  rest = <i64>divideFloor(YEAR_E8)
  return quotient()
}
