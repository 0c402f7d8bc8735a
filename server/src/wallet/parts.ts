/** What the parts of the wallet are handed, and what they show to one another. Each is opened in `open-wallet.ts`. */
import type { ChainPort, FeeQuote, Plan, Slot, Unsigned } from '@agio/chain/port.ts'
import type { SignerPort } from '@agio/chain/signer/protocol.ts'
import type { HoldingPlace } from '@agio/engine/event.ts'
import type { AddressId, ListingId, NetworkId, PaymentId, UserId } from '@agio/engine/ids/id.ts'
import type { OwnAddress } from '@agio/engine/wallet/read-wallet.ts'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { RandomBytes } from '../core/random.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { KnownNetwork, NetworkBook } from './network-book.ts'

/** Where nodes of networks answer. In the demo they start after the doors open, and may come back elsewhere. */
export interface ChainUrls {
  /** URLs by the network's `blockchain`; the preferred one first, none while no node is known. */
  of(blockchain: string): readonly string[]
  /** URLs of nodes of another hand, for quorum and reconciliation; none where there is one hand alone. */
  secondOf(blockchain: string): readonly string[]
  /** @returns the unsubscribe */
  onChange(listener: () => void): () => void
}

export const NO_CHAINS: ChainUrls = { of: () => [], secondOf: () => [], onChange: () => () => undefined }

/** Customers ask for withdrawals and addresses; what chains say comes from the system. */
export type WalletExchange = Exchange & Exchange<'system'>

export interface WalletParts {
  readonly tenantId: string
  readonly exchange: WalletExchange
  readonly models: ReadModels
  readonly book: NetworkBook
  readonly urls: ChainUrls
  /** Undefined where none is configured: nothing can be paid out then. */
  readonly signer: SignerPort | undefined
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  /** Of the tenant, for soft state: what is lost with it is found again. */
  readonly dir: string
  /** Where the tenant's journal lies; undefined for one that is not on a disk. */
  readonly journalDir: string | undefined
}

/** Texts of addresses: the engine numbers them, and the signer's public keys give each number its text. */
export interface AddressTexts {
  /** As the network's wallets show it; where one address serves many, that one. Undefined while it is being made. */
  textOf(network: KnownNetwork, place: HoldingPlace, addressId: AddressId): string | undefined
  /**
   * The house address that a text denotes, in any accepted spelling. Where one address serves many customers, it is the house's own.
   * Waits until all addresses of the network's family are made; rejects with Failure ENGINE_BUSY when that takes longer.
   */
  find(network: KnownNetwork, text: string): Promise<OwnAddress | undefined>
  /** As `find`, with the tag that tells whose it is; the house's own address when the tag names nobody. */
  receiverOf(network: KnownNetwork, text: string, tag: string | null): Promise<OwnAddress | undefined>
}

/** An address of a customer, as he sees it. */
export interface CustomerAddress {
  readonly addressId: AddressId
  /** Undefined while it is being made. */
  readonly text: string | undefined
  /** Where one address serves many: whose it is. */
  readonly tag: string | null
  readonly label: string
  /** ms */
  readonly createdAt: number
}

export interface CustomerAddresses extends AddressTexts {
  /** Of a customer on a network, the oldest first, which is the default. */
  list(userId: UserId, network: KnownNetwork): Promise<readonly CustomerAddress[]>
  /**
   * A new one; the same label on networks that share addresses gives the same one again. It is watched before this resolves, wherever the
   * network is followed.
   * @throws Failure ADDRESS_LIMIT, ENGINE_BUSY, ACCOUNT_DISABLED
   */
  create(userId: UserId, network: KnownNetwork, label: string): Promise<CustomerAddress>
  /** Why nothing may be paid on a network: the signer has other keys than addresses were made of. */
  keyFault(network: KnownNetwork): string | undefined
}

/**
 * A network's chain, asked by others than its watcher: it lives in the watcher's thread, so that libraries of chains are in no other, and
 * building takes a message too. Whatever cannot be asked now rejects with `ChainFault` `unreachable`.
 */
export interface NetworkChain extends Omit<ChainPort, 'kind' | 'read' | 'waiting' | 'build' | 'bump'> {
  build(plan: Plan): Promise<Unsigned>
  bump(paid: FeeQuote, market: FeeQuote): Promise<FeeQuote>
}

/** The last block of a network that the engine booked, and the entry that did it. */
export interface BookedBlock {
  readonly height: number
  readonly hash: string
  readonly seq: number
  /** With all that it brought: one that brings much takes several entries. */
  readonly isWhole: boolean
}

/** A transaction of the house that is under way, with all that may be on the chain of it. */
export interface OwnPayment {
  readonly paymentId: PaymentId
  readonly networkId: NetworkId
  /** Hashes that were signed, the newest last. */
  readonly txs: readonly string[]
  /** Those of them that spend the slot on nothing: a block that has one of these has not paid what was to be paid. */
  readonly cancels: readonly string[]
  /** What all of them exist once by: with it the chain is asked what one cost. */
  readonly slot: Slot
  /** It moves coins of the house: what it brings to a watched address is no deposit. */
  readonly isMove: boolean
}

/** Own transactions by network, as the watcher looks for them. */
export interface OwnPayments {
  /** Resolves when those from before the start are known: no block is read before. */
  readonly ready: Promise<void>
  /** Those that were signed and that no block made final yet, and the last that ended: a block may be read again. */
  under(networkId: NetworkId): readonly OwnPayment[]
  /**
   * Told when one was signed. A transaction that was just signed is sent when what the listeners return has resolved: a block that
   * has it must not be read before somebody looks for it. @returns the unsubscribe
   */
  onChange(listener: (networkId: NetworkId) => void | Promise<void>): () => void
}

/** Whether coins from an address may be credited without a person who looks at them. */
export interface Screening {
  isHeld(network: KnownNetwork, from: string | null): boolean
}

/** Coins that came and that no ledger holds: nobody is credited. */
export interface LeftOut {
  readonly listingId: ListingId
  readonly tx: string
  readonly position: string
  /** 0 = its tag says nobody. */
  readonly addressId: AddressId | 0
  /** In units of the chain. */
  readonly units: bigint
}

/** How a network's watcher is, for pages and operators. */
export interface WatchHealth {
  readonly networkId: NetworkId
  /** `starting`: no node answered yet. */
  readonly state: 'starting' | 'following' | 'trouble'
  readonly why: string | undefined
  /** Of the last booked block. */
  readonly height: number
  /** When the node last said something that could be used, ms; 0 = never. */
  readonly heardAt: number
  /** Since this process follows the chain, the newest last. */
  readonly leftOut: readonly LeftOut[]
}
