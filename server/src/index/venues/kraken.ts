/**
 * Kraken spot, "Get Ticker Information" of its REST API: `GET /0/public/Ticker?pair=XBTUSDT,ETHUSDT` →
 * `{error: [], result: {XBTUSDT: {a: [ask, …], b: [bid, …], c: [last, …]}}}`. It dates nothing. Bitcoin is XBT and Dogecoin XDG there, and
 * old pairs with money answer under a longer name (XBTUSD as XXBTZUSD). Errors come as 200: `EQuery:Unknown asset pair` for a list with
 * an unknown name in it, `EAPI:Rate limit exceeded` or `EGeneral:Too many requests` for too many questions.
 */
import * as z from 'zod/mini'
import type { IndexSource, Quote } from '../source.ts'
import { bodyOf, type Read, type VenueOptions, venue } from './venue.ts'

const TICKER = 'https://api.kraken.com/0/public/Ticker'
const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  ['BTC', 'XBT'],
  ['DOGE', 'XDG'],
])

const prices = z.array(z.string()).check(z.minLength(1))
const answer = z.object({
  error: z.array(z.string()),
  result: z.optional(z.record(z.string(), z.object({ a: prices, b: prices, c: prices }))),
})

/** As the answer names a pair whose short name has six letters. */
const longName = (pair: string): string => `X${pair.slice(0, 3)}Z${pair.slice(3)}`

export function kraken({ get, overrides }: VenueOptions): IndexSource {
  return venue(
    {
      name: 'kraken',
      paceMs: 2000,
      pairOf: (coin) => `${OWN_NAMES.get(coin) ?? coin}USDT`,
      async ask(pairs, signal): Promise<Read> {
        const read = bodyOf(await get(`${TICKER}?pair=${pairs.map(encodeURIComponent).join(',')}`, signal))
        if ('reason' in read) return read
        const parsed = answer.safeParse(read.body)
        if (!parsed.success) return { reason: 'badAnswer' }
        const { error, result = {} } = parsed.data
        if (error.some((text) => /Rate limit|Too many/i.test(text))) return { reason: 'limited' }
        if (error.some((text) => text.includes('Unknown asset pair'))) return 'unknownPair'
        if (error.length > 0) return { reason: 'badAnswer' }
        const quotes = new Map<string, Quote>()
        for (const pair of pairs) {
          const ticker = result[pair] ?? result[longName(pair)]
          const [ask, bid, last] = [ticker?.a[0], ticker?.b[0], ticker?.c[0]]
          if (ask !== undefined && bid !== undefined && last !== undefined) quotes.set(pair, { bid, ask, last, ageMs: 0 })
        }
        return { quotes }
      },
    },
    overrides,
  )
}
