/**
 * Keys that receipts of liquidations are signed with (Ed25519), sealed by the vault in a file of their own. They are published, so that
 * a customer can check a receipt without us; one that was lost is replaced, and signs from then on, older receipts too.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Canonical, canonicalJson } from '@agio/wire/canonical-json.ts'
import * as z from 'zod/mini'
import type { RandomBytes } from '../core/random.ts'
import { readIfThere, writeDurably } from '../vault/durable-file.ts'
import type { Vault } from '../vault/vault.ts'

const FIELD = 'receipt-keys'
const SEED_BYTES = 32
/** DER of a PKCS #8 private key of Ed25519 up to its seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const stored = z.array(z.object({ keyId: z.string(), seed: z.string() })).check(z.minLength(1))

interface ReceiptKey {
  readonly keyId: string
  readonly seed: string
  readonly privateKey: KeyObject
  /** 32 bytes, base64url. */
  readonly publicKey: string
}

export interface ReceiptKeysOptions {
  readonly vault: Vault
  readonly random: RandomBytes
  readonly keyFile: string
  /** Something damaged was set aside. */
  onError(error: unknown): void
}

export interface SignedReceipt {
  readonly keyId: string
  /** base64url without padding */
  readonly signature: string
}

function keyOf(seed: string): ReceiptKey {
  const der = Buffer.concat([PKCS8_HEAD, Buffer.from(seed, 'base64url')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = String(createPublicKey(privateKey).export({ format: 'jwk' }).x)
  const keyId = createHash('sha256').update(publicKey).digest('base64url').slice(0, 12)
  return { keyId, seed, privateKey, publicKey }
}

export class ReceiptKeys {
  readonly #keys: readonly [ReceiptKey, ...ReceiptKey[]]

  private constructor(keys: readonly [ReceiptKey, ...ReceiptKey[]]) {
    this.#keys = keys
  }

  static async open(options: ReceiptKeysOptions): Promise<ReceiptKeys> {
    const known = await readKeys(options)
    if (known !== undefined) return new ReceiptKeys(known)
    const key = keyOf(Buffer.from(options.random(SEED_BYTES)).toString('base64url'))
    const { keyFile, vault } = options
    await mkdir(dirname(keyFile), { recursive: true })
    await writeDurably(keyFile, vault.sealOwn(FIELD, JSON.stringify([{ keyId: key.keyId, seed: key.seed }])))
    return new ReceiptKeys([key])
  }

  /** By their ids, 32 bytes in base64url. */
  get published(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#keys.map(({ keyId, publicKey }) => [keyId, publicKey]))
  }

  /** Signs the RFC 8785 text of a receipt with the id of its key in it. The same receipt has the same signature. */
  sign<Receipt extends { readonly [key: string]: Canonical }>(receipt: Receipt): Receipt & SignedReceipt {
    const [{ keyId, privateKey }] = this.#keys
    const text = canonicalJson({ ...receipt, keyId })
    return { ...receipt, keyId, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') }
  }
}

/** The first one signs. What cannot be opened is set aside, and a key is made anew: a receipt is worth as much with another. */
async function readKeys({ keyFile, vault, onError }: ReceiptKeysOptions): Promise<[ReceiptKey, ...ReceiptKey[]] | undefined> {
  const sealed = await readIfThere(keyFile)
  if (sealed === undefined) return undefined
  try {
    const [first, ...others] = stored.parse(JSON.parse(vault.openOwn(FIELD, sealed))).map(({ seed }) => keyOf(seed))
    return first === undefined ? undefined : [first, ...others]
  } catch (error) {
    const copy = `${keyFile}.damaged`
    await rename(keyFile, copy)
    onError(new Error(`${keyFile}: cannot be opened (${(error as Error).message}); set aside as ${copy}, and a new key is made`))
    return undefined
  }
}
