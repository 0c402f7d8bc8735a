/** What the engine would say to an order now; nothing changes. */
import type { PlaceOrder } from '@agio/engine/command.ts'
import { previewOrder } from '@agio/engine/preview.ts'
import type { Tenant } from '../../tenant/tenant.ts'

export const preview = (tenant: Tenant, command: PlaceOrder): ReturnType<typeof previewOrder> =>
  previewOrder(tenant.exchange.state, command, tenant.exchange.now())
