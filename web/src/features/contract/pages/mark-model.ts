/**
 * Makes a mark again from its parts. It is the middle one of three, in whole ticks and kept near the index: the index with the funding that is
 * still to come, the index with the mean distance of the book from it, and that drawn towards the last price by what customers traded. Pure;
 * decimal strings in and out, integers of 1e-12 inside, rounded as the exchange rounds.
 */
import { divideCeil, divideFloor } from '@agio/engine/money/rounding.ts'
import type { MarkParts } from '@agio/wire/futures/types.ts'
import { decimalOf, units } from '../../../data/amounts.ts'

const FINE = 10n ** 6n
const ONE = 10n ** 12n
const HOUR_MS = 3_600_000

/** What became the mark. */
export type MarkPart = 'funding' | 'basis' | 'drawn' | 'lowest' | 'highest' | 'index'

export interface MarkAgain {
  readonly withFunding: string
  readonly withBasis: string
  readonly drawn: string
  readonly lowest: string
  readonly highest: string
  readonly chosen: MarkPart
  readonly made: string
  /** Undefined while there was no index: the mark stood still, whatever its parts are. */
  readonly holds: boolean | undefined
}

const fineOf = (decimal: string): bigint => units(decimal) / FINE
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const larger = (one: bigint, other: bigint): bigint => (one < other ? other : one)
const textOf = (fine: bigint): string => decimalOf(fine * FINE)

/** index × rate × what is left of the interval; both steps cut towards 0. */
function fundingPart(index: bigint, rate: bigint, leftMs: number, intervalMs: number): bigint {
  const size = rate < 0n ? -rate : rate
  const share = divideFloor(divideFloor(index * size, ONE) * BigInt(leftMs), BigInt(intervalMs))
  return rate < 0n ? index - share : index + share
}

function again(parts: MarkParts, left: number, intervalMs: number, tick: bigint): MarkAgain {
  const index = fineOf(parts.indexPrice)
  const drawn = fineOf(parts.drawn)
  const range = fineOf(parts.range)
  const funding = fundingPart(index, fineOf(parts.fundRate), left, intervalMs)
  const basis = index + fineOf(parts.basis)
  const [low, high] = [smaller(funding, basis), larger(funding, basis)]
  const middle = larger(low, smaller(high, drawn))
  const ticks = divideFloor(middle + tick / 2n, tick)
  const lowest = divideCeil(index * (ONE - range), ONE * tick)
  const highest = divideFloor(index * (ONE + range), ONE * tick)
  // Of a coin that costs few ticks there may be none so near: then it is the index.
  const isBetween = lowest <= highest
  const near = isBetween ? larger(lowest, smaller(highest, ticks)) : divideFloor(index + tick / 2n, tick)
  const made = larger(1n, near) * tick
  const own: MarkPart = middle === funding ? 'funding' : middle === basis ? 'basis' : 'drawn'
  return {
    withFunding: textOf(funding),
    withBasis: textOf(basis),
    drawn: parts.drawn,
    lowest: textOf(lowest * tick),
    highest: textOf(highest * tick),
    chosen: !isBetween ? 'index' : ticks < lowest ? 'lowest' : ticks > highest ? 'highest' : own,
    made: textOf(made),
    holds: parts.shut === 1 ? undefined : made === fineOf(parts.tagPrice),
  }
}

/** @param hours of a funding interval. @param priceTick of the contract, above 0 */
export function markAgain(parts: MarkParts, hours: number, priceTick: string): MarkAgain {
  const interval = hours * HOUR_MS
  const tick = fineOf(priceTick)
  const made = again(parts, parts.fundLeft, interval, tick)
  if (made.holds !== false || parts.fundLeft !== interval) return made
  // At the instant of a settlement a mark may still be of the interval that ends: nothing is left of it.
  const ended = again(parts, 0, interval, tick)
  return ended.holds === true ? ended : made
}
