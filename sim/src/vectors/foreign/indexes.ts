/** Indexes of prices that no sources of this product could report or weigh so: formulas of other venues. */
import { INDEX_SCALE, SOURCES_MOST } from '@agio/engine/schema/index-price.ts'
import { compare, decimalsOf, exact, unitsAt } from '../exact.ts'
import { clamp, type Fraction, frac, fracOr0, isBelow, meanOf, minus, plus, shown, times, weighted } from '../fraction.ts'
import { listOf, rowsOf } from './sides.ts'

export interface Weighted {
  /** 1e-12. */
  readonly price: bigint
  /** Above 0; of all of them together without a common divisor. */
  readonly weight: bigint
}

const divisorOf = (one: bigint, other: bigint): bigint => (other === 0n ? one : divisorOf(other, one % other))

/** Prices that count, with weights as small as they can be told. */
export function weightedOf({ sources }: Readonly<Record<string, unknown>>): readonly Weighted[] {
  const all = rowsOf(sources)
  const weights = all.map(({ weight }) => exact(weight))
  const scale = Math.max(0, ...weights.map((weight) => weight.scale))
  const units = weights.map((weight) => unitsAt(weight, scale))
  const divisor = units.reduce(divisorOf, 0n)
  return all
    .map(({ price }, place) => ({
      price: unitsAt(exact(price), INDEX_SCALE),
      weight: (units[place] ?? 0n) / (divisor === 0n ? 1n : divisor),
    }))
    .filter(({ weight }) => weight > 0n)
}

const WEIGHT_MOST = 100n

/** Weights here are whole and 100 at most, and no price counts as more than nearly twice the median. */
export function isOurWeighing(all: readonly Weighted[]): boolean {
  const prices = all.map(({ price }) => price).sort((one, other) => (one < other ? -1 : 1))
  const [lowest = 0n, highest = 0n] = [prices[0], prices.at(-1)]
  return all.length > 0 && all.length <= SOURCES_MOST && highest * 100n < lowest * 199n && all.every(({ weight }) => weight <= WEIGHT_MOST)
}

/** Rounded down. */
export function weightedMean(all: readonly Weighted[]): bigint {
  const sum = (of: (one: Weighted) => bigint): bigint => all.reduce((total, one) => total + of(one), 0n)
  return sum(({ price, weight }) => price * weight) / sum(({ weight }) => weight)
}

const isFine = (price: unknown): boolean => decimalsOf(exact(price)) > INDEX_SCALE

/** Are all of them reported here with their decimals, and weighed? */
export const areOurSources = (input: Readonly<Record<string, unknown>>): boolean =>
  rowsOf(input.sources).every(({ price }) => !isFine(price)) && isOurWeighing(weightedOf(input))

/** Rounded down where the prices have no more decimals than an index has here; nothing weighs nothing. */
export function weightedByRule(input: Readonly<Record<string, unknown>>): Fraction {
  const all = rowsOf(input.sources)
  const isOurScale = all.every(({ price }) => !isFine(price)) && weightedOf(input).length > 0
  if (isOurScale) return { over: weightedMean(weightedOf(input)), under: 10n ** BigInt(INDEX_SCALE) }
  return weighted(all.map(({ price, weight }) => [frac(price), frac(weight)]))
}

/** Each price within so much of the median, their mean. */
export function cappedByRule({ prices, capFraction }: Readonly<Record<string, unknown>>): {
  readonly index: string
  readonly median: string
} {
  const sorted = listOf(prices)
    .map(frac)
    .sort((one, other) => (isBelow(one, other) ? -1 : 1))
  const median = meanOf(sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1))
  const reach = times(median, fracOr0(capFraction))
  const capped = sorted.map((price) => clamp(price, minus(median, reach), plus(median, reach)))
  return { index: shown(meanOf(capFraction == null ? sorted : capped)), median: shown(median) }
}

/** Enough sources for a median, a cap that this product takes, and prices that it reports. */
export const areOurPrices = ({ prices, capFraction }: Readonly<Record<string, unknown>>): boolean => {
  const all = listOf(prices)
  const cap = exact(capFraction ?? 0)
  const isCap = cap.units > 0n && decimalsOf(cap) <= 8 && compare(cap, exact('1')) < 0
  return all.length >= 3 && all.length <= SOURCES_MOST && isCap && all.every((price) => !isFine(price) && exact(price).units > 0n)
}
