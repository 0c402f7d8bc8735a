/**
 * Announcements, messages and help as pages read them. Each list is asked for once a login state and language; what the server says over
 * the socket makes it old.
 */
import type { BizType, Bulletin, Message, UnreadInfo } from '@agio/wire/inform.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatNumber, isolated } from '../../i18n/format.ts'
import { CallError } from '../call-error.ts'
import { useCurrentUser, useLoggedIn } from '../session.ts'
import { firstInLanguage, useWireLocale } from '../shell/menus.ts'

export type { BizType, Bulletin, Message, UnreadInfo }

const calls = () => import('./inform-calls.ts')

type Calls = typeof import('./inform-calls.ts')
/** What a call answers. */
type Answer<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>
type AnnouncementText = Answer<'loadBulletin'>

export const NOTICES_PAGE = 10

interface BulletinPage {
  readonly list: readonly Bulletin[]
  readonly total: number
}

const isPage = (value: unknown): value is BulletinPage =>
  typeof value === 'object' && value !== null && 'list' in value && Array.isArray(value.list) && 'total' in value

/** The first page of a list when the head of the document has it. */
function pageInHead(locale: string, size: number, classId: string | undefined, keyword: string): BulletinPage | undefined {
  if (keyword !== '' || (size !== 3 && size !== NOTICES_PAGE)) return undefined
  const first = firstInLanguage(size === 3 ? 'announcements' : 'bulletins', locale)
  if (!isPage(first)) return undefined
  return ('classId' in first ? first.classId : '') === (classId ?? '') ? first : undefined
}

/** Announcements page by page, those on top first. @param enabled false until somebody wants to see them */
export function useBulletins(size: number, classId?: string, keyword = '', enabled = true) {
  const locale = useWireLocale()
  const loggedIn = useLoggedIn()
  const inHead = () => {
    const first = pageInHead(locale, size, classId, keyword)
    return first === undefined ? undefined : { pages: [first], pageParams: [1] }
  }
  return useInfiniteQuery({
    queryKey: ['bulletins', loggedIn, locale, size, classId ?? '', keyword],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: 1,
    queryFn: async ({ pageParam }): Promise<BulletinPage> =>
      (await calls()).loadBulletins(locale, loggedIn, { classId, keyword, page: pageParam, size }),
    getNextPageParam: (last, pages) => (last.list.length > 0 && pages.length * size < last.total ? pages.length + 1 : undefined),
    initialData: () => (loggedIn ? undefined : inHead()),
    // What a visitor sees stands there until it is known what the user has read.
    placeholderData: () => (loggedIn ? inHead() : undefined),
  })
}

export interface BulletinClass {
  readonly id: string
  readonly name: string
  readonly count: number
}

export function useBulletinClasses() {
  const locale = useWireLocale()
  return useQuery({
    queryKey: ['bulletins', 'classes', locale],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<readonly BulletinClass[]> => (await calls()).loadClasses(locale),
    initialData: () => {
      const first = firstInLanguage('bulletinClasses', locale)
      return Array.isArray(first) ? (first as readonly BulletinClass[]) : undefined
    },
  })
}

