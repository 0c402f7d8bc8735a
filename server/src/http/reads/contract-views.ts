/** Orders, positions and accounts of contracts as the calls show them: the rows of the socket, joined with what history knows of them. */
import type { Order } from '@agio/engine/event.ts'
import type { OrderId, UserId } from '@agio/engine/ids/id.ts'
import { type CrossView, crossesOf, type PositionView, positionsOf } from '@agio/engine/perp/read-positions.ts'
import { type CoOrderView, coOrderView } from '@agio/wire/futures/order-view.ts'
import type { AccountView, CoPositionView } from '@agio/wire/futures/position-view.ts'
import { accountRow, orderRow, positionGone, positionRow, type RealisedOf, type RowSources } from '../../feeds/contracts/account-rows.ts'
import type { ListedAsset } from '../../feeds/listings.ts'
import type { ContractOrderRow, PositionHistoryRow } from '../../projections/reads/contract-reads.ts'
import type { Tenant } from '../../tenant/tenant.ts'

const sourcesOf = ({ exchange, feeds }: Tenant): RowSources => ({
  state: exchange.state,
  listings: feeds.listings,
  ranks: feeds.contracts.ranks,
})

const nothingRealised: RealisedOf = () => 0n

/** Live orders; what their fills realised comes from history, and is asked for only where there are some. */
export async function liveOrderViews(tenant: Tenant, userId: UserId, orders: readonly Order[]): Promise<CoOrderView[]> {
  const filled = orders.filter(({ executedQuantity }) => executedQuantity > 0).map(({ orderId }) => orderId)
  const realised = filled.length === 0 ? new Map<OrderId, bigint>() : await tenant.models.realisedOf(userId, filled)
  return orders.map((order) => orderRow(sourcesOf(tenant), order, (orderId) => realised.get(orderId) ?? 0n))
}

/** Ended orders. */
export const endedOrderView = (tenant: Tenant, { order, realised }: ContractOrderRow): CoOrderView =>
  coOrderView(order, tenant.feeds.listings.contractFacts(order.instrumentId), { realised })

/** An open position with its take profit and stop loss, of which nothing is filled. */
export const positionRowOf = (tenant: Tenant, userId: UserId, position: PositionView): CoPositionView =>
  positionRow(sourcesOf(tenant), userId, position, nothingRealised)

/** A position that is gone, as nothing is left of it. */
export const goneRowOf = (tenant: Tenant, userId: UserId, gone: PositionHistoryRow): CoPositionView =>
  positionGone(sourcesOf(tenant), userId, gone)

/** Open positions, by their ids. */
export const positionViews = (tenant: Tenant, userId: UserId): CoPositionView[] =>
  positionsOf(tenant.exchange.state, userId).map((position) => positionRowOf(tenant, userId, position))

const NOTHING: Omit<CrossView, 'assetId'> = {
  balance: 0n,
  isolated: 0n,
  reserved: 0n,
  free: 0n,
  own: 0n,
  transferable: 0n,
  unrealised: 0n,
  crossUnrealised: 0n,
  crossInitial: 0n,
  crossMaintenance: 0n,
  crossEquity: 0n,
}

export interface AccountOf {
  readonly asset: ListedAsset
  readonly cross: CrossView
  readonly view: AccountView
}

/** The account in each of these coins. */
export function accountViews(tenant: Tenant, userId: UserId, assets: readonly ListedAsset[]): AccountOf[] {
  const crosses = new Map(crossesOf(tenant.exchange.state, userId).map((cross) => [cross.assetId, cross]))
  return assets.map((asset) => {
    const cross = crosses.get(asset.assetId) ?? { ...NOTHING, assetId: asset.assetId }
    return { asset, cross, view: accountRow(sourcesOf(tenant), userId, cross) }
  })
}
