/** Any venue that the library ccxt knows, for an operator who installed it: it is no dependency of ours. */
import { faulty, type IndexSource, type Quote } from '../source.ts'
import type { PairOverrides } from './venue.ts'

/** What is used of it. Its prices are numbers; they are taken as the text that they came as, and where there is none, as printed. */
interface Ticker {
  readonly bid?: number | undefined
  readonly ask?: number | undefined
  readonly last?: number | undefined
  readonly timestamp?: number | undefined
}
interface Client {
  fetchTickers(symbols: readonly string[]): Promise<Readonly<Record<string, Ticker>>>
}
type Library = Readonly<Record<string, (new (options: object) => Client) | undefined>>

const LIBRARY = 'ccxt'
const PACE_MS = 2000
const TIMEOUT_MS = 4000

/** Decimal text of a number, without an exponent; undefined for what is no price. */
function text(value: number | undefined): string | undefined {
  if (value === undefined || !Number.isFinite(value) || value <= 0) return undefined
  const plain = String(value)
  return plain.includes('e') ? value.toFixed(18) : plain
}

function quoteOf({ bid, ask, last, timestamp }: Ticker): Quote {
  const [low, high, latest] = [text(bid), text(ask), text(last)]
  return {
    ...(low !== undefined && { bid: low }),
    ...(high !== undefined && { ask: high }),
    ...(latest !== undefined && { last: latest }),
    ageMs: timestamp === undefined ? 0 : Math.max(0, Date.now() - timestamp),
  }
}

/**
 * @param id the library's name of the venue; the source's is `ccxt-<id>`
 * @param load for tests
 * @throws Error when the library is not installed, or knows no such venue
 */
export async function ccxtVenue(
  id: string,
  overrides: PairOverrides,
  load: (name: string) => Promise<unknown> = importByName,
): Promise<IndexSource> {
  const library = (await load(LIBRARY).catch(() => {
    throw new Error(`the index source ccxt-${id} needs the library ${LIBRARY}: npm install --no-save ${LIBRARY}`)
  })) as Library & { readonly default?: Library }
  const Venue = library.default?.[id] ?? library[id]
  if (typeof Venue !== 'function') throw new Error(`${LIBRARY} knows no venue ${id}`)
  const client = new Venue({ enableRateLimit: true, timeout: TIMEOUT_MS })
  return {
    name: `ccxt-${id}`,
    paceMs: PACE_MS,
    async read(coins) {
      const pairs = new Map(coins.map((coin) => [coin, overrides.has(coin) ? overrides.get(coin) : `${coin}/USDT`]))
      const asked = [...pairs.values()].flatMap((pair) => pair ?? [])
      const tickers = await client.fetchTickers(asked).catch((error: unknown) => error)
      if (tickers instanceof Error) return faulty(/RateLimit|DDoS/.test(tickers.constructor.name) ? 'limited' : 'failed')
      const all = tickers as Readonly<Record<string, Ticker>>
      const quotes = new Map<string, Quote>()
      for (const [coin, pair] of pairs) {
        const ticker = all[pair ?? '']
        if (ticker !== undefined) quotes.set(coin, quoteOf(ticker))
      }
      return { quotes }
    },
  }
}

const importByName = (name: string): Promise<unknown> => import(name)
