/** Who pays which rate, and in which asset. Fees round up to the minor unit. */
import type { Side } from '@agio/engine/command.ts'
import { availableOf } from './ledger.ts'
import { setLevel } from './levels.ts'
import { ceilDiv, feeAssetOf, RATE_ONE, type RefInstrument, type RefOrder, type RefUser, type World } from './model.ts'
import { liveWorth, meanOfDay } from './prices.ts'

export type Role = 'maker' | 'taker'

/** Rate in 1e-8: the user's level when a schedule is set, else the pair's role rates, else its side rates. */
export function rateOf(world: World, user: RefUser, instrument: RefInstrument, side: Side, role: Role): number {
  setLevel(world, user)
  const level = world.levels[Math.min(user.feeLevelOverride ?? user.feeLevel, world.levels.length - 1)]
  if (level !== undefined) return role === 'maker' ? level.makerFeeE8 : level.takerFeeE8
  const { makerFeeE8, takerFeeE8, buyFeeE8, sellFeeE8 } = instrument.terms
  const byRole = role === 'maker' ? makerFeeE8 : takerFeeE8
  return byRole ?? (side === 'buy' ? buyFeeE8 : sellFeeE8)
}

/** Rate the hold of a quote-fee buy reserves: the larger of both roles. */
export function reservedRate(world: World, user: RefUser, instrument: RefInstrument): number {
  return Math.max(rateOf(world, user, instrument, 'buy', 'maker'), rateOf(world, user, instrument, 'buy', 'taker'))
}

const ONE = 10n ** 12n

export const feeOn = (amount: bigint, rateE8: number): bigint => ceilDiv(amount * BigInt(rateE8), RATE_ONE)

export interface FeeCharge {
  readonly assetId: number
  readonly amount: bigint
}

/** Fee of a fill in the discounted fee asset, or null when the user does not pay so, has too little or no price is known. */
export function discountedFee(world: World, user: RefUser, instrument: RefInstrument, notional: bigint, rateE8: number): FeeCharge | null {
  const assetId = world.feeAssetId
  if (!user.payFeeInFeeAsset || assetId === 0 || notional === 0n || rateE8 === 0) return null
  const discounted = notional * BigInt(rateE8) * (RATE_ONE - BigInt(world.feeAssetDiscountE8))
  const quoteId = instrument.terms.quoteAssetId
  let amount: bigint
  if (assetId === quoteId) {
    amount = ceilDiv(discounted, RATE_ONE * RATE_ONE)
  } else {
    const quote = world.assets[quoteId - 1]
    const feeAsset = world.assets[assetId - 1]
    const price = priceOfCoin(world, assetId, quoteId)
    if (price === 0n || quote === undefined || feeAsset === undefined) return null
    const quotePerWhole = price * 10n ** BigInt(quote.scale)
    amount = ceilDiv(discounted * ONE * 10n ** BigInt(feeAsset.scale), RATE_ONE * RATE_ONE * quotePerWhole)
  }
  return availableOf(world, user.userId, assetId) >= amount ? { assetId, amount } : null
}

/** What the fee asset costs in quote, 12 decimals: by both indexes, else the lower of its pair's configured reference and day's mean; 0n = unknown. */
function priceOfCoin(world: World, assetId: number, quoteId: number): bigint {
  const [coin, quote] = [liveWorth(world, assetId), liveWorth(world, quoteId)]
  if (coin > 0n && quote > 0n && (coin * ONE) / quote > 0n) return (coin * ONE) / quote
  const market = world.instruments.find((other) => other.terms.baseAssetId === assetId && other.terms.quoteAssetId === quoteId)
  if (market === undefined) return 0n
  const mean = meanOfDay(world, market)
  const { referencePrice, priceScale } = market.terms
  const price = mean === 0 ? referencePrice : Math.min(referencePrice, mean)
  return BigInt(price) * 10n ** BigInt(12 - priceScale)
}

/** Fee of a fill in the ordinary asset of that side; `received` is what the side gets, `notional` its value in quote. */
export function ordinaryFee(instrument: RefInstrument, order: RefOrder, received: bigint, notional: bigint, rateE8: number): FeeCharge {
  const assetId = feeAssetOf(instrument, order)
  const inQuote = assetId === instrument.terms.quoteAssetId
  return { assetId, amount: feeOn(inQuote ? notional : received, rateE8) }
}
