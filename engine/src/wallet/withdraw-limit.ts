/** What a customer may withdraw in a rolling time, in the unit asset, and how that is written. */
import { formatDecimal, parseDecimal, pow10 } from '../money/decimal.ts'
import { divideCeil } from '../money/rounding.ts'

const HOUR_MS = 3_600_000
/** Decimals of a value in the unit asset. */
const VALUE_SCALE = 8
/** Index prices have 12 decimals, values 8. */
const INDEX_TO_VALUE = pow10(4)

export interface ValuedWithdrawal {
  /** When it was asked for, ms since 1970. */
  readonly at: number
  /** What it was worth then, 1e-8 of the unit asset. */
  readonly value: bigint
}

/**
 * What an amount counts against the limit: 1e-8 of the unit asset, rounded up, so that many small ones pass no more than one large one.
 *
 * @param amount minor units
 * @param index price of a whole coin, 1e-12
 * @param scale decimals of the coin
 */
export function limitValue(amount: bigint, index: bigint, scale: number): bigint {
  return divideCeil(amount * index, pow10(scale) * INDEX_TO_VALUE)
}

/** Sum of those asked for in the hours up to now. One that is as old as the window counts no more. @param hours of the window */
export function usedInWindow(withdrawals: readonly ValuedWithdrawal[], now: number, hours: number): bigint {
  const from = now - hours * HOUR_MS
  return withdrawals.reduce((sum, { at, value }) => (at > from ? sum + value : sum), 0n)
}

/** What is left of a limit; nothing when more was used, as after the limit was lowered. */
export const leftOfLimit = (limit: bigint, used: bigint): bigint => (used > limit ? 0n : limit - used)

export interface LimitTerms {
  /** Decimal text, in `coin`. */
  readonly amountLimit: string
  readonly coin: string
  /** Hours of the window. */
  readonly time: number
}

const K = pow10(3 + VALUE_SCALE)
const COIN = /^[A-Z0-9]{1,16}$/

/** The limit in a line: `5K USDT 24h`, with K above 1000 and exact. @returns null for terms that say none */
export function limitText({ amountLimit, coin, time }: LimitTerms): string | null {
  const amount = parseDecimal(amountLimit, VALUE_SCALE)
  if (typeof amount === 'string' || !COIN.test(coin) || !Number.isInteger(time) || time < 1) return null
  const short = amount > K ? `${formatDecimal(amount, VALUE_SCALE + 3)}K` : formatDecimal(amount, VALUE_SCALE)
  return `${short} ${coin} ${time}h`
}
