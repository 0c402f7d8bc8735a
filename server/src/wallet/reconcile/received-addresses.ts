/**
 * Addresses that coins ever came to, by network: the ones whose balances count. Read once from history, then kept by durable events; so it
 * is never behind an entry that is durable, and may be ahead of the one that is compared, which adds addresses that hold nothing yet.
 */
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { AddressId, ListingId, NetworkId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { ReadModels } from '../../projections/port.ts'
import { readWhenWhole } from '../../projections/thread/whenever-reached.ts'
import type { Exchange } from '../../sequencer/exchange.ts'

const WANTED = new Set(['depositSeen'] as const)

type ReceivedModels = Pick<ReadModels, 'reached' | 'receipts'>

export class ReceivedAddresses {
  /** Resolves when what was there before was read. */
  readonly ready: Promise<void>
  readonly #exchange: Exchange
  readonly #found = new Map<ListingId, Set<AddressId>>()
  readonly #stopListening: () => void
  #isReady = false
  #stopped = false

  constructor(exchange: Exchange, models: ReceivedModels) {
    this.#exchange = exchange
    this.#stopListening = exchange.onDurable(({ events, hasDocuments }) => {
      if (!hasDocuments) return
      for (const { event } of readEvents(events, WANTED)) if (event.kind === 'depositSeen') this.#add(event.listingId, event.addressId)
    })
    this.ready = this.#load(models)
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Ids of addresses that coins of any listing of a network came to. */
  on(networkId: NetworkId): ReadonlySet<AddressId> {
    const all = new Set<AddressId>()
    for (const { listingId, terms } of listingsOf(this.#exchange.state))
      if (terms.networkId === networkId) for (const addressId of this.#found.get(listingId) ?? []) all.add(addressId)
    return all
  }

  /** Ids of addresses that a listing's own coins came to. */
  of(listingId: ListingId): ReadonlySet<AddressId> {
    return this.#found.get(listingId) ?? new Set()
  }

  stop(): void {
    this.#stopped = true
    this.#stopListening()
  }

  /** @param addressId 0 = to a house address, with nobody's tag */
  #add(listingId: ListingId, addressId: number): void {
    if (addressId === 0) return
    let found = this.#found.get(listingId)
    if (found === undefined) {
      found = new Set()
      this.#found.set(listingId, found)
    }
    found.add(addressId as AddressId)
  }

  async #load(models: ReceivedModels): Promise<void> {
    await readWhenWhole({ models, seq: this.#exchange.durableSeq, isStopped: () => this.#stopped }, async () => {
      for (const { listingId, addressId } of await models.receipts()) this.#add(listingId, addressId)
      this.#isReady = true
    })
  }
}
