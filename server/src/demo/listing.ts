/** Assets and pairs of the demo world, as an operator would list them. Figures are typed in decimals and turned into ticks and lots here. */
import type { InstrumentTerms, JsonObject } from '@agio/engine/command.ts'
import { asAssetId } from '@agio/engine/ids/id.ts'
import { parseDecimal } from '@agio/engine/money/decimal.ts'

export interface ListedAsset {
  readonly symbol: string
  readonly scale: number
  readonly document: JsonObject
}

export interface ListedPair {
  readonly base: string
  readonly quote: string
  readonly priceScale: number
  readonly quantityScale: number
  readonly reference: string
  readonly quantityMin: string
  readonly quantityMax: string
  readonly notionalMin: string
  readonly notionalMax: string
  readonly depthSteps: readonly [string, string, string, string]
  readonly classLabel: string
  readonly group: string
  /** Annualised feel of the walk: relative size of its steps. */
  readonly liveliness: number
  /** Usual size of one trade in the base asset. */
  readonly tradeSize: string
}

const asset = (symbol: string, fullName: string, isStable: boolean, sort: number): ListedAsset => ({
  symbol,
  scale: 8,
  document: { fullName, isStable, sort, logo: symbol.toLowerCase() },
})

/** The tenant's own coin pays fees at a discount. */
export function listedAssets(platformCoin: string, platformName: string): readonly ListedAsset[] {
  return [
    asset('USDT', 'Tether', true, 1),
    asset('BTC', 'Bitcoin', false, 2),
    asset('ETH', 'Ethereum', false, 3),
    asset('SOL', 'Solana', false, 4),
    asset('BNB', 'BNB', false, 5),
    asset('XRP', 'XRP', false, 6),
    asset('ADA', 'Cardano', false, 7),
    asset('DOGE', 'Dogecoin', false, 8),
    asset('LTC', 'Litecoin', false, 9),
    asset('LINK', 'Chainlink', false, 10),
    asset('AVAX', 'Avalanche', false, 11),
    asset('DOT', 'Polkadot', false, 12),
    asset(platformCoin, platformName, false, 13),
  ]
}

type PairRow = [
  base: string,
  quote: string,
  priceScale: number,
  quantityScale: number,
  reference: string,
  quantityMin: string,
  quantityMax: string,
  steps: ListedPair['depthSteps'],
  classLabel: string,
  liveliness: number,
  tradeSize: string,
]

const ROWS: readonly PairRow[] = [
  ['BTC', 'USDT', 2, 5, '67412.38', '0.0001', '100', ['0.01', '0.1', '1', '10'], 'layer1', 1, '0.12'],
  ['ETH', 'USDT', 2, 4, '3512.64', '0.001', '2000', ['0.01', '0.1', '1', '10'], 'layer1', 1.2, '1.6'],
  ['SOL', 'USDT', 2, 3, '168.42', '0.01', '20000', ['0.01', '0.1', '1', '5'], 'layer1', 1.6, '18'],
  ['BNB', 'USDT', 2, 3, '592.7', '0.01', '8000', ['0.01', '0.1', '1', '10'], 'layer1', 1.1, '5'],
  ['XRP', 'USDT', 4, 1, '0.5831', '10', '2000000', ['0.0001', '0.001', '0.01', '0.05'], 'payments', 1.4, '3200'],
  ['ADA', 'USDT', 4, 1, '0.4462', '10', '2000000', ['0.0001', '0.001', '0.01', '0.05'], 'layer1', 1.5, '3600'],
  ['DOGE', 'USDT', 5, 0, '0.12648', '50', '8000000', ['0.00001', '0.0001', '0.001', '0.01'], 'payments', 1.9, '9000'],
  ['LTC', 'USDT', 2, 3, '83.15', '0.05', '20000', ['0.01', '0.1', '1', '5'], 'payments', 1.3, '22'],
  ['LINK', 'USDT', 3, 2, '14.628', '0.5', '200000', ['0.001', '0.01', '0.1', '1'], 'defi', 1.6, '120'],
  ['AVAX', 'USDT', 3, 2, '27.914', '0.2', '100000', ['0.001', '0.01', '0.1', '1'], 'layer1', 1.7, '70'],
  ['DOT', 'USDT', 3, 2, '6.437', '1', '400000', ['0.001', '0.01', '0.1', '0.5'], 'layer1', 1.5, '260'],
  ['ETH', 'BTC', 5, 3, '0.05211', '0.001', '2000', ['0.00001', '0.0001', '0.001', '0.01'], 'layer1', 0.7, '1.2'],
]

