/**
 * What a coin is worth in USDT: its index price. Without one, by last prices. Exact integers; the one division (a cross price) rounds to the
 * nearest.
 */
import type { AssetId } from '@agio/engine/ids/id.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'
import { VALUE_PRICE_SCALE } from '@agio/wire/market/view.ts'
import type { ListedAsset, ListedPair, Listings } from './listings.ts'

const VALUE_SYMBOL = 'USDT'
const ONE = pow10(VALUE_PRICE_SCALE)
/** Pairs that a value may be carried over: coin → BTC → USDT is enough for any sensible listing. */
const STEPS_MAX = 3

export interface Prices {
  /** Index price at VALUE_PRICE_SCALE; 0n for a coin that never had one. */
  index(assetId: AssetId): bigint
  /** Last traded price in ticks, 0 = none; the configured reference then stands in. */
  last(pair: ListedPair): number
}

export function usdtPriceOf(asset: ListedAsset, listings: Listings, prices: Prices, steps = STEPS_MAX): bigint {
  if (asset.symbol === VALUE_SYMBOL) return ONE
  const index = prices.index(asset.assetId)
  if (index > 0n) return index
  const direct = listings.pairBySymbol(`${asset.symbol}/${VALUE_SYMBOL}`)
  if (direct !== undefined) {
    const price = prices.last(direct) || direct.terms.referencePrice
    if (price > 0) return BigInt(price) * pow10(VALUE_PRICE_SCALE - direct.priceScale)
  }
  if (asset.isStable) return ONE
  if (steps === 0) return 0n
  for (const pair of listings.pairs()) {
    if (pair.base.assetId !== asset.assetId || pair.quote.symbol === VALUE_SYMBOL) continue
    const price = prices.last(pair) || pair.terms.referencePrice
    const quotePrice = usdtPriceOf(pair.quote, listings, prices, steps - 1)
    if (price > 0 && quotePrice > 0n) return divideHalfUp(BigInt(price) * quotePrice, pow10(pair.priceScale))
  }
  return 0n
}
