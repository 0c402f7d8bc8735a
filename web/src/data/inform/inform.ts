/** Lists of announcements as pages read them. Each is asked for once a login state and language; what the socket says makes it old. */
import type { Bulletin } from '@agio/wire/content/inform.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLoggedIn } from '../session.ts'
import { firstInLanguage, useWireLocale } from '../shell/menus.ts'

export type { Bulletin }

const calls = () => import('./inform-calls.ts')

export const NOTICES_PAGE = 10

export interface BulletinPage {
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
