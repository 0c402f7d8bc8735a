/** A weighted mean of prices where no source of this product could weigh so: a formula of other venues. */
import { INDEX_SCALE, SOURCES_MOST } from '@agio/engine/schema/index-price.ts'
import { exact, unitsAt } from '../exact.ts'

export interface Weighted {
  /** 1e-12. */
  readonly price: bigint
  /** Above 0; of all of them together without a common divisor. */
  readonly weight: bigint
}

const divisorOf = (one: bigint, other: bigint): bigint => (other === 0n ? one : divisorOf(other, one % other))

/** Prices that count, with weights as small as they can be told. */
export function weightedOf({ sources }: Readonly<Record<string, unknown>>): readonly Weighted[] {
  const all = (Array.isArray(sources) ? sources : []) as readonly { readonly price: unknown; readonly weight: unknown }[]
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
