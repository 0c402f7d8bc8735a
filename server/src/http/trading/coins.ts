/** Coins with their price, as every money answer shows them. */
import type { CoinListing } from '@agio/wire/assets-view.ts'
import type { ListedAsset } from '../../feeds/listings.ts'
import type { Tenant } from '../../tenant/tenant.ts'

export const pricedCoin = (tenant: Tenant, asset: ListedAsset): CoinListing => ({ ...asset, usdtPrice: tenant.feeds.usdtPrice(asset) })

/** Every coin, in the operator's order. */
export const pricedCoins = (tenant: Tenant): CoinListing[] =>
  [...tenant.feeds.listings.assets()].sort((a, b) => a.sort - b.sort || a.assetId - b.assetId).map((asset) => pricedCoin(tenant, asset))