const isMissing = (error: unknown): boolean =>
  error instanceof CallError &&
  ['ANNOUNCEMENT_NOT_FOUND', 'HELP_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'VALIDATION_FAILED'].includes(error.errorName)

/** An answer of the head about one thing, when it is about this one. */
function oneInHead<One extends { readonly id: string }>(name: string, id: string, locale: string): One | undefined {
  const first = firstInLanguage(name, locale)
  return typeof first === 'object' && first !== null && 'id' in first && first.id === id ? (first as unknown as One) : undefined
}

/** One announcement; null when there is none. Opening it marks it read, so what is unread is asked for again. */
export function useBulletin(id: string) {
  const locale = useWireLocale()
  const loggedIn = useLoggedIn()
  const cache = useQueryClient()
  return useQuery({
    queryKey: ['bulletin', id, locale, loggedIn],
    staleTime: 60_000,
    initialData: () => (loggedIn ? undefined : oneInHead<AnnouncementText>('bulletin', id, locale)),
    // A user's look is reported by the call: the text stands there meanwhile.
    placeholderData: () => (loggedIn ? oneInHead<AnnouncementText>('bulletin', id, locale) : undefined),
    queryFn: async () => {
      try {
        const found = await (await calls()).loadBulletin(id, locale)
        if (loggedIn) {
          void cache.invalidateQueries({ queryKey: ['unread'] })
          cache.setQueriesData({ queryKey: ['bulletins', true] }, (old: unknown) => withRead(old, id))
        }
        return found
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  })
}

interface Around extends Neighbours {
  readonly id: string
  readonly titles: Readonly<Record<string, string>>
}

function titleInHead(id: string, locale: string): string | undefined {
  const around = firstInLanguage('bulletinAround', locale) as Around | undefined
  return around?.titles[id]
}

/** The title alone, without opening it. */
export function useBulletinTitle(id: string): string | undefined {
  const locale = useWireLocale()
  const query = useQuery({
    queryKey: ['bulletins', 'title', id, locale],
    staleTime: 300_000,
    initialData: () => titleInHead(id, locale),
    queryFn: async () => (await (await calls()).loadBulletin(id, locale, true)).title,
  })
  return query.data
}

/** Lists that are already here say that it was read, without another call. */
function withRead(old: unknown, id: string): unknown {
  if (typeof old !== 'object' || old === null || !('pages' in old) || !Array.isArray(old.pages)) return old
  const pages = (old.pages as readonly BulletinPage[]).map((page) => ({
    ...page,
    list: page.list.map((one) => (one.id === id ? { ...one, isRead: 1 as const } : one)),
  }))
  return { ...old, pages }
}

/** Ids of the newer and the older one. */
interface Neighbours {
  readonly prevId: string | null
  readonly nextId: string | null
}

export function useNeighbours(id: string, classId?: string) {
  const locale = useWireLocale()
  return useQuery({
    queryKey: ['bulletins', 'around', id, locale, classId ?? ''],
    staleTime: 60_000,
    initialData: (): Neighbours | undefined => (classId === undefined ? oneInHead<Around>('bulletinAround', id, locale) : undefined),
    queryFn: async (): Promise<Neighbours> => {
      try {
        return await (await calls()).loadNeighbours(id, locale, classId)
      } catch (error) {
        if (isMissing(error)) return { prevId: null, nextId: null }
        throw error
      }
    },
  })
}

export function useMessages(type: BizType, size: number, unreadOnly = false, enabled = true) {
  const locale = useWireLocale()
  const user = useCurrentUser()
  const loggedIn = useLoggedIn()
  return useInfiniteQuery({
    queryKey: ['messages', user?.userId ?? '', locale, type, size, unreadOnly],
    enabled: enabled && loggedIn,
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: 1,
    queryFn: async ({ pageParam }) => (await calls()).loadMessages(locale, type, pageParam, size, unreadOnly),
    getNextPageParam: (last, pages) => (last.list.length > 0 && pages.length * size < last.total ? pages.length + 1 : undefined),
  })
}

/** What is unread, or undefined for a visitor and before it is known. @param enabled false while it can wait */
export function useUnreadInfo(enabled = true): UnreadInfo | undefined {
  const user = useCurrentUser()
  const loggedIn = useLoggedIn()
  const query = useQuery({
    queryKey: ['unread', user?.userId ?? ''],
    enabled: enabled && loggedIn,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await calls()).loadUnread(),
  })
  return loggedIn ? query.data : undefined
}

/** Decimals among the values. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'executed', 'average', 'total', 'fee'])

/** A template with its `{name}` places filled; values keep their own direction. */
export function filled(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? (params[name] ?? '') : ''
    return isolated(AMOUNTS.has(name) ? formatNumber(value) : value)
  })
}

/** What a reader does with messages; lists and counts follow. */
export function useMessageActions() {
  const cache = useQueryClient()
  const after = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work
    void cache.invalidateQueries({ queryKey: ['messages'] })
    void cache.invalidateQueries({ queryKey: ['unread'] })
    return result
  }
  return {
    read: async (ids: readonly string[]) => after((await calls()).markRead(ids)),
    unread: async (ids: readonly string[]) => after((await calls()).markUnread(ids)),
    remove: async (ids: readonly string[]) => after((await calls()).removeMessages(ids)),
    readAll: async () => {
      const done = await after((await calls()).markAllRead())
      void cache.invalidateQueries({ queryKey: ['bulletins', true] })
      return done
    },
  }
}

type HelpCategories = Answer<'loadHelpCategories'>
type HelpEntries = Answer<'loadHelpList'>['list']
type Article = Answer<'loadArticle'>

/** The list of a class, or of all, when the head has just that one. */
function helpInHead(locale: string, categoryId: string | undefined, keyword: string): HelpEntries | undefined {
  const first = firstInLanguage('helpList', locale) as { readonly categoryId: string; readonly list: HelpEntries } | undefined
  return keyword === '' && first?.categoryId === (categoryId ?? '') ? first.list : undefined
}

export function useHelpCategories() {
  const locale = useWireLocale()
  return useQuery({
    queryKey: ['help', 'categories', locale],
    staleTime: 300_000,
    initialData: () => firstInLanguage('helpCategories', locale) as HelpCategories | undefined,
    queryFn: async (): Promise<HelpCategories> => (await calls()).loadHelpCategories(locale),
  })
}

/** Articles of a category, or those with all the words. */
export function useHelpList(categoryId: string | undefined, keyword = '', enabled = true) {
  const locale = useWireLocale()
  return useQuery({
    queryKey: ['help', 'list', locale, categoryId ?? '', keyword],
    enabled,
    staleTime: 300_000,
    initialData: () => helpInHead(locale, categoryId, keyword),
    queryFn: async (): Promise<HelpEntries> => (await (await calls()).loadHelpList(locale, categoryId, keyword)).list,
  })
}

/** An article or legal document; null when there is none. */
export function useArticle(id: string, enabled = true) {
  const locale = useWireLocale()
  return useQuery({
    queryKey: ['help', 'article', id, locale],
    enabled,
    staleTime: 300_000,
    initialData: () => oneInHead<Article>('helpArticle', id, locale),
    queryFn: async (): Promise<Article | null> => {
      try {
        return await (await calls()).loadArticle(id, locale)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  })
}
