/** State of the markets list: tab, class, search, order, and the order held while the pointer is on the table. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstAnswer } from '../../data/boot.ts'
import { useFavourites } from '../../data/market/favourites.ts'
import type { MarketClass, MarketGroup } from '../../data/market/market-calls.ts'
import { holdOrder, type MarketRow, type MarketSort, matchesSearch, mergeMarket, sortMarket } from '../../data/market/market-model.ts'
import { usePairsQuery } from '../../data/market/pairs.ts'
import { useQuotes, useQuotesSettled } from '../../data/market/quotes.ts'

/** Tabs besides the quote assets. Quote assets are upper case, so the names cannot meet. */
export const FAVOURITES = 'favourites'
export const ALL = 'all'

const calls = () => import('../../data/market/market-calls.ts')

/** A list that the page came with, in the language of the page. */
function headList<Entry>(name: string): Entry[] | undefined {
  const list = firstAnswer(name)
  return Array.isArray(list) ? (list as Entry[]) : undefined
}

async function loadLogged<T>(message: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    console.error(message, error)
    throw error
  }
}

export function useClasses() {
  return (
    useQuery({
      queryKey: ['classes'],
      meta: { public: true },
      staleTime: 300_000,
      queryFn: async () => [...(await (await calls()).loadClasses())].sort((a, b) => a.sort - b.sort),
      initialData: () => headList<MarketClass>('classes'),
    }).data ?? []
  )
}

/** Groups that are switched off: their pairs are in no list. A failure shows every pair. */
function useHiddenSymbols(): { readonly hidden: ReadonlySet<string>; readonly pending: boolean } {
  const query = useQuery({
    queryKey: ['groups'],
    meta: { public: true },
    staleTime: 300_000,
    queryFn: () => loadLogged('Failed to load exchange groups', async () => (await calls()).loadGroups()),
    initialData: () => headList<MarketGroup>('groups'),
  })
  const groups = query.data ?? []
  const shown = new Set(groups.filter((group) => group.groupStatus === 1).flatMap((group) => group.symbols))
  const off = groups.filter((group) => group.groupStatus === 0).flatMap((group) => group.symbols)
  return { hidden: new Set(off.filter((symbol) => !shown.has(symbol))), pending: query.isPending && query.failureCount === 0 }
}

function filtered(
  rows: readonly MarketRow[],
  state: { tab: string; classId: string; query: string },
  favourites: readonly string[],
): readonly MarketRow[] {
  return rows.filter(
    (row) =>
      (state.tab === ALL || (state.tab === FAVOURITES ? favourites.includes(row.symbol) : row.quote === state.tab)) &&
      (state.classId === '' || row.classLabel === state.classId) &&
      matchesSearch(row.symbol, state.query),
  )
}

export function useMarketView() {
  const pairs = usePairsQuery()
  const quotes = useQuotes()
  const settled = useQuotesSettled(quotes)
  const favourites = useFavourites()
  const { hidden, pending: groupsPending } = useHiddenSymbols()
  const [tab, setTab] = useState<string>(ALL)
  const [classId, setClassId] = useState('')
  const [query, setQuery] = useState('')
  const [sort, setSort] = useState<{ readonly key: MarketSort; readonly ascending: boolean }>({ key: 'turnover', ascending: false })
  const [pointed, setPointed] = useState<readonly string[]>()
  const usdtPerQuote = (quote: string) => quotes.get(`${quote}/USDT`)?.price ?? '1'
  const all = mergeMarket(pairs.data ?? [], quotes).filter((row) => !hidden.has(row.symbol))
  const ordered = sortMarket(filtered(all, { tab, classId, query }, favourites), sort.key, sort.ascending, usdtPerQuote)
  const rows = pointed === undefined ? ordered : holdOrder(ordered, pointed)
  return {
    pairs,
    /** False while rows would be drawn only to change places by the first prices, or to go with a group that is off. */
    settled: settled && !pairs.isPending && !groupsPending,
    all,
    rows,
    favourites,
    tab,
    setTab,
    classId,
    setClassId,
    query,
    setQuery,
    sort,
    /** A second press on the same head turns the order around. */
    sortBy(key: MarketSort) {
      setPointed(undefined)
      setSort((now) => ({ key, ascending: now.key === key ? !now.ascending : key === 'name' }))
    },
    /** While the pointer is on the rows they keep their places. */
    hold: () => setPointed(rows.map((row) => row.symbol)),
    release: () => setPointed(undefined),
    quotesOf: [...new Set(all.map((row) => row.quote))],
  }
}
