/** What the whole server does not take at present, as calls tell it. */
import { Failure } from '../core/failure.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { ServerContext } from './context.ts'

/** Whether a page must tell that not everything is taken. */
export const underMaintenance = (context: Pick<ServerContext, 'ready'>, { exchange }: Pick<Tenant, 'exchange'>): boolean =>
  !context.ready() || exchange.trouble?.() !== undefined

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
