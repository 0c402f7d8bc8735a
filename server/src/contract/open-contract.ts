/** What a tenant keeps about contracts beside the engine: keys of receipts, settings of pages. */
import { join } from 'node:path'
import type { RandomBytes } from '../core/random.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { Vault } from '../vault/vault.ts'
import { Closings } from './close-all.ts'
import { ContractSettingsStore } from './contract-settings.ts'
import { ReceiptKeys } from './receipt-keys.ts'

export interface Contracts {
  readonly receiptKeys: ReceiptKeys
  readonly settings: ContractSettingsStore
  readonly closings: Closings
}

export interface ContractsOptions {
  /** Folder of the tenant. */
  readonly dir: string
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly vault: Vault
  readonly random: RandomBytes
  onError(error: unknown): void
}

export async function openContracts({ dir, exchange, models, vault, random, onError }: ContractsOptions): Promise<Contracts> {
  const receiptKeys = await ReceiptKeys.open({ vault, random, keyFile: join(dir, 'keys', 'receipt-keys'), onError })
  return { receiptKeys, settings: new ContractSettingsStore({ exchange, models }), closings: new Closings({ exchange, models }) }
}
