/** The keys and the customers of a tenant, for what happens before its projections and feeds exist. */
import { join } from 'node:path'
import type { UserId } from '@agio/engine/ids/id.ts'
import { createCustomer } from '../auth/account/accounts.ts'
import type { Profile, TenantConfig } from '../config.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { readMasterKey } from '../vault/master-key.ts'
import { Vault } from '../vault/vault.ts'

/** The keys of a tenant alone, for what happens before projections and feeds exist. */
export async function openVault(
  dir: string,
  { tenantId }: Pick<TenantConfig, 'tenantId'>,
  profile: Profile,
  masterKey: string | undefined,
): Promise<Vault> {
  const keys = join(dir, 'keys')
  return Vault.open(keys, tenantId, await readMasterKey(keys, profile, masterKey))
}

export interface Identity {
  createCustomer(
    exchange: Exchange,
    customer: { readonly email: string; readonly password: string; readonly nickname?: string },
  ): Promise<UserId>
}

/** Registers customers before projections and feeds exist. */
export async function openIdentity(options: {
  readonly dir: string
  readonly config: Pick<TenantConfig, 'tenantId'>
  readonly profile: Profile
  readonly masterKey: string | undefined
}): Promise<Identity> {
  const vault = await openVault(options.dir, options.config, options.profile, options.masterKey)
  return { createCustomer: (exchange, customer) => createCustomer({ exchange, vault }, customer) }
}
