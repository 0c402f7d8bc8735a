/** Small facts that tests of prices, books and orders share. */
import type { InstrumentTerms } from '@agio/engine/command.ts'
import { type AssetId, asAssetId, asInstrumentId } from '@agio/engine/ids/id.ts'
import { pairTerms } from '@agio/engine/plain-terms.ts'
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
export const plainTerms = (symbol: string, baseAssetId: number, quoteAssetId: number): InstrumentTerms =>
  pairTerms({
    symbol,
    baseAssetId: asAssetId(baseAssetId),
    quoteAssetId: asAssetId(quoteAssetId),
    buyFeeE8: 100_000,
    sellFeeE8: 100_000,
    maxOpenOrders: 200,
    maxTriggerOrders: 50,
    maxOrderLists: 50,
    icebergPartsMax: 100,
    trailingBpsMin: 10,
    trailingBpsMax: 2000,
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
