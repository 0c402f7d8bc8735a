/** Conversions and quotes in engine words → the API's `ConvertRecord` and `Quote`. */
import { inverseOf, PRICE_SCALE, priceOf } from '@agio/engine/convert/quote.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { AssetFacts } from '../market/view.ts'
import type { ConvertRecord, Quote } from './types.ts'

/** Decimals of shares such as a spread. */
const RATE_SCALE = 8
const VALUE_SCALE = 8

export const priceView = (price: bigint): string => formatDecimal(price, PRICE_SCALE)

export interface ConversionFacts {
  readonly id: number
  readonly quoteId: number
  readonly sendAssetId: number
  readonly receiveAssetId: number
  readonly sendAmount: bigint
  readonly receiveAmount: bigint
  readonly sendIndex: bigint
  readonly receiveIndex: bigint
  /** 1e-8 of the middle price. */
  readonly spread: bigint
  readonly at: number
}

/** One that the engine executed: there are no others, and none is under way. */
export const CONVERTED = 1

export function conversionView(facts: ConversionFacts, assetFacts: (assetId: number) => AssetFacts): ConvertRecord {
  const send = assetFacts(facts.sendAssetId)
  const receive = assetFacts(facts.receiveAssetId)
  return {
    id: String(facts.id),
    quoteId: String(facts.quoteId),
    sendCoin: send.symbol,
    sendAmount: formatDecimal(facts.sendAmount, send.scale),
    receiveCoin: receive.symbol,
    receiveAmount: formatDecimal(facts.receiveAmount, receive.scale),
    price: priceView(priceOf(facts.sendIndex, facts.receiveIndex, facts.spread)),
    fee: '0',
    feeCoin: receive.symbol,
    status: CONVERTED,
    reason: null,
    createTime: facts.at,
    finishTime: facts.at,
  }
}

export interface QuoteFacts extends Omit<ConversionFacts, 'id' | 'at' | 'sendAssetId' | 'receiveAssetId'> {
  readonly send: AssetFacts
  readonly receive: AssetFacts
  readonly side: 'send' | 'receive'
  /** 1e-8 of the unit asset. */
  readonly value: bigint
  /** Smallest and largest amount to send; undefined = no bound. */
  readonly least: bigint
  readonly most: bigint | undefined
  readonly balance: bigint
  readonly createdAt: number
  readonly validUntil: number
}

export function quoteView(facts: QuoteFacts): Quote {
  const { send, receive, sendIndex, receiveIndex, most } = facts
  const price = priceOf(sendIndex, receiveIndex, facts.spread)
  const sent = (amount: bigint): string => formatDecimal(amount, send.scale)
  return {
    quoteId: String(facts.quoteId),
    sendCoin: send.symbol,
    receiveCoin: receive.symbol,
    side: facts.side,
    sendAmount: sent(facts.sendAmount),
    receiveAmount: formatDecimal(facts.receiveAmount, receive.scale),
    price: priceView(price),
    inversePrice: priceView(inverseOf(price)),
    midPrice: priceView(priceOf(sendIndex, receiveIndex, 0n)),
    spread: formatDecimal(facts.spread, RATE_SCALE),
    valueU: formatDecimal(facts.value, VALUE_SCALE),
    minAmount: sent(facts.least),
    maxAmount: most === undefined ? null : sent(most),
    balance: sent(facts.balance),
    createTime: facts.createdAt,
    validTimestamp: facts.validUntil,
  }
}
