/**
 * OKX, "GET / Tickers" of its API v5: `GET /api/v5/market/tickers?instType=SPOT` →
 * `{code: "0", msg, data: [{instId, last, askPx, bidPx, ts, …}]}`, `ts` in ms. It takes no list of pairs: all come, in one answer. Errors
 * come as 200 with another code, "50011" for too many questions.
 */
import * as z from 'zod/mini'
import type { IndexSource, Quote } from '../source.ts'
import { ageOf, bodyOf, type Read, type VenueOptions, venue } from './venue.ts'

const TICKERS = 'https://www.okx.com/api/v5/market/tickers?instType=SPOT'
const TOO_MANY = '50011'

const row = z.object({ instId: z.string(), last: z.string(), askPx: z.string(), bidPx: z.string(), ts: z.string() })
const answer = z.object({ code: z.string(), data: z.array(row) })
const refusal = z.object({ code: z.string() })

export function okx({ get, overrides }: VenueOptions): IndexSource {
  return venue(
    {
      name: 'okx',
      paceMs: 2000,
      pairOf: (coin) => `${coin}-USDT`,
      async ask(_, signal): Promise<Read> {
        const read = bodyOf(await get(TICKERS, signal))
        if ('reason' in read) return read
        if (refusal.safeParse(read.body).data?.code === TOO_MANY) return { reason: 'limited' }
        const all = answer.safeParse(read.body)
        if (!all.success || all.data.code !== '0') return { reason: 'badAnswer' }
        const quote = ({ last, askPx: ask, bidPx: bid, ts }: z.output<typeof row>): Quote => ({
          bid,
          ask,
          last,
          ageMs: ageOf(Number(ts), read.arrivedAt),
        })
        return { quotes: new Map(all.data.data.map((each) => [each.instId, quote(each)])) }
      },
    },
    overrides,
  )
}
