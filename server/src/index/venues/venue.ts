/** What the adapters of venues share: names of pairs, and lists that one unknown name spoils. */
import { type Fault, faulty, type IndexSource, type Quote, type SourceAnswer } from '../source.ts'
import { type Got, type HttpGet, isFault } from './http-get.ts'

/** By coin: the venue's own name of the pair whose price is the coin's; null = the venue is not asked for this coin. */
export type PairOverrides = ReadonlyMap<string, string | null>

export interface VenueOptions {
  readonly get: HttpGet
  readonly overrides?: PairOverrides
}

/** What the venue said of its pairs, by their names there. */
export type Read = { readonly quotes: ReadonlyMap<string, Quote> } | Fault | 'unknownPair'

export interface VenueWords {
  readonly name: string
  readonly paceMs: number
  /** The venue's name of a coin's pair with USDT. */
  pairOf(coin: string): string
  ask(pairs: readonly string[], signal: AbortSignal): Promise<Read>
}

/** What a venue may call a coin; another name can be none of its pairs'. */
const COIN = /^[A-Z0-9]{1,15}$/
/** It may be listed meanwhile. */
const UNKNOWN_FOR_MS = 3_600_000

/** A venue's ticker as a source of the index. A pair that the venue does not know is left out for an hour. */
export function venue(words: VenueWords, overrides: PairOverrides = new Map()): IndexSource {
  const unknown = new Map<string, number>()

  /** One question for all; a list with an unknown name in it is halved until the name is found. */
  async function ask(pairs: readonly string[], signal: AbortSignal): Promise<Exclude<Read, string>> {
    const read = await words.ask(pairs, signal)
    if (read !== 'unknownPair') return read
    if (pairs.length <= 1) {
      for (const pair of pairs) unknown.set(pair, performance.now() + UNKNOWN_FOR_MS)
      return { quotes: new Map() }
    }
    const half = Math.ceil(pairs.length / 2)
    const first = await ask(pairs.slice(0, half), signal)
    if ('reason' in first) return first
    const second = await ask(pairs.slice(half), signal)
    return 'reason' in second ? second : { quotes: new Map([...first.quotes, ...second.quotes]) }
  }

  return {
    name: words.name,
    paceMs: words.paceMs,
    async read(coins, signal): Promise<SourceAnswer> {
      const named = coins.flatMap((coin): (readonly [string, string])[] => {
        const pair = overrides.get(coin) ?? (overrides.has(coin) || !COIN.test(coin) ? undefined : words.pairOf(coin))
        return pair === undefined || (unknown.get(pair) ?? 0) > performance.now() ? [] : [[coin, pair]]
      })
      if (named.length === 0) return { quotes: new Map() }
      const read = await ask([...new Set(named.map(([, pair]) => pair))], signal)
      if ('reason' in read) return faulty(read.reason, read.retryAfterMs)
      const quotes = new Map<string, Quote>()
      for (const [coin, pair] of named) {
        const quote = read.quotes.get(pair)
        if (quote !== undefined) quotes.set(coin, quote)
      }
      return { quotes }
    },
  }
}

/** The body of an answer that went well. */
export function bodyOf(got: Got | Fault): { readonly body: unknown; readonly arrivedAt: number } | Fault {
  if (isFault(got)) return got
  if (got.status !== 200) return { reason: 'status' }
  return got.body === undefined ? { reason: 'badAnswer' } : got
}

/** Milliseconds between a venue's stamp and the answer; a clock that is ahead of ours dates nothing back. */
export const ageOf = (stampMs: number, arrivedAt: number): number => (Number.isFinite(stampMs) ? Math.max(0, arrivedAt - stampMs) : 0)
