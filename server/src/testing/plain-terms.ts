/** Terms of pairs and orders for tests, which name only what matters to them. */
import type { InstrumentTerms, OrderTerms } from '@agio/engine/command.ts'
import { asAssetId } from '@agio/engine/ids/id.ts'

const OPEN_PAIR: InstrumentTerms = {
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
  trailingBpsMin: 0,
  trailingBpsMax: 0,
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

const NO_ORDER: OrderTerms = {
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

/** BTC/USDT (assets 1 and 2), two decimals of price and five of quantity, without fees and with every bound off, but for what is given. */
export const pairTerms = (over: Partial<InstrumentTerms> = {}): InstrumentTerms => ({ ...OPEN_PAIR, ...over })

/** A limit order to buy, good till cancelled, of nothing at no price, but for what is given. */
export const orderTerms = (over: Partial<OrderTerms> = {}): OrderTerms => ({ ...NO_ORDER, ...over })
