/** How announcements and help get into the journal: checked, cleaned, each edition whole or not at all. */
import { randomBytes } from 'node:crypto'
import type { JsonObject } from '@agio/engine/command.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import { visible } from '@agio/wire/visible-text.ts'
import * as z from 'zod/mini'
import { Turns } from '../../core/turns.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { cleanHtml } from './clean-html.ts'
import {
  ANNOUNCEMENT_TEXTS,
  ANNOUNCEMENTS,
  announcementSchema,
  CLASSES,
  categorySchema,
  classSchema,
  HELP,
  HELP_CATEGORIES,
  HELP_TEXTS,
  helpSchema,
  textPlace,
  textSchema,
} from './documents.ts'
import type { Library } from './library.ts'

const TENANT = asUserId(0)
const name = z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,47}$/, 'is no id'))
const languageName = z.string().check(z.regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'is no language'))
const isSeen = { error: 'shows nothing' }
const texts = z.record(languageName, textSchema.check(z.refine(({ title }) => visible(title) !== '', { ...isSeen, path: ['title'] })))
const names = z.record(z.string(), z.string().check(z.refine((text) => visible(text) !== '', isSeen)))

/** Other languages fall back to English. */
const withEnglish = z.refine<{ readonly texts: Readonly<Record<string, unknown>> }>(({ texts: all }) => all.en_US !== undefined, {
  path: ['texts', 'en_US'],
  error: 'is missing; other languages fall back to it',
})

/** Who changes something, and why; both stand in the journal. */
export interface Author {
  readonly actor: string
  readonly why?: string
}

const ownEdition = { edition: true } as const
export const announcementInput = z.extend(z.omit(announcementSchema, ownEdition), { id: name, texts }).check(withEnglish)
export const articleInput = z.extend(z.omit(helpSchema, ownEdition), { id: name, texts }).check(withEnglish)
export const classInput = z.extend(classSchema, { id: name, name: names })
export const categoryInput = z.extend(categorySchema, { id: name, name: names })
export type AnnouncementInput = z.output<typeof announcementInput>
export type ArticleInput = z.output<typeof articleInput>

/** @throws Error with the engine's reason */
async function save(exchange: Exchange, collection: Collection, id: string, document: JsonObject | null, author: Author): Promise<void> {
  const marked = document === null || author.why === undefined ? document : { ...document, why: author.why }
  const outcome = await exchange.submit({ kind: 'saveDocument', userId: TENANT, collection, id, document: marked, actor: author.actor })
  if (outcome.reason !== 'none') throw new Error(`${collection} ${id}: ${outcome.reason}`)
}

/** What is there already; absent at the first start, when nothing is. */
export type Shelves = Pick<Library, 'texts' | 'unusedTexts'>

const publishing = new WeakMap<Exchange, Turns>()

/** One publishing after another, so that none takes the texts of another for left-overs. */
function inTurn(exchange: Exchange, work: () => Promise<void>): Promise<void> {
  const turns = publishing.get(exchange) ?? new Turns()
  publishing.set(exchange, turns)
  return turns.run(work)
}

interface Edition {
  readonly id: string
  readonly collection: typeof ANNOUNCEMENTS | typeof HELP
  readonly textCollection: typeof ANNOUNCEMENT_TEXTS | typeof HELP_TEXTS
  readonly texts: AnnouncementInput['texts']
  readonly facts: JsonObject
}

/** Texts in languages that this edition does not mention stay as they are. What nobody reads any more goes last. */
async function publish(exchange: Exchange, next: Edition, author: Author, shelves: Shelves | undefined): Promise<void> {
  const { id, collection, textCollection, facts } = next
  const edition = randomBytes(6).toString('base64url')
  for (const [language, { title, summary, content, words }] of Object.entries({ ...shelves?.texts(textCollection, id), ...next.texts })) {
    const text = { title, summary, content: cleanHtml(content), ...(words !== undefined && { words }) }
    await save(exchange, textCollection, `${textPlace(id, { edition })}/${language}`, text, author)
  }
  await save(exchange, collection, id, { ...facts, edition }, author)
  for (const place of shelves?.unusedTexts(textCollection, id) ?? []) await save(exchange, textCollection, place, null, author)
}

/** Publishes or replaces an announcement. It becomes visible at `releaseAt`. @throws Error */
export function saveAnnouncement(exchange: Exchange, input: AnnouncementInput, author: Author, shelves?: Shelves): Promise<void> {
  const { id, texts: all, ...facts } = input
  const next = { id, collection: ANNOUNCEMENTS, textCollection: ANNOUNCEMENT_TEXTS, texts: all, facts } as const
  return inTurn(exchange, () => publish(exchange, next, author, shelves))
}

/** Withdraws an announcement from every list. @throws Error */
export const withdrawAnnouncement = (exchange: Exchange, id: string, author: Author): Promise<void> =>
  inTurn(exchange, () => save(exchange, ANNOUNCEMENTS, id, null, author))

/** @throws Error */
export function saveArticle(exchange: Exchange, input: ArticleInput, author: Author, shelves?: Shelves): Promise<void> {
  const { id, texts: all, ...facts } = input
  const next = { id, collection: HELP, textCollection: HELP_TEXTS, texts: all, facts } as const
  return inTurn(exchange, () => publish(exchange, next, author, shelves))
}

/** @throws Error */
export const withdrawArticle = (exchange: Exchange, id: string, author: Author): Promise<void> =>
  inTurn(exchange, () => save(exchange, HELP, id, null, author))

/** @throws Error */
export const saveClass = (exchange: Exchange, { id, ...facts }: z.output<typeof classInput>, author: Author): Promise<void> =>
  save(exchange, CLASSES, id, facts, author)

/** @throws Error */
export const saveCategory = (exchange: Exchange, { id, ...facts }: z.output<typeof categoryInput>, author: Author): Promise<void> =>
  save(exchange, HELP_CATEGORIES, id, facts, author)
