/** Closing prices of the last seven days, a point every four hours, for the small lines. One request serves every row of a page. */
import { useQuery } from '@tanstack/react-query'
import { useIdle } from '../idle.ts'

const NONE: readonly string[] = []

/**
 * Oldest first; empty while loading and after a failure: a missing line never holds up a row. @param seen whether the line has come into
 * the window
 */
export function useSparkline(symbol: string, seen = true): readonly string[] {
  const query = useQuery({
    queryKey: ['sparklines'],
    enabled: useIdle(2) && seen,
    meta: { public: true },
    staleTime: 600_000,
    queryFn: async () => (await import('./market-calls.ts')).loadCloses(),
    select: (closes) => closes[symbol],
  })
  return query.data ?? NONE
}
