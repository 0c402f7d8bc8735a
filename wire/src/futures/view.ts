/** Contracts and their prices in engine words and units → the API's rows. Prints; decides nothing. */
import type { ContractTerms, InstrumentStatus, InstrumentTerms, MarginTier } from '@agio/engine/command.ts'
import { formatDecimal, pow10 } from '@agio/engine/money/decimal.ts'
import { divideFloor, divideHalfUp } from '@agio/engine/money/rounding.ts'
import { type AssetFacts, type CandleFacts, type KlineView, klineView, type PairFacts, type TradeFacts } from '../market/view.ts'
import { formatSteps } from '../steps.ts'

/** Decimals of funding rates. */
export const FUNDING_SCALE = 12
/** Decimals of rates and ratios. */
export const RATE_SCALE = 8
/** Decimals of an index price in what it is priced in, before it is rounded to ticks. */
const FINE_SCALE = 12
/** What stands for "no bound" where the API wants a number: the most that the engine can count. */
const INT64_MOST = 2n ** 63n - 1n

/** What the wire must know of a contract to print its numbers; `symbol` is its name, `E-BTC-USDT`. */
export interface ContractFacts extends PairFacts {
  /** One contract in 10^−quantityScale of the base. */
  readonly multiplier: number
  /** What pages call it. */
  readonly otherName: string
}

export const coPrice = ({ priceScale }: ContractFacts, ticks: number): string => formatSteps(ticks, priceScale)
/** Amount of the margin coin. */
export const coMoney = ({ quote }: ContractFacts, minor: bigint): string => formatDecimal(minor, quote.scale)
export const rateText = (rateE8: number): string => formatSteps(rateE8, RATE_SCALE)
/** `BTC-USDT` */
export const coSymbol = ({ base, quote }: ContractFacts): string => `${base.symbol}-${quote.symbol}`
export const multiplierText = ({ multiplier, quantityScale }: ContractFacts): string => formatSteps(multiplier, quantityScale)

/** A candle of trades: its volume is told in coins, so that those of contracts of any size and of pairs can be compared. */
export function coKlineView(facts: ContractFacts, candle: CandleFacts): KlineView {
  const [at, open, high, low, close, , turnover, count] = klineView(facts, candle)
  const coins = formatDecimal(BigInt(candle.quantity) * BigInt(facts.multiplier), facts.quantityScale)
  return [at, open, high, low, close, coins, turnover, count]
}

/** Value of contracts at a price, minor units of the margin coin, exact: price and quantity have no more decimals together than it. */
export function coValue(facts: ContractFacts, ticks: number, lots: number): bigint {
  const exponent = facts.quote.scale - facts.priceScale - facts.quantityScale
  const steps = BigInt(ticks) * BigInt(lots) * BigInt(facts.multiplier)
  return exponent >= 0 ? steps * pow10(exponent) : divideFloor(steps, pow10(-exponent))
}

const perTick = (facts: ContractFacts, lots: number): bigint => coValue(facts, 1, lots)

/** Average price of contracts that have this value together, to the nearest tick, halves up; "0" of none. */
export function coAverage(facts: ContractFacts, value: bigint, lots: number): string {
  const unit = perTick(facts, lots)
  return unit === 0n ? '0' : formatDecimal(divideHalfUp(value, unit), facts.priceScale)
}

/** A share of two amounts, eight decimals, halves up; "0" where there is nothing to share. */
export const shareText = (part: bigint, whole: bigint): string =>
  whole === 0n ? '0' : formatDecimal(divideHalfUp(part * pow10(RATE_SCALE), whole), RATE_SCALE)

/** Maintenance ÷ equity; where nothing stands behind it, more than any position has. */
export const RATIO_MOST = '9999'
export const ratioText = (maintenance: bigint, equity: bigint): string => {
  if (maintenance === 0n) return '0'
  return equity <= 0n ? RATIO_MOST : shareText(maintenance, equity)
}

const STATUSES = {
  trading: 'TRADING',
  halt: 'HALT',
  cancelOnly: 'CANCEL_ONLY',
  // Nothing trades until it re-opens.
  auction: 'HALT',
  reduceOnly: 'REDUCE_ONLY',
} as const satisfies Record<InstrumentStatus, string>

export interface ContractListing {
  readonly terms: InstrumentTerms
  readonly contract: ContractTerms
  readonly status: InstrumentStatus
  /** Steps in which the book is shown, finest first. */
  readonly depthSteps: readonly string[]
  readonly sort: number
  /** Shares: of the mark around the index, and of a price beyond the mark. */
  readonly bounds: { readonly markRangeE8: number; readonly fillRangeE8: number }
}

