/** A source's texts as one integer price. */
import { parseDecimal, rescaleFloor } from '@agio/engine/money/decimal.ts'
import { INDEX_SCALE } from '@agio/engine/schema/index-price.ts'
import type { Quote } from './source.ts'

/** Venues write up to so many decimals; what is finer than an index price is cut off. */
const TEXT_SCALE = 18
/** Prices are int64: 9.2 million USDT for one coin. */
const PRICE_MAX = 2n ** 63n - 1n

export interface QuotedPrice {
  /** 1e-12 USDT for a coin; above 0. */
  readonly price: bigint
  /** Its bid stands above its ask: a broken book. */
  readonly isCrossed: boolean
}

/** @returns undefined for what is no decimal, is 0 or below, or is beyond int64 */
function priceOf(text: string | undefined): bigint | undefined {
  const parsed = text === undefined ? 'badNumber' : parseDecimal(text, TEXT_SCALE)
  if (typeof parsed === 'string') return undefined
  const price = rescaleFloor(parsed, TEXT_SCALE, INDEX_SCALE)
  return price > 0n && price <= PRICE_MAX ? price : undefined
}

/** The middle of bid and ask, floored, where both are there; else the last price. @returns undefined when neither can be used */
export function quotedPrice({ bid, ask, last }: Quote): QuotedPrice | undefined {
  const [low, high] = [priceOf(bid), priceOf(ask)]
  if (low !== undefined && high !== undefined) return { price: (low + high) / 2n, isCrossed: low > high }
  const price = priceOf(last)
  return price === undefined ? undefined : { price, isCrossed: false }
}
