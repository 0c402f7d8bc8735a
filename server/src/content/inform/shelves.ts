/** The lists that readers see, made of the library at a moment: what is released and not ended, in order, in a language. */
import type { Bulletin, HelpEntry } from '@agio/wire/content/inform.ts'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'
import { ANNOUNCEMENT_TEXTS, type AnnouncementDocument, HELP_TEXTS } from './documents.ts'
import { scoresOf } from './help-search.ts'
import { type Library, searched } from './library.ts'

/** Legal documents have pages of their own. */
export const LEGAL = 'legal'

/** Whether a user has read an announcement. */
export type IsRead = (id: string, releaseAt: number) => boolean

export interface AnnouncementQuery {
  readonly language: string
  readonly now: number
  readonly classId?: string | undefined
  readonly keyword?: string | undefined
}

/** Whether an announcement is released, not ended, and has a text. */
export function isPublished(library: Library, id: string, now: number): boolean {
  const facts = library.announcements.get(id)
  return facts !== undefined && isOut(facts, now) && library.text(ANNOUNCEMENT_TEXTS, id, DEFAULT_LANGUAGE) !== undefined
}

const isOut = ({ releaseAt, endAt }: AnnouncementDocument, now: number): boolean => releaseAt <= now && (endAt === null || endAt > now)

/** Ids of what is published now: those on top first, then newest. */
export function publishedIds(library: Library, now: number, classId?: string): string[] {
  return [...library.announcements]
    .filter(([, announcement]) => isOut(announcement, now))
    .filter(([, announcement]) => classId === undefined || announcement.classId === classId)
    .sort(([a, one], [b, other]) => Number(other.top) - Number(one.top) || other.releaseAt - one.releaseAt || (a < b ? -1 : 1))
    .map(([id]) => id)
}

/** Ids around an announcement, newest first, at most `size`; undefined when it is not published. `prevId` is the newer one. */
export function neighboursOf(
  library: Library,
  id: string,
  query: { readonly now: number; readonly classId?: string | undefined; readonly size: number },
) {
  const { now, classId, size } = query
  const ids = publishedIds(library, now, classId)
  const released = (one: string): number => library.announcements.get(one)?.releaseAt ?? 0
  ids.sort((one, other) => released(other) - released(one))
  const at = ids.indexOf(id)
  if (at < 0) return undefined
  const first = Math.max(0, Math.min(at - size / 2, ids.length - size))
  return { prevId: ids[at - 1] ?? null, nextId: ids[at + 1] ?? null, idList: ids.slice(first, first + size) }
}

/** One announcement as a list shows it; undefined while it has no text or is not published. @param isRead for a logged-in user */
export function bulletinOf(library: Library, id: string, language: string, isRead?: IsRead): Bulletin | undefined {
  const facts = library.announcements.get(id)
  const text = library.text(ANNOUNCEMENT_TEXTS, id, language)
  if (facts === undefined || text === undefined) return undefined
  return {
    id,
    title: text.title,
    releaseTime: facts.releaseAt,
    classMenu: isRead === undefined ? null : facts.classId,
    isTop: facts.top ? 1 : 0,
    imgUrl: facts.imageUrl,
    summary: text.summary,
    ...(isRead !== undefined && { isRead: isRead(id, facts.releaseAt) ? 1 : 0 }),
  }
}

export function announcementsOf(library: Library, query: AnnouncementQuery, isRead?: IsRead): Bulletin[] {
  const { language, now, classId, keyword = '' } = query
  const wanted = searched(keyword)
  return publishedIds(library, now, classId).flatMap((id) => {
    const text = library.text(ANNOUNCEMENT_TEXTS, id, language)
    if (text === undefined) return []
    if (wanted.length > 0) {
      const words = library.words(text)
      if (!wanted.every((word) => words.includes(word))) return []
    }
    return bulletinOf(library, id, language, isRead) ?? []
  })
}

const inLanguage = (text: Readonly<Record<string, string>>, language: string): string => text[language] ?? text.en_US ?? ''

export function classesOf(library: Library, language: string, now: number) {
  const published = publishedIds(library, now).map((id) => library.announcements.get(id)?.classId)
  return [...library.classes]
    .sort(([a, one], [b, other]) => one.sort - other.sort || (a < b ? -1 : 1))
    .map(([id, { name, sort }]) => ({
      id,
      classMenu: id,
      name: inLanguage(name, language),
      sort,
      count: published.filter((classId) => classId === id).length,
    }))
}

export function categoriesOf(library: Library, language: string) {
  const articles = [...library.articles.values()]
  return [...library.categories]
    .sort(([a, one], [b, other]) => one.sort - other.sort || (a < b ? -1 : 1))
    .map(([id, { name, summary, sort }]) => ({
      id,
      name: inLanguage(name, language),
      summary: inLanguage(summary, language),
      sort,
      count: articles.filter(({ categoryId }) => categoryId === id).length,
      children: [],
    }))
}

function entryOf(library: Library, id: string, language: string): HelpEntry | undefined {
  const facts = library.articles.get(id)
  const text = library.text(HELP_TEXTS, id, language)
  if (facts === undefined || text === undefined) return undefined
  return { id, title: text.title, summary: text.summary, categoryId: facts.categoryId, updateTime: facts.updatedAt }
}

/** Without a keyword in the order of the shelves, with one those that answer it, best first. */
export function helpOf(library: Library, language: string, categoryId: string | undefined, keyword: string): HelpEntry[] {
  const place = (id: string): number => library.categories.get(library.articles.get(id)?.categoryId ?? '')?.sort ?? Number.MAX_SAFE_INTEGER
  const found = [...library.articles]
    .filter(([, article]) => categoryId === undefined || article.categoryId === categoryId)
    .sort(([a, one], [b, other]) => place(a) - place(b) || one.sort - other.sort || (a < b ? -1 : 1))
    .flatMap(([id]) => {
      const text = library.text(HELP_TEXTS, id, language)
      const entry = entryOf(library, id, language)
      return text === undefined || entry === undefined ? [] : [{ entry, searchable: () => library.searchable(id, text) }]
    })
  if (keyword.trim() === '') return found.map(({ entry }) => entry)
  const articles = found.map(({ searchable }) => searchable())
  const scores = scoresOf(articles, keyword, language)
  return found
    .map(({ entry }, at) => ({ entry, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry)
}

export function articleOf(library: Library, id: string, language: string) {
  const entry = entryOf(library, id, language)
  const text = library.text(HELP_TEXTS, id, language)
  if (entry === undefined || text === undefined) return undefined
  return { ...entry, content: text.content, languageCode: text.language, version: library.articles.get(id)?.version ?? null }
}
