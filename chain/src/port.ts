/**
 * What the exchange asks of a chain, whichever it is. Each kind of chain has an adapter behind this port; all of them pass one suite of
 * tests. Amounts are bigints in the smallest unit of what moves (wei, satoshi, lamport, sun, units of a token), never rounded. Addresses are
 * text in the form that the chain's wallets show. Heights count blocks (slots on Solana).
 *
 * An adapter holds no key and remembers nothing that matters: what must survive is in the journal, in the signer's log or in the chain.
 * Whatever fails for a reason outside (no answer, nonsense, an error of the node) throws `ChainFault`; nothing is guessed.
 */

export interface BlockRef {
  readonly height: number
  readonly hash: string
}

export interface BlockHead extends BlockRef {
  /** Hash of the block before, which proves that a chain was followed without a gap. */
  readonly parent: string
  /** ms since 1970, as the block says. */
  readonly time: number
}

/** Coins that came to an address that is watched. */
export interface Arrival {
  readonly tx: string
  /**
   * Place in the transaction: the same also when it moves to another block. `o3` output 3 of Bitcoin, `v` the value of an EVM transaction,
   * `l2` the third log of its receipt, `c0.1` a call inside it, `i2` the third instruction of Solana. With chain and tx the key of a deposit.
   * `w` what no transaction brings: a withdrawal of a validator, whose number stands for the transaction.
   */
  readonly position: string
  readonly to: string
  /** Where an address serves many: whose it is. */
  readonly tag: string | null
  /** The first of several senders; null when the chain does not tell. */
  readonly from: string | null
  /** The others, where there are any and the node tells them beside the block. */
  readonly alsoFrom?: readonly string[]
  /** Contract or mint of a token; null: the chain's own coin. */
  readonly token: string | null
  readonly amount: bigint
  /** Confirmations before which the chain lets nobody spend it: coins of a block's miner. */
  readonly maturity?: number
  /** Handle under which the address was added to the filter. */
  readonly watched: number
}

/** A block with what it brings to watched addresses. Failed transactions and tokens that are not listed bring nothing. */
export interface WatchedBlock extends BlockHead {
  readonly arrivals: readonly Arrival[]
  /** Hashes of all its transactions that were asked for with `follow`, so that one's own payments are found without asking for each. */
  readonly own: readonly string[]
  /** Why no node gives the calls inside its transactions, where all gave up: coins that contracts sent are not among the arrivals. */
  readonly untraced?: string
}

/** Addresses that are watched: millions, in bytes. Tags are told apart by whoever credits. */
export interface AddressFilter {
  readonly size: number
  /** @param handle 0 … 2^32 − 1. Adding an address again changes its handle. */
  add(address: string, handle: number): void
  has(address: string): boolean
  /** @returns the handle of an address, null when it is not watched. Exact: nothing is found that was not added. */
  find(address: string): number | null
}

export interface WatchWishes {
  readonly addresses: AddressFilter
  /** Listed tokens by the text of contract or mint, as the chain writes it. */
  readonly tokens: ReadonlySet<string>
  /** Hashes of own transactions that are on the way. */
  readonly own: ReadonlySet<string>
}

/** Coins that leave an address, or a part of them. */
export interface Payment {
  readonly to: string
  readonly tag: string | null
  readonly token: string | null
  readonly amount: bigint
}

/** What a fee may come to. `speed` of a caller: 0 cheapest that is mined, 1 usual, 2 soon. */
export interface FeeQuote {
  /** Unit of the chain: wei of gas price ceiling, satoshi per 1000 vB, lamports of priority per 10^6 units. */
  readonly rate: bigint
  /** Part of an EVM rate that goes to the miner; else 0. */
  readonly tip: bigint
}

/** An output that can be spent, on UTXO chains. */
export interface Coin {
  readonly tx: string
  readonly output: number
  readonly amount: bigint
  readonly address: string
  readonly height: number | null
}

/**
 * What the conductor gave to one transaction, so that it exists once: a nonce, inputs, or a blockhash. It is journaled before anything is
 * signed. The same slot is used for a replacement, and for nothing else.
 */
export type Slot =
  | { readonly kind: 'nonce'; readonly from: string; readonly nonce: number }
  | { readonly kind: 'coins'; readonly coins: readonly Coin[]; readonly change: string }
  | { readonly kind: 'blockhash'; readonly from: string; readonly blockhash: string; readonly lastHeight: number }

