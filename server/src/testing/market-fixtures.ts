/** Small facts that tests of prices, books and orders share. */
import type { InstrumentTerms } from '@agio/engine/command.ts'
import { type AssetId, asAssetId, asInstrumentId } from '@agio/engine/ids/id.ts'
import type { ListedAsset, ListedPair } from '../feeds/listings.ts'

export const asset = (assetId: number, symbol: string, scale = 8): { assetId: AssetId; symbol: string; scale: number } => ({
  assetId: asAssetId(assetId),
  symbol,
  scale,
})

export const listedAsset = (assetId: number, symbol: string, isStable = false): ListedAsset => ({
  ...asset(assetId, symbol),
  fullName: symbol,
  iconUrl: null,
  isStable,
  sort: assetId,
  document: {},
})

/** Terms as an operator would type them for BTC/USDT, every bound off. */
export const plainTerms = (symbol: string, baseAssetId: number, quoteAssetId: number): InstrumentTerms => ({
  symbol,
  baseAssetId: asAssetId(baseAssetId),
  quoteAssetId: asAssetId(quoteAssetId),
  priceScale: 2,
  quantityScale: 5,
  quantityMin: 0,
  quantityMax: 0,
  notionalMin: 0n,
  notionalMax: 0n,
  limitPriceCap: 0,
  marketNotionalCap: 0n,
  priceBandE8: 0,
  referencePrice: 0,
  buyFeeE8: 100_000,
  sellFeeE8: 100_000,
  makerFeeE8: null,
  takerFeeE8: null,
  feeDirection: 'received',
  maxOpenOrders: 200,
  maxTriggerOrders: 50,
  maxOrderLists: 50,
  positionMax: 0,
  icebergPartsMax: 100,
  trailingBpsMin: 10,
  trailingBpsMax: 2000,
  slippageCapE8: 5_000_000,
  breakerMoveE8: 0,
  breakerWindowMs: 300_000,
  breakerHaltMs: 300_000,
  enabled: true,
  buyEnabled: true,
  sellEnabled: true,
  visible: true,
  document: { depthSteps: ['0.01', '0.1', '1', '10'], classLabel: 'layer1', group: 'USDT' },
})

export function listedPair(instrumentId: number, base: ListedAsset, quote: ListedAsset, terms: Partial<InstrumentTerms> = {}): ListedPair {
  const all = { ...plainTerms(`${base.symbol}/${quote.symbol}`, base.assetId, quote.assetId), ...terms }
  return {
    instrumentId: asInstrumentId(instrumentId),
    symbol: all.symbol,
    base,
    quote,
    priceScale: all.priceScale,
    quantityScale: all.quantityScale,
    terms: all,
    depthSteps: ['0.01', '0.1', '1', '10'],
    classLabel: 'layer1',
    group: quote.symbol,
    sort: instrumentId,
  }
}
