/** Closing prices of the last seven days, a point every four hours, for the small lines. */
import { marketKlines } from '@agio/wire/market.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '../http-client.ts'

const POINTS = 42
const NONE: readonly string[] = []

/** Oldest first; empty while loading and after a failure: a missing line never holds up a row. */
export function useSparkline(symbol: string, enabled = true): readonly string[] {
  const query = useQuery({
    queryKey: ['sparkline', symbol],
    meta: { public: true },
    enabled,
    staleTime: 600_000,
    queryFn: async () =>
      (await send(marketKlines, { symbol, interval: '4h', limit: POINTS }, { anonymous: true })).map((candle) => candle[4]),
  })
  return query.data ?? NONE
}
