/** Rows of conversions. */
import * as z from 'zod/mini'
import { decimal, decimalOrNull, switch01, switch12 } from '../fields.ts'
import { named } from '../named.ts'

const textOrNull = z.nullable(z.string())

/** `balance` is what the customer could give of it. */
export const convertCoinSchema = named(
  'ConvertCoin',
  z.object({ coinId: z.string(), coinName: z.string(), iconUrl: textOrNull, scale: z.int(), balance: decimal }),
)
export type ConvertCoin = z.output<typeof convertCoinSchema>

export const convertConfigSchema = named(
  'ConvertConfig',
  z.object({
    flashConvertSwitch: switch01,
    minTradeU: decimal,
    /** "0": no bound. */
    maxTradeU: decimal,
    quoteSeconds: z.int(),
    /** Of a UTC day; "0": no bound. */
    dailyLimitU: decimal,
    usedTodayU: decimal,
    sendCoins: z.array(convertCoinSchema),
    receiveCoins: z.array(convertCoinSchema),
    /** Exceptions alone, in the order of giving: a pair that is not here is open. */
    pairs: z.array(z.object({ send: z.string(), receive: z.string(), status: switch12 })),
  }),
)
export type ConvertConfig = z.output<typeof convertConfigSchema>

export const quoteSchema = named(
  'Quote',
  z.object({
    quoteId: z.string(),
    sendCoin: z.string(),
    receiveCoin: z.string(),
    /** Which amount was given; the other one follows from the price. */
    side: z.enum(['send', 'receive']),
    sendAmount: decimal,
    receiveAmount: decimal,
    /** Received for one that is sent, the spread taken off: 18 decimals, rounded down. */
    price: decimal,
    /** For people: 1 ÷ price. */
    inversePrice: decimal,
    midPrice: decimal,
    /** Share of the mid price. */
    spread: decimal,
    /** At the mid price, 8 decimals. */
    valueU: decimal,
    minAmount: decimal,
    maxAmount: decimalOrNull,
    balance: decimal,
    createTime: z.number(),
    /** The last moment at which it can be taken. */
    validTimestamp: z.number(),
  }),
)
export type Quote = z.output<typeof quoteSchema>

export const convertRecordSchema = named(
  'ConvertRecord',
  z.object({
    id: z.string(),
    quoteId: z.string(),
    sendCoin: z.string(),
    sendAmount: decimal,
    receiveCoin: z.string(),
    receiveAmount: decimal,
    price: decimal,
    /** "0": the spread is part of the price. */
    fee: decimal,
    feeCoin: z.string(),
    /** 0 failed, 1 done, 2 under way. */
    status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    reason: textOrNull,
    createTime: z.number(),
    finishTime: z.nullable(z.number()),
  }),
)
export type ConvertRecord = z.output<typeof convertRecordSchema>
