/** The keys and the customers of a tenant, for what happens before its projections and feeds exist. */
import { join } from 'node:path'
import type { UserId } from '@agio/engine/ids/id.ts'
import { reachableCustomers } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { createCustomer } from '../auth/account/accounts.ts'
import type { Profile, TenantConfig } from '../core/tenant-config.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { readMasterKey } from '../vault/master-key.ts'
import { Vault } from '../vault/vault.ts'
import { refuseFewerKeys } from './lost-keys.ts'

export interface VaultOptions {
  /** Folder of the tenant. */
  readonly dir: string
  readonly config: Pick<TenantConfig, 'tenantId'>
  readonly profile: Profile
  readonly masterKey: string | undefined
  readonly exchange: { readonly state: State }
  /** Accounts that an operator gives up. */
  readonly lostKeysAccepted?: number
}

/** The keys of a tenant alone, for what happens before projections and feeds exist. @throws KeysLost, KeysDamaged */
export async function openVault({ dir, config, profile, masterKey, exchange, lostKeysAccepted = 0 }: VaultOptions): Promise<Vault> {
  const keys = join(dir, 'keys')
  const isNew = reachableCustomers(exchange.state).size === 0
  const key = await readMasterKey(keys, profile, { fromEnvironment: masterKey, isNew })
  const vault = await Vault.open(keys, config.tenantId, key)
  refuseFewerKeys(vault, exchange.state, lostKeysAccepted)
  return vault
}

export interface Identity {
  createCustomer(
    exchange: Exchange,
    customer: { readonly email: string; readonly password: string; readonly nickname?: string },
  ): Promise<UserId>
}

/** Registers customers before projections and feeds exist. */
export async function openIdentity(options: VaultOptions): Promise<Identity> {
  const vault = await openVault(options)
  return { createCustomer: (exchange, customer) => createCustomer({ exchange, vault }, customer) }
}
