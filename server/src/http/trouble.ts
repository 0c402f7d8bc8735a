/** What the whole server does not take at present, as calls tell it. */

import { assetsOf } from '@agio/engine/read.ts'
import { haltedAssets } from '@agio/engine/wallet/read-holdings.ts'
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
