/** What each coin is worth in USDT: its index price, as anybody may read it. */
import { useQuery } from '@tanstack/react-query'
import { firstAnswer } from '../boot.ts'
import { listOf, textOf } from '../live/read.ts'
import { writeStored } from '../storage.ts'

export type UsdtPrices = Readonly<Record<string, string>>

function pricesInHead(): UsdtPrices | undefined {
  const rows = listOf(firstAnswer('usdtPrices'))
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map(({ coinName, price }) => [textOf(coinName), textOf(price)]))
}

/**
 * Prices by symbol, kept for the next visit.
 * @param wanted false while nothing that shows them is in the window. @param everyMs how often they are read again
 */
export function useUsdtPrices(
  wanted: boolean,
  everyMs = 30_000,
): { readonly prices: UsdtPrices; readonly at: number; readonly failed: boolean } {
  const query = useQuery({
    queryKey: ['usdt-prices'],
    enabled: wanted,
    meta: { public: true },
    refetchInterval: everyMs,
    initialData: pricesInHead,
    queryFn: async () => {
      const prices = await (await import('./usdt-prices-call.ts')).loadUsdtPrices()
      writeStored('usdtRate', prices)
      return prices
    },
  })
  return { prices: query.data ?? NONE, at: query.dataUpdatedAt, failed: query.isError }
}

const NONE: UsdtPrices = {}
