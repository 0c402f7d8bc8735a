/** After the page was away: every list that grows by what the socket tells is read again, since nobody told it meanwhile. */
import { loadUser } from './account/load-user.ts'
import { queryClient } from './query-client.ts'
import { isLoggedIn } from './session.ts'
import { spotChanged } from './spot/spot-changes.ts'

/** First words of the keys; those of orders, fills, bills and balances are read by `spotChanged`, which leaves a long list that is read in peace. */
const LIVE_LISTS: ReadonlySet<unknown> = new Set(['messages', 'unread', 'bulletins', 'quotes', 'ranking', 'usdt-prices', 'pairs', 'terms'])

export function readAgain(): void {
  if (isLoggedIn()) void loadUser()
  spotChanged()
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => LIVE_LISTS.has(queryKey[0]) })
}
