/** What a user holds in savings. Read again whenever something of the account changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLoggedIn } from '../session.ts'
import { SPOT_QUERIES, spotChanged } from '../spot/spot-changes.ts'
import { EARN_QUERIES } from './products.ts'

const calls = () => import('./my-earn-calls.ts')
const OFTEN_MS = 30_000

export function useEarnTotals(wanted: boolean) {
  const loggedIn = useLoggedIn()
  return useQuery({
    queryKey: [SPOT_QUERIES, 'earnTotals'],
    enabled: loggedIn && wanted,
    refetchInterval: OFTEN_MS,
    queryFn: async () => (await calls()).loadTotals(),
  })
}

/** Every order that is held. */
export function useHeldOrders(wanted = true) {
  const loggedIn = useLoggedIn()
  return useQuery({
    queryKey: [SPOT_QUERIES, 'earnHeld'],
    enabled: loggedIn && wanted,
    refetchInterval: OFTEN_MS,
    queryFn: async () => (await calls()).loadHeld(),
  })
}

/** After a purchase, a redemption or a change of what happens at the end: balances, orders and what is left of quotas. */
export function useEarnChanged(): () => void {
  const client = useQueryClient()
  return () => {
    spotChanged()
    void client.invalidateQueries({ queryKey: [EARN_QUERIES, 'groups'] })
  }
}
