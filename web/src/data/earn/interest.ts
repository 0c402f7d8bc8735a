/**
 * The rule by which savings earn, as the exchange applies it: each part of the principal earns the annual rate of its bracket by actual days
 * over 365, rounded down to the coin's smallest unit. Paid every day, each day is rounded; paid at the end, what is less than a unit is carried
 * on. Pure; integers.
 */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'

/** What principal × rate is divided by: rates are integers in 1e-8, a year has 365 days. */
const YEAR_E8 = 36_500_000_000n
const RATE_SCALE = 8

export interface Tier {
  /** Minor units; null: no upper end. */
  readonly upTo: bigint | null
  readonly rateE8: bigint
}

export interface DayInterest {
  /** Minor units, rounded down. */
  readonly interest: bigint
  /** What is less than a minor unit, in parts of the year's divisor. */
  readonly rest: bigint
}

/** The whole sum that a day's interest is divided from: portion × rate, over all brackets. */
export function yearSum(principal: bigint, tiers: readonly Tier[]): bigint {
  let lower = 0n
  let sum = 0n
  for (const { upTo, rateE8 } of tiers) {
    if (lower >= principal) break
    const upper = upTo === null || upTo > principal ? principal : upTo
    sum += (upper - lower) * rateE8
    lower = upper
  }
  return sum
}

/** @param before what was left of the days before */
export function dayInterest(principal: bigint, tiers: readonly Tier[], before = 0n): DayInterest {
  const sum = yearSum(principal, tiers) + before
  const interest = sum / YEAR_E8
  return { interest, rest: sum - interest * YEAR_E8 }
}

/** What was earned in all by the end of each day. @param perDay each day is rounded by itself, because it is paid */
export function earnedByDay(principal: bigint, tiers: readonly Tier[], days: number, perDay: boolean): readonly bigint[] {
  let total = 0n
  let rest = 0n
  return Array.from({ length: days }, () => {
    const day = dayInterest(principal, tiers, perDay ? 0n : rest)
    rest = day.rest
    total += day.interest
    return total
  })
}

const unitsOf = (decimal: string, scale: number): bigint => {
  const value = parseDecimal(decimal, scale)
  return typeof value === 'bigint' ? value : 0n
}

interface RatedProduct {
  readonly annualRate: string
  readonly tiers: readonly { readonly upTo: string | null; readonly annualRate: string }[]
}

/** Brackets of a product; one that has none earns its one rate. @param scale of its coin */
export function tiersOf({ annualRate, tiers }: RatedProduct, scale: number): readonly Tier[] {
  if (tiers.length === 0) return [{ upTo: null, rateE8: unitsOf(annualRate, RATE_SCALE) }]
  return tiers.map((tier) => ({
    upTo: tier.upTo === null ? null : unitsOf(tier.upTo, scale),
    rateE8: unitsOf(tier.annualRate, RATE_SCALE),
  }))
}

/** What an amount earns in so many days, as a decimal string. */
export function earnedIn(product: RatedProduct, amount: string, days: number, perDay: boolean, scale: number): string {
  return formatDecimal(earnedByDay(unitsOf(amount, scale), tiersOf(product, scale), days, perDay).at(-1) ?? 0n, scale)
}
