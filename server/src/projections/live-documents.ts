/** Documents of the house in one collection, in memory: read from history once, and then from what becomes durable. */
import type { JsonObject } from '@agio/engine/command.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import { Failure } from '../core/failure.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { ReadModels } from './port.ts'
import { readWhenWhole } from './thread/whenever-reached.ts'

const TENANT = asUserId(0)
const SAVED = new Set(['documentSaved'] as const)
const RETRY_S = 2

export interface LiveDocumentsParts {
  readonly exchange: Pick<Exchange, 'onDurable' | 'durableSeq'>
  readonly models: Pick<ReadModels, 'reached' | 'documents'>
}

export class LiveDocuments {
  readonly #parts: LiveDocumentsParts
  readonly #collection: Collection
  readonly #kept = new Map<string, JsonObject>()
  /** Those that an event brought: what is read afterwards may be older. */
  readonly #seen = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #stopListening: () => void
  #isKnown = false
  #isStopped = false

  constructor(parts: LiveDocumentsParts, collection: Collection) {
    this.#parts = parts
    this.#collection = collection
    this.#stopListening = parts.exchange.onDurable(({ events, hasDocuments }) => {
      if (hasDocuments) this.#see(events)
    })
    void this.#load()
  }

  /** By id. @throws Failure ENGINE_BUSY while history is on its way: nobody knows what is in force */
  get all(): ReadonlyMap<string, JsonObject> {
    if (!this.#isKnown) throw new Failure('ENGINE_BUSY', { retryAfter: RETRY_S })
    return this.#kept
  }

  /** Told after each change. @returns the unsubscribe */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  stop(): void {
    this.#isStopped = true
    this.#stopListening()
  }

  #see(events: Uint8Array): void {
    let isChanged = false
    for (const { event } of readEvents(events, SAVED)) {
      if (event.kind !== 'documentSaved' || event.userId !== TENANT || event.collection !== this.#collection) continue
      isChanged = true
      this.#seen.add(event.id)
      if (event.document === null) this.#kept.delete(event.id)
      else this.#kept.set(event.id, event.document)
    }
    if (isChanged) this.#tell()
  }

  async #load(): Promise<void> {
    const { models, exchange } = this.#parts
    await readWhenWhole({ models, seq: exchange.durableSeq, isStopped: () => this.#isStopped }, async () => {
      for (const { id, document } of await models.documents(TENANT, this.#collection)) if (!this.#seen.has(id)) this.#kept.set(id, document)
      this.#isKnown = true
      this.#tell()
    })
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