/** One transaction to be made: payments, how it exists once, what it may cost. */
export interface Plan {
  /** None: the slot is spent on nothing, which ends a transaction that waits in it. */
  readonly payments: readonly Payment[]
  readonly slot: Slot
  readonly fee: FeeQuote
  /** Bound of work of an EVM transaction, of compute units on Solana; of Tron the fee limit in sun; else 0. */
  readonly work: bigint
}

/** A transaction without signatures, in the bytes of its chain as hex, with all that a signer must know to check and sign it. */
export interface Unsigned {
  readonly bytes: string
  /** Who pays, where the bytes do not tell it (EVM: only a signature does); else null. */
  readonly from: string | null
  /** Coins that it spends, for signers of chains whose signatures cover amounts. */
  readonly coins: readonly Coin[]
  /** What it costs at most, in the chain's own coin. */
  readonly feeMost: bigint
}

export interface Signed {
  readonly tx: string
  readonly bytes: string
}

/** What a node said when it was handed a transaction. `unknown`: it may have it or not; nothing may be built in its place. */
export type SendResult =
  | { readonly outcome: 'sent' | 'alreadyKnown' | 'unknown' }
  | {
      readonly outcome: 'refused'
      /** `slotUsed`: another transaction has the nonce or the input; `tooCheap`: fee below what is taken or replaced; else see `text`. */
      readonly why: 'slotUsed' | 'tooCheap' | 'noFunds' | 'expired' | 'invalid'
      readonly text: string
    }

/**
 * Where a transaction is. `dead` is a proof and not a guess: its nonce or an input of it was spent by another one in a block of at least
 * `deadDepth` confirmations, or its blockhash expired at a finalized height and no block has it.
 */
export type Whereabouts =
  | { readonly state: 'unseen' | 'waiting' | 'dead' }
  | {
      readonly state: 'mined'
      readonly block: BlockRef
      readonly succeeded: boolean
      /** Paid by the sender, in the chain's own coin. */
      readonly fee: bigint
    }

/** Whose coins, of which token, at which block. */
export interface HoldingQuestion {
  readonly address: string
  readonly token: string | null
}

export interface ChainPort {
  /** `evm`, `bitcoin`, `solana`, `tron`, `simulated`. */
  readonly kind: string

  /** @returns the newest block that the node knows */
  head(): Promise<BlockHead>
  /** @returns the block of the canonical chain at a height; null above the head. A slot without a block repeats the one before. */
  blockAt(height: number): Promise<BlockHead | null>
  /** @returns the block with what it brings; null when it is not on the canonical chain any more */
  read(block: BlockRef, wishes: WatchWishes): Promise<WatchedBlock | null>
  /** Arrivals that no block has yet; empty where a node does not tell. */
  waiting(wishes: WatchWishes): Promise<readonly Arrival[]>

  /** Balances at a block, in the order of the questions. @throws ChainFault `noHistory` where the node does not know that block's state. */
  holdings(questions: readonly HoldingQuestion[], at: BlockRef): Promise<readonly bigint[]>
  /** Coins of addresses, as the node knows them now; empty on account-based chains. */
  coins(addresses: readonly string[]): Promise<readonly Coin[]>

  fee(speed: 0 | 1 | 2): Promise<FeeQuote>
  /** Next nonce by the blocks alone (not by what waits), or a blockhash; null on chains whose slots are coins. */
  nextSlot(from: string): Promise<Slot | null>
  /** Work that a payment needs, measured by the node where it can. */
  work(from: string, payment: Payment): Promise<bigint>
  /** Pure: the same plan gives the same bytes. @throws RangeError when coins do not cover payments and fee */
  build(plan: Plan): Unsigned
  /** A replacement's least fee over what is replaced, as nodes ask for it. Pure. */
  bump(paid: FeeQuote, market: FeeQuote): FeeQuote
  send(signed: Signed): Promise<SendResult>
  find(tx: string, slot: Slot, deadDepth: number): Promise<Whereabouts>
}

/** A fault outside: the node did not answer, or what it said cannot be. */
export class ChainFault extends Error {
  readonly why: 'unreachable' | 'nonsense' | 'noHistory' | 'disagreement' | 'notSupported'

  constructor(why: ChainFault['why'], text: string) {
    super(text)
    this.name = 'ChainFault'
    this.why = why
  }
}
