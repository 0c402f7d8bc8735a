/** What a node answers, read with suspicion: a field that is not what it must be is a ChainFault and never a default. */
import { ChainFault } from '../port.ts'

export type Json = Readonly<Record<string, unknown>>

const HASH = /^0x[0-9a-f]{64}$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const QUANTITY = /^0x[0-9a-f]{1,64}$/

function nonsense(what: string, value: unknown): ChainFault {
  return new ChainFault('nonsense', `a node gave ${JSON.stringify(value)?.slice(0, 80) ?? 'nothing'} as ${what}`)
}

export function object(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw nonsense(what, value)
  return value as Json
}

export function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw nonsense(what, value)
  return value
}

export function text(value: unknown, what: string): string {
  if (typeof value !== 'string') throw nonsense(what, value)
  return value
}

/** 32 bytes in lower case. */
export function hash(value: unknown, what: string): string {
  const found = text(value, what).toLowerCase()
  if (!HASH.test(found)) throw nonsense(what, value)
  return found
}

/** 20 bytes in lower case. */
export function address(value: unknown, what: string): string {
  if (typeof value !== 'string' || !ADDRESS.test(value)) throw nonsense(what, value)
  return value.toLowerCase()
}

/** At most 256 bits. */
export function quantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !QUANTITY.test(value)) throw nonsense(what, value)
  return BigInt(value)
}

/** For heights, nonces and times: never for amounts. */
export function smallNumber(value: unknown, what: string): number {
  const found = quantity(value, what)
  if (found > BigInt(Number.MAX_SAFE_INTEGER)) throw nonsense(what, value)
  return Number(found)
}

export function hex(value: bigint | number): string {
  return `0x${value.toString(16)}`
}
