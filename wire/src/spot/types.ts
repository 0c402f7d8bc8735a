/** Rows of the spot service. */
import * as z from 'zod/mini'
import { decimal, decimalOrNull, direction, switch01 } from '../fields.ts'
import { named } from '../named.ts'

const timeOrNull = z.nullable(z.number())
const textOrNull = z.nullable(z.string())

export const pairSchema = named(
  'Pair',
  z.object({
    id: z.string(),
    symbol: z.string(),
    coinSymbol: z.string(),
    baseSymbol: z.string(),
    groupStatus: switch01,
    isFavorite: switch01,
    classLabel: textOrNull,
    baseCoinScale: z.int(),
    coinScale: z.int(),
    buyFee: decimal,
    sellFee: decimal,
    depthOne: decimal,
    depthTwo: decimal,
    depthThree: decimal,
    depthFour: decimal,
    enable: switch01,
    enableBuy: switch01,
    enableSell: switch01,
    show: switch01,
    maxBaseVolume: decimal,
    minBaseVolume: decimal,
    maxVolume: decimal,
    minVolume: decimal,
    maxCurrentPrice: decimal,
    maxMarketPrice: decimal,
    openingPrice: decimal,
    price: decimal,
    yesterdayPrice: decimal,
    quantity: decimal,
    priceOffset: decimal,
    priceChangePercent: decimal,
    state: z.string(),
    makerFee: decimalOrNull,
    takerFee: decimalOrNull,
    maxOpenOrders: z.int(),
    maxTriggerOrders: z.int(),
    sort: z.int(),
  }),
)
export type Pair = z.output<typeof pairSchema>

export const spotOrderSchema = named(
  'SpotOrder',
  z.object({
    orderId: z.string(),
    clientOrderId: z.string(),
    symbol: z.string(),
    coinSymbol: z.string(),
    baseSymbol: z.string(),
    direction,
    type: z.string(),
    timeInForce: z.string(),
    price: decimalOrNull,
    amount: decimalOrNull,
    turnover: decimalOrNull,
    tradedAmount: decimal,
    tradedTurnover: decimal,
    avgPrice: decimalOrNull,
    triggerPrice: decimalOrNull,
    activationPrice: decimalOrNull,
    trailingDelta: z.nullable(z.int()),
    visibleAmount: decimalOrNull,
    triggered: switch01,
    triggerTime: timeOrNull,
    expireTime: timeOrNull,
    stpMode: z.string(),
    preventedAmount: decimal,
    orderListId: textOrNull,
    fee: decimal,
    feeCoin: z.string(),
    frozen: decimal,
    frozenCoin: z.string(),
    status: z.string(),
    source: z.string(),
    reason: textOrNull,
    time: z.number(),
    updateTime: z.number(),
    completedTime: timeOrNull,
    canceledTime: timeOrNull,
  }),
)
export type SpotOrder = z.output<typeof spotOrderSchema>

/** Ours: what an order was until it was amended. */
export const amendmentSchema = named(
  'Amendment',
  z.object({
    orderId: z.string(),
    /** When it was amended, ms. */
    time: z.number(),
    price: decimalOrNull,
    /** Of a contract, whole contracts. */
    amount: decimalOrNull,
    triggerPrice: decimalOrNull,
    /** Traded by then: a part of `loweredTo`, not of the order that took the place. */
    tradedAmount: decimal,
    /** The amount behind an amendment that kept the place; null = another order took the place. */
    loweredTo: decimalOrNull,
  }),
)
export type Amendment = z.output<typeof amendmentSchema>

export const spotFillSchema = named(
  'SpotFill',
  z.object({
    tradeId: z.string(),
    orderId: z.string(),
    clientOrderId: z.string(),
    symbol: z.string(),
    coinSymbol: z.string(),
    baseSymbol: z.string(),
    direction,
    role: z.enum(['maker', 'taker']),
    price: decimal,
    amount: decimal,
    turnover: decimal,
    fee: decimal,
    feeCoin: z.string(),
    time: z.number(),
  }),
)
export type SpotFill = z.output<typeof spotFillSchema>
