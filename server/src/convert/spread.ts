/** What of the middle price the house keeps for one quote. Pure; rates in 1e-8, values in 1e-8 of the unit asset. */
import { larger, smaller } from './big.ts'
import type { SpreadTerms } from './settings.ts'

/** 5 bps: no quote is given for less. */
export const SPREAD_LEAST = 50_000n
/** 10 %: what no sum of terms passes. */
export const SPREAD_MOST = 10_000_000n
const ONE = 100_000_000n
/** What is small is not large: the size of a conversion counts from here on. */
const SIZE_FREE = 1_000n * ONE
const SIZE_UNIT = 100_000n * ONE

/** Minor units; undefined = no limit. */
export interface Stock {
  readonly amount: bigint
  readonly least: bigint | undefined
  readonly target: bigint | undefined
  readonly most: bigint | undefined
}

/**
 * How far a stock is from its target, −1e8 at its least and 1e8 at its most; 0 as long as it is less than half the way there, so that
 * an ordinary day costs nobody anything. Without a target and the limit on that side it is nowhere.
 */
export function strayOf({ amount, least, target, most }: Stock): bigint {
  if (target === undefined || amount === target) return 0n
  const limit = amount < target ? least : most
  if (limit === undefined) return 0n
  const way = limit < target ? target - limit : limit - target
  const gone = amount < target ? target - amount : amount - target
  if (way === 0n) return amount < target ? -ONE : ONE
  const part = (2n * gone * ONE) / way - ONE
  const stray = smaller(larger(part, 0n), ONE)
  return amount < target ? -stray : stray
}

export interface SpreadFacts {
  /** Of what is converted. */
  readonly value: bigint
  /** How far the index of both coins went lately, added. */
  readonly range: bigint
  /** What the book asks for bringing back a stock that is beyond its limit for long, 1e-8. */
  readonly widening: bigint
  readonly send: Stock
  readonly receive: Stock
}

/** Base, volatility, size, skew and widening, between the least and the most; each part is rounded up, against the customer. */
export function spreadOf(terms: SpreadTerms, { value, range, widening, send, receive }: SpreadFacts): bigint {
  const volatility = (terms.volatility * range + ONE - 1n) / ONE
  const size = (terms.size * larger(value - SIZE_FREE, 0n) + SIZE_UNIT - 1n) / SIZE_UNIT
  // What is sent grows a stock and what is received shrinks one; below zero it brings both nearer to their targets.
  const stray = (strayOf(send) - strayOf(receive)) / 2n
  const skew = (terms.skew * stray) / ONE
  const spread = terms.base + volatility + size + skew + widening
  return smaller(larger(spread, SPREAD_LEAST), SPREAD_MOST)
}
