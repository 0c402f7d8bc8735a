/** The currency in which values are shown. The list is kept for the next visit; the choice is one stored key. */
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { firstAnswer } from '../boot.ts'
import { serverTimeOf } from '../clock.ts'
import { onStored, readStored, writeStored } from '../storage.ts'
import { useWireLocale } from './menus.ts'
import { chosenRate, type Rate, ratesOf } from './rate-model.ts'

async function loadRates(): Promise<readonly Rate[]> {
  const rates = ratesOf(await (await import('./shell-calls.ts')).loadRateList())
  writeStored('cachedRateData', rates)
  return rates
}

export interface RatesView {
  readonly pending: boolean
  readonly rates: readonly Rate[]
  /** When the rates came, ms; 0 before. */
  readonly at: number
}

export function useRates(): RatesView {
  const locale = useWireLocale()
  const query = useQuery({
    queryKey: ['rates', locale],
    meta: { public: true },
    staleTime: 60_000,
    refetchInterval: 300_000,
    queryFn: loadRates,
    initialData: () => {
      const first = firstAnswer('rates')
      return Array.isArray(first) ? ratesOf(first) : undefined
    },
    placeholderData: () => ratesOf(readStored('cachedRateData') ?? []),
  })
  const rates = query.data ?? []
  const at = query.dataUpdatedAt === 0 ? 0 : serverTimeOf(query.dataUpdatedAt)
  // Nothing kept from an earlier visit is no answer yet.
  return { pending: query.isPending || (query.isPlaceholderData && rates.length === 0), rates, at }
}

export function chooseRate(shortName: string): void {
  writeStored('rateKey', shortName)
}

/** The rate in use, or undefined before any is known. */
export function useRate(): Rate | undefined {
  const { rates } = useRates()
  const key = useSyncExternalStore(
    (listener) => onStored('rateKey', listener),
    () => readStored('rateKey'),
    () => undefined,
  )
  return chosenRate(rates, key)
}
