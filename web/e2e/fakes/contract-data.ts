/** Rows of the invented host of contracts, in the shape of the API. */
import type { ResponseOf } from '../../../wire/src/call.ts'
import type { CoAccount, Position } from '../../../wire/src/futures/position-types.ts'
import type { klines, ladderInfo } from '../../../wire/src/futures/public.ts'
import type { ContractInfo, ContractMarket, CoOrder, UserConfig } from '../../../wire/src/futures/types.ts'

export const START = 67_408.6

const FACTS = {
  'E-BTC-USDT': { id: '1', base: 'BTC', multiplier: '0.001', scale: 1, tick: '0.1', most: 125, price: 1 },
  'E-ETH-USDT': { id: '2', base: 'ETH', multiplier: '0.01', scale: 2, tick: '0.01', most: 100, price: 3517.86 / START },
} as const
export type Name = keyof typeof FACTS
const isName = (name: string): name is Name => Object.hasOwn(FACTS, name)
const factsOf = (name: string) => FACTS[isName(name) ? name : 'E-BTC-USDT']
const plain = (value: number, scale: number): string => String(Number(value.toFixed(scale)))
const priceOf = (name: string, price: number): number => price * factsOf(name).price

export function contractList(): ContractInfo[] {
  return Object.entries(FACTS).map(([contractName, facts], sort) => ({
    id: facts.id,
    contractName,
    symbol: contractName.slice(2),
    contractType: 'E',
    contractSide: 1,
    multiplier: facts.multiplier,
    multiplierCoin: facts.base,
    marginCoin: 'USDT',
    originalCoin: 'USDT',
    marginRate: '1',
    base: facts.base,
    quote: 'USDT',
    capitalStartTime: 0,
    capitalFrequency: 8,
    settlementFrequency: 1,
    minLever: 1,
    maxLever: facts.most,
    openTakerFee: '0.0005',
    openMakerFee: '0.0002',
    closeTakerFee: '0.0005',
    closeMakerFee: '0.0002',
    liqFee: '0.005',
    fundingCap: '0.0075',
    fundingFloor: '-0.0075',
    interestRate: '0.0001',
    priceBasis: 1,
    contractOtherName: contractName,
    classification: 1,
    subSymbol: contractName.slice(2),
    slippage: '0.005',
    markRange: '0.00175',
    fillRange: '0.0005',
    sort,
    status: 'TRADING',
    coinResultVo: {
      symbolPricePrecision: facts.scale,
      priceTick: facts.tick,
      depth: [facts.tick, String(Number(facts.tick) * 10), String(Number(facts.tick) * 100)],
      minOrderVolume: '1',
      maxMarketVolume: '50000',
      maxLimitVolume: '100000',
      minOrderMoney: '5',
      maxMarketMoney: '0',
      maxLimitMoney: '0',
      priceRange: '0.1',
      marginCoinPrecision: 8,
      fundsInStatus: 1,
      fundsOutStatus: 1,
    },
  }))
}

export function tickerOf(name: string, btc: number) {
  const { id, scale } = factsOf(name)
  const price = priceOf(name, btc)
  return {
    contractId: id,
    contractName: name,
    lastPrice: plain(price, scale),
    tagPrice: plain(price * 0.9999, scale),
    indexPrice: plain(price * 0.99985, scale),
    rose: '0.0058',
    high: plain(price * 1.01, scale),
    low: plain(price * 0.98, scale),
    vol: '42236000',
  }
}

export function markOf(name: string, btc: number) {
  const { contractId, contractName, tagPrice, indexPrice } = tickerOf(name, btc)
  const nextSettlementTime = Math.ceil((Date.now() + 1) / 28_800_000) * 28_800_000
  return {
    contractId,
    contractName,
    tagPrice,
    indexPrice,
    currentFundRate: '0.0001',
    nextFundRate: '0.000092',
    nextSettlementTime,
    time: Date.now(),
  }
}

export function marketOf(name: string, btc: number): ContractMarket {
  const { lastPrice, high, low, vol, rose } = tickerOf(name, btc)
  const { contractName: _, ...mark } = markOf(name, btc)
  return { ...mark, lastPrice, high, low, vol, rose, remaining: 100, openInterest: '21806400', amount: '2847112300' }
}

export function depthOf(name: string, btc: number): { bids: [string, string][]; asks: [string, string][] } {
  const { scale, tick } = factsOf(name)
  const price = priceOf(name, btc)
  const side = (way: 1 | -1): [string, string][] =>
    Array.from({ length: 60 }, (_, index) => [
      plain(price + way * (index * 3 + (index % 2) + (way === 1 ? 0 : 1)) * Number(tick), scale),
      String(600 + ((index * 977) % 5000)),
    ])
  return { bids: side(-1), asks: side(1) }
}

export function candles(close: number): ResponseOf<typeof klines> {
  const step = 900_000
  const now = Math.floor(Date.now() / step) * step
  const at = (index: number): number => close * (1 + Math.sin(index / 9) * 0.006 + Math.cos(index / 23) * 0.004 - 0.004 * Math.cos(0))
  return Array.from({ length: 200 }, (_, index) => {
    const back = 199 - index
    const [open, end] = [at(back + 1), back === 0 ? close : at(back)]
    const price = (value: number) => plain(value, 1)
    return [
      now - back * step,
      price(open),
      price(Math.max(open, end) * 1.001),
      price(Math.min(open, end) * 0.999),
      price(end),
      '1200',
      '80000',
      40,
    ]
  })
}

