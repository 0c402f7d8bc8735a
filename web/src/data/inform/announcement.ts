/** One announcement as its reader sees it, and the ones around it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLoggedIn } from '../session.ts'
import { firstInLanguage, useWireLocale } from '../shell/menus.ts'
import { isMissing, oneInHead } from './answers.ts'
import type { BulletinPage } from './inform.ts'

const calls = () => import('./inform-calls.ts')

type AnnouncementText = Awaited<ReturnType<typeof import('./inform-calls.ts')['loadBulletin']>>

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
