/** Latest prices of all pairs: one answer first, then whatever the live feed brings. Rows subscribe to their own pair. */
import { useQuery } from '@tanstack/react-query'
import { boot, firstAnswer } from '../boot.ts'
import { useCalm } from '../live/calm.ts'
import { listOf, textOf } from '../live/read.ts'
import type { Quote } from './market-model.ts'
import { readQuote } from './read-quote.ts'

let quotes: ReadonlyMap<string, Quote> = new Map()
let headOf: unknown
let fromHead: ReadonlyMap<string, Quote> = new Map()
const listeners = new Set<() => void>()

/** Prices of an answer that stands in the head of the page. */
export function quotesInHead(name: string): readonly Quote[] {
  return listOf(firstAnswer(name)).map((fields) =>
    readQuote({
      symbol: textOf(fields.symbol),
      price: textOf(fields.price),
      yesterdayPrice: textOf(fields.yesterdayPrice),
      high: textOf(fields.high),
      low: textOf(fields.low),
      turnover: textOf(fields.turnover),
      usdtPrice: textOf(fields.usdtPrice),
    }),
  )
}

/** The prices that the page came with: what is drawn before anything was asked for. */
function headQuotes(): ReadonlyMap<string, Quote> {
  if (headOf !== boot()) {
    headOf = boot()
    fromHead = new Map(quotesInHead('tickers').map((quote) => [quote.symbol, quote]))
    quotes = fromHead
  }
  return fromHead
}

function present(): ReadonlyMap<string, Quote> {
  headQuotes()
  return quotes
}

/** Replaces the prices of the given pairs. Unchanged ones keep their object, so that their rows do not draw again. */
export function putQuotes(next: Iterable<Quote>): void {
  const merged = new Map(present())
  let changed = false
  for (const quote of next) {
    const before = merged.get(quote.symbol)
    if (
      before !== undefined &&
      before.price === quote.price &&
      before.turnover === quote.turnover &&
      before.usdtPrice === quote.usdtPrice &&
      before.changePercent === quote.changePercent
    )
      continue
    merged.set(quote.symbol, quote)
    changed = true
  }
  if (!changed) return
  quotes = merged
  for (const listener of listeners) listener()
}

function onQuotes(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All prices by symbol; empty until the first answer. */
export function useQuotes(): ReadonlyMap<string, Quote> {
  useFirstQuotes()
  return useCalm('all', { subscribe: onQuotes, read: present, first: headQuotes })
}

/** The price of one pair; the component draws again only when this pair moved. */
export function useQuote(symbol: string): Quote | undefined {
  return useCalm(symbol, {
    subscribe: onQuotes,
    read: () => present().get(symbol),
    first: () => headQuotes().get(symbol),
  })
}

/** Those of the given pairs whose current price is as wanted or unknown; the component draws again only when the set changes. */
export function useStill(symbols: readonly string[], wanted: (quote: Quote) => boolean): ReadonlySet<string> {
  const of = (quotesNow: ReadonlyMap<string, Quote>): string =>
    symbols
      .filter((symbol) => {
        const quote = quotesNow.get(symbol)
        return quote === undefined || wanted(quote)
      })
      .join(' ')
  const names = useCalm(`still ${symbols.join(' ')}`, { subscribe: onQuotes, read: () => of(present()), first: () => of(headQuotes()) })
  return new Set(names.split(' '))
}

/** Makes the first request for prices. `failed` is true when there was no answer at all; `count` is how many prices the answer held. */
export function useFirstQuotes(): { readonly pending: boolean; readonly failed: boolean; readonly count: number } {
  const query = useQuery({
    queryKey: ['quotes'],
    meta: { public: true },
    initialData: () => {
      const known = [...headQuotes().values()]
      return known.length > 0 ? known : undefined
    },
    queryFn: async () => {
      const loaded = await (await import('./market-calls.ts')).loadQuotes()
      // Before the answer counts as there, so that nothing is drawn between the two.
      putQuotes(loaded)
      return loaded
    },
    // The live feed takes over; this is the net below it for networks that block sockets.
    refetchInterval: 15_000,
    staleTime: 10_000,
  })
  return { pending: query.isPending, failed: query.isError || query.failureCount > 0, count: query.data?.length ?? 0 }
}

/**
 * True once every price is among those that are drawn, or their request failed. A list drawn before, or with the few that the live feed
 * knows by then, would put its rows in another order. The store is ahead of what is drawn, so what is drawn is what is asked.
 */
export function useQuotesSettled(drawn: ReadonlyMap<string, Quote>): boolean {
  const { pending, failed, count } = useFirstQuotes()
  return failed || (!pending && drawn.size >= count)
}