function resultView(facts: ContractFacts, { terms, contract, depthSteps }: ContractListing) {
  const volume = (lots: number): string => formatSteps(lots, 0)
  return {
    symbolPricePrecision: facts.priceScale,
    priceTick: coPrice(facts, 1),
    depth: [...depthSteps],
    minOrderVolume: volume(Math.max(1, terms.quantityMin)),
    maxMarketVolume: volume(terms.quantityMax),
    maxLimitVolume: volume(terms.quantityMax),
    minOrderMoney: coMoney(facts, terms.notionalMin),
    maxMarketMoney: coMoney(facts, terms.marketNotionalCap),
    maxLimitMoney: coMoney(facts, terms.notionalMax),
    priceRange: rateText(contract.priceRangeE8),
    marginCoinPrecision: facts.quote.scale,
    fundsInStatus: 1 as 0 | 1,
    fundsOutStatus: 1 as 0 | 1,
  }
}

export function contractInfoView(facts: ContractFacts, listing: ContractListing) {
  const { terms, contract, bounds } = listing
  const taker = rateText(terms.takerFeeE8 ?? terms.buyFeeE8)
  const maker = rateText(terms.makerFeeE8 ?? terms.buyFeeE8)
  const funding = (e12: number): string => formatDecimal(BigInt(e12), FUNDING_SCALE)
  return {
    id: String(facts.instrumentId),
    contractName: facts.symbol,
    symbol: coSymbol(facts),
    contractType: 'E' as 'E' | 'S',
    contractSide: 1 as 0 | 1,
    multiplier: multiplierText(facts),
    multiplierCoin: facts.base.symbol,
    marginCoin: facts.quote.symbol,
    originalCoin: facts.quote.symbol,
    // The display coin is the margin coin: one for one.
    marginRate: '1',
    base: facts.base.symbol,
    quote: facts.quote.symbol,
    capitalStartTime: contract.fundingStartHour,
    capitalFrequency: contract.fundingHours,
    settlementFrequency: contract.fundingHours * 60,
    minLever: contract.minLeverage,
    maxLever: contract.maxLeverage,
    openTakerFee: taker,
    openMakerFee: maker,
    closeTakerFee: taker,
    closeMakerFee: maker,
    liqFee: rateText(contract.liquidationFeeE8),
    fundingCap: funding(contract.fundingCapE12),
    fundingFloor: funding(contract.fundingFloorE12),
    interestRate: funding(contract.interestE12),
    priceBasis: 1 as 0 | 1,
    contractOtherName: facts.otherName,
    classification: facts.quote.symbol === 'USDT' ? 1 : 3,
    subSymbol: `${facts.base.symbol}/${facts.quote.symbol}`,
    slippage: rateText(terms.slippageCapE8),
    markRange: rateText(bounds.markRangeE8),
    fillRange: rateText(bounds.fillRangeE8),
    sort: listing.sort,
    status: STATUSES[listing.status],
    coinResultVo: resultView(facts, listing),
  }
}
/** 24 hours of a contract: prices in ticks, 0 = none. */
export interface ContractDay {
  readonly high: number
  readonly low: number
  /** Last price before the 24 hours began, or the first one in them. */
  readonly open: number
  readonly volume: number
  readonly turnover: bigint
}

/** Change since 24 h ago, a fraction of eight decimals, halves up. */
export const roseText = (lastPrice: number, open: number): string =>
  open === 0 || lastPrice === 0 ? '0' : shareText(BigInt(lastPrice - open), BigInt(open))

/** Where the prices of a contract stand; prices in ticks, 0 = none, rates in 1e-12. */
export interface ContractPrices {
  readonly lastPrice: number
  readonly mark: number
  readonly index: number
  /** Settled last, and what would be settled now. */
  readonly fundingRate: bigint
  readonly estimate: bigint
  /** ms */
  readonly nextFunding: number
  /** Contracts of all longs. */
  readonly openInterest: number
}
type Prices = Omit<ContractPrices, 'openInterest'>

export function contractPriceView(facts: ContractFacts, prices: Prices, day: ContractDay) {
  return {
    contractId: String(facts.instrumentId),
    contractName: facts.symbol,
    lastPrice: coPrice(facts, prices.lastPrice),
    tagPrice: coPrice(facts, prices.mark),
    indexPrice: coPrice(facts, prices.index),
    rose: roseText(prices.lastPrice, day.open),
  }
}

export const contractTickerView = (facts: ContractFacts, prices: Prices, day: ContractDay) => ({
  ...contractPriceView(facts, prices, day),
  high: coPrice(facts, day.high),
  low: coPrice(facts, day.low),
  vol: formatSteps(day.volume, 0),
})

/** @param now when it is told, ms */
export function contractMarkView(facts: ContractFacts, prices: Prices, now: number) {
  return {
    contractId: String(facts.instrumentId),
    contractName: facts.symbol,
    tagPrice: coPrice(facts, prices.mark),
    indexPrice: coPrice(facts, prices.index),
    currentFundRate: formatDecimal(prices.fundingRate, FUNDING_SCALE),
    nextFundRate: formatDecimal(prices.estimate, FUNDING_SCALE),
    nextSettlementTime: prices.nextFunding,
    time: now,
  }
}

