/** What the engine would say to a contract order now; nothing changes. */
import type { PlaceContractOrder } from '@agio/engine/command.ts'
import { type ContractPreview, previewContractOrder } from '@agio/engine/perp/preview-contract.ts'
import type { Tenant } from '../../tenant/tenant.ts'

export const previewContract = (tenant: Tenant, command: PlaceContractOrder): ContractPreview =>
  previewContractOrder(tenant.exchange.state, command)
