/** What the parts of the wallet are handed, and what they show to one another. Each is opened in `open-wallet.ts`. */
import type { SignerPort } from '@agio/chain/signer/protocol.ts'
import type { HoldingPlace } from '@agio/engine/event.ts'
import type { AddressId, NetworkId, PaymentId } from '@agio/engine/ids/id.ts'
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

export interface WalletParts {
  readonly exchange: Exchange<'system'>
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
}

/** Texts of addresses: the engine numbers them, public keys that the signer gave out say what they are. */
export interface AddressTexts {
  /** Undefined while the network's public keys are not known. */
  textOf(network: KnownNetwork, place: HoldingPlace, addressId: AddressId): string | undefined
  /** The address of this house that a text is, on a network; exact. */
  find(network: KnownNetwork, text: string): AddressId | undefined
}

/** A transaction of the house that is under way, with all that may be on the chain of it. */
export interface OwnPayment {
  readonly paymentId: PaymentId
  readonly networkId: NetworkId
  /** Hashes that were signed, the newest last. */
  readonly txs: readonly string[]
}

/** Own transactions by network, as the watcher looks for them. */
export interface OwnPayments {
  /** Resolves when those from before the start are known: no block is read before. */
  readonly ready: Promise<void>
  /** Those that were signed and that no block made final yet. */
  under(networkId: NetworkId): readonly OwnPayment[]
  /**
   * Told when one was signed or ended. A transaction that was just signed is sent when what the listeners return has resolved: a block that
   * has it must not be read before somebody looks for it. @returns the unsubscribe
   */
  onChange(listener: (networkId: NetworkId) => void | Promise<void>): () => void
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
}