/** @param now when it is told, ms */
export function contractMarketView(facts: ContractFacts, prices: ContractPrices, day: ContractDay, now: number) {
  const { contractName, ...mark } = contractMarkView(facts, prices, now)
  return {
    ...mark,
    lastPrice: coPrice(facts, prices.lastPrice),
    remaining: Math.max(0, Math.floor((prices.nextFunding - now) / 1000)),
    openInterest: formatSteps(prices.openInterest, 0),
    high: coPrice(facts, day.high),
    low: coPrice(facts, day.low),
    vol: formatSteps(day.volume, 0),
    amount: coMoney(facts, day.turnover),
    rose: roseText(prices.lastPrice, day.open),
  }
}

export const contractTradeView = (facts: ContractFacts, trade: TradeFacts) => ({
  id: String(trade.tradeId),
  price: coPrice(facts, trade.price),
  volume: formatSteps(trade.quantity, 0),
  side: trade.takerSide === 'buy' ? ('BUY' as const) : ('SELL' as const),
  ctime: trade.at,
})

const tierEnd = ({ upTo }: MarginTier): bigint => upTo ?? INT64_MOST

/** The brackets, with what makes the need continuous from one to the next: A_k = upTo_(k−1)·(r_k − r_(k−1)) + A_(k−1), floored. */
export function ladderView(facts: ContractFacts, { tiers }: Pick<ContractTerms, 'tiers'>) {
  let from = 0n
  let rate = 0
  let deduction = 0n
  return tiers.map((tier, index) => {
    if (index > 0) deduction += divideFloor(from * BigInt(tier.rateE8 - rate), pow10(RATE_SCALE))
    const row = {
      level: index + 1,
      minPositionValue: coMoney(facts, from),
      maxPositionValue: coMoney(facts, tierEnd(tier)),
      maxLever: tier.maxLeverage,
      keepRate: rateText(tier.rateE8),
      deduction: coMoney(facts, deduction),
    }
    from = tierEnd(tier)
    rate = tier.rateE8
    return row
  })
}

/** By the highest leverage of each bracket, the largest value of position and orders. */
export function ceilingsView(facts: ContractFacts, { tiers }: Pick<ContractTerms, 'tiers'>): Record<string, string> {
  return Object.fromEntries(tiers.map((tier) => [String(tier.maxLeverage), coMoney(facts, tierEnd(tier))]))
}

export interface FundingFacts {
  readonly rate: bigint
  readonly mark: number
  readonly at: number
}

export const fundingRateView = (facts: ContractFacts, { rate, mark, at }: FundingFacts) => ({
  contractId: String(facts.instrumentId),
  fundingRate: formatDecimal(rate, FUNDING_SCALE),
  tagPrice: coPrice(facts, mark),
  ctime: at,
})

export interface InsuranceFacts {
  readonly cause: 'liquidation' | 'funding' | 'adl' | 'deposit' | 'socialised'
  readonly amount: bigint
  readonly balance: bigint
  readonly at: number
}

export const riskBalanceView = (asset: AssetFacts, { cause, amount, balance, at }: InsuranceFacts) => ({
  marginCoin: asset.symbol,
  balance: formatDecimal(balance, asset.scale),
  change: formatDecimal(amount, asset.scale),
  cause,
  ctime: at,
})

/** An index price as the engine has it, 1e-12 of what it is priced in. */
export const finePriceText = (fine: bigint): string => formatDecimal(fine, FINE_SCALE)

/** A mark as the exchange made it; fine prices in 1e-12 of what it is priced in, rates in 1e-12. */
export interface MarkPartsFacts {
  readonly time: number
  readonly mark: number
  readonly last: number
  readonly indexFine: bigint
  readonly basis: bigint
  /** Index and basis, drawn towards the last price by what customers traded in the last minute. */
  readonly drawn: bigint
  readonly rate: bigint
  readonly isShut: boolean
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Time that an interval of funding still had, ms; at the very end of one all of the next. */
function fundingLeft(at: number, { fundingHours, fundingStartHour }: Pick<ContractTerms, 'fundingHours' | 'fundingStartHour'>): number {
  const length = fundingHours * HOUR_MS
  const since = ((at % DAY_MS) - fundingStartHour * HOUR_MS + DAY_MS) % length
  return length - since
}

export const markPartsView = (
  facts: ContractFacts,
  { contract, bounds }: Pick<ContractListing, 'contract' | 'bounds'>,
  { time, mark, last, indexFine, basis, drawn, rate, isShut }: MarkPartsFacts,
) => ({
  time,
  tagPrice: coPrice(facts, mark),
  lastPrice: coPrice(facts, last),
  indexPrice: finePriceText(indexFine),
  basis: finePriceText(basis),
  drawn: finePriceText(drawn),
  range: rateText(bounds.markRangeE8),
  fundRate: formatDecimal(rate, FUNDING_SCALE),
  fundLeft: fundingLeft(time, contract),
  shut: isShut ? (1 as const) : (0 as const),
})
