/** Rows of the futures host. Volumes count whole contracts; money and prices are decimal text. */
import * as z from 'zod/mini'
import { decimal, decimalOrNull, direction, switch01 } from '../fields.ts'
import { named } from '../named.ts'

const textOrNull = z.nullable(z.string())
const oneOrTwo = z.union([z.literal(1), z.literal(2)])
const coOpen = z.enum(['OPEN', 'CLOSE'])

const coinResultSchema = named(
  'CoinResult',
  z.object({
    symbolPricePrecision: z.int(),
    priceTick: decimal,
    depth: z.array(decimal),
    minOrderVolume: decimal,
    maxMarketVolume: decimal,
    maxLimitVolume: decimal,
    minOrderMoney: decimal,
    maxMarketMoney: decimal,
    maxLimitMoney: decimal,
    /** Share of the mark that a limit may lie away from it. */
    priceRange: decimal,
    marginCoinPrecision: z.int(),
    fundsInStatus: switch01,
    fundsOutStatus: switch01,
  }),
)

export const contractInfoSchema = named(
  'ContractInfo',
  z.object({
    id: z.string(),
    contractName: z.string(),
    symbol: z.string(),
    contractType: z.enum(['E', 'S']),
    contractSide: switch01,
    multiplier: decimal,
    multiplierCoin: z.string(),
    marginCoin: z.string(),
    originalCoin: z.string(),
    marginRate: decimal,
    base: z.string(),
    quote: z.string(),
    capitalStartTime: z.int(),
    capitalFrequency: z.int(),
    settlementFrequency: z.int(),
    minLever: z.int(),
    maxLever: z.int(),
    openTakerFee: decimal,
    openMakerFee: decimal,
    closeTakerFee: decimal,
    closeMakerFee: decimal,
    liqFee: decimal,
    fundingCap: decimal,
    fundingFloor: decimal,
    interestRate: decimal,
    priceBasis: switch01,
    contractOtherName: z.string(),
    classification: z.int(),
    subSymbol: z.string(),
    slippage: decimal,
    /** Ours, shares: what the mark may be away from the index, and what a price may be worse than the mark before it has to be paid for. */
    markRange: decimal,
    fillRange: decimal,
    sort: z.int(),
    status: z.enum(['TRADING', 'HALT', 'CANCEL_ONLY', 'REDUCE_ONLY']),
    coinResultVo: coinResultSchema,
  }),
)
export type ContractInfo = z.output<typeof contractInfoSchema>

export const marketInfoSchema = named(
  'ContractMarket',
  z.object({
    contractId: z.string(),
    tagPrice: decimal,
    indexPrice: decimal,
    lastPrice: decimal,
    currentFundRate: decimal,
    nextFundRate: decimal,
    nextSettlementTime: z.number(),
    remaining: z.int(),
    openInterest: decimal,
    high: decimal,
    low: decimal,
    vol: decimal,
    amount: decimal,
    /** Change of 24 h, a fraction. */
    rose: decimal,
    time: z.number(),
  }),
)
export type ContractMarket = z.output<typeof marketInfoSchema>

export const contractPriceSchema = named(
  'ContractPrice',
  z.object({
    contractId: z.string(),
    contractName: z.string(),
    lastPrice: decimal,
    tagPrice: decimal,
    indexPrice: decimal,
    rose: decimal,
  }),
)
export type ContractPrice = z.output<typeof contractPriceSchema>

/** Of the socket: with the extent of 24 h. */
export const contractTickerSchema = named('ContractTicker', z.extend(contractPriceSchema, { high: decimal, low: decimal, vol: decimal }))
export type ContractTicker = z.output<typeof contractTickerSchema>

export const contractMarkSchema = named(
  'ContractMark',
  z.object({
    contractId: z.string(),
    contractName: z.string(),
    tagPrice: decimal,
    indexPrice: decimal,
    currentFundRate: decimal,
    nextFundRate: decimal,
    nextSettlementTime: z.number(),
    time: z.number(),
  }),
)
export type ContractMark = z.output<typeof contractMarkSchema>

const levels = z.array(z.tuple([decimal, decimal]))
export const contractDepthSchema = named(
  'ContractDepth',
  z.object({
    contractId: z.string(),
    buys: levels,
    asks: levels,
    /** Between best bid and best ask; "0" while a side is empty. */
    middle: decimal,
    seq: z.int(),
    time: z.number(),
    checksum: z.int(),
  }),
)

export const contractTradeSchema = named(
  'ContractTrade',
  z.object({ id: z.string(), price: decimal, volume: decimal, side: direction, ctime: z.number() }),
)
export type ContractTrade = z.output<typeof contractTradeSchema>

const attachedSchema = named(
  'Tpsl',
  z.object({ triggerType: oneOrTwo, triggerPrice: decimal, triggerPxType: z.int(), type: oneOrTwo, price: z.optional(decimal) }),
)

