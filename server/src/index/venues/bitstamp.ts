/**
 * Bitstamp, "All tickers" of its HTTP API: `GET /api/v2/ticker/` → `[{pair: "BTC/USDT", last, bid, ask, timestamp, …}]`, `timestamp` in
 * seconds. All pairs come in one answer. Its own name of a pair, as everywhere else in its API, is `btcusdt`.
 */
import * as z from 'zod/mini'
import type { IndexSource, Quote } from '../source.ts'
import { ageOf, bodyOf, type Read, type VenueOptions, venue } from './venue.ts'

const TICKERS = 'https://www.bitstamp.net/api/v2/ticker/'

const row = z.object({ pair: z.string(), last: z.string(), bid: z.string(), ask: z.string(), timestamp: z.string() })
const answer = z.array(row)

export function bitstamp({ get, overrides }: VenueOptions): IndexSource {
  return venue(
    {
      name: 'bitstamp',
      paceMs: 2000,
      pairOf: (coin) => `${coin.toLowerCase()}usdt`,
      async ask(_, signal): Promise<Read> {
        const read = bodyOf(await get(TICKERS, signal))
        if ('reason' in read) return read
        const rows = answer.safeParse(read.body)
        if (!rows.success) return { reason: 'badAnswer' }
        const quote = ({ last, bid, ask, timestamp }: z.output<typeof row>): Quote => ({
          bid,
          ask,
          last,
          ageMs: ageOf(Number(timestamp) * 1000, read.arrivedAt),
        })
        return { quotes: new Map(rows.data.map((each) => [each.pair.replace('/', '').toLowerCase(), quote(each)])) }
      },
    },
    overrides,
  )
}
