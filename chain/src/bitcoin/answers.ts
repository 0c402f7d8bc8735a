/** What a node answers, read with suspicion: a field that is not what it must be is a ChainFault and never a default. */
import { type BlockHead, ChainFault } from '../port.ts'
import { satoshiOf } from './amount.ts'
import type { BitcoinNetwork } from './network.ts'
import { NodeRefusal } from './rpc.ts'
import { addressOfHex } from './script.ts'

export type Json = Readonly<Record<string, unknown>>

const HASH = /^[0-9a-f]{64}$/
const NO_PARENT = '0'.repeat(64)

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

export function hash(value: unknown, what: string): string {
  if (typeof value !== 'string' || !HASH.test(value)) throw nonsense(what, value)
  return value
}

/** For heights, places and counts: never for amounts. */
export function count(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw nonsense(what, value)
  return value
}

/** Header as `getblockheader` and `getblock` give it. The first block of all has no parent. */
export function headOf(value: unknown): BlockHead {
  const header = object(value, 'a block')
  const height = count(header.height, 'a height')
  const parent = height === 0 ? NO_PARENT : hash(header.previousblockhash, 'a parent')
  return { height, hash: hash(header.hash, 'a block hash'), parent, time: count(header.time, 'a time') * 1000 }
}

/**
 * Address of an output. Core tells it; bcoin tells it in a form that knows no Taproot, so it is made from the script.
 * @returns null for a script that has none
 */
export function addressIn(scriptPubKey: unknown, network: BitcoinNetwork): string | null {
  const script = object(scriptPubKey, 'a script')
  if (typeof script.address === 'string') return script.address
  if (typeof script.hex !== 'string') throw nonsense('a script', script.hex)
  return addressOfHex(script.hex, network)
}

/** What `gettxout` says of an output that is there. */
export interface Unspent {
  readonly amount: bigint
  readonly address: string | null
  readonly confirmations: number
  readonly coinbase: boolean
  readonly bestBlock: string
}

/** @returns null for an output that is spent or never was */
export function unspentOf(value: unknown, network: BitcoinNetwork): Unspent | null {
  if (value instanceof NodeRefusal) throw value
  if (value === null) return null
  const found = object(value, 'an output')
  return {
    amount: satoshiOf(found.value),
    address: addressIn(found.scriptPubKey, network),
    confirmations: count(found.confirmations, 'confirmations'),
    coinbase: found.coinbase === true,
    bestBlock: hash(found.bestblock, 'a block hash'),
  }
}

/** The node does not know what was asked about: Core says so by a code, bcoin by its words. */
export function isUnknown(error: unknown): boolean {
  if (!(error instanceof NodeRefusal)) return false
  return error.code === -5 || error.code === -8 || (error.code === -1 && /not found|not in mempool|out of range/i.test(error.message))
}