export const coOrderSchema = named(
  'CoOrder',
  z.object({
    id: z.string(),
    clientOrderId: z.string(),
    contractId: z.string(),
    contractName: z.string(),
    symbol: z.string(),
    base: z.string(),
    quote: z.string(),
    pricePrecision: z.int(),
    side: direction,
    open: coOpen,
    positionType: oneOrTwo,
    leverageLevel: z.int(),
    type: z.int(),
    timeInForce: z.string(),
    price: decimal,
    avgPrice: decimal,
    /** Of an order that closes whatever the position is: what that is now, "0" behind it. */
    volume: decimal,
    /** Ours: it closes whatever the position is when it fires, of whatever size that is now. */
    isWholePosition: z.boolean(),
    dealVolume: decimal,
    orderBalance: decimal,
    tradeFee: decimal,
    realizedAmount: decimal,
    isConditionOrder: z.boolean(),
    triggerPrice: decimalOrNull,
    triggerType: z.nullable(z.int()),
    triggerPxType: z.nullable(z.int()),
    callbackRate: decimalOrNull,
    callbackValue: decimalOrNull,
    expireTime: z.nullable(z.number()),
    status: z.int(),
    memo: z.int(),
    source: z.enum(['web', 'api', 'liquidation', 'adl', 'system']),
    liqPositionMsg: textOrNull,
    otoOrder: z.nullable(z.object({ takeProfit: z.optional(attachedSchema), stopLoss: z.optional(attachedSchema) })),
    ctime: z.number(),
    mtime: z.number(),
  }),
)
export type CoOrder = z.output<typeof coOrderSchema>

/** `id` is the trade's: the same in the public list and on both sides. */
export const coTradeSchema = named(
  'CoTrade',
  z.object({
    id: z.string(),
    orderId: z.string(),
    clientOrderId: z.string(),
    contractId: z.string(),
    contractName: z.string(),
    symbol: z.string(),
    contractOtherName: z.string(),
    side: direction,
    open: coOpen,
    role: z.enum(['maker', 'taker']),
    price: decimal,
    volume: decimal,
    fee: decimal,
    feeCoin: z.string(),
    realizedAmount: decimal,
    ctime: z.number(),
  }),
)
export type CoTrade = z.output<typeof coTradeSchema>

export const ladderSchema = named(
  'MarginTier',
  z.object({
    level: z.int(),
    minPositionValue: decimal,
    maxPositionValue: decimal,
    maxLever: z.int(),
    keepRate: decimal,
    deduction: decimal,
  }),
)

export const fundingRateSchema = named(
  'FundingRate',
  z.object({ contractId: z.string(), fundingRate: decimal, tagPrice: decimal, ctime: z.number() }),
)

export const riskBalanceSchema = named(
  'RiskBalance',
  z.object({
    marginCoin: z.string(),
    balance: decimal,
    change: decimal,
    cause: z.enum(['liquidation', 'funding', 'adl', 'deposit', 'socialised']),
    ctime: z.number(),
  }),
)

export const indexWeightSchema = named(
  'IndexWeight',
  z.object({ source: z.string(), price: decimal, weight: decimal, used: switch01, time: z.number() }),
)

/** A mark with what it was made of: the middle one of the three, kept within `range` of the index. */
export const markPartsSchema = named(
  'MarkParts',
  z.object({
    time: z.number(),
    tagPrice: decimal,
    /** "0" = there was no trade by then. */
    lastPrice: decimal,
    indexPrice: decimal,
    /** Mean of the samples of the basis, in what the contract is priced in. */
    basis: decimal,
    /** Index with the basis, drawn towards the last price by what customers traded in the last minute: the third of the three. */
    drawn: decimal,
    /** Share of the index that the mark may be away from it. */
    range: decimal,
    /** Of the funding that was settled last, and the ms that its interval still had. */
    fundRate: decimal,
    fundLeft: z.int(),
    /** 1: there was no index, and the mark stood still. */
    shut: switch01,
  }),
)
export type MarkParts = z.output<typeof markPartsSchema>

export const userConfigSchema = named(
  'ContractConfig',
  z.object({
    contractId: z.string(),
    uid: z.string(),
    openContract: switch01,
    transStatus: switch01,
    marginModel: oneOrTwo,
    marginModelCanSwitch: switch01,
    nowLevel: z.int(),
    minLevel: z.int(),
    maxLevel: z.int(),
    userMaxLevel: z.int(),
    /** By highest leverage: the largest value of position and orders. */
    leverCeiling: z.record(z.string(), decimal),
    leverOriginCeiling: z.record(z.string(), decimal),
    levelCanSwitch: switch01,
    positionModel: oneOrTwo,
    positionModelCanSwitch: switch01,
    pcSecondConfirm: switch01,
    coUnit: oneOrTwo,
    expireTime: z.union([z.literal(1), z.literal(7), z.literal(14), z.literal(30)]),
    priceBasis: switch01,
    multiplierCoin: z.string(),
    couponTag: switch01,
    futuresLocalLimit: switch01,
    authLevel: z.int(),
    nextCapitalTime: z.number(),
    currentTimeMillis: z.number(),
  }),
)
export type UserConfig = z.output<typeof userConfigSchema>
