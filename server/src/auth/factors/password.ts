/** Password rules and hashes. Hashing is memory-hard and runs in threads of its own, a few at a time. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { ApiError } from '../../http/errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { PasswordHasher } from './password-hasher.ts'

/** 19 MiB, two passes, one lane: 20 to 45 ms of a processor. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
/** A processor is left to orders: a hash takes its own for so long that whoever wakes up there waits. */
export const HASHERS = Math.min(4, Math.max(1, availableParallelism() - 1))
/** More waiting than this means a flood: they are told to come back. */
export const WAITING_MAX = 64

export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 128

export type PasswordRule = 'length' | 'classes' | 'common' | 'account'

const CLASSES = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u]

/** Every rule that a password breaks, empty when it is good. @param account what the user logs in with */
export function brokenRules(password: string, account: string): PasswordRule[] {
  const broken: PasswordRule[] = []
  const length = [...password].length
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) broken.push('length')
  if (CLASSES.filter((known) => known.test(password)).length < 3) broken.push('classes')
  const lower = password.toLowerCase()
  if (COMMON_PASSWORDS.has(lower)) broken.push('common')
  const name = account.toLowerCase().split('@', 1)[0] ?? ''
  if (lower.includes(account.toLowerCase()) || (name.length >= 4 && lower.includes(name))) broken.push('account')
  return broken
}

const idle = Array.from({ length: HASHERS }, () => new PasswordHasher())
const waiting: ((hasher: PasswordHasher) => void)[] = []

async function takeHasher(): Promise<PasswordHasher> {
  const hasher = idle.pop()
  if (hasher !== undefined) return hasher
  if (waiting.length >= WAITING_MAX) throw new ApiError('ENGINE_BUSY', { retryAfter: 2 })
  return new Promise((resolve) => waiting.push(resolve))
}

function giveBack(hasher: PasswordHasher): void {
  const next = waiting.shift()
  if (next === undefined) idle.push(hasher)
  else next(hasher)
}

/** One normal form, so that the same password typed on another keyboard is the same bytes. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'))

/** A small buffer is a piece of a larger one, and a message takes all of that along. */
const alone = (bytes: Buffer): Uint8Array => Uint8Array.from(bytes)

async function derive(password: string, nonce: Buffer): Promise<Buffer> {
  const hasher = await takeHasher()
  try {
    return Buffer.from(await hasher.hash({ password: alone(bytesOf(password)), nonce: alone(nonce), tagBytes: TAG_BYTES, ...COST }))
  } finally {
    giveBack(hasher)
  }
}

/** @throws ApiError ENGINE_BUSY when too many wait */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce)
  return `argon2id.${COST.memory}.${COST.passes}.${COST.parallelism}.${nonce.toString('base64url')}.${tag.toString('base64url')}`
}

/** Stands in for an unknown account, so that the answer takes as long as for a known one. */
const NOBODY = `argon2id.${COST.memory}.${COST.passes}.${COST.parallelism}.${Buffer.alloc(16, 7).toString('base64url')}.${Buffer.alloc(TAG_BYTES).toString('base64url')}`

/** @param stored a hash, or undefined for an account that does not exist: the same work is done and the answer is false */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parts = (stored ?? NOBODY).split('.')
  const nonce = Buffer.from(parts[4] ?? '', 'base64url')
  const expected = Buffer.from(parts[5] ?? '', 'base64url')
  const tag = await derive(password, nonce)
  return expected.length === tag.length && timingSafeEqual(expected, tag) && stored !== undefined
}
