/** The master key that wraps every data key: from the environment in production, else a file made at the first start. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Profile } from '../core/tenant-config.ts'
import { readIfThere, syncFolder, writeDurably } from './durable-file.ts'

const KEY_BYTES = 32
const FILE = 'master.key'

/** 64 hex digits or base64url of 32 bytes. @throws Error for another form, or a key with hardly any different bytes */
export function parseMasterKey(text: string): Uint8Array {
  const trimmed = text.trim()
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64url')
  if (key.length !== KEY_BYTES) throw new Error('master key: 32 bytes are needed, as 64 hex digits or base64url')
  if (new Set(key).size < 12) throw new Error('master key: this is a placeholder, not a random key')
  return key
}

export interface MasterKeyNeed {
  /** AGIO_MASTER_KEY */
  readonly fromEnvironment: string | undefined
  /** Nothing was ever found or wrapped by a key: one may be made. */
  readonly isNew: boolean
}

/** @throws Error in production without a key from the environment, for an unusable key, and for one that is gone */
export async function readMasterKey(dataDir: string, profile: Profile, { fromEnvironment, isNew }: MasterKeyNeed): Promise<Uint8Array> {
  if (fromEnvironment !== undefined && fromEnvironment !== '') return parseMasterKey(fromEnvironment)
  if (profile === 'production') throw new Error('master key: AGIO_MASTER_KEY is required in the production profile')
  const path = join(dataDir, FILE)
  const stored = await readIfThere(path)
  if (stored !== undefined) {
    await chmod(path, 0o600)
    return named(path, () => parseMasterKey(stored))
  }
  // With another key every e-mail address would look new, and its owner would get a second account.
  if (!isNew) throw new Error(`${path} is missing and the journal has customers; nothing was changed. Put the file back from a backup`)
  const key = randomBytes(KEY_BYTES)
  await mkdir(dataDir, { recursive: true })
  await writeDurably(path, `${key.toString('base64url')}\n`)
  await syncFolder(dirname(dataDir))
  return key
}

/** An unusable file is named; what stands in it is not shown. */
function named<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`)
  }
}
