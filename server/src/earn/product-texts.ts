/**
 * What products of savings are called, and what else of them is no term: documents of the commands that define and change them, kept in
 * memory. Read once from the projections, then kept by durable events, so that no list waits for SQL.
 */

import type { JsonObject } from '@agio/engine/command.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { asUserId, type ProductId } from '@agio/engine/ids/id.ts'
import { type KeepingEvent, keptBy, kindsKeeping } from '@agio/engine/schema/events.ts'
import { switch01 } from '@agio/wire/fields.ts'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'
import * as z from 'zod/mini'
import type { ReadModels } from '../projections/port.ts'
import { PRODUCTS } from '../projections/projectors/documents.ts'
import { readWhenWhole } from '../projections/thread/whenever-reached.ts'
import type { Exchange } from '../sequencer/exchange.ts'

const TENANT = asUserId(0)
const WANTED = kindsKeeping(PRODUCTS)

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80))

/** The document of a product. */
export const productDocument = z.object({
  /** By language; one text stands for all of them. */
  name: z.union([name, z.record(z.string().check(z.regex(/^[a-z]{2}_[A-Z]{2}$/)), name)]),
  /** Of the buyer's identity, 0 = none; `isRealname` 1 asks for 1 at least. */
  isRealname: z.optional(switch01),
  requiredKycLevel: z.optional(z.int().check(z.minimum(0), z.maximum(2))),
  agreementUrl: z.optional(z.string().check(z.maxLength(2000), z.regex(/^(\/(?![/\\])|https:\/\/)/))),
  sort: z.optional(z.int()),
})
export type ProductDocument = z.output<typeof productDocument>

export class ProductTexts {
  readonly #documents = new Map<number, ProductDocument>()
  /** Those that an event brought: what is read afterwards may be older. */
  readonly #seen = new Set<number>()
  readonly #stopListening: () => void
  #stopped = false

  constructor(exchange: Exchange, models: ReadModels) {
    const { durableSeq } = exchange
    this.#stopListening = exchange.onDurable(({ events, hasDocuments }) => {
      if (!hasDocuments) return
      for (const { event } of readEvents(events, WANTED)) {
        const { id, document } = keptBy(event as KeepingEvent)
        this.#seen.add(id)
        this.#put(id, document)
      }
    })
    void this.#load(models, durableSeq)
  }

  /** A product without a document, or with one that does not fit, is called by its number until history was read. */
  of(productId: ProductId): ProductDocument {
    return this.#documents.get(productId) ?? { name: `#${productId}` }
  }

  /** Its name in a language, else in English, else in any. */
  nameOf(productId: ProductId, language: string): string {
    const { name: names } = this.of(productId)
    if (typeof names === 'string') return names
    return names[language] ?? names[DEFAULT_LANGUAGE] ?? Object.values(names)[0] ?? `#${productId}`
  }

  stop(): void {
    this.#stopped = true
    this.#stopListening()
  }

  async #load(models: ReadModels, durableSeq: number): Promise<void> {
    await readWhenWhole({ models, seq: durableSeq, isStopped: () => this.#stopped }, async () => {
      for (const { id, document } of await models.documents(TENANT, PRODUCTS))
        if (!this.#seen.has(Number(id))) this.#put(Number(id), document)
    })
  }

  #put(productId: number, document: JsonObject): void {
    const parsed = productDocument.safeParse(document)
    if (parsed.success) this.#documents.set(productId, parsed.data)
    else this.#documents.delete(productId)
  }
}
