/** A limit in a line, `5K USDT 24h`, in the words that the engine has for it; they are fetched where a page shows one. */
import { useQuery } from '@tanstack/react-query'

export interface LimitTerms {
  readonly amountLimit: string
  readonly coin: string
  /** Hours. */
  readonly time: number
}

/** @returns undefined until it can be said; the line is null for terms that say no limit */
export const useLimitText = (): ((terms: LimitTerms) => string | null) | undefined =>
  useQuery({
    queryKey: ['limitText'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => ({ write: (await import('@agio/engine/wallet/withdraw-limit.ts')).limitText }),
  }).data?.write
