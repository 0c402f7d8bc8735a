/** Exact fractions for formulas that divide; shown with thirty decimals, truncated. */
import { exact, format, whole } from './exact.ts'

export interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

const SHOWN = 30

export function frac(value: unknown): Fraction {
  const { units, scale } = exact(value)
  return { over: units, under: 10n ** BigInt(scale) }
}

export const plus = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under })
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { over: -b.over, under: b.under })
export const times = (...factors: readonly Fraction[]): Fraction =>
  factors.reduce((a, b) => ({ over: a.over * b.over, under: a.under * b.under }), { over: 1n, under: 1n })
export const over = (a: Fraction, b: Fraction): Fraction => {
  const sign = b.over < 0n ? -1n : 1n
  return { over: a.over * b.under * sign, under: a.under * b.over * sign }
}
export const sumOf = (all: readonly Fraction[]): Fraction => all.reduce(plus, { over: 0n, under: 1n })
export const isBelow = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under
export const larger = (a: Fraction, b: Fraction): Fraction => (isBelow(a, b) ? b : a)
export const smaller = (a: Fraction, b: Fraction): Fraction => (isBelow(a, b) ? a : b)
export const clamp = (a: Fraction, lowest: Fraction, highest: Fraction): Fraction => smaller(larger(a, lowest), highest)
export const negative = (a: Fraction): Fraction => ({ over: -a.over, under: a.under })
/** Whole part of a fraction that is not below 0, rounded down or up. */
export const floorOf = ({ over: top, under }: Fraction): bigint => top / under
export const ceilOf = ({ over: top, under }: Fraction): bigint => (top + under - 1n) / under

/** What was divided by nothing, as the price at which a position without debt goes bankrupt, does not exist: 0. */
export const shown = ({ over: top, under }: Fraction): string =>
  under === 0n ? '0' : format(whole((top * 10n ** BigInt(SHOWN)) / under, SHOWN))

/** A fraction of a figure that may be missing: 0 then. */
export const fracOr0 = (value: unknown): Fraction => frac(value ?? 0)
export const isZero = (a: Fraction): boolean => a.over === 0n
export const magnitudeOf = (a: Fraction): Fraction => (a.over < 0n ? negative(a) : a)
/** Mean of all, weighted; 0 where nothing weighs anything. */
export function weighted(all: readonly (readonly [value: Fraction, weight: Fraction])[]): Fraction {
  const weight = sumOf(all.map(([, each]) => each))
  return isZero(weight) ? weight : over(sumOf(all.map(([value, each]) => times(value, each))), weight)
}
export const meanOf = (all: readonly Fraction[]): Fraction => weighted(all.map((value) => [value, frac(1)]))
