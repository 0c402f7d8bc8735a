/**
 * A tenant's seed in a file: sealed by AES-256-GCM under a key that Argon2id makes of the unlock secret. The words are not in it, only what
 * follows from them: nobody can be shown them again, not even by whoever has the secret.
 */
import { argon2Sync, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { literal, object, readJson, text, whole } from './fields.ts'
import { tenantName } from './wire.ts'

const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEED_BYTES = 64
const WORDS_BITS = 256
export const WORDS = 24
const SECRET_LEAST = 12

/** KiB, passes and lanes of Argon2id. */
export interface KdfCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** For a secret that a person chose: the second choice of RFC 9106, for machines that cannot spare 2 GiB. */
export const COST_OF_CHOSEN: KdfCost = { memory: 65_536, passes: 3, parallelism: 1 }
/** For a secret of 256 random bits, which nobody guesses at any price. */
export const COST_OF_RANDOM: KdfCost = { memory: 19_456, passes: 2, parallelism: 1 }

const BASE64 = /^[A-Za-z0-9_-]+$/
const file = object({
  form: literal(1),
  tenant: tenantName,
  kdf: object({
    name: literal('argon2id'),
    memory: whole(4_194_304),
    passes: whole(64),
    parallelism: whole(16),
    salt: text(64, BASE64),
  }),
  nonce: text(32, BASE64),
  sealed: text(256, BASE64),
})

/** The unlock secret is another one, or the file was changed. */
export class WrongSecret extends Error {
  constructor() {
    super('the unlock secret does not open this seed')
    this.name = 'WrongSecret'
  }
}

export const newWords = (): readonly string[] => generateMnemonic(wordlist, WORDS_BITS).split(' ')

/** @throws RangeError for words that are not 24 of the list with their checksum */
export function seedOfWords(words: readonly string[]): Uint8Array {
  const phrase = words.map((word) => word.trim().toLowerCase()).join(' ')
  if (words.length !== WORDS || !validateMnemonic(phrase, wordlist)) throw new RangeError('these are not the words of a seed: one is wrong')
  return mnemonicToSeedSync(phrase)
}

/** @throws RangeError for one that is too short to be one */
export function checkSecret(secret: string): void {
  if (secret.length < SECRET_LEAST) throw new RangeError(`an unlock secret has at least ${SECRET_LEAST} characters`)
}

function keyOf(secret: string, salt: Uint8Array, { memory, passes, parallelism }: KdfCost): Uint8Array {
  return argon2Sync('argon2id', {
    message: Buffer.from(secret.normalize('NFKC')),
    nonce: salt,
    tagLength: KEY_BYTES,
    memory,
    passes,
    parallelism,
  })
}

/** What stands around the sealed bytes is a part of the seal: a file cannot be given to another tenant, or made cheaper to guess. */
const around = (tenant: string, kdf: object): Buffer => Buffer.from(`agio seed 1 ${tenant} ${JSON.stringify(kdf)}`)

/** @returns the text of the file */
export function sealSeed(tenant: string, seed: Uint8Array, secret: string, cost: KdfCost): string {
  checkSecret(secret)
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const { memory, passes, parallelism } = cost
  const kdf = { name: 'argon2id', memory, passes, parallelism, salt: salt.toString('base64url') }
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, salt, cost), nonce)
  cipher.setAAD(around(tenant, kdf))
  const sealed = Buffer.concat([cipher.update(seed), cipher.final(), cipher.getAuthTag()])
  const content = { form: 1, tenant, kdf, nonce: nonce.toString('base64url'), sealed: sealed.toString('base64url') }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** @throws WrongSecret @throws BadShape for a file of another form */
export function openSeed(tenant: string, source: string, secret: string): Uint8Array {
  const content = readJson(source, file, 'seed')
  const { kdf } = content
  const sealed = Buffer.from(content.sealed, 'base64url')
  if (content.tenant !== tenant || sealed.length !== SEED_BYTES + TAG_BYTES) throw new WrongSecret()
  const key = keyOf(secret, Buffer.from(kdf.salt, 'base64url'), kdf)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(content.nonce, 'base64url'))
    decipher.setAAD(around(tenant, kdf))
    decipher.setAuthTag(sealed.subarray(SEED_BYTES))
    return Uint8Array.from(Buffer.concat([decipher.update(sealed.subarray(0, SEED_BYTES)), decipher.final()]))
  } catch {
    throw new WrongSecret()
  }
}
