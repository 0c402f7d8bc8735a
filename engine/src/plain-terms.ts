/** Terms in which everything is "not given": whoever makes an order or a pair by hand names only what matters to it. */
import type { InstrumentTerms, OrderTerms } from './command.ts'
import { asAssetId } from './ids/id.ts'

/** A limit order to buy, good till cancelled, of nothing at no price. */
export const PLAIN_TERMS: OrderTerms = {
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  price: 0,
  quantity: 0,
  quoteAmount: 0n,
  triggerPrice: 0,
  triggerLimitPrice: 0,
  activationPrice: 0,
  trailingBps: 0,
  visibleQuantity: 0,
  expireAt: 0,
}

/** BTC/USDT with two decimals of price and five of quantity, nothing bounded, no fees. For tests and workloads. */
export const PLAIN_PAIR: InstrumentTerms = {
  symbol: 'BTC/USDT',
  baseAssetId: asAssetId(1),
  quoteAssetId: asAssetId(2),
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
  buyFeeE8: 0,
  sellFeeE8: 0,
  makerFeeE8: null,
  takerFeeE8: null,
  feeDirection: 'received',
  maxOpenOrders: 0,
  maxTriggerOrders: 0,
  maxOrderLists: 0,
  positionMax: 0,
  icebergPartsMax: 0,
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
  document: {},
}

/** A plain order but for what is given. */
export const orderTerms = (over: Partial<OrderTerms> = {}): OrderTerms => ({ ...PLAIN_TERMS, ...over })

/** A plain pair but for what is given. */
export const pairTerms = (over: Partial<InstrumentTerms> = {}): InstrumentTerms => ({ ...PLAIN_PAIR, ...over })
