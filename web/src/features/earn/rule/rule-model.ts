/** A line of interest counted again, step by step, so that it can be checked by hand. Pure; integers. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { units } from '../../../data/amounts.ts'
import { dayInterest, type Tier, yearSum } from '../../../data/earn/interest.ts'
import type { DayRate } from '../../../data/earn/products.ts'

const UNITS_SCALE = 18
const RATE_SCALE = 8

export interface Portion {
  /** Part of the principal in this bracket, decimal. */
  readonly part: string
  readonly rate: string
  /** part × rate, decimal. */
  readonly product: string
}

export interface Recount {
  readonly portions: readonly Portion[]
  /** Sum of all products: what a year would earn. */
  readonly year: string
  /** That over 365, cut at the coin's last decimal. */
  readonly interest: string
}

/** @param principal decimal string, at most `scale` decimals */
export function recount(principal: string, tiers: readonly Tier[], scale: number): Recount {
  const minor = units(principal) / 10n ** BigInt(UNITS_SCALE - scale)
  let lower = 0n
  const portions = tiers.flatMap(({ upTo, rateE8 }): Portion[] => {
    if (lower >= minor) return []
    const upper = upTo === null || upTo > minor ? minor : upTo
    const part = upper - lower
    lower = upper
    return [
      {
        part: formatDecimal(part, scale),
        rate: formatDecimal(rateE8, RATE_SCALE),
        product: formatDecimal(part * rateE8, scale + RATE_SCALE),
      },
    ]
  })
  return {
    portions,
    year: formatDecimal(yearSum(minor, tiers), scale + RATE_SCALE),
    interest: formatDecimal(dayInterest(minor, tiers).interest, scale),
  }
}

/** The last day that is over: of it a line was posted at midnight. @param now server time, ms */
export const yesterdayOf = (now: number): string => new Date(now - 86_400_000).toISOString().slice(0, 10)

/** The rate of a day with its brackets: that of the history, else the last one before it; undefined where none was in force yet. */
export const rateOn = (history: readonly DayRate[], day: string): DayRate | undefined => history.findLast((one) => one.day <= day)
