/** Brackets of maintenance margin with what makes the need continuous where they meet. */
import type { MarginTier } from '../command.ts'
import type { Amount } from '../ids/id.ts'

const RATE_ONE = 100_000_000n

export interface TierRow extends MarginTier {
  /** Σ of the brackets below: floor(upTo × (rate − rate before)), minor units. */
  readonly deduction: Amount
}

export function tierRows(tiers: readonly MarginTier[]): readonly TierRow[] {
  let deduction = 0n
  return tiers.map((tier, position) => {
    const before = tiers[position - 1]
    if (before !== undefined) deduction += ((before.upTo ?? 0n) * BigInt(tier.rateE8 - before.rateE8)) / RATE_ONE
    return { ...tier, deduction }
  })
}
