/** How announcements and help get into the journal: checked, cleaned, texts before the facts that make them visible. */
import type { JsonObject } from '@agio/engine/command.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import * as z from 'zod/mini'
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
  textSchema,
} from './documents.ts'

const TENANT = asUserId(0)
const name = z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,47}$/, 'is no id'))
const languageName = z.string().check(z.regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'is no language'))
const texts = z.record(languageName, textSchema)

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

export const announcementInput = z.extend(announcementSchema, { id: name, texts }).check(withEnglish)
export const articleInput = z.extend(helpSchema, { id: name, texts }).check(withEnglish)
export const classInput = z.extend(classSchema, { id: name })
export const categoryInput = z.extend(categorySchema, { id: name })
export type AnnouncementInput = z.output<typeof announcementInput>
export type ArticleInput = z.output<typeof articleInput>

/** @throws Error with the engine's reason */
async function save(exchange: Exchange, collection: string, id: string, document: JsonObject | null, author: Author): Promise<void> {
  const marked = document === null || author.why === undefined ? document : { ...document, why: author.why }
  const outcome = await exchange.submit({ kind: 'saveDocument', userId: TENANT, collection, id, document: marked, actor: author.actor })
  if (outcome.reason !== 'none') throw new Error(`${collection} ${id}: ${outcome.reason}`)
}

async function saveTexts(
  exchange: Exchange,
  collection: string,
  id: string,
  all: AnnouncementInput['texts'],
  author: Author,
): Promise<void> {
  for (const [language, text] of Object.entries(all))
    await save(exchange, collection, `${id}/${language}`, { ...text, content: cleanHtml(text.content) }, author)
}

/** Publishes or replaces an announcement. It becomes visible at `releaseAt`. @throws Error */
export async function saveAnnouncement(exchange: Exchange, input: AnnouncementInput, author: Author): Promise<void> {
  const { id, texts: all, ...facts } = input
  await saveTexts(exchange, ANNOUNCEMENT_TEXTS, id, all, author)
  await save(exchange, ANNOUNCEMENTS, id, facts, author)
}

/** Takes an announcement out of every list; its texts stay for whoever publishes it again. @throws Error */
export const withdrawAnnouncement = (exchange: Exchange, id: string, author: Author): Promise<void> =>
  save(exchange, ANNOUNCEMENTS, id, null, author)

/** @throws Error */
export async function saveArticle(exchange: Exchange, input: ArticleInput, author: Author): Promise<void> {
  const { id, texts: all, ...facts } = input
  await saveTexts(exchange, HELP_TEXTS, id, all, author)
  await save(exchange, HELP, id, facts, author)
}

/** @throws Error */
export const withdrawArticle = (exchange: Exchange, id: string, author: Author): Promise<void> => save(exchange, HELP, id, null, author)

/** @throws Error */
export const saveClass = (exchange: Exchange, { id, ...facts }: z.output<typeof classInput>, author: Author): Promise<void> =>
  save(exchange, CLASSES, id, facts, author)

/** @throws Error */
export const saveCategory = (exchange: Exchange, { id, ...facts }: z.output<typeof categoryInput>, author: Author): Promise<void> =>
  save(exchange, HELP_CATEGORIES, id, facts, author)
