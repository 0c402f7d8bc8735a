/**
 * Seals personal data before it enters the journal. Each user has a data key, kept outside the journal and wrapped by the master key:
 * destroying the data key erases what it sealed, in every copy of the journal. Accounts are found by a keyed blind index.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Turns } from '../core/turns.ts'
import { KeyFile, type KeyLine, KeysDamaged } from './key-file.ts'

const NONCE = 12
const TAG = 16
const FORM = 'v1.'

function sealBytesWith(key: Uint8Array, plain: Uint8Array, place: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openBytesWith(key: Uint8Array, sealed: Uint8Array, place: string): Buffer {
  if (sealed.length < NONCE + TAG) throw new Error('sealed value: too short')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, sealed.length - TAG)), decipher.final()])
}

/** AES-256-GCM. The associated text binds the sealed value to its place. */
export function sealWith(key: Uint8Array, plain: string, place: string): string {
  return FORM + sealBytesWith(key, Buffer.from(plain, 'utf8'), place).toString('base64url')
}

/** @throws Error when the key, the place or the text is not the one that was sealed */
export function openWith(key: Uint8Array, sealed: string, place: string): string {
  if (!sealed.startsWith(FORM)) throw new Error('sealed value: unknown form')
  return openBytesWith(key, Buffer.from(sealed.slice(FORM.length), 'base64url'), place).toString('utf8')
}

/** The tag that comes with a wrapped key is its checksum. */
function canOpen(wrapKey: Uint8Array, { keyId, wrapped }: KeyLine): boolean {
  try {
    return openWith(wrapKey, wrapped, keyId) !== ''
  } catch {
    return false
  }
}

/** What it sealed is erased: no caller will ever read it, and none may take any other fault for this. */
export class DataKeyGone extends Error {
  constructor() {
    super('data key: unknown or destroyed')
    this.name = 'DataKeyGone'
  }
}

export class Vault {
  readonly #tenantId: string
  readonly #wrapKey: Uint8Array
  readonly #indexKey: Uint8Array
  readonly #file: KeyFile
  readonly #wrapped = new Map<string, string>()
  readonly #writing = new Turns()

  private constructor(tenantId: string, masterKey: Uint8Array, path: string) {
    const derive = (purpose: string): Uint8Array =>
      new Uint8Array(hkdfSync('sha256', masterKey, Buffer.from(tenantId), Buffer.from(`agio/${purpose}`), 32))
    this.#tenantId = tenantId
    this.#wrapKey = derive('wrap')
    this.#indexKey = derive('blind-index')
    this.#file = new KeyFile(path)
  }

  /**
   * @param dir folder of the tenant's keys
   * @throws KeysDamaged @throws Error when stored keys cannot be read or were wrapped by another master key
   */
  static async open(dir: string, tenantId: string, masterKey: Uint8Array): Promise<Vault> {
    const vault = new Vault(tenantId, masterKey, join(dir, 'data-keys.jsonl'))
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await vault.#read()
    return vault
  }

  async #read(): Promise<void> {
    let opened = 0
    let refused = 0
    const opens = (line: KeyLine): boolean => {
      const isRight = canOpen(this.#wrapKey, line)
      if (isRight) opened += 1
      else refused += 1
      return isRight
    }
    try {
      for (const { keyId, wrapped } of await this.#file.read(opens)) this.#wrapped.set(keyId, wrapped)
    } catch (error) {
      const isOther = error instanceof KeysDamaged && opened === 0 && refused > 0
      throw isOther ? new Error(`${this.path}: none of its ${refused} keys opens; the master key is not the one that wrapped them`) : error
    }
  }

  /** File of the keys, for messages. */
  get path(): string {
    return this.#file.path
  }

  get keyCount(): number {
    return this.#wrapped.size
  }

  /** Name under which the engine knows an account; it tells nothing without the index key. @param account e.g. `1|a@b.com` */
  accountKey(account: string): string {
    return createHmac('sha256', this.#indexKey).update(`${this.#tenantId}|${account}`).digest('base64url')
  }

  /** Makes a data key. It is on the disk before this resolves, so that nothing is ever sealed with a key that can be lost. */
  async createKey(): Promise<string> {
    const keyId = randomBytes(12).toString('base64url')
    const wrapped = sealWith(this.#wrapKey, randomBytes(32).toString('base64url'), keyId)
    this.#wrapped.set(keyId, wrapped)
    await this.#writing.run(() => this.#file.append({ keyId, wrapped }))
    return keyId
  }

  hasKey(keyId: string): boolean {
    return this.#wrapped.has(keyId)
  }

  /** @param field what the value is, e.g. `profile` */
  seal(keyId: string, field: string, plain: string): string {
    return sealWith(this.#key(keyId), plain, `${this.#tenantId}|${keyId}|${field}`)
  }

  /** @throws DataKeyGone when the key was destroyed @throws Error when the value is not of this key and field */
  open(keyId: string, field: string, sealed: string): string {
    return openWith(this.#key(keyId), sealed, `${this.#tenantId}|${keyId}|${field}`)
  }

  /** Like `seal`, for what is no text: a picture. */
  sealBytes(keyId: string, field: string, plain: Uint8Array): Buffer {
    return sealBytesWith(this.#key(keyId), plain, `${this.#tenantId}|${keyId}|${field}`)
  }

  /** @throws Error as `open` */
  openBytes(keyId: string, field: string, sealed: Uint8Array): Buffer {
    return openBytesWith(this.#key(keyId), sealed, `${this.#tenantId}|${keyId}|${field}`)
  }

  /** Seals something of the tenant itself. */
  sealOwn(field: string, plain: string): string {
    return sealWith(this.#wrapKey, plain, `${this.#tenantId}|own|${field}`)
  }

  openOwn(field: string, sealed: string): string {
    return openWith(this.#wrapKey, sealed, `${this.#tenantId}|own|${field}`)
  }

  /** Erasure: what the key sealed cannot be read again, here or in any copy. */
  async destroyKey(keyId: string): Promise<void> {
    if (!this.#wrapped.delete(keyId)) return
    await this.#writing.run(() => this.#file.replace(Array.from(this.#wrapped, ([id, wrapped]) => ({ keyId: id, wrapped }))))
  }

  #key(keyId: string): Uint8Array {
    const wrapped = this.#wrapped.get(keyId)
    if (wrapped === undefined) throw new DataKeyGone()
    return Buffer.from(openWith(this.#wrapKey, wrapped, keyId), 'base64url')
  }
}
