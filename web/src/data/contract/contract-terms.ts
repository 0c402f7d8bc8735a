/** Contracts in our words and in integers: what the terminal needs to show one and to read what is typed for it. */
import type { ContractInfo } from '@agio/wire/futures/types.ts'
import { parseSteps } from '@agio/wire/steps.ts'

export type ContractState = 'trading' | 'halt' | 'cancelOnly' | 'reduceOnly'

export interface ContractTerms {
  readonly contractId: string
  /** `E-BTC-USDT`: of channels. */
  readonly symbol: string
  /** As people read it, `BTCUSDT`. */
  readonly name: string
  readonly base: string
  /** What it is priced in. */
  readonly quote: string
  /** What stands behind it and what it pays. */
  readonly marginAsset: string
  /** Decimals of a price. */
  readonly priceScale: number
  /** Smallest change of a price, in 10^-priceScale. */
  readonly tick: number
  /** Coins in one contract, a decimal. */
  readonly multiplier: string
  /** Decimals in which whole contracts are written as coins, and how many of those lots one contract is. */
  readonly lotScale: number
  readonly lotsPerContract: number
  readonly leastLeverage: number
  readonly mostLeverage: number
  /** Fractions. */
  readonly makerFee: string
  readonly takerFee: string
  readonly liquidationFee: string
  readonly fundingCap: string
  readonly fundingFloor: string
  readonly interest: string
  /** Hours. */
  readonly fundingEvery: number
  /** In 10^-priceScale. */
  readonly depthSteps: readonly number[]
  /** Whole contracts, decimals. */
  readonly leastVolume: string
  readonly mostLimit: string
  readonly mostMarket: string
  /** Value of an order, margin coin. */
  readonly leastValue: string
  /** How far from the mark a limit may lie, a fraction. */
  readonly priceRange: string
  /** What the mark may be away from the index, what a price may be worse than the mark at no extra cost, and where a market order ends; fractions. */
  readonly markRange: string
  readonly fillRange: string
  readonly slippage: string
  readonly marginScale: number
  readonly state: ContractState
}

const STATES: Readonly<Record<string, ContractState>> = {
  TRADING: 'trading',
  HALT: 'halt',
  CANCEL_ONLY: 'cancelOnly',
  REDUCE_ONLY: 'reduceOnly',
}

const steps = (text: string, scale: number): number => {
  const parsed = parseSteps(text, scale)
  return typeof parsed === 'number' ? parsed : 0
}

export function contractTerms(info: ContractInfo): ContractTerms {
  const facts = info.coinResultVo
  const priceScale = facts.symbolPricePrecision
  const lotScale = info.multiplier.split('.')[1]?.length ?? 0
  return {
    contractId: info.id,
    symbol: info.contractName,
    name: info.symbol.replaceAll('-', ''),
    base: info.base,
    quote: info.quote,
    marginAsset: info.marginCoin,
    priceScale,
    tick: Math.max(1, steps(facts.priceTick, priceScale)),
    multiplier: info.multiplier,
    lotScale,
    lotsPerContract: Math.max(1, steps(info.multiplier, lotScale)),
    leastLeverage: info.minLever,
    mostLeverage: info.maxLever,
    makerFee: info.openMakerFee,
    takerFee: info.openTakerFee,
    liquidationFee: info.liqFee,
    fundingCap: info.fundingCap,
    fundingFloor: info.fundingFloor,
    interest: info.interestRate,
    fundingEvery: info.capitalFrequency,
    depthSteps: facts.depth.map((step) => steps(step, priceScale)).filter((step) => step > 0),
    leastVolume: facts.minOrderVolume,
    mostLimit: facts.maxLimitVolume,
    mostMarket: facts.maxMarketVolume,
    leastValue: facts.minOrderMoney,
    priceRange: facts.priceRange,
    markRange: info.markRange,
    fillRange: info.fillRange,
    slippage: info.slippage,
    marginScale: facts.marginCoinPrecision,
    state: STATES[info.status] ?? 'halt',
  }
}
