/** Messages to one user as pages read them, and what a reader does with them. */
import type { BizType, Message } from '@agio/wire/content/inform.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { formatNumber, isolated, ownDirection } from '../../i18n/format.ts'
import { useCurrentUser, useLoggedIn } from '../session.ts'
import { useWireLocale } from '../shell/menus.ts'

export type { BizType, Message }

const calls = () => import('./inform-calls.ts')

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

/** Decimals among the values. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['amount', 'executed', 'average', 'total', 'fee', 'interest', 'arrived', 'owed'],
  ...['maintenance', 'equity', 'mark'],
])

/** A template with its `{name}` places filled; values keep their own direction. */
export function filled(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? (params[name] ?? '') : ''
    return AMOUNTS.has(name) ? isolated(formatNumber(value)) : ownDirection(value)
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
