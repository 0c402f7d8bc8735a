/**
 * Two small numbers that bound what prices may do to a contract: how far its mark may be from the index, and what a price may be worse than the
 * mark before it has to be paid for. Both follow from its brackets and fees: see decision 65.
 */
import type { ContractTerms, InstrumentTerms } from '../command.ts'
import { RATE_ONE } from '../money/rounding.ts'

export interface ContractBounds {
  /** Of the mark around the index. */
  readonly markRangeE8: number
  /** Of a price beyond the mark. */
  readonly fillRangeE8: number
}

const MARK_RANGE_MOST = 2_000_000

/** What a contract has unless its terms say something else. */
export const SAFETY = { lossOfOneE8: 2_000_000, lossOfAllE8: 10_000_000, frozenMoveE8: 50_000_000, settleAfterMs: 86_400_000 } as const
export type Safety = { readonly [Name in keyof typeof SAFETY]: number }

/** As its terms say, or as every contract has it. */
export const safetyOf = (terms: ContractTerms): Safety => ({
  lossOfOneE8: terms.lossOfOneE8 ?? SAFETY.lossOfOneE8,
  lossOfAllE8: terms.lossOfAllE8 ?? SAFETY.lossOfAllE8,
  frozenMoveE8: terms.frozenMoveE8 ?? SAFETY.frozenMoveE8,
  settleAfterMs: terms.settleAfterMs ?? SAFETY.settleAfterMs,
})

/** A moment's silence is no reason to settle, and a month of it is. */
const SETTLE_AFTER = { least: 60_000, most: 30 * 86_400_000 } as const

/** One customer costs no more than all, and no share is above the whole. */
export function isSafe(terms: ContractTerms): boolean {
  const { lossOfOneE8, lossOfAllE8, frozenMoveE8, settleAfterMs } = safetyOf(terms)
  const areShares = [lossOfOneE8, lossOfAllE8, frozenMoveE8].every((rate) => Number.isSafeInteger(rate) && rate >= 0 && rate <= RATE_ONE)
  const isTime = Number.isSafeInteger(settleAfterMs) && settleAfterMs >= SETTLE_AFTER.least && settleAfterMs <= SETTLE_AFTER.most
  return areShares && lossOfOneE8 <= lossOfAllE8 && isTime
}

/**
 * The second is the smaller of half the lowest maintenance rate and the taker fee, and below taker + 2 × maker fee, so that no trade of two own
 * accounts pays. The first is half of what lies between the initial margin and the maintenance of any bracket, less the second, and at most half of
 * the lowest maintenance rate less it: so whoever opened at the index is liquidated by no mark alone. Rounded down, never below 0.
 */
export function boundsOf(terms: InstrumentTerms, { tiers }: ContractTerms): ContractBounds {
  const taker = terms.takerFeeE8 ?? terms.buyFeeE8
  const maker = terms.makerFeeE8 ?? terms.buyFeeE8
  const lowest = tiers[0]?.rateE8 ?? 0
  const fillRangeE8 = Math.max(0, Math.min(Math.floor(lowest / 2), taker, taker + 2 * maker - 1))
  const gap = Math.min(...tiers.map(({ maxLeverage, rateE8 }) => Math.floor(RATE_ONE / maxLeverage) - rateE8))
  const half = Math.floor((Math.min(gap, lowest) - fillRangeE8) / 2)
  return { fillRangeE8, markRangeE8: Math.max(0, Math.min(half, MARK_RANGE_MOST)) }
}
