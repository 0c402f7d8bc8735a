/** Closing prices of the last seven days, a point every four hours, for the small lines. */
import { useQuery } from '@tanstack/react-query'

const NONE: readonly string[] = []

/** Oldest first; empty while loading and after a failure: a missing line never holds up a row. */
export function useSparkline(symbol: string, enabled = true): readonly string[] {
  const query = useQuery({
    queryKey: ['sparkline', symbol],
    meta: { public: true },
    enabled,
    staleTime: 600_000,
    queryFn: async () => (await import('./market-calls.ts')).loadCloses(symbol),
  })
  return query.data ?? NONE
}
