/** Hashes of passwords. Hashing is memory-hard and runs in threads of its own, a few at a time. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { HashTask } from './hash-thread.ts'
import { TaskThreads } from './task-threads.ts'

/** 19 MiB, two passes, one lane: 20 to 45 ms of a processor. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
/** A processor is left to orders: a hash takes its own for so long that whoever wakes up there waits. */
export const HASHERS = Math.min(4, Math.max(1, availableParallelism() - 1))
const hashers = new TaskThreads<HashTask, Uint8Array>(HASHERS, new URL('./hash-thread.ts', import.meta.url), 'passwords')

/** One normal form, so that the same password typed on another keyboard is the same bytes. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'))

/** A small buffer is a piece of a larger one, and a message takes all of that along. */
const alone = (bytes: Buffer): Uint8Array => Uint8Array.from(bytes)

async function derive(password: string, nonce: Buffer): Promise<Buffer> {
  return Buffer.from(await hashers.run({ password: alone(bytesOf(password)), nonce: alone(nonce), tagBytes: TAG_BYTES, ...COST }))
}

/** @throws Failure ENGINE_BUSY when too many wait */
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
