/**
 * What the index most likely became of what the sources had said: equal weights, a cap of 1 %, 30 s of freshness. The engine alone decides;
 * where this agrees with it, a row need not hold the price.
 */
import type { IndexWord } from './minute.ts'

const CAP_PERCENT = 1n
const FRESH_MS = 30_000

function countingAt(words: readonly (IndexWord | undefined)[], time: number): bigint[] {
  return words
    .flatMap((word) => {
      if (word === undefined || word.state === 'crossed' || word.state === 'silent' || word.price === 0n) return []
      return word.state === 'pinned' || word.at >= time - FRESH_MS ? [word.price] : []
    })
    .sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
}

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one)

function ofTwo(lower: bigint, higher: bigint, last: bigint): bigint {
  const mean = (lower + higher) / 2n
  const isApart = (higher - lower) * 100n > CAP_PERCENT * (lower + higher)
  const [toLower, toHigher] = [distance(last, lower), distance(last, higher)]
  if (!isApart || last === 0n || toLower === toHigher) return mean
  return toLower < toHigher ? lower : higher
}

/** @param last the index before, 0n = there was none */
export function likelyIndex(words: readonly (IndexWord | undefined)[], last: bigint, time: number): bigint {
  const prices = countingAt(words, time)
  const [first, second] = prices
  if (first === undefined) return last
  if (second === undefined) return first
  if (prices.length === 2) return ofTwo(first, second, last)
  const middle = prices.length / 2
  const median = ((prices[Math.ceil(middle) - 1] ?? 0n) + (prices[Math.floor(middle)] ?? 0n)) / 2n
  const highest = (median * (100n + CAP_PERCENT)) / 100n
  const lowest = (median * (100n - CAP_PERCENT) + 99n) / 100n
  const sum = prices.reduce((total, price) => total + (price > highest ? highest : price < lowest ? lowest : price), 0n)
  return sum / BigInt(prices.length)
}
