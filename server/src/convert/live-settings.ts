/** The settings in force: read from history once, and then from what becomes durable. */
import type { JsonObject } from '@agio/engine/command.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { Failure } from '../core/failure.ts'
import type { Log } from '../core/log.ts'
import type { ReadModels } from '../projections/port.ts'
import { wheneverReached } from '../projections/thread/whenever-reached.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { CONVERT, type ConvertSettings, readSettings, SETTINGS } from './settings.ts'

const TENANT = asUserId(0)
const SAVED = new Set(['documentSaved'] as const)
const RETRY_S = 2

export interface SettingsParts {
  readonly exchange: Exchange
  readonly models: Pick<ReadModels, 'reached' | 'documents'>
  readonly log: Log
}

export class LiveSettings {
  readonly #parts: SettingsParts
  #settings: ConvertSettings | undefined
  #loading: Promise<void> | undefined
  #isStopped = false
  readonly #stopListening: () => void

  constructor(parts: SettingsParts) {
    this.#parts = parts
    this.#stopListening = parts.exchange.onDurable(({ events, hasDocuments }) => {
      if (!hasDocuments) return
      for (const { event } of readEvents(events, SAVED)) {
        if (event.kind !== 'documentSaved' || event.userId !== TENANT || event.collection !== CONVERT || event.id !== SETTINGS) continue
        this.#take(event.document)
      }
    })
    void this.load()
  }

  /** @throws Failure ENGINE_BUSY while nobody knows what is closed: history is still on its way */
  get current(): ConvertSettings {
    if (this.#settings !== undefined) return this.#settings
    void this.load()
    throw new Failure('ENGINE_BUSY', { retryAfter: RETRY_S })
  }

  /** Resolves when they are known, or could not be read: then whoever asks for them has them read again. */
  load(): Promise<void> {
    if (this.#settings !== undefined || this.#isStopped) return Promise.resolve()
    this.#loading ??= this.#read()
      .catch((error: unknown) => this.#warn('the settings of conversion cannot be read', { error: String(error) }))
      .finally(() => {
        this.#loading = undefined
      })
    return this.#loading
  }

  stop(): void {
    this.#isStopped = true
    this.#stopListening()
  }

  async #read(): Promise<void> {
    const { models, exchange } = this.#parts
    if (!(await wheneverReached(models, exchange.durableSeq, () => this.#isStopped))) return
    const saved = (await models.documents(TENANT, CONVERT)).find(({ id }) => id === SETTINGS)
    // What was saved meanwhile is newer.
    if (this.#settings === undefined) this.#take(saved?.document ?? null)
  }

  /** What does not fit changes nothing: what was closed stays closed. */
  #take(document: JsonObject | null): void {
    const settings = readSettings(document)
    if (settings === undefined) this.#warn('a document of conversion does not fit', {})
    else this.#settings = settings
  }

  #warn(text: string, fields: Readonly<Record<string, unknown>>): void {
    const { log, exchange } = this.#parts
    log.warn(text, { tenant: exchange.tenantId, ...fields })
  }
}
