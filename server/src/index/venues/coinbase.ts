/**
 * Coinbase Exchange, "Get product ticker" of its REST API: `GET /products/BTC-USDT/ticker` →
 * `{ask, bid, volume, trade_id, price, size, time}`. One question a product; an unknown one is 404 `{message: "NotFound"}`. `time` is
 * that of the last trade: it dates the last price, while bid and ask are current.
 */
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Fault, IndexSource, Quote } from '../source.ts'
import { isFault } from './http-get.ts'
import { ageOf, bodyOf, type Read, type VenueOptions, venue } from './venue.ts'

const PRODUCTS = 'https://api.exchange.coinbase.com/products'
/** Public questions an address may ask in a second: 10; half of it is left to others behind the same address. */
const APART_MS = 200
const PACE_MS = 2000

const side = z.optional(z.string())
const answer = z.object({ bid: side, ask: side, price: z.string(), time: side })

export function coinbase({ get, overrides }: VenueOptions): IndexSource {
  async function one(product: string, signal: AbortSignal): Promise<Quote | Fault | undefined> {
    const got = await get(`${PRODUCTS}/${encodeURIComponent(product)}/ticker`, signal)
    if (!isFault(got) && got.status === 404) return undefined
    const read = bodyOf(got)
    if ('reason' in read) return read
    const ticker = answer.safeParse(read.body)
    if (!ticker.success) return { reason: 'badAnswer' }
    const { bid, ask, price, time } = ticker.data
    if (bid !== undefined && ask !== undefined) return { bid, ask, ageMs: 0 }
    return { last: price, ageMs: ageOf(Date.parse(time ?? ''), read.arrivedAt) }
  }

  return venue(
    {
      name: 'coinbase',
      paceMs: PACE_MS,
      pairOf: (coin) => `${coin}-USDT`,
      async ask(pairs, signal): Promise<Read> {
        const quotes = new Map<string, Quote>()
        let fault: Fault | undefined
        await Promise.all(
          pairs.map(async (product, index) => {
            // An aborted pause goes on to a question that is aborted as well, and says so.
            await pause(index * APART_MS, undefined, { signal }).catch(() => undefined)
            if (fault?.reason === 'limited') return
            const quote = await one(product, signal)
            if (quote === undefined) return
            if (!('reason' in quote)) quotes.set(product, quote)
            else if (fault === undefined || quote.reason === 'limited') fault = quote
          }),
        )
        return fault !== undefined && (quotes.size === 0 || fault.reason === 'limited') ? fault : { quotes }
      },
    },
    overrides,
  )
}
