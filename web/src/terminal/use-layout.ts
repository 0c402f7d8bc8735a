/** Which of the five arrangements the window has room for. */
import { useSyncExternalStore } from 'react'

export type Layout = 'wide' | 'desk' | 'compact' | 'tablet' | 'phone'

const QUERIES: readonly (readonly [Layout, string])[] = [
  ['wide', '(min-width: 1920px)'],
  ['desk', '(min-width: 1280px)'],
  ['compact', '(min-width: 1024px)'],
  ['tablet', '(min-width: 768px)'],
]

/** The arrangement that the window has room for now. */
export function presentLayout(): Layout {
  return QUERIES.find(([, query]) => window.matchMedia(query).matches)?.[0] ?? 'phone'
}

function subscribe(listener: () => void): () => void {
  const lists = [...QUERIES.map(([, query]) => window.matchMedia(query)), window.matchMedia(TALL)]
  for (const list of lists) list.addEventListener('change', listener)
  return () => {
    for (const list of lists) list.removeEventListener('change', listener)
  }
}

export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, presentLayout)
}

const TALL = '(min-height: 880px)'

/** Whether the trades fit under the book; in lower windows they become a tab. */
export function useTall(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(TALL).matches)
}