/** Every pair of the demo, the platform coin's last. */
export function listedPairs(platformCoin: string): readonly ListedPair[] {
  const own: PairRow = [platformCoin, 'USDT', 4, 2, '1.2840', '1', '1000000', ['0.0001', '0.001', '0.01', '0.1'], 'platform', 1.2, '900']
  return [...ROWS, own].map(
    ([base, quote, priceScale, quantityScale, reference, quantityMin, quantityMax, depthSteps, classLabel, liveliness, tradeSize]) => ({
      base,
      quote,
      priceScale,
      quantityScale,
      reference,
      quantityMin,
      quantityMax,
      notionalMin: quote === 'USDT' ? '5' : '0.0001',
      notionalMax: quote === 'USDT' ? '1000000' : '20',
      depthSteps,
      classLabel,
      group: quote,
      liveliness,
      tradeSize,
    }),
  )
}

/** A listed figure in minor units; the tables above are ours, so an unusable figure is a mistake in this file. */
export function units(text: string, scale: number): bigint {
  const value = parseDecimal(text, scale)
  if (typeof value === 'string') throw new Error(`listing: ${text} at scale ${scale} is ${value}`)
  return value
}

export const ticks = (text: string, scale: number): number => Number(units(text, scale))

/** Engine terms of a listed pair. */
export function instrumentTerms(pair: ListedPair, assetIds: ReadonlyMap<string, number>, quoteScale: number): InstrumentTerms {
  const baseAssetId = assetIds.get(pair.base)
  const quoteAssetId = assetIds.get(pair.quote)
  if (baseAssetId === undefined || quoteAssetId === undefined) throw new Error(`listing: ${pair.base}/${pair.quote} has an unknown asset`)
  return {
    symbol: `${pair.base}/${pair.quote}`,
    baseAssetId: asAssetId(baseAssetId),
    quoteAssetId: asAssetId(quoteAssetId),
    priceScale: pair.priceScale,
    quantityScale: pair.quantityScale,
    quantityMin: ticks(pair.quantityMin, pair.quantityScale),
    quantityMax: ticks(pair.quantityMax, pair.quantityScale),
    notionalMin: units(pair.notionalMin, quoteScale),
    notionalMax: units(pair.notionalMax, quoteScale),
    limitPriceCap: 0,
    marketNotionalCap: 0n,
    // Wider than the breaker's move, which could never be reached inside a band of its own width.
    priceBandE8: 20_000_000,
    referencePrice: ticks(pair.reference, pair.priceScale),
    buyFeeE8: 100_000,
    sellFeeE8: 100_000,
    makerFeeE8: 80_000,
    takerFeeE8: 100_000,
    feeDirection: 'received',
    maxOpenOrders: 200,
    maxTriggerOrders: 50,
    maxOrderLists: 50,
    positionMax: 0,
    icebergPartsMax: 100,
    trailingBpsMin: 10,
    trailingBpsMax: 2000,
    slippageCapE8: 5_000_000,
    breakerMoveE8: 10_000_000,
    breakerWindowMs: 300_000,
    breakerHaltMs: 300_000,
    breakerLongMoveE8: 20_000_000,
    breakerLongWindowMs: 3_600_000,
    enabled: true,
    buyEnabled: true,
    sellEnabled: true,
    visible: true,
    document: { depthSteps: pair.depthSteps, classLabel: pair.classLabel, group: pair.group },
  }
}
