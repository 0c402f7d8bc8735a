/**
 * Networks and assets on them by their documents, kept in memory: read once from the projections, then kept by durable events. What the
 * engine decides with (terms, halts, heights) is read from its state.
 */

import type { JsonObject } from '@agio/engine/command.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { type AssetId, asUserId, type ListingId, type NetworkId } from '@agio/engine/ids/id.ts'
import { type KeepingEvent, keptBy, kindsKeeping } from '@agio/engine/schema/events.ts'
import { listingsOf, networksOf } from '@agio/engine/wallet/read-wallet.ts'
import * as z from 'zod/mini'
import type { ReadModels } from '../projections/port.ts'
import { LISTINGS, NETWORKS } from '../projections/projectors/documents.ts'
import { readWhenWhole } from '../projections/thread/whenever-reached.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { type ListingDocument, listingDocument, type NetworkDocument, networkDocument } from './documents.ts'

const TENANT = asUserId(0)
const WANTED = kindsKeeping(NETWORKS, LISTINGS)

export interface KnownNetwork {
  readonly networkId: NetworkId
  /** Networks of a family share addresses. */
  readonly family: number
  readonly document: NetworkDocument
}

export interface KnownListing {
  readonly listingId: ListingId
  readonly assetId: AssetId
  readonly network: KnownNetwork
  readonly document: ListingDocument
}

export class NetworkBook {
  /** Resolves when what was there before was read. */
  readonly ready: Promise<void>
  readonly #exchange: Exchange
  readonly #networks = new Map<number, NetworkDocument>()
  readonly #listings = new Map<number, ListingDocument>()
  /** Those that an event brought: what is read afterwards may be older. */
  readonly #seen = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #stopListening: () => void
  #isReady = false
  #stopped = false

  constructor(exchange: Exchange, models: ReadModels) {
    this.#exchange = exchange
    const { durableSeq } = exchange
    this.#stopListening = exchange.onDurable(({ events, hasDocuments }) => {
      if (hasDocuments) this.#take(events)
    })
    this.ready = this.#load(models, durableSeq)
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Networks whose document can be read, in the order of their `sort`. */
  networks(): readonly KnownNetwork[] {
    return networksOf(this.#exchange.state)
      .flatMap(({ networkId, family }) => {
        const document = this.#networks.get(networkId)
        return document === undefined ? [] : [{ networkId, family, document }]
      })
      .sort((one, other) => (one.document.sort ?? one.networkId) - (other.document.sort ?? other.networkId))
  }

  network(networkId: NetworkId): KnownNetwork | undefined {
    return this.networks().find((network) => network.networkId === networkId)
  }

  byBlockchain(blockchain: string): KnownNetwork | undefined {
    return this.networks().find(({ document }) => document.blockchain === blockchain)
  }

  byProtocol(protocolType: string): KnownNetwork | undefined {
    return this.networks().find(({ document }) => document.protocolType === protocolType)
  }

  /** Assets on networks, all or those of one asset. */
  listings(assetId?: number): readonly KnownListing[] {
    const networks = this.networks()
    return listingsOf(this.#exchange.state).flatMap(({ listingId, terms }) => {
      const document = this.#listings.get(listingId)
      const network = networks.find(({ networkId }) => networkId === terms.networkId)
      if (document === undefined || network === undefined || (assetId !== undefined && terms.assetId !== assetId)) return []
      return [{ listingId, assetId: terms.assetId, network, document }]
    })
  }

  listing(listingId: ListingId): KnownListing | undefined {
    return this.listings().find((listing) => listing.listingId === listingId)
  }

  /** Told after a document came. @returns the unsubscribe */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  stop(): void {
    this.#stopped = true
    this.#stopListening()
  }

  #take(events: Uint8Array): void {
    let isChanged = false
    for (const { event } of readEvents(events, WANTED)) {
      const { document, collection, id } = keptBy(event as KeepingEvent)
      isChanged = true
      this.#saw(collection, id, document)
    }
    if (isChanged) this.#tell()
  }

  #saw(collection: string, id: number, document: JsonObject): void {
    this.#seen.add(`${collection} ${id}`)
    this.#put(collection, id, document)
  }

  async #load(models: ReadModels, durableSeq: number): Promise<void> {
    await readWhenWhole({ models, seq: durableSeq, isStopped: () => this.#stopped }, async () => {
      for (const collection of [NETWORKS, LISTINGS])
        for (const { id, document } of await models.documents(TENANT, collection))
          if (!this.#seen.has(`${collection} ${id}`)) this.#put(collection, Number(id), document)
      this.#isReady = true
      this.#tell()
    })
  }

  #put(collection: string, id: number, document: JsonObject): void {
    if (collection === NETWORKS) keep(this.#networks, id, networkDocument, document)
    else keep(this.#listings, id, listingDocument, document)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function keep<Schema extends z.ZodMiniType>(into: Map<number, z.output<Schema>>, id: number, schema: Schema, document: JsonObject): void {
  const parsed = z.safeParse(schema, document)
  if (parsed.success) into.set(id, parsed.data)
  else into.delete(id)
}
