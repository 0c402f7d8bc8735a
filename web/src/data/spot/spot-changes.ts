/** What an order, a fill or a gift may have changed is read again by whoever shows it. */
import type { Query } from '@tanstack/react-query'
import { createLiveStore, useLive } from '../live/live-store.ts'
import { queryClient } from '../query-client.ts'

/** Key of every query over histories, fills, bills and balances. */
export const SPOT_QUERIES = 'spot'

/** Changes in this time are read together. */
const TOGETHER_MS = 100
/** At least this long between two readings: a program that trades must not make its owner's page read all the time. */
const APART_MS = 500

let changes = 0
const store = createLiveStore(() => changes)
let waiting = false
let readAt = Number.NEGATIVE_INFINITY

/** How many changes this page has heard of. */
export const spotChanges = (): number => changes

/** The same for a component; it draws again with each change. */
export const useSpotChanges = (): number => useLive(store)

/**
 * A list of which the reader has opened several pages, or is opening the second, stands still under the eye; it says that there is more
 * instead (`newer`). Reading it again would also end the reading of the page that was asked for.
 */
function isSteady({ state }: Query): boolean {
  const { data } = state
  const several = typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages) && data.pages.length > 1
  return several || (state.fetchStatus !== 'idle' && state.fetchMeta?.fetchMore !== undefined)
}

/** Something of the account has changed: what is shown is read again within a moment, or within half a second when that has just been done. */
export function spotChanged(): void {
  changes += 1
  store.touch()
  if (waiting) return
  waiting = true
  const wait = Math.max(TOGETHER_MS, readAt + APART_MS - performance.now())
  setTimeout(() => {
    waiting = false
    readAt = performance.now()
    void queryClient.invalidateQueries({ queryKey: [SPOT_QUERIES], predicate: (query) => !isSteady(query) })
  }, wait)
}
