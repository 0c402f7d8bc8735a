/**
 * Pictures of customers as files in the tenant's folder, named after what they hold: the same picture is stored once and a stored one
 * never changes. Avatars are public. Pictures of identity documents are sealed with the data key of their owner and lie in a folder of
 * its own: whoever asks with another account looks in another folder, where they are not.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { UserId } from '@agio/engine/ids/id.ts'
import { syncFolder } from '../vault/durable-file.ts'
import type { Vault } from '../vault/vault.ts'

/** First letter: what it is. Anything else is no key and never reaches the file system. */
const KEY = /^[ak][A-Za-z0-9_-]{43}$/
const PLACE = 'kyc-image'

export const isAvatarKey = (key: string): boolean => KEY.test(key) && key.startsWith('a')
export const isDocumentKey = (key: string): boolean => KEY.test(key) && key.startsWith('k')

/** Pictures of documents that one account may have at a time; whoever needs more first replaces some. */
export const DOCUMENTS_MAX = 24

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')

/** Whole or absent: the name appears when the bytes are on the disk. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await syncFolder(dirname(folder))
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.new`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  await syncFolder(folder)
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

export class FileStore {
  readonly #dir: string
  readonly #vault: Vault

  /** @param dir of the tenant's files */
  constructor(dir: string, vault: Vault) {
    this.#dir = dir
    this.#vault = vault
  }

  /** @returns its key; durable */
  async saveAvatar(bytes: Uint8Array): Promise<string> {
    const key = `a${sha256(bytes)}`
    if (!(await this.hasAvatar(key))) await writeWhole(this.#avatarPath(key), bytes)
    return key
  }

  async avatar(key: string): Promise<Buffer | undefined> {
    return isAvatarKey(key) ? readIfThere(this.#avatarPath(key)) : undefined
  }

  async hasAvatar(key: string): Promise<boolean> {
    return (await this.avatar(key)) !== undefined
  }

  /** @param keyId the owner's data key @returns its key, which tells nothing of the picture; durable */
  async saveDocument(userId: UserId, keyId: string, bytes: Uint8Array): Promise<string> {
    const key = `k${this.#vault.accountKey(`image|${userId}|${sha256(bytes)}`)}`
    await writeWhole(this.#documentPath(userId, key), this.#vault.sealBytes(keyId, `${PLACE}|${key}`, bytes))
    return key
  }

  /** Undefined for a key that is not this user's. @throws Error when the data key was destroyed */
  async document(userId: UserId, keyId: string, key: string): Promise<Buffer | undefined> {
    const sealed = isDocumentKey(key) ? await readIfThere(this.#documentPath(userId, key)) : undefined
    return sealed === undefined ? undefined : this.#vault.openBytes(keyId, `${PLACE}|${key}`, sealed)
  }

  /** Keys of the pictures that a user has sent, the unused ones too, oldest first. */
  async documentKeys(userId: UserId): Promise<readonly string[]> {
    const folder = this.#userDir(userId)
    const names = (await readdir(folder).catch(() => [])).filter(isDocumentKey)
    const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
    return aged.sort((left, right) => left.at - right.at).map(({ name }) => name)
  }

  async removeDocument(userId: UserId, key: string): Promise<void> {
    if (isDocumentKey(key)) await rm(this.#documentPath(userId, key), { force: true })
  }

  #avatarPath(key: string): string {
    return join(this.#dir, 'avatar', key.slice(1, 3), key)
  }

  #userDir(userId: UserId): string {
    return join(this.#dir, 'kyc', String(Number(userId)))
  }

  #documentPath(userId: UserId, key: string): string {
    return join(this.#userDir(userId), key)
  }
}
