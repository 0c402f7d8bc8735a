/** How deep a block of a network has to be before nothing hangs on it any more. */
import type { State } from '@agio/engine/state.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { KnownNetwork } from '../network-book.ts'

/** By the deepest rule of the network and of the coins on it. */
export function confirmationsOf(state: State, { networkId, document }: KnownNetwork): number {
  const own = listingsOf(state).filter(({ terms }) => terms.networkId === networkId)
  return Math.max(document.deadDepth, ...own.map(({ terms }) => terms.unlockAt))
}
