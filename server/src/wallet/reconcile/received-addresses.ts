/**
 * Addresses that coins ever came to, by network: the ones whose balances count. Read once from history, then kept by durable events; so it
 * is never behind an entry that is durable, and may be ahead of the one that is compared, which adds addresses that hold nothing yet.
 */
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { AddressId, ListingId, NetworkId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { Receipt } from '../../projections/receipt-rows.ts'
import type { Exchange } from '../../sequencer/exchange.ts'

const RETRY_MS = 1000
const WANTED = new Set(['depositSeen'] as const)

export class ReceivedAddresses {
  /** Resolves when what was there before was read. */
  readonly ready: Promise<void>
  readonly #exchange: Exchange
  readonly #found = new Map<ListingId, Set<AddressId>>()
  readonly #stopListening: () => void
  #isReady = false
  #stopped = false

  /** @param load every receipt up to a sequence, or more; rejects while history is being rebuilt */
  constructor(exchange: Exchange, load: (seq: number) => Promise<readonly Receipt[]>) {
    this.#exchange = exchange
    const { durableSeq } = exchange
    this.#stopListening = exchange.onDurable(({ events, hasDocuments }) => {
      if (!hasDocuments) return
      for (const { event } of readEvents(events, WANTED)) if (event.kind === 'depositSeen') this.#add(event.listingId, event.addressId)
    })
    this.ready = this.#load(() => load(durableSeq))
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

  async #load(load: () => Promise<readonly Receipt[]>): Promise<void> {
    while (!this.#stopped) {
      const receipts = await load().catch(() => undefined)
      if (receipts !== undefined) {
        for (const { listingId, addressId } of receipts) this.#add(listingId, addressId)
        this.#isReady = true
        return
      }
      // History is being rebuilt: it is read when it is whole.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }
}
