/** The amount of a withdrawal and its place within what is allowed. Pure; bigints in minor units. */
import { formatDecimal, parseDecimal, rescaleFloor } from '@agio/engine/money/decimal.ts'
import { divideFloor } from '@agio/engine/money/rounding.ts'
import type { Entry } from '../../../data/typed-amount.ts'

/** Outside components: the React compiler loses BigInt literals inside them. */
const ZERO = 0n
const HUNDRED = 100n
const SCALE = 18

const unitsOf = (text: string, scale: number): bigint => {
  const value = parseDecimal(text, scale)
  return typeof value === 'bigint' ? value : ZERO
}

export interface Bounds {
  readonly min: string
  /** The least of what is free, the network's bound and what is left of the limit. */
  readonly max: string
  /** What may leave. */
  readonly balance: string
}

export type AmountFault = 'tooFine' | 'notANumber' | 'marks' | 'nothing' | 'belowMin' | 'aboveBalance' | 'aboveMax'

/** What is wrong with a typed amount; undefined for nothing, and for an empty field. @param scale decimals that the network takes */
export function amountFault(entry: Entry, bounds: Bounds | undefined, scale: number): AmountFault | undefined {
  if (entry.kind === 'empty') return undefined
  if (entry.kind !== 'amount') return entry.kind
  if (bounds === undefined) return undefined
  if (entry.value < unitsOf(bounds.min, scale)) return 'belowMin'
  // cut, not rounded: what is finer than the network takes cannot leave
  const most = (text: string): bigint => rescaleFloor(unitsOf(text, SCALE), SCALE, scale)
  if (entry.value > most(bounds.balance)) return 'aboveBalance'
  return entry.value > most(bounds.max) ? 'aboveMax' : undefined
}

/** The most that may be typed, with no more decimals than the network takes. */
export const mostOf = (max: string, scale: number): string => formatDecimal(rescaleFloor(unitsOf(max, SCALE), SCALE, scale), scale)

/** What an amount is worth in USDT, rounded down; undefined for no number, and where no price is known. */
export function worthOf(amount: string, usdtPrice: string): string | undefined {
  const value = parseDecimal(amount, SCALE)
  const price = parseDecimal(usdtPrice, SCALE)
  if (typeof value !== 'bigint' || typeof price !== 'bigint' || price === ZERO) return undefined
  return formatDecimal(rescaleFloor(value * price, SCALE + SCALE, 8), 8)
}

/** A part of a whole in whole percent, rounded down, at most 100. */
export function percentOf(part: string, whole: string): number {
  const all = unitsOf(whole, SCALE)
  if (all === ZERO) return 0
  const share = divideFloor(unitsOf(part, SCALE) * HUNDRED, all)
  return Number(share > HUNDRED ? HUNDRED : share)
}
