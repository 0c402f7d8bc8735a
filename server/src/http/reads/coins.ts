/** Coins with their price and how they come and go, as every money answer shows them. */
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { type CoinListing, type CoinMoves, coinView } from '@agio/wire/assets/view.ts'
import type { ListedAsset } from '../../feeds/listings.ts'
import type { Tenant } from '../../tenant/tenant.ts'

export const pricedCoin = (tenant: Tenant, asset: ListedAsset): CoinListing => ({ ...asset, usdtPrice: tenant.feeds.usdtPrice(asset) })

/** Every coin, in the operator's order. */
export const pricedCoins = (tenant: Tenant): CoinListing[] =>
  [...tenant.feeds.listings.assets()].sort((a, b) => a.sort - b.sort || a.assetId - b.assetId).map((asset) => pricedCoin(tenant, asset))

/** Of a coin on its networks. One whose payments rest stays in its place: `halted` of a coin on a network says so. */
export function movesOf({ exchange, wallet }: Tenant, assetId: number): CoinMoves {
  const known = wallet.book.listings(assetId)
  const terms = new Map(listingsOf(exchange.state).map((listing) => [listing.listingId, listing.terms]))
  return {
    canCome: known.some(({ listingId }) => terms.get(listingId)?.depositOpen === true),
    canGo: known.some((listing) => terms.get(listing.listingId)?.withdrawOpen === true),
    protocolTypes: known.map(({ network }) => network.document.protocolType),
  }
}

export const coinRow = (tenant: Tenant, coin: CoinListing) => coinView(coin, movesOf(tenant, coin.assetId))
