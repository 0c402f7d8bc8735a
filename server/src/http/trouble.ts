import type { ServerContext } from './context.ts'
import { ApiError } from './errors.ts'

/** For the health calls. @throws MAINTENANCE with the state of the first exchange that does not take everything */
export function refuseInTrouble({ tenants }: Pick<ServerContext, 'tenants'>): void {
  for (const { exchange } of tenants.values()) {
    const trouble = exchange.trouble?.()
    if (trouble !== undefined)
      throw new ApiError('MAINTENANCE', {
        until: null,
        state: trouble.state,
        freeBytes: trouble.freeBytes ?? null,
        exchange: exchange.tenantId,
      })
  }
}
