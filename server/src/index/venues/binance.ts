/**
 * Binance spot, "Symbol order book ticker" of its REST API: `GET /api/v3/ticker/bookTicker?symbols=["BTCUSDT",…]` →
 * `[{symbol, bidPrice, bidQty, askPrice, askQty}]`. It dates nothing, and 0 stands for an empty side. One unknown symbol refuses the
 * list: 400 `{code: -1121}`. Too many questions: 429, then 418, with `Retry-After`.
 */
import * as z from 'zod/mini'
import type { IndexSource, Quote } from '../source.ts'
import { isFault } from './http-get.ts'
import { bodyOf, type Read, type VenueOptions, venue } from './venue.ts'

const TICKERS = 'https://api.binance.com/api/v3/ticker/bookTicker'
const INVALID_SYMBOL = -1121

const answer = z.array(z.object({ symbol: z.string(), bidPrice: z.string(), askPrice: z.string() }))
const refusal = z.object({ code: z.number() })

export function binance({ get, overrides }: VenueOptions): IndexSource {
  return venue(
    {
      name: 'binance',
      paceMs: 1000,
      pairOf: (coin) => `${coin}USDT`,
      async ask(pairs, signal): Promise<Read> {
        const got = await get(`${TICKERS}?symbols=${encodeURIComponent(JSON.stringify(pairs))}`, signal)
        if (!isFault(got) && got.status === 400 && refusal.safeParse(got.body).data?.code === INVALID_SYMBOL) return 'unknownPair'
        const read = bodyOf(got)
        if ('reason' in read) return read
        const rows = answer.safeParse(read.body)
        if (!rows.success) return { reason: 'badAnswer' }
        return {
          quotes: new Map(rows.data.map(({ symbol, bidPrice: bid, askPrice: ask }): [string, Quote] => [symbol, { bid, ask, ageMs: 0 }])),
        }
      },
    },
    overrides,
  )
}
