/** The pairs of the exchange. With a token the user's own list is asked first, and the public one when that fails. */
import { pairs, pairsOpen } from '@agio/wire/spot.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '../http-client.ts'
import { isLoggedIn, useLoggedIn } from '../session.ts'
import { readPair } from './decode.ts'
import type { MarketPair } from './market-model.ts'

async function loadPairs(): Promise<readonly MarketPair[]> {
  if (isLoggedIn()) {
    try {
      return (await send(pairs, {})).flatMap(readPair)
    } catch (error) {
      console.warn('The own coin list did not load, the public one follows', error)
    }
  }
  try {
    return (await send(pairsOpen, {}, { anonymous: true })).flatMap(readPair)
  } catch (error) {
    console.error('Failed to load coin list', error)
    throw error
  }
}

export function usePairsQuery() {
  const loggedIn = useLoggedIn()
  return useQuery({ queryKey: ['pairs', loggedIn], staleTime: 60_000, queryFn: loadPairs, placeholderData: (before) => before })
}

const NONE: readonly MarketPair[] = []

/** Shown pairs; empty while loading, unchanged after a failed refresh. */
export function usePairs(): readonly MarketPair[] {
  return usePairsQuery().data ?? NONE
}
