/** What a customer set for the pages of contracts, and the contracts he marked: documents of his, in clear. Margins and leverages are the engine's. */
import type { InstrumentId, UserId } from '@agio/engine/ids/id.ts'
import * as z from 'zod/mini'
import { submitDocument } from '../auth/account/user-documents.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'

const COLLECTION = 'contracts'
const PAGE = 'page'
const FAVORITES = 'favorites'

const pageSchema = z.object({
  /** Asked again before an order is sent. */
  confirms: z.boolean(),
  unit: z.enum(['coin', 'contracts']),
  /** Days that a conditional order lives. */
  expireDays: z.union([z.literal(1), z.literal(7), z.literal(14), z.literal(30)]),
  /** What conditions are tested against where an order does not say. */
  triggerBy: z.enum(['last', 'mark']),
})
export type PageSettings = z.output<typeof pageSchema>

/** Settings of a customer who has set nothing. */
export const FIRST_SETTINGS: PageSettings = { confirms: true, unit: 'coin', expireDays: 7, triggerBy: 'mark' }

const favoritesSchema = z.object({ instrumentIds: z.array(z.int().check(z.minimum(1))) })

export interface SettingsParts {
  readonly exchange: Exchange
  readonly models: ReadModels
}

export class ContractSettingsStore {
  readonly #parts: SettingsParts

  constructor(parts: SettingsParts) {
    this.#parts = parts
  }

  async page(userId: UserId): Promise<PageSettings> {
    const read = z.safeParse(pageSchema, await this.#document(userId, PAGE))
    return read.success ? read.data : FIRST_SETTINGS
  }

  /** Of a document of another form, that of an earlier version, nothing is kept. @throws Failure ENGINE_BUSY @throws Refused */
  async changePage(userId: UserId, changes: Partial<PageSettings>): Promise<void> {
    await this.#save(userId, PAGE, { ...(await this.page(userId)), ...changes })
  }

  /** In the order in which he put them. */
  async favorites(userId: UserId): Promise<readonly number[]> {
    const read = z.safeParse(favoritesSchema, await this.#document(userId, FAVORITES))
    return read.success ? read.data.instrumentIds : []
  }

  /** @throws Failure ENGINE_BUSY @throws Refused */
  setFavorites(userId: UserId, instrumentIds: readonly InstrumentId[]): Promise<void> {
    return this.#save(userId, FAVORITES, { instrumentIds: [...instrumentIds] })
  }

  async #document(userId: UserId, id: string): Promise<unknown> {
    const documents = await this.#parts.models.documents(userId, COLLECTION)
    return documents.find((document) => document.id === id)?.document
  }

  /** Resolves when the next read shows it, unless history is being made anew. */
  async #save(userId: UserId, id: string, document: PageSettings | { readonly instrumentIds: readonly number[] }): Promise<void> {
    const { exchange, models } = this.#parts
    const seq = await submitDocument({ exchange }, { userId, collection: COLLECTION, id, actor: `user:${userId}` }, { ...document })
    if (models.rebuilding() === null) await models.reached(seq).catch(() => undefined)
  }
}
