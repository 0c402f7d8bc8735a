/** Market facts in engine words and units → the API's `Ticker`, `Pair`, `Kline` and trade rows. Prints; decides nothing. */
import type { InstrumentStatus, InstrumentTerms, Side } from '@agio/engine/command.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'
import { formatSteps } from '../steps.ts'

/** Decimals of prices in USDT that value coins. */
export const VALUE_PRICE_SCALE = 12

export interface AssetFacts {
  readonly assetId: number
  readonly symbol: string
  /** Ledger scale: decimals of the minor unit. */
  readonly scale: number
}

/** What the wire must know of a pair to print its numbers. */
export interface PairFacts {
  readonly instrumentId: number
  readonly symbol: string
  readonly base: AssetFacts
  readonly quote: AssetFacts
  readonly priceScale: number
  readonly quantityScale: number
}

/** Prices in ticks (0 = none yet), quantity in lots, turnover in quote minor units. */
export interface TickerFacts {
  readonly lastPrice: number
  readonly openPrice: number
  readonly previousClose: number
  readonly high24h: number
  readonly low24h: number
  readonly quantity24h: number
  readonly turnover24h: bigint
  readonly bestBid: number
  readonly bestAsk: number
  /** USDT for one base coin at VALUE_PRICE_SCALE. */
  readonly usdtPrice: bigint
  readonly at: number
}

/** (last − previous) ÷ previous × 100, two decimals, halves away from zero; "0" without a previous close or a price (MKT-004). */
export function changePercent(lastPrice: number, previousClose: number): string {
  if (previousClose <= 0 || lastPrice <= 0) return '0'
  return formatDecimal(divideHalfUp(BigInt(lastPrice - previousClose) * 10_000n, BigInt(previousClose)), 2)
}

export function tickerView(pair: PairFacts, facts: TickerFacts) {
  const price = (ticks: number): string => formatSteps(ticks, pair.priceScale)
  return {
    symbol: pair.symbol,
    coinSymbol: pair.base.symbol,
    baseSymbol: pair.quote.symbol,
    price: price(facts.lastPrice),
    openingPrice: price(facts.openPrice),
    yesterdayPrice: price(facts.previousClose),
    high: price(facts.high24h),
    low: price(facts.low24h),
    bestBid: facts.bestBid === 0 ? null : price(facts.bestBid),
    bestAsk: facts.bestAsk === 0 ? null : price(facts.bestAsk),
    quantity: formatSteps(facts.quantity24h, pair.quantityScale),
    turnover: formatDecimal(facts.turnover24h, pair.quote.scale),
    priceChangePercent: changePercent(facts.lastPrice, facts.previousClose),
    usdtPrice: formatDecimal(facts.usdtPrice, VALUE_PRICE_SCALE),
    time: facts.at,
  }
}
export type TickerView = ReturnType<typeof tickerView>

const PAIR_STATES: Readonly<Record<InstrumentStatus, string>> = {
  trading: 'TRADING',
  halt: 'HALT',
  cancelOnly: 'CANCEL_ONLY',
  auction: 'AUCTION',
  // Of contracts alone, which are no pairs.
  reduceOnly: 'CANCEL_ONLY',
}

export interface PairListing {
  readonly terms: InstrumentTerms
  readonly status: InstrumentStatus
  readonly depthSteps: readonly [string, string, string, string]
  readonly classLabel: string | null
  readonly groupShown: boolean
  readonly isFavorite: boolean
  readonly sort: number
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)
const rate = (rateE8: number): string => formatSteps(rateE8, 8)
const optionalRate = (rateE8: number | null): string | null => (rateE8 === null ? null : rate(rateE8))

export function pairView(pair: PairFacts, listing: PairListing, ticker: TickerView) {
  const { terms } = listing
  const quantity = (lots: number): string => formatSteps(lots, pair.quantityScale)
  const value = (minor: bigint): string => formatDecimal(minor, pair.quote.scale)
  const [depthOne, depthTwo, depthThree, depthFour] = listing.depthSteps
  return {
    id: String(pair.instrumentId),
    symbol: pair.symbol,
    coinSymbol: pair.base.symbol,
    baseSymbol: pair.quote.symbol,
    groupStatus: flag(listing.groupShown),
    isFavorite: flag(listing.isFavorite),
    classLabel: listing.classLabel,
    baseCoinScale: pair.priceScale,
    coinScale: pair.quantityScale,
    buyFee: rate(terms.buyFeeE8),
    sellFee: rate(terms.sellFeeE8),
    depthOne,
    depthTwo,
    depthThree,
    depthFour,
    enable: flag(terms.enabled),
    enableBuy: flag(terms.buyEnabled),
    enableSell: flag(terms.sellEnabled),
    show: flag(terms.visible),
    maxBaseVolume: value(terms.notionalMax),
    minBaseVolume: value(terms.notionalMin),
    maxVolume: quantity(terms.quantityMax),
    minVolume: quantity(terms.quantityMin),
    maxCurrentPrice: formatSteps(terms.limitPriceCap, pair.priceScale),
    maxMarketPrice: value(terms.marketNotionalCap),
    openingPrice: ticker.openingPrice,
    price: ticker.price,
    yesterdayPrice: ticker.yesterdayPrice,
    quantity: ticker.quantity,
    priceOffset: rate(terms.priceBandE8),
    priceChangePercent: ticker.priceChangePercent,
    state: PAIR_STATES[listing.status],
    makerFee: optionalRate(terms.makerFeeE8),
    takerFee: optionalRate(terms.takerFeeE8),
    maxOpenOrders: terms.maxOpenOrders,
    maxTriggerOrders: terms.maxTriggerOrders,
    sort: listing.sort,
  }
}

/** `[bucket start, open, high, low, close, quantity, turnover, trades]`. */
export type KlineView = [number, string, string, string, string, string, string, number]

export interface CandleFacts {
  readonly openAt: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly quantity: number
  readonly turnover: bigint
  readonly tradeCount: number
}

export function klineView(pair: PairFacts, candle: CandleFacts): KlineView {
  const price = (ticks: number): string => formatSteps(ticks, pair.priceScale)
  return [
    candle.openAt,
    price(candle.open),
    price(candle.high),
    price(candle.low),
    price(candle.close),
    formatSteps(candle.quantity, pair.quantityScale),
    formatDecimal(candle.turnover, pair.quote.scale),
    candle.tradeCount,
  ]
}

export interface TradeFacts {
  readonly tradeId: number
  readonly price: number
  readonly quantity: number
  readonly takerSide: Side
  readonly at: number
}

export function tradeView(pair: PairFacts, trade: TradeFacts) {
  return {
    id: String(trade.tradeId),
    price: formatSteps(trade.price, pair.priceScale),
    amount: formatSteps(trade.quantity, pair.quantityScale),
    direction: trade.takerSide === 'buy' ? ('BUY' as const) : ('SELL' as const),
    time: trade.at,
  }
}
export type TradeView = ReturnType<typeof tradeView>
