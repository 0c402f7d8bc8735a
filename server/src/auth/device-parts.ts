/** Opens what a tenant keeps about devices, passkeys and API keys. */
import { join } from 'node:path'
import type { Clock } from '../core/clock.ts'
import type { RandomBytes } from '../core/random.ts'
import type { DocumentParts } from './account/user-documents.ts'
import { AppendLog } from './append-log.ts'
import { ApiCallers, type SignatureLine } from './keys/api-callers.ts'
import { ApiKeys, type UseLine } from './keys/api-keys.ts'
import { Passkeys } from './keys/passkeys.ts'
import { KnownDevices } from './login/known-devices.ts'
import { LoginHistory } from './login/login-history.ts'
import { type LinkLine, RefusalLinks } from './login/refusal-links.ts'

export interface DeviceParts {
  readonly loginHistory: LoginHistory
  readonly knownDevices: KnownDevices
  readonly refusalLinks: RefusalLinks
  readonly passkeys: Passkeys
  readonly apiKeys: ApiKeys
  readonly apiCallers: ApiCallers
}

export interface DevicePartsOptions extends DocumentParts {
  readonly clock: Clock
  readonly random: RandomBytes
  /** Folder of the tenant's soft state. */
  readonly softDir: string
  /** Soft state was not written. */
  onError(error: unknown): void
}

export async function openDeviceParts({ softDir, onError, ...parts }: DevicePartsOptions): Promise<DeviceParts> {
  const { clock, random, exchange } = parts
  const refusalLinks = new RefusalLinks(clock, random, new AppendLog<LinkLine>(join(softDir, 'refusal-links.jsonl'), onError))
  await refusalLinks.open()
  const apiKeys = new ApiKeys({ ...parts, useLog: new AppendLog<UseLine>(join(softDir, 'api-key-uses.jsonl'), onError) })
  await apiKeys.open()
  const log = new AppendLog<SignatureLine>(join(softDir, 'api-signatures.jsonl'), onError)
  const apiCallers = new ApiCallers({ keys: apiKeys, exchange, clock, log })
  await apiCallers.open()
  return {
    loginHistory: new LoginHistory(parts),
    knownDevices: new KnownDevices(parts),
    refusalLinks,
    passkeys: new Passkeys(parts),
    apiKeys,
    apiCallers,
  }
}

/** What is soft reaches the disk. */
export async function flushDeviceParts({ refusalLinks, apiKeys, apiCallers }: DeviceParts): Promise<void> {
  await Promise.all([refusalLinks.flush(), apiKeys.flush(), apiCallers.flush()])
}
