/** Answers of the calls by which pages of words are made: announcements and help. */
import { cleanHtml } from '../../content/inform/clean-html.ts'
import { ANNOUNCEMENT_TEXTS } from '../../content/inform/documents.ts'
import {
  announcementsOf,
  articleOf,
  bulletinOf,
  categoriesOf,
  classesOf,
  helpOf,
  LEGAL,
  neighboursOf,
} from '../../content/inform/shelves.ts'
import type { Tenant } from '../../tenant/tenant.ts'

export type Answers = readonly (readonly [name: string, data: unknown])[]

/** Rows that the announcements page and the help centre ask for first. */
const NOTICES = 10
const ARTICLES = 50

/** The newest announcements, of one class when it is given. */
export function bulletins({ inform, exchange }: Tenant, language: string, size: number, classId?: string) {
  const all = announcementsOf(inform.library, { language, now: exchange.now(), classId })
  return { list: all.slice(0, size), total: all.length, pageNo: 1, pageSize: size }
}

/** The list of announcements with its menu. */
export const noticeListAnswers = (tenant: Tenant, language: string, classId?: string): Answers => [
  ['bulletinClasses', classesOf(tenant.inform.library, language, tenant.exchange.now())],
  ['bulletins', { classId: classId ?? '', ...bulletins(tenant, language, NOTICES, classId) }],
]

export interface ReadText {
  readonly title: string
  readonly description: string
  readonly answers: Answers
}

/** One published announcement with the titles of those around it. */
export function noticeAnswers(tenant: Tenant, language: string, id: string): ReadText {
  const { library } = tenant.inform
  const [facts, bulletin] = [library.announcements.get(id), bulletinOf(library, id, language)]
  const text = library.text(ANNOUNCEMENT_TEXTS, id, language)
  const around = neighboursOf(library, id, { now: tenant.exchange.now(), size: 2 })
  if (facts === undefined || bulletin === undefined || text === undefined) throw new Error(`no announcement ${id}`)
  const titles = [around?.prevId, around?.nextId].flatMap((one) => {
    const found = one == null ? undefined : bulletinOf(library, one, language)
    return found === undefined ? [] : [[found.id, found.title] as const]
  })
  return {
    title: bulletin.title,
    description: bulletin.summary,
    answers: [
      ['bulletin', { ...bulletin, classMenu: facts.classId, content: cleanHtml(text.content), languageCode: text.language }],
      ['bulletinAround', { id, ...around, titles: Object.fromEntries(titles) }],
      ...noticeListAnswers(tenant, language),
    ],
  }
}

const categories = ({ inform }: Tenant, language: string) => categoriesOf(inform.library, language).filter(({ id }) => id !== LEGAL)

const articles = ({ inform }: Tenant, language: string, categoryId?: string) => ({
  categoryId: categoryId ?? '',
  list: helpOf(inform.library, language, categoryId, '').slice(0, ARTICLES),
})

/** The first page of the help centre. */
export const helpIndexAnswers = (tenant: Tenant, language: string): Answers => [
  ['helpCategories', categories(tenant, language)],
  ['helpList', articles(tenant, language)],
]

/** A class of articles, or one article. */
export function helpAnswers(tenant: Tenant, language: string, id: string): ReadText {
  const known = categories(tenant, language)
  const category = known.find((one) => one.id === id)
  if (category !== undefined)
    return {
      title: category.name,
      description: category.summary,
      answers: [
        ['helpCategories', known],
        ['helpList', articles(tenant, language, id)],
      ],
    }
  const article = articleOf(tenant.inform.library, id, language)
  if (article === undefined) throw new Error(`no article ${id}`)
  return {
    title: article.title,
    description: article.summary,
    answers: [
      ['helpCategories', known],
      ['helpArticle', { ...article, content: cleanHtml(article.content) }],
      ['helpList', articles(tenant, language, article.categoryId)],
    ],
  }
}
