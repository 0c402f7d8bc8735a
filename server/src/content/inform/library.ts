/**
 * Announcements and help of a tenant, kept in memory: read once from the projections, then kept by durable events, so that what was
 * published is seen by the next request and no list waits for SQL.
 */

import type { JsonObject } from '@agio/engine/command.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'
import type { z } from 'zod/mini'
import type { ReadModels } from '../../projections/port.ts'
import { readWhenWhole } from '../../projections/thread/whenever-reached.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { wordsOf } from './clean-html.ts'
import { comparable } from './comparable.ts'
import {
  type ANNOUNCEMENT_TEXTS,
  ANNOUNCEMENTS,
  type AnnouncementDocument,
  announcementSchema,
  type CategoryDocument,
  CLASSES,
  type ClassDocument,
  categorySchema,
  classSchema,
  HELP,
  HELP_CATEGORIES,
  HELP_TEXTS,
  type HelpDocument,
  helpSchema,
  INFORM_COLLECTIONS,
  type InformCollection,
  type TextDocument,
  textPlace,
  textSchema,
} from './documents.ts'
import { type Searchable, searchable } from './help-search.ts'

const TENANT = asUserId(0)
const WANTED = new Set(['documentSaved'] as const)

export type Shelf<Document> = ReadonlyMap<string, Document>

type TextCollection = typeof ANNOUNCEMENT_TEXTS | typeof HELP_TEXTS

/** A text with the language that it is in. */
export interface FoundText extends TextDocument {
  readonly language: string
  /** Its own in the library. */
  readonly key: string
}

const isOurs = (collection: string): collection is InformCollection => INFORM_COLLECTIONS.some((known) => known === collection)

export class Library {
  readonly classes = new Map<string, ClassDocument>()
  readonly announcements = new Map<string, AnnouncementDocument>()
  readonly categories = new Map<string, CategoryDocument>()
  readonly articles = new Map<string, HelpDocument>()
  readonly #texts = new Map<string, TextDocument>()
  readonly #words = new Map<string, string>()
  /** Of help, by the key of a text. */
  readonly #searchables = new Map<string, Searchable>()
  /** Documents that an event brought: what is read afterwards may be older. */
  readonly #seen = new Set<string>()
  readonly #onAnnouncements: () => void
  readonly #stopListening: () => void
  readonly #loaded: Promise<void>
  #stopped = false

  /** @param onAnnouncements asked whenever one was read, saved or removed */
  constructor(exchange: Exchange, models: ReadModels, onAnnouncements: () => void = () => undefined) {
    this.#onAnnouncements = onAnnouncements
    const durableSeq = exchange.durableSeq
    this.#stopListening = exchange.onDurable(({ events, hasDocuments }) => {
      if (!hasDocuments) return
      for (const { event } of readEvents(events, WANTED)) {
        if (event.kind !== 'documentSaved' || event.userId !== TENANT || !isOurs(event.collection)) continue
        this.#seen.add(`${event.collection} ${event.id}`)
        this.#put(event.collection, event.id, event.document)
        if (event.collection === ANNOUNCEMENTS) this.#onAnnouncements()
      }
    })
    this.#loaded = this.#load(models, durableSeq)
  }

  /** Resolves when history was read; until then the lists hold what was published meanwhile. */
  loaded(): Promise<void> {
    return this.#loaded
  }

  stop(): void {
    this.#stopped = true
    this.#stopListening()
  }

  /** The text in a language, else in English, else in any. */
  text(collection: TextCollection, id: string, language: string): FoundText | undefined {
    const prefix = `${collection} ${this.#placeOf(collection, id)}/`
    for (const one of [language, DEFAULT_LANGUAGE]) {
      const text = this.#texts.get(prefix + one)
      if (text !== undefined) return { ...text, language: one, key: prefix + one }
    }
    for (const [key, text] of this.#texts) if (key.startsWith(prefix)) return { ...text, language: key.slice(prefix.length), key }
    return undefined
  }

  /** The texts that readers see, by language. */
  texts(collection: TextCollection, id: string): Readonly<Record<string, TextDocument>> {
    const prefix = `${collection} ${this.#placeOf(collection, id)}/`
    return Object.fromEntries(
      [...this.#texts].flatMap(([key, text]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), text] as const] : [])),
    )
  }

  /** Ids of text documents that nobody reads any more: of earlier editions, and of one that was never finished. */
  unusedTexts(collection: TextCollection, id: string): readonly string[] {
    const used = `${this.#placeOf(collection, id)}/`
    const own = [...this.#texts.keys()].filter((key) => key.startsWith(`${collection} `)).map((key) => key.slice(collection.length + 1))
    return own.filter((place) => (place.startsWith(`${id}/`) || place.startsWith(`${id}@`)) && !place.startsWith(used))
  }

  /** Title, summary and words of the text in one line, in the form that searches compare. */
  words({ key, title, summary, content }: FoundText): string {
    const known = this.#words.get(key)
    if (known !== undefined) return known
    const words = comparable(`${title} ${summary} ${wordsOf(content)}`)
    this.#words.set(key, words)
    return words
  }

  /** What a search for help looks at: a text, with the names of its subject in its language and in English. */
  searchable(id: string, text: FoundText): Searchable {
    const known = this.#searchables.get(text.key)
    if (known !== undefined) return known
    const names = [text.words ?? '', this.text(HELP_TEXTS, id, DEFAULT_LANGUAGE)?.words ?? '']
    const made = searchable(text.title, names, text.summary, wordsOf(text.content))
    this.#searchables.set(text.key, made)
    return made
  }

  #placeOf(collection: TextCollection, id: string): string {
    return textPlace(id, (collection === HELP_TEXTS ? this.articles : this.announcements).get(id))
  }

  async #load(models: ReadModels, durableSeq: number): Promise<void> {
    await readWhenWhole({ models, seq: durableSeq, isStopped: () => this.#stopped }, async () => {
      for (const collection of INFORM_COLLECTIONS)
        for (const { id, document } of await models.documents(TENANT, collection))
          if (!this.#seen.has(`${collection} ${id}`)) this.#put(collection, id, document)
      this.#onAnnouncements()
    })
  }

  #put(collection: InformCollection, id: string, document: JsonObject | null): void {
    switch (collection) {
      case CLASSES:
        shelve(this.classes, classSchema, id, document)
        break
      case ANNOUNCEMENTS:
        shelve(this.announcements, announcementSchema, id, document)
        break
      case HELP_CATEGORIES:
        shelve(this.categories, categorySchema, id, document)
        break
      case HELP:
        shelve(this.articles, helpSchema, id, document)
        break
      default:
        this.#words.delete(`${collection} ${id}`)
        this.#searchables.clear()
        shelve(this.#texts, textSchema, `${collection} ${id}`, document)
    }
  }
}

/** A document that does not fit is as good as none. */
function shelve<Schema extends z.ZodMiniType>(
  shelf: Map<string, z.output<Schema>>,
  schema: Schema,
  id: string,
  document: JsonObject | null,
): void {
  const parsed = schema.safeParse(document)
  if (parsed.success) shelf.set(id, parsed.data)
  else shelf.delete(id)
}

/** The words that a reader typed; every one of them must be found. */
export const searched = (keyword: string): readonly string[] =>
  comparable(keyword)
    .split(' ')
    .filter((word) => word !== '')
