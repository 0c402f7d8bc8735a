/** Rates of products by day, as they are shown. */
import type { RateTier } from '@agio/engine/command.ts'
import type { Product } from '@agio/engine/earn/read-earn.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'

export const DAY_MS = 86_400_000
const RATE_SCALE = 8
const WEEK_DAYS = 7

/** UTC day since 1970. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** Annual rate, 1e-8, as a fraction. */
export const rateText = (rateE8: number): string => formatDecimal(BigInt(rateE8), RATE_SCALE)

/** Brackets that hold on a UTC day: versions come the newest first. */
export const tiersOn = ({ rates }: Pick<Product, 'rates'>, day: number): readonly RateTier[] =>
  rates.find(({ fromDay }) => fromDay <= day)?.tiers ?? []

/** Of the first part of a principal: the one rate where there are no brackets. */
export const baseRate = (tiers: readonly RateTier[]): number => tiers[0]?.rateE8 ?? 0

/** Mean of the last seven daily rates, today's included, rounded down. */
export function weekRate(product: Pick<Product, 'rates'>, today: number): number {
  const rates = Array.from({ length: WEEK_DAYS }, (_, back) => baseRate(tiersOn(product, today - back)))
  return Math.floor(rates.reduce((sum, rate) => sum + rate, 0) / WEEK_DAYS)
}

/**
 * What an amount earns of a year on the whole, its brackets counted, 1e-8, rounded down.
 *
 * @param below what its owner holds of the product already: the brackets up to it are used up
 */
export function rateOfAmount(tiers: readonly RateTier[], amount: bigint, below = 0n): number {
  if (amount === 0n) return baseRate(tiers)
  let sum = 0n
  let lower = below
  for (const { upTo, rateE8 } of tiers) {
    const upper = upTo === null || upTo > below + amount ? below + amount : upTo
    if (upper <= lower) continue
    sum += (upper - lower) * BigInt(rateE8)
    lower = upper
  }
  return Number(sum / amount)
}
