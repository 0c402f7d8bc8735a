/** Products of savings as everybody sees them. What can be asked without a token says so, and is kept when a session ends. */
import { useQuery } from '@tanstack/react-query'
import { useLoggedIn } from '../session.ts'

/** First word of the keys of what is not the user's own. */
export const EARN_QUERIES = 'earn'

const calls = () => import('./earn-calls.ts')
type Calls = Awaited<ReturnType<typeof calls>>
type Answer<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>

export type ProductGroup = Answer<'loadGroups'>[number]
export type Filters = Answer<'loadFilters'>
export type EarnCoin = Answer<'loadCoins'>[number]
export type DayRate = Answer<'loadRates'>[number]

const SELDOM = { meta: { public: true }, staleTime: 300_000 } as const
const PRODUCTS_MS = 30_000
const DAY_MS = 86_400_000
/** Days of the rate's history that are shown. */
export const RATE_DAYS = 30

export function useProductGroups() {
  // With a token the answer also says what is left of the user's own quota.
  const loggedIn = useLoggedIn()
  return useQuery({
    queryKey: [EARN_QUERIES, 'groups', loggedIn],
    meta: { public: !loggedIn },
    refetchInterval: PRODUCTS_MS,
    queryFn: async () => (await calls()).loadGroups(),
  })
}

export const useEarnConfiguration = () =>
  useQuery({ queryKey: [EARN_QUERIES, 'configuration'], ...SELDOM, queryFn: async () => (await calls()).loadConfiguration() })

export const useBackgrounds = (wanted: boolean) =>
  useQuery({
    queryKey: [EARN_QUERIES, 'backgrounds'],
    ...SELDOM,
    enabled: wanted,
    queryFn: async () => (await calls()).loadBackgrounds(),
  })

export const useFilters = () =>
  useQuery({ queryKey: [EARN_QUERIES, 'filters'], ...SELDOM, queryFn: async () => (await calls()).loadFilters() })

/** Coins that have a listed product, by id. */
export const useEarnCoins = () =>
  useQuery({
    queryKey: [EARN_QUERIES, 'coins'],
    ...SELDOM,
    queryFn: async (): Promise<ReadonlyMap<string, EarnCoin>> =>
      new Map((await (await calls()).loadCoins()).map((coin) => [coin.coinId, coin])),
  })

/** Rates of the last days, the oldest first. @param now server time, ms */
export const useRates = (productId: string, now: number) => {
  const today = Math.floor(now / DAY_MS)
  return useQuery({
    queryKey: [EARN_QUERIES, 'rates', productId, today],
    meta: { public: true },
    staleTime: 60_000,
    queryFn: async () => (await calls()).loadRates(productId, (today - RATE_DAYS) * DAY_MS, (today + 1) * DAY_MS - 1),
  })
}
