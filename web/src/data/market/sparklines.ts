/** Closing prices of the last seven days, a point every four hours, for the small lines. One request serves every row of a page. */
import { useQuery } from '@tanstack/react-query'
import { useIdle } from '../idle.ts'

const NONE: readonly string[] = []

/** Closes of a pair, oldest first. */
export type ClosesOf = (symbol: string) => readonly string[]

/**
 * For a whole list at once, since each row that asks for itself costs the first drawing. Empty while loading and after a failure: a missing
 * line never holds up a row. @param seen whether the lines have come into the window
 */
export function useSparklines(seen = true): ClosesOf {
  const query = useQuery({
    queryKey: ['sparklines'],
    enabled: useIdle(2) && seen,
    meta: { public: true },
    staleTime: 600_000,
    queryFn: async () => (await import('./market-calls.ts')).loadCloses(),
  })
  const closes = query.data
  return (symbol) => closes?.[symbol] ?? NONE
}
