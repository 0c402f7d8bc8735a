/** A pair of the API in our words and in integers: what a client needs to check, price and show an order before it sends it. */
import { formatSteps, parseSteps } from '../steps.ts'

/** The fields of the API's `Pair` that are read here. */
export interface PairFields {
  readonly id: string
  readonly symbol: string
  readonly coinSymbol: string
  readonly baseSymbol: string
  readonly baseCoinScale: number
  readonly coinScale: number
  readonly buyFee: string
  readonly sellFee: string
  readonly makerFee?: string | null | undefined
  readonly takerFee?: string | null | undefined
  readonly depthOne: string
  readonly depthTwo: string
  readonly depthThree: string
  readonly depthFour: string
  readonly enable: number
  readonly enableBuy: number
  readonly enableSell: number
  readonly minVolume: string
  readonly maxVolume: string
  readonly minBaseVolume: string
  readonly maxBaseVolume: string
  readonly maxCurrentPrice: string
  readonly maxMarketPrice: string
  readonly priceOffset: string
  readonly state: string
}

export type PairState = 'trading' | 'halt' | 'cancelOnly' | 'auction'

/** Prices in ticks, quantities in lots, rates in 1e-8, values as decimal strings of the quote asset. 0 and "0" mean: no bound. */
export interface PairTerms {
  readonly pairId: string
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly priceScale: number
  readonly quantityScale: number
  /** Price steps for grouping the book, in ticks, as the operator configured the four of them. */
  readonly depthSteps: readonly number[]
  readonly buyFeeE8: number
  readonly sellFeeE8: number
  readonly makerFeeE8: number | null
  readonly takerFeeE8: number | null
  readonly buyEnabled: boolean
  readonly sellEnabled: boolean
  readonly quantityMin: number
  readonly quantityMax: number
  readonly valueMin: string
  readonly valueMax: string
  readonly priceMax: number
  readonly marketValueMax: string
  readonly bandE8: number
  readonly state: PairState
}

const STATES: Readonly<Record<string, PairState>> = { TRADING: 'trading', HALT: 'halt', CANCEL_ONLY: 'cancelOnly', AUCTION: 'auction' }

const steps = (text: string, scale: number): number => {
  const parsed = parseSteps(text, scale)
  return typeof parsed === 'number' ? parsed : 0
}

/** A fraction such as `"0.001"` as an integer in 1e-8. */
export const rateE8 = (text: string): number => steps(text, 8)

const optionalRate = (text: string | null | undefined): number | null => (text === null || text === undefined ? null : rateE8(text))

export function pairTerms(pair: PairFields): PairTerms {
  const priceScale = pair.baseCoinScale
  const quantityScale = pair.coinScale
  const configured = [pair.depthOne, pair.depthTwo, pair.depthThree, pair.depthFour].map((step) => steps(step, priceScale))
  return {
    pairId: pair.id,
    symbol: pair.symbol,
    base: pair.coinSymbol,
    quote: pair.baseSymbol,
    priceScale,
    quantityScale,
    depthSteps: configured.filter((step) => step > 0),
    buyFeeE8: rateE8(pair.buyFee),
    sellFeeE8: rateE8(pair.sellFee),
    makerFeeE8: optionalRate(pair.makerFee),
    takerFeeE8: optionalRate(pair.takerFee),
    buyEnabled: pair.enable === 1 && pair.enableBuy === 1,
    sellEnabled: pair.enable === 1 && pair.enableSell === 1,
    quantityMin: steps(pair.minVolume, quantityScale),
    quantityMax: steps(pair.maxVolume, quantityScale),
    valueMin: pair.minBaseVolume,
    valueMax: pair.maxBaseVolume,
    priceMax: steps(pair.maxCurrentPrice, priceScale),
    marketValueMax: pair.maxMarketPrice,
    bandE8: rateE8(pair.priceOffset),
    state: STATES[pair.state] ?? 'halt',
  }
}

/** A depth step as people read it: `10`, `0.01`. */
export const depthStepText = (step: number, priceScale: number): string => formatSteps(step, priceScale)
