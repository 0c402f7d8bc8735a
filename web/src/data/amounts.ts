/** Amounts as decimal strings: sums and bounds without floats. Pure. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'

const SCALE = 18

export const units = (decimal: string): bigint => {
  const negative = decimal.startsWith('-')
  const value = parseDecimal(negative ? decimal.slice(1) : decimal, SCALE)
  return typeof value !== 'bigint' ? 0n : negative ? -value : value
}

export const decimalOf = (value: bigint): string => formatDecimal(value, SCALE)

export const isPositive = (decimal: string): boolean => /[1-9]/.test(decimal) && !decimal.startsWith('-')

export const times = (decimal: string, factor: number): string => decimalOf(units(decimal) * BigInt(factor))

export const plus = (...decimals: readonly string[]): string => decimalOf(decimals.reduce((sum, one) => sum + units(one), 0n))

export const minus = (from: string, taken: string): string => decimalOf(units(from) - units(taken))

/** Negative, zero or positive, as sorting wants it. */
export const compare = (one: string, other: string): number => {
  const difference = units(one) - units(other)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export const least = (first: string, ...others: readonly string[]): string =>
  others.reduce((low, one) => (compare(one, low) < 0 ? one : low), first)

/** The greatest whole number of steps that is not above `bound`; "0" where that is below `min`. */
export function floorToStep(bound: string, min: string, step: string): string {
  const [most, by] = [units(bound), units(step)]
  const floored = by <= 0n ? most : most - (most % by)
  return floored < units(min) || floored < 0n ? '0' : decimalOf(floored)
}

export function isOnStep(amount: string, step: string): boolean {
  const by = units(step)
  return by <= 0n || units(amount) % by === 0n
}
