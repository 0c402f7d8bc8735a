/**
 * A chain in a test: the port under test, and what happens around it: blocks, coins from outside, re-organisations, a node that falls
 * silent. Each adapter brings its own and runs `portSuite` over it.
 */
import type { AddressFilter, BlockHead, ChainPort, Payment } from '../port.ts'
import type { SigningPort } from '../signing-port.ts'

/** What the chain, the adapter or the node behind it can do. The suite leaves out what it cannot; the adapter's tests say why. */
export interface WorldPowers {
  /** Tokens, listed and not. */
  readonly tokens: boolean
  /** One transaction from outside that pays several. */
  readonly many: boolean
  /** Tells what waits for a block, as `waiting`. */
  readonly waiting: boolean
  /** Puts transactions that failed into blocks. */
  readonly failures: boolean
  /** `World.reorganise` works. */
  readonly reorganise: boolean
  /** Accepts a transaction that replaces a waiting one in the same slot. */
  readonly replace: boolean
  /** Knows balances of blocks behind the head; else `holdings` says `noHistory` of them. */
  readonly history: boolean
}

/** What the node does instead of answering; `silent` hangs up, so that a test waits for no time limit. */
export type NodeFault = 'silent' | 'nonsense' | 'error'

export interface Reorganisation {
  /** So many of the newest blocks leave the chain. */
  readonly depth: number
  /** Stands in the first new block before all others, from outside. */
  readonly ahead: Payment | null
  /** Transactions of the blocks that left, which follow it in the same new block; all others are gone. */
  readonly again: readonly string[]
}

export interface World {
  /** Over a node that `break` breaks. */
  readonly port: ChainPort
  readonly signing: SigningPort
  /** Of the house. */
  readonly seed: Uint8Array
  /** `unlisted` tells of transfers just as `listed` does. Both '' without `can.tokens`. */
  readonly tokens: { readonly listed: string; readonly unlisted: string }
  /** A sum worth a payment and far above fees, dust and rent, in the chain's own coin; also taken of tokens. */
  readonly unit: bigint
  newFilter(): AddressFilter
  /** A valid address of which nobody has a key. New on each call. */
  stranger(): string
  /** Sends from outside. It waits until `mine`. @returns the hash */
  pay(payment: Payment): Promise<string>
  /** One transaction from outside with all these payments in it; only where `can.many`. */
  payMany(payments: readonly Payment[]): Promise<string>
  /** A transaction from outside that fails in its block and would have paid; only where `can.failures`. */
  payInVain(payment: Payment): Promise<string>
  /** Everything that waits goes into the first of so many new blocks (usually 1). @returns the head */
  mine(blocks?: number): Promise<BlockHead>
  /** The new chain is longer than the old one by a block. Only where `can.reorganise`. @returns the head */
  reorganise(how: Reorganisation): Promise<BlockHead>
  /** Makes a slot useless that ends by itself (a blockhash), on chains that have such; else does nothing. */
  expireSlots(): Promise<void>
  /** The node fails from now on; null: it answers again. */
  break(fault: NodeFault | null): void
  close(): Promise<void>
}
