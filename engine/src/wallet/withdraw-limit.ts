/** How a withdrawal limit is written. */
import { formatDecimal, parseDecimal, pow10 } from '../money/decimal.ts'

/** Decimals of a value in the unit asset. */
const VALUE_SCALE = 8

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