export const tiers = (): ResponseOf<typeof ladderInfo> => [
  { level: 1, minPositionValue: '0', maxPositionValue: '50000', maxLever: 125, keepRate: '0.004', deduction: '0' },
  { level: 2, minPositionValue: '50000', maxPositionValue: '250000', maxLever: 100, keepRate: '0.005', deduction: '50' },
  { level: 3, minPositionValue: '250000', maxPositionValue: '1000000', maxLever: 50, keepRate: '0.01', deduction: '1300' },
]

export const configOf = (): UserConfig => ({
  contractId: '1',
  uid: '100001',
  openContract: 1,
  transStatus: 1,
  marginModel: 2,
  marginModelCanSwitch: 1,
  nowLevel: 20,
  minLevel: 1,
  maxLevel: 125,
  userMaxLevel: 125,
  leverCeiling: { '125': '50000', '100': '250000', '50': '1000000' },
  leverOriginCeiling: { '125': '50000', '100': '250000', '50': '1000000' },
  levelCanSwitch: 1,
  positionModel: 1,
  positionModelCanSwitch: 1,
  pcSecondConfirm: 0,
  coUnit: 1,
  expireTime: 7,
  priceBasis: 1,
  multiplierCoin: 'BTC',
  couponTag: 0,
  futuresLocalLimit: 0,
  authLevel: 0,
  nextCapitalTime: 0,
  currentTimeMillis: Date.now(),
})

export const account = (): CoAccount => ({
  symbol: 'USDT',
  originalCoin: 'USDT',
  accountBalance: '21143.07',
  canUseAmount: '8214.6',
  isolateMargin: '8523.49',
  lockAmount: '0',
  unRealizedAmount: '143.19',
  realizedAmount: '0',
  totalAmount: '21286.26',
  totalMargin: '273.1',
  totalMarginRate: '0.062',
  marginAmount: '4404.98',
  canTransferAmount: '8214.6',
  trialAmount: '0',
  openTime: 1,
})

interface OrderFacts {
  readonly id: string
  readonly contract: string
  readonly side: 'BUY' | 'SELL'
  readonly open: 'OPEN' | 'CLOSE'
  readonly type: number
  readonly price: string
  readonly volume: string
  readonly trigger?: { readonly triggerPrice: string; readonly triggerType: number; readonly triggerPxType: number }
}

export function orderRow({ id, contract, side, open, type, price, volume, trigger }: OrderFacts): CoOrder {
  const facts = factsOf(contract)
  return {
    id,
    clientOrderId: `c${id}`,
    contractId: facts.id,
    contractName: contract,
    symbol: contract.slice(2),
    base: facts.base,
    quote: 'USDT',
    pricePrecision: facts.scale,
    side,
    open,
    positionType: 2,
    leverageLevel: 20,
    type,
    timeInForce: 'GTC',
    price,
    avgPrice: '0',
    volume,
    isWholePosition: false,
    dealVolume: '0',
    orderBalance: trigger === undefined ? '100' : '0',
    tradeFee: '0',
    realizedAmount: '0',
    isConditionOrder: trigger !== undefined,
    triggerPrice: trigger?.triggerPrice ?? null,
    triggerType: trigger?.triggerType ?? null,
    triggerPxType: trigger?.triggerPxType ?? null,
    callbackRate: null,
    callbackValue: null,
    expireTime: null,
    status: 1,
    memo: 0,
    source: 'web',
    liqPositionMsg: null,
    otoOrder: null,
    ctime: Date.now(),
    mtime: Date.now(),
  }
}

interface PositionFacts {
  readonly id: string
  readonly contract?: string
  readonly side: 'BUY' | 'SELL'
  readonly volume: number
  readonly entry: string
  readonly leverage: number
  readonly adl: number
  readonly cross?: boolean
}

export function positionRow({ id, contract = 'E-BTC-USDT', side, volume, entry, leverage, adl, cross = false }: PositionFacts): Position {
  const facts = factsOf(contract)
  const mark = priceOf(contract, START) * 0.9999
  const size = volume * Number(facts.multiplier)
  const profit = (mark - Number(entry)) * size * (side === 'BUY' ? 1 : -1)
  return {
    id,
    contractId: facts.id,
    contractName: contract,
    symbol: contract.slice(2),
    marginCoin: 'USDT',
    orderSide: side,
    positionType: cross ? 1 : 2,
    leverageLevel: leverage,
    positionVolume: String(volume),
    canCloseVolume: String(volume),
    openAvgPrice: entry,
    indexPrice: plain(mark, facts.scale),
    reducePrice: plain(mark * (side === 'BUY' ? 0.947 : 1.196), facts.scale),
    bankruptcyPrice: plain(mark * 0.94, facts.scale),
    holdAmount: plain((Number(entry) * size) / leverage, 2),
    positionBalance: plain(mark * size, 2),
    marginRate: '0.086',
    keepRate: '0.004',
    maxFeeRate: '0.0005',
    unRealizedAmount: plain(profit, 2),
    openRealizedAmount: plain(profit, 2),
    realizedAmount: '0',
    returnRate: plain((profit * leverage) / (Number(entry) * size), 6),
    canUseAmount: '8214.6',
    canSubMarginAmount: '310.5',
    addedAmount: '0',
    tradeFee: '21.7',
    capitalFee: '-3.1',
    closeProfit: '0',
    settleProfit: '0',
    shareAmount: '0',
    historyRealizedAmount: '0',
    profitRealizedAmount: '0',
    adlLevel: adl,
    tpslList: [],
    ctime: Date.now(),
    mtime: Date.now(),
  }
}
