/** Which announcements a user has read: documents of the user, so that every device knows; kept at hand for whoever was here lately. */
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { ReadModels } from '../../projections/port.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { ALL_READ, ANNOUNCEMENT_READS } from './documents.ts'
import type { IsRead } from './shelves.ts'

const WANTED = new Set(['documentSaved'] as const)
const KEPT_MAX = 20_000

interface Reads {
  readonly ids: Set<string>
  /** ms; everything released until then is read. */
  upTo: number
  loaded: Promise<void>
}

export class AnnouncementReads {
  readonly #exchange: Exchange
  readonly #models: ReadModels
  readonly #kept = new Map<UserId, Reads>()
  readonly stop: () => void

  constructor(exchange: Exchange, models: ReadModels) {
    this.#exchange = exchange
    this.#models = models
    this.stop = exchange.onDurable(({ events, hasDocuments }) => {
      if (!hasDocuments) return
      for (const { event } of readEvents(events, WANTED)) {
        if (event.kind !== 'documentSaved' || event.collection !== ANNOUNCEMENT_READS) continue
        const reads = this.#kept.get(event.userId)
        if (reads !== undefined) note(reads, event.id, event.document)
      }
    })
  }

  /** @throws PositionTimeout or HistoryUnavailable */
  async of(userId: UserId): Promise<IsRead> {
    const reads = this.#kept.get(userId) ?? this.#begin(userId)
    await reads.loaded
    return (id, releaseAt) => reads.ids.has(id) || releaseAt <= reads.upTo
  }

  /** Durable when it resolves; a second time does nothing. */
  async mark(userId: UserId, id: string, releaseAt: number): Promise<void> {
    const isRead = await this.of(userId)
    if (!isRead(id, releaseAt)) await this.#save(userId, id)
  }

  /** Everything that is released by now. */
  markAll(userId: UserId): Promise<void> {
    return this.#save(userId, ALL_READ)
  }

  async #save(userId: UserId, id: string): Promise<void> {
    const at = this.#exchange.now()
    const outcome = await this.#exchange.submit({
      kind: 'saveDocument',
      userId,
      collection: ANNOUNCEMENT_READS,
      id,
      document: { at },
      actor: 'user',
    })
    if (outcome.reason !== 'none') throw new Error(`announcement read: ${outcome.reason}`)
    const reads = this.#kept.get(userId)
    if (reads !== undefined) note(reads, id, { at })
  }

  #begin(userId: UserId): Reads {
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear()
    const reads: Reads = { ids: new Set(), upTo: 0, loaded: Promise.resolve() }
    this.#kept.set(userId, reads)
    reads.loaded = this.#load(userId, reads)
    reads.loaded.catch(() => {
      if (this.#kept.get(userId) === reads) this.#kept.delete(userId)
    })
    return reads
  }

  async #load(userId: UserId, reads: Reads): Promise<void> {
    await this.#models.reached(this.#exchange.durableSeq)
    for (const { id, document } of await this.#models.documents(userId, ANNOUNCEMENT_READS)) note(reads, id, document)
  }
}

function note(reads: Reads, id: string, document: { readonly at?: unknown } | null): void {
  if (id !== ALL_READ) reads.ids.add(id)
  else if (typeof document?.at === 'number') reads.upTo = Math.max(reads.upTo, document.at)
}
