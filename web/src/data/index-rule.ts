/**
 * The published rule by which an index price is made of what sources say. Prices are integers, of any one unit.
 *
 * Three or more: the weighted mean, each price moved to the median ± the cap first. Two: their mean; when they are further than two caps
 * apart, the one nearer to the last index. One: that. None: there is no new index.
 */
import { divideCeil, divideFloor } from '@agio/engine/money/rounding.ts'

/** One in rates of 1e-8. */
const RATE_ONE = 10n ** 8n

export interface Counted {
  readonly price: bigint
  readonly weight: bigint
}

const middle = (lower: bigint, higher: bigint): bigint => lower + (higher - lower) / 2n

function meanOf(sorted: readonly Counted[], cap: bigint): bigint {
  const half = sorted.length - 1
  const median = middle(sorted[Math.floor(half / 2)]?.price ?? 0n, sorted[Math.ceil(half / 2)]?.price ?? 0n)
  const highest = divideFloor(median * (RATE_ONE + cap), RATE_ONE)
  const lowest = divideCeil(median * (RATE_ONE - cap), RATE_ONE)
  const capped = ({ price }: Counted): bigint => (price > highest ? highest : price < lowest ? lowest : price)
  const weights = sorted.reduce((sum, { weight }) => sum + weight, 0n)
  return divideFloor(
    sorted.reduce((sum, one) => sum + capped(one) * one.weight, 0n),
    weights,
  )
}

function priceOfTwo(lower: bigint, higher: bigint, last: bigint, cap: bigint): bigint {
  const mean = middle(lower, higher)
  if ((higher - lower) * RATE_ONE <= cap * (lower + higher) || last === 0n) return mean
  const distance = (price: bigint): bigint => (price > last ? price - last : last - price)
  if (distance(lower) === distance(higher)) return mean
  return distance(lower) < distance(higher) ? lower : higher
}

/**
 * @param counted sources that count, each with a weight above zero, in any order
 * @param last the index before; 0: there was none
 * @param cap how far from the median a source may pull, 1e-8
 * @returns undefined when no source counts
 */
export function indexOf(counted: readonly Counted[], last: bigint, cap: bigint): bigint | undefined {
  const sorted = [...counted].sort((one, other) => (one.price < other.price ? -1 : one.price > other.price ? 1 : 0))
  const [first, second] = sorted
  if (first === undefined || second === undefined) return first?.price
  return sorted.length === 2 ? priceOfTwo(first.price, second.price, last, cap) : meanOf(sorted, cap)
}
