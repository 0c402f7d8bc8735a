/** The futures host: what everybody may ask. Perpetual contracts, their prices, funding and insurance fund. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { decimal, id, ms, optional, text } from '../fields.ts'
import { CANDLE_INTERVALS } from '../market/candle-intervals.ts'
import { depthWeight } from '../market/depth-weight.ts'
import { klineSchema } from '../market/types.ts'
import { coPageFields, coPageWithinBound, marginCoin } from './fields.ts'
import {
  contractDepthSchema,
  contractInfoSchema,
  contractPriceSchema,
  contractTradeSchema,
  fundingRateSchema,
  indexWeightSchema,
  ladderSchema,
  marketInfoSchema,
  markPartsSchema,
  riskBalanceSchema,
} from './types.ts'

const ROOT = '/fe-co-api/common'
const empty = z.object({})
const UNKNOWN = ['CONTRACT_NOT_FOUND'] as const

export const futuresHealth = call({
  method: 'POST',
  path: `${ROOT}/health`,
  access: 'visitor',
  request: empty,
  response: z.object({ status: z.literal('ok'), version: z.string(), uptime: z.int() }),
  errors: ['MAINTENANCE'],
  summary: 'State of the futures host.',
})

export const publicInfo = call({
  method: 'POST',
  path: `${ROOT}/public_info`,
  access: 'visitor',
  request: empty,
  response: z.object({
    wsUrl: z.string(),
    marginCoinList: z.array(z.string()),
    originalCoinList: z.array(z.string()),
    contractList: z.array(contractInfoSchema),
    currentTimeMillis: z.number(),
    langList: z.array(z.string()),
    /** `receiptKeys`: public keys of receipts by their id, base64url of 32 bytes. */
    contractProInfo: z.object({ receiptKeys: z.record(z.string(), z.string()) }),
  }),
  errors: [],
  summary: 'Contracts with all that is fixed about them, and where the socket is.',
})

export const publicMarketInfo = call({
  method: 'POST',
  path: `${ROOT}/public_market_info`,
  access: 'visitor',
  request: z.object({ contractId: id, symbol: optional(text(0, 32)) }),
  response: marketInfoSchema,
  errors: UNKNOWN,
  summary: 'Mark, index, funding and 24 hours of a contract.',
})

export const depthMap = call({
  method: 'POST',
  path: `${ROOT}/depth_map`,
  access: 'visitor',
  request: z.object({ contractId: id, limit: optional(z.int().check(z.minimum(1), z.maximum(1000))) }),
  response: contractDepthSchema,
  weight: depthWeight,
  errors: UNKNOWN,
  summary: 'The published book, best first, with the sequence and checksum of the socket.',
})

export const priceList = call({
  method: 'POST',
  path: `${ROOT}/price_list`,
  access: 'visitor',
  request: empty,
  response: z.array(contractPriceSchema),
  errors: [],
  summary: 'Last, mark and index of all contracts.',
})

const candles = <const Tail extends string>(tail: Tail, summary: string) =>
  call({
    method: 'POST',
    path: `${ROOT}/${tail}` as const,
    access: 'visitor',
    request: z.object({
      contractId: id,
      interval: z.enum(CANDLE_INTERVALS),
      startTime: optional(ms),
      endTime: optional(ms),
      limit: optional(z.int().check(z.minimum(1), z.maximum(1000))),
    }),
    response: z.array(klineSchema),
    weight: 10,
    errors: [...UNKNOWN, 'TIME_RANGE_INVALID'],
    summary,
  })

export const klines = candles('kline', 'Candles of trades, ascending, UTC buckets; volumes in coins.')
export const markKlines = candles('tag_price_kline', 'Candles of the mark.')
export const indexKlines = candles('index_price_kline', 'Candles of the index.')

export const markParts = call({
  method: 'POST',
  path: `${ROOT}/tag_price_parts`,
  access: 'visitor',
  request: z.object({ contractId: id, /** A moment in the minute; absent = the newest one. */ minute: optional(ms) }),
  response: z.object({
    contractId: z.string(),
    minute: z.number(),
    /** The mark with which the minute began. */
    before: z.nullable(markPartsSchema),
    /** Those made in it; one that is all as before is not told again. */
    marks: z.array(markPartsSchema),
  }),
  weight: 2,
  errors: UNKNOWN,
  summary: 'Every mark of one minute of the last 30 days, with what it was made of.',
})

export const tradeList = call({
  method: 'POST',
  path: `${ROOT}/trade_list`,
  access: 'visitor',
  request: z.object({ contractId: id, limit: optional(z.int().check(z.minimum(1), z.maximum(500))) }),
  response: z.array(contractTradeSchema),
  errors: UNKNOWN,
  summary: 'Public trades, newest first.',
})

export const ladderInfo = call({
  method: 'POST',
  path: `${ROOT}/get_ladder_info`,
  access: 'visitor',
  request: z.object({ contractId: id }),
  response: z.array(ladderSchema),
  errors: UNKNOWN,
  summary: 'Brackets of maintenance margin and leverage.',
})

export const fundingRateList = call({
  method: 'POST',
  path: `${ROOT}/funding_rate_list`,
  access: 'visitor',
  request: z.object({ contractId: id, ...coPageFields }).check(coPageWithinBound),
  response: z.object({ count: z.int(), fundingRateList: z.array(fundingRateSchema) }),
  weight: 2,
  errors: UNKNOWN,
  summary: 'Settled funding rates, newest first.',
})

export const indexWeights = call({
  method: 'POST',
  path: `${ROOT}/index_price_weight_list`,
  access: 'visitor',
  request: z.object({ contractId: id }),
  response: z.array(indexWeightSchema),
  errors: UNKNOWN,
  summary: 'What the sources of the index say now, and which of them count.',
})

export const riskAccount = call({
  method: 'POST',
  path: `${ROOT}/get_risk_account`,
  access: 'visitor',
  request: z.object({ marginCoin }),
  response: z.object({ marginCoin: z.string(), balance: decimal }),
  errors: ['COIN_NOT_FOUND'],
  summary: 'The insurance fund of a margin coin.',
})

export const riskBalances = call({
  method: 'POST',
  path: `${ROOT}/risk_balance_list`,
  access: 'visitor',
  request: z.object({ marginCoin, ...coPageFields }).check(coPageWithinBound),
  response: z.object({ count: z.int(), riskBalanceList: z.array(riskBalanceSchema) }),
  weight: 2,
  errors: ['COIN_NOT_FOUND'],
  summary: 'Every change of the insurance fund with its cause, newest first.',
})
