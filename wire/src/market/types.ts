/** Rows of the market calls. */
import * as z from 'zod/mini'
import { decimal, decimalOrNull } from '../fields.ts'
import { named } from '../named.ts'

export const tickerSchema = named(
  'Ticker',
  z.object({
    symbol: z.string(),
    coinSymbol: z.string(),
    baseSymbol: z.string(),
    price: decimal,
    openingPrice: decimal,
    yesterdayPrice: decimal,
    high: decimal,
    low: decimal,
    bestBid: decimalOrNull,
    bestAsk: decimalOrNull,
    quantity: decimal,
    turnover: decimal,
    priceChangePercent: decimal,
    usdtPrice: decimal,
    time: z.number(),
  }),
)
export type Ticker = z.output<typeof tickerSchema>

export const klineSchema = named('Kline', z.tuple([z.number(), decimal, decimal, decimal, decimal, decimal, decimal, z.int()]))
export type Kline = z.output<typeof klineSchema>

export const tradeSchema = named(
  'Trade',
  z.object({
    id: z.string(),
    price: decimal,
    amount: decimal,
    direction: z.enum(['BUY', 'SELL']),
    time: z.number(),
  }),
)
export type PublicTradeRow = z.output<typeof tradeSchema>

const depthRows = z.array(z.tuple([decimal, decimal]))
export const depthSchema = named(
  'Depth',
  z.object({
    symbol: z.string(),
    seq: z.int(),
    time: z.number(),
    checksum: z.int(),
    bids: depthRows,
    asks: depthRows,
  }),
)
export type Depth = z.output<typeof depthSchema>
