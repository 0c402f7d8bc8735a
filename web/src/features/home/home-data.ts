/** What the home page asks for. Each part fails on its own: the failure is logged, its section stays empty, the others are drawn. */
import type { CallSpec } from '@agio/wire/call.ts'
import { carouselImageList } from '@agio/wire/home-web.ts'
import { gainers, hotSymbols, losers, usdtPrices } from '@agio/wire/market.ts'
import type { Ticker } from '@agio/wire/market-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod/mini'
import { send } from '../../data/http-client.ts'
import { readQuote } from '../../data/market/decode.ts'
import type { Quote } from '../../data/market/market-model.ts'
import { putQuotes } from '../../data/market/quotes.ts'
import { firstAnswer } from '../../data/shell/menus.ts'
import { writeStored } from '../../data/storage.ts'

export type RankingKind = 'hot' | 'gainers' | 'losers'

const CALLS: Readonly<Record<RankingKind, CallSpec<z.ZodMiniType, z.ZodMiniType<readonly Ticker[]>>>> = {
  hot: hotSymbols as never,
  gainers: gainers as never,
  losers: losers as never,
}

async function logged<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    console.warn(`home: ${what} did not load`, error)
    throw error
  }
}

/** Symbols of a ranking in the server's order, with the prices it came with. */
export function useRanking(kind: RankingKind): { readonly pending: boolean; readonly quotes: readonly Quote[] } {
  const query = useQuery({
    queryKey: ['ranking', kind],
    meta: { public: true },
    refetchInterval: 30_000,
    queryFn: () =>
      logged(kind, async () =>
        (firstAnswer(kind, CALLS[kind].response) ?? (await send(CALLS[kind], {}, { anonymous: true }))).map(readQuote),
      ),
  })
  const { data } = query
  useEffect(() => {
    if (data !== undefined) putQuotes(data)
  }, [data])
  return { pending: query.isPending, quotes: data ?? [] }
}

export interface Slide {
  readonly slideId: string
  readonly imageDay: string
  readonly imageNight: string
  readonly target: string | null
  readonly title: string
}

export function useSlides(): readonly Slide[] {
  const query = useQuery({
    queryKey: ['carousel'],
    meta: { public: true },
    staleTime: 300_000,
    queryFn: () =>
      logged(
        'carousel',
        async () =>
          firstAnswer('carousel', carouselImageList.response) ?? (await send(carouselImageList, { position: 'home' }, { anonymous: true })),
      ),
  })
  return (query.data ?? []).map((item) => ({
    slideId: item.id,
    imageDay: item.imgUrl,
    imageNight: item.imgUrlNight ?? item.imgUrl,
    target: item.linkUrl,
    title: item.title,
  }))
}

/** USDT prices of coins by symbol, kept for the next visit. */
export function useUsdtPrices(): Readonly<Record<string, string>> {
  const query = useQuery({
    queryKey: ['usdt-prices'],
    meta: { public: true },
    refetchInterval: 30_000,
    queryFn: async () => {
      try {
        const prices = Object.fromEntries((await send(usdtPrices, {}, { anonymous: true })).map((item) => [item.coinName, item.price]))
        writeStored('usdtRate', prices)
        return prices
      } catch (error) {
        console.error('Failed to load UsdtPrice', error)
        throw error
      }
    },
  })
  return query.data ?? {}
}
