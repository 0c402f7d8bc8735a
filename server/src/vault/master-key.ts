/** The master key that wraps every data key: from the environment in production, else a file made at the first start. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Profile } from '../config.ts'
import { syncFolder, writeDurably } from './durable-file.ts'

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

/**
 * @param fromEnvironment AGIO_MASTER_KEY
 * @throws Error in production without a key from the environment, and for an unusable key
 */
export async function readMasterKey(dataDir: string, profile: Profile, fromEnvironment: string | undefined): Promise<Uint8Array> {
  if (fromEnvironment !== undefined && fromEnvironment !== '') return parseMasterKey(fromEnvironment)
  if (profile === 'production') throw new Error('master key: AGIO_MASTER_KEY is required in the production profile')
  const path = join(dataDir, FILE)
  const stored = await readIfThere(path)
  if (stored !== undefined) {
    await chmod(path, 0o600)
    return parseMasterKey(stored)
  }
  const key = randomBytes(KEY_BYTES)
  await mkdir(dataDir, { recursive: true })
  await writeDurably(path, `${key.toString('base64url')}\n`)
  await syncFolder(dirname(dataDir))
  return key
}

/** A key that cannot be read is not a key that is missing: making another would orphan everything the first one wraps. */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
