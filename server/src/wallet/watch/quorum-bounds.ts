/** From which amount on a second node is asked, in units of the chain: a value of the network's document at the current index prices. */
import { asAssetId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import type { State } from '@agio/engine/state.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { KnownNetwork, NetworkBook } from '../network-book.ts'
import type { QuorumBounds } from './messages.ts'

/** An index price is 1e-12 of the unit asset for a whole coin. */
const PRICE_SCALE = 12

/** Rounded down, so that a deposit worth exactly the bound is checked too; a coin without a price always is. */
export function quorumBounds(state: State, book: NetworkBook, { networkId, document }: KnownNetwork): QuorumBounds | undefined {
  if (document.quorumFromU === undefined) return undefined
  const value = BigInt(document.quorumFromU) * pow10(PRICE_SCALE)
  const scales = new Map(listingsOf(state).map(({ listingId, terms }) => [listingId, terms.chainScale]))
  const bounds = new Map<string | null, bigint>()
  for (const { listingId, assetId, network, document: listing } of book.listings()) {
    if (network.networkId !== networkId) continue
    const { price } = indexOf(state, asAssetId(assetId))
    bounds.set(listing.token, price <= 0n ? 0n : (value * pow10(scales.get(listingId) ?? 0)) / BigInt(price))
  }
  const tokens = new Map([...bounds].flatMap(([token, bound]) => (token === null ? [] : [[token, bound] as const])))
  return { coin: bounds.get(null) ?? 0n, tokens }
}
