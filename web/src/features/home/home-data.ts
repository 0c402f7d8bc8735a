/** What the home page asks for. Each part fails on its own: the failure is logged, its section stays empty, the others are drawn. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { firstAnswer } from '../../data/boot.ts'
import type { loadCarousel, RankingKind } from '../../data/market/market-calls.ts'
import type { Quote } from '../../data/market/market-model.ts'
import { putQuotes, quotesInHead } from '../../data/market/quotes.ts'

const calls = () => import('../../data/market/market-calls.ts')

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
    // None at all is an answer too: on a day on which everything rises nobody has lost.
    initialData: () => (firstAnswer(kind) === undefined ? undefined : quotesInHead(kind)),
    queryFn: () => logged(kind, async () => (await calls()).loadRanking(kind)),
  })
  const { data } = query
  useEffect(() => {
    if (data !== undefined) putQuotes(data)
  }, [data])
  return { pending: query.isPending, quotes: data ?? [] }
}

type CarouselItems = Awaited<ReturnType<typeof loadCarousel>>

function slidesInHead(): CarouselItems | undefined {
  const items = firstAnswer('carousel')
  return Array.isArray(items) ? (items as CarouselItems) : undefined
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
    initialData: slidesInHead,
    queryFn: () => logged('carousel', async () => (await calls()).loadCarousel()),
  })
  return (query.data ?? []).map((item) => ({
    slideId: item.id,
    imageDay: item.imgUrl,
    imageNight: item.imgUrlNight ?? item.imgUrl,
    target: item.linkUrl,
    title: item.title,
  }))
}
