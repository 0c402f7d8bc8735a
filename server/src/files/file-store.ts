/**
 * Pictures of customers as files in the tenant's folder, named after their owner and what they hold: a customer's picture is stored once
 * and a stored one never changes. Avatars are public until their owner's account is closed. Pictures of identity documents are sealed with the data key of their owner and lie in a folder of
 * its own: whoever asks with another account looks in another folder, where they are not.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { UserId } from '@agio/engine/ids/id.ts'
import { syncFolder } from '../vault/durable-file.ts'
import { DataKeyGone, type Vault } from '../vault/vault.ts'

/** First letter: what it is. Anything else is no key and never reaches the file system. */
const KEY = /^[ak][A-Za-z0-9_-]{43}$/
const PLACE = 'kyc-image'
const NOTHING = new Uint8Array(0)

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

/** None for a folder that is not there; one that cannot be read hides nothing. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

export class FileStore {
  readonly #dir: string
  readonly #vault: Vault
  readonly #onDamage: (error: Error) => void

  /** @param dir of the tenant's files @param onDamage a picture cannot be opened any more */
  constructor(dir: string, vault: Vault, onDamage: (error: Error) => void = () => undefined) {
    this.#dir = dir
    this.#vault = vault
    this.#onDamage = onDamage
  }

  /** @returns its key, which no other account's picture has; durable */
  async saveAvatar(userId: UserId, bytes: Uint8Array): Promise<string> {
    const key = `a${this.#vault.accountKey(`avatar|${userId}|${sha256(bytes)}`)}`
    if (await this.hasAvatar(userId, key)) return key
    // The note comes first: what it names may be missing, but no picture is there that its owner's closure would not find.
    await writeWhole(join(this.#avatarNotes(userId), key), NOTHING)
    await writeWhole(this.#avatarPath(key), bytes)
    return key
  }

  async avatar(key: string): Promise<Buffer | undefined> {
    return isAvatarKey(key) ? readIfThere(this.#avatarPath(key)) : undefined
  }

  /** Whether this user has uploaded the picture. */
  async hasAvatar(userId: UserId, key: string): Promise<boolean> {
    if (!isAvatarKey(key)) return false
    const [note, picture] = [await readIfThere(join(this.#avatarNotes(userId), key)), await this.avatar(key)]
    return note !== undefined && picture !== undefined
  }

  /** Removes every picture that a user has ever shown. */
  async removeAvatars(userId: UserId): Promise<void> {
    const notes = this.#avatarNotes(userId)
    for (const key of (await namesIn(notes)).filter(isAvatarKey)) await rm(this.#avatarPath(key), { force: true })
    await rm(notes, { recursive: true, force: true })
  }

  /** @param keyId the owner's data key @returns its key, which tells nothing of the picture; durable */
  async saveDocument(userId: UserId, keyId: string, bytes: Uint8Array): Promise<string> {
    const key = `k${this.#vault.accountKey(`image|${userId}|${sha256(bytes)}`)}`
    await writeWhole(this.#documentPath(userId, key), this.#vault.sealBytes(keyId, `${PLACE}|${key}`, bytes))
    return key
  }

  /** Undefined for a key that is not this user's, and for a picture that cannot be opened any more: that is told to the operator. */
  async document(userId: UserId, keyId: string, key: string): Promise<Buffer | undefined> {
    const path = this.#documentPath(userId, key)
    const sealed = isDocumentKey(key) ? await readIfThere(path) : undefined
    if (sealed === undefined) return undefined
    try {
      return this.#vault.openBytes(keyId, `${PLACE}|${key}`, sealed)
    } catch (error) {
      if (!(error instanceof DataKeyGone)) this.#onDamage(new Error(`${path}: cannot be opened (${(error as Error).message})`))
      return undefined
    }
  }

  /** Keys of the pictures that a user has sent, the unused ones too, oldest first. */
  async documentKeys(userId: UserId): Promise<readonly string[]> {
    const folder = this.#userDir(userId)
    const names = (await namesIn(folder)).filter(isDocumentKey)
    const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
    return aged.sort((left, right) => left.at - right.at).map(({ name }) => name)
  }

  async removeDocument(userId: UserId, key: string): Promise<void> {
    if (isDocumentKey(key)) await rm(this.#documentPath(userId, key), { force: true })
  }

  #avatarPath(key: string): string {
    return join(this.#dir, 'avatar', key.slice(1, 3), key)
  }

  #avatarNotes(userId: UserId): string {
    return join(this.#dir, 'avatar-of', String(Number(userId)))
  }

  #userDir(userId: UserId): string {
    return join(this.#dir, 'kyc', String(Number(userId)))
  }

  #documentPath(userId: UserId, key: string): string {
    return join(this.#userDir(userId), key)
  }
}
