/** user-web: one coin into another, at a price that is exactly the one shown. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  asOfField,
  decimal,
  decPositive,
  exactlyOne,
  historyOf,
  id,
  optional,
  orderKey,
  pageFields,
  pageWithinBound,
  rangeFields,
  text,
} from '../fields.ts'
import { convertConfigSchema, convertRecordSchema, quoteSchema } from './types.ts'

const ROOT = '/api/user-web/v1/trade_convert'
const coin = text(1, 20)
/** By name, in the path. */
const places = { send: coin, receive: coin } as const

export const convertConfig = call({
  method: 'POST',
  path: `${ROOT}/config`,
  access: 'user',
  request: z.object({}),
  response: convertConfigSchema,
  errors: [],
  summary: 'Coins, bounds and the switch; answers also while the switch is off.',
})

export const convertPrice = call({
  method: 'GET',
  path: `${ROOT}/price/:send/:receive`,
  access: 'user',
  apiKey: 'read',
  feature: 'flashConvert',
  request: z.object(places),
  response: z.object({ sendCoin: z.string(), receiveCoin: z.string(), price: decimal, inversePrice: decimal, time: z.number() }),
  errors: ['FEATURE_OFF', 'CONVERT_PAIR_NOT_FOUND'],
  summary: 'Indicative price of one coin in another, with the spread of the smallest amount.',
})

export const convertQuote = call({
  method: 'GET',
  path: `${ROOT}/pre_trade/:send/:receive`,
  access: 'user',
  apiKey: 'trade',
  feature: 'flashConvert',
  request: z
    .object({ ...places, sendAmount: optional(decPositive), receiveAmount: optional(decPositive) })
    .check(exactlyOne(['sendAmount', 'receiveAmount'])),
  response: quoteSchema,
  errors: [
    'FEATURE_OFF',
    'CONVERT_PAIR_NOT_FOUND',
    'CONVERT_AMOUNT_RANGE',
    'DECIMAL_SCALE',
    'INDEX_UNAVAILABLE',
    'CONVERT_COIN_CLOSED',
    'CONVERT_SIDE_CLOSED',
    'CONVERT_INVENTORY',
    'CONVERT_STOCK_KEPT',
    'CONVERT_PERSON_LIMIT',
    'CONVERT_PAUSED',
    'CONVERT_DAILY_LIMIT',
    'CONVERT_QUOTES_OPEN',
  ],
  summary:
    'A quote, valid for the configured seconds, for an amount to give or an amount to receive. It takes the place of an open one of the same direction and coin.',
})

export const convertTrade = call({
  method: 'POST',
  path: `${ROOT}/trade`,
  access: 'user',
  apiKey: 'trade',
  sealed: true,
  feature: 'flashConvert',
  key: 'clientId',
  command: 'acceptQuote',
  request: z.object({ quoteId: id, sendCoin: coin, receiveCoin: coin, sendAmount: decPositive, clientId: optional(orderKey) }),
  response: convertRecordSchema,
  errors: [
    'FEATURE_OFF',
    'QUOTE_NOT_FOUND',
    'QUOTE_EXPIRED',
    'QUOTE_USED',
    'QUOTE_MOVED',
    'INDEX_UNAVAILABLE',
    'CONVERT_COIN_CLOSED',
    'CONVERT_SIDE_CLOSED',
    'CONVERT_INVENTORY',
    'CONVERT_STOCK_KEPT',
    'CONVERT_PERSON_LIMIT',
    'CONVERT_DAILY_LIMIT',
    'BALANCE_INSUFFICIENT',
    'ACCOUNT_FROZEN',
    'ACCOUNT_DISABLED',
    'IDEMPOTENCY_CONFLICT',
    'ENGINE_BUSY',
  ],
  summary: 'Accepts a quote: exactly its terms, at once, and at most once. Coins and amount must be those of the quote.',
})

export const convertRecords = call({
  method: 'POST',
  path: `${ROOT}/records`,
  access: 'user',
  apiKey: 'read',
  request: z
    .object({
      sendCoin: optional(coin),
      receiveCoin: optional(coin),
      status: optional(z.int()),
      ...rangeFields,
      ...pageFields,
      ...asOfField,
    })
    .check(pageWithinBound),
  response: historyOf(convertRecordSchema),
  weight: 2,
  errors: ['TIME_RANGE_INVALID'],
  summary: "The user's conversions, newest first.",
})
