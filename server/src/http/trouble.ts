/** What the whole server does not take at present, as calls tell it. */

import { assetsOf } from '@agio/engine/read.ts'
import { haltedAssets } from '@agio/engine/wallet/read-holdings.ts'
import { networksOf } from '@agio/engine/wallet/read-wallet.ts'
import { Failure } from '../core/failure.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { ServerContext } from './context.ts'

/** Whether a page must tell that not everything is taken. */
export const underMaintenance = (context: Pick<ServerContext, 'ready'>, { exchange }: Pick<Tenant, 'exchange'>): boolean =>
  !context.ready() || exchange.trouble?.() !== undefined

/** Names of coins whose withdrawals rest, because the books and a chain differ: see `wallet/reconcile`. */
export function haltedCoins({ exchange: { state } }: Pick<Tenant, 'exchange'>): string[] {
  const assets = assetsOf(state)
  return haltedAssets(state).flatMap((assetId) => assets[assetId - 1]?.symbol ?? [])
}

type WithWallet = Pick<Tenant, 'exchange' | 'wallet'>

/** Of networks whose payments are halted, as an operator or the watcher of the chain did. */
export const pausedIds = ({ exchange: { state } }: WithWallet): number[] =>
  networksOf(state).flatMap(({ networkId, isHalted }) => (isHalted ? [networkId] : []))

/** Their names. */
export function pausedNetworks(tenant: WithWallet): string[] {
  const ids = pausedIds(tenant)
  if (ids.length === 0) return []
  return tenant.wallet.book.networks().flatMap(({ networkId, document }) => (ids.includes(networkId) ? [document.name] : []))
}

/** For the health calls. @throws MAINTENANCE with the state of the first exchange that does not take everything */
export function refuseInTrouble({ tenants }: Pick<ServerContext, 'tenants'>): void {
  for (const { exchange } of tenants.values()) {
    const trouble = exchange.trouble?.()
    if (trouble !== undefined)
      throw new Failure('MAINTENANCE', {
        until: null,
        state: trouble.state,
        freeBytes: trouble.freeBytes ?? null,
        exchange: exchange.tenantId,
      })
  }
}
