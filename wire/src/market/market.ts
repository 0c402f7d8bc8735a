/** home-web: market data for everyone. */
import * as z from 'zod/mini'
import { coinSchema } from '../assets/types.ts'
import { call } from '../call.ts'
import { decimal, id, ms, optional, outside, queryInt, switch01, symbol, text } from '../fields.ts'
import { CANDLE_INTERVALS } from './candle-intervals.ts'
import { depthWeight } from './depth-weight.ts'
import { depthSchema, klineSchema, tickerSchema, tradeSchema } from './types.ts'

const ROOT = '/api/home-web/v1/open'
const empty = z.object({})
const tickers = z.array(tickerSchema)

const ranking = (kind: number, summary: string) =>
  call({
    method: 'GET',
    path: `${ROOT}/trade_raking/${kind}`,
    access: 'visitor',
    request: z.object({ limit: optional(queryInt(1, 50)) }),
    response: tickers,
    errors: [],
    summary,
  })

export const busiest = ranking(1, 'Pairs by 24 h turnover.')
export const newest = ranking(2, 'Newest listings first.')
export const gainers = ranking(3, 'Largest rise since 00:00 UTC first.')
export const losers = ranking(4, 'Largest fall since 00:00 UTC first.')

export const hotSymbols = call({
  method: 'POST',
  path: `${ROOT}/hotMarketSymbol/list`,
  access: 'visitor',
  request: empty,
  response: tickers,
  errors: [],
  summary: "The operator's hot pairs, in the operator's order.",
})

export const usdtPrices = call({
  method: 'POST',
  path: `${ROOT}/getUsdtPriceWithStables`,
  access: 'visitor',
  request: z.object({ coinNames: optional(z.array(text(0, 20)).check(z.maxLength(200))) }),
  response: z.array(z.object({ coinName: z.string(), price: decimal, isStable: switch01 })),
  errors: [],
  summary: 'What a coin is worth in USDT.',
})

export const allPricesPost = call({
  method: 'POST',
  path: `${ROOT}/exchangeCoinAllPrice`,
  access: 'visitor',
  request: z.object({ symbols: optional(z.array(outside(64)).check(z.maxLength(1000))) }),
  response: tickers,
  errors: [],
  summary: 'Tickers of all shown pairs, or of those named.',
})

export const coinsOpen = call({
  method: 'POST',
  path: `${ROOT}/tenantCurrencyCoinAll`,
  access: 'visitor',
  request: empty,
  response: z.array(coinSchema),
  errors: [],
  summary: 'Coins, for visitors.',
})

export const classLabels = call({
  method: 'GET',
  path: `${ROOT}/getClassLabel`,
  access: 'visitor',
  request: empty,
  response: z.array(z.object({ id: z.string(), labelName: z.string(), sort: z.int() })),
  errors: [],
  summary: 'Classes of pairs.',
})

const textOrNull = z.nullable(z.string())

export const coinInfo = call({
  method: 'GET',
  path: `${ROOT}/coin/info`,
  access: 'visitor',
  request: z.object({ coinName: text(1, 20) }),
  response: z.object({
    coinId: z.string(),
    coinName: z.string(),
    fullName: z.string(),
    iconUrl: textOrNull,
    intro: textOrNull,
    issueTime: z.nullable(z.number()),
    totalSupply: textOrNull,
    circulation: textOrNull,
    website: textOrNull,
    whitePaper: textOrNull,
    explorerUrl: textOrNull,
    rank: z.nullable(z.int()),
  }),
  errors: ['COIN_NOT_FOUND'],
  summary: 'What the operator tells about a coin.',
})

export const marketTickers = call({
  method: 'GET',
  path: `${ROOT}/market/tickers`,
  access: 'visitor',
  request: z.object({ symbol: optional(symbol) }),
  response: tickers,
  errors: ['PAIR_NOT_FOUND'],
  summary: 'Tickers of all shown pairs or of one.',
})

export const marketDepth = call({
  method: 'GET',
  path: `${ROOT}/market/depth`,
  access: 'visitor',
  request: z.object({ symbol, limit: optional(queryInt(1, 1000)) }),
  response: depthSchema,
  weight: depthWeight,
  errors: ['PAIR_NOT_FOUND'],
  summary: 'The published book, best first, with the sequence and checksum of the socket.',
})

export const marketTrades = call({
  method: 'GET',
  path: `${ROOT}/market/trades`,
  access: 'visitor',
  request: z.object({ symbol, limit: optional(queryInt(1, 500)), beforeId: optional(id) }),
  response: z.array(tradeSchema),
  errors: ['PAIR_NOT_FOUND'],
  summary: 'Public trades, newest first.',
})

export const marketKlines = call({
  method: 'GET',
  path: `${ROOT}/market/klines`,
  access: 'visitor',
  request: z.object({
    symbol,
    interval: z.enum(CANDLE_INTERVALS),
    startTime: optional(z.union([ms, queryInt(0, Number.MAX_SAFE_INTEGER)])),
    endTime: optional(z.union([ms, queryInt(0, Number.MAX_SAFE_INTEGER)])),
    limit: optional(queryInt(1, 1000)),
  }),
  response: z.array(klineSchema),
  weight: 10,
  errors: ['PAIR_NOT_FOUND', 'TIME_RANGE_INVALID'],
  summary: 'Candles, ascending, UTC buckets; a bucket without trade repeats the close before it.',
})

export const marketSparklines = call({
  method: 'GET',
  path: `${ROOT}/market/sparklines`,
  access: 'visitor',
  request: empty,
  response: z.record(z.string(), z.array(decimal)),
  weight: 2,
  errors: [],
  summary: 'Closes of the last 42 four-hour buckets of every shown pair, oldest first; at most a minute old.',
})
