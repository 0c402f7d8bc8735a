/** The pairs of the exchange. With a token the user's own list is asked first, and the public one when that fails. */
import { useQuery } from '@tanstack/react-query'
import { useLoggedIn } from '../session.ts'
import { pairsInHead, readPair } from './decode.ts'
import type { MarketPair } from './market-model.ts'

export function usePairsQuery() {
  const loggedIn = useLoggedIn()
  return useQuery({
    queryKey: ['pairs', loggedIn],
    staleTime: 60_000,
    queryFn: async () => (await import('./market-calls.ts')).loadPairs(),
    // A user's own list also knows the favourites, so the one in the head is only a beginning.
    initialData: () => (loggedIn ? undefined : pairsInHead()?.flatMap(readPair)),
    placeholderData: (before) => before,
  })
}

const NONE: readonly MarketPair[] = []

/** Shown pairs; empty while loading, unchanged after a failed refresh. */
export function usePairs(): readonly MarketPair[] {
  return usePairsQuery().data ?? NONE
}
