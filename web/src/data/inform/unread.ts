/** How much a user has not read. Alone in its file: every page has the bell, few have the lists. */
import type { UnreadInfo } from '@agio/wire/content/inform.ts'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser, useLoggedIn } from '../session.ts'

/** What is unread, or undefined for a visitor and before it is known. @param enabled false while it can wait */
export function useUnreadInfo(enabled = true): UnreadInfo | undefined {
  const user = useCurrentUser()
  const loggedIn = useLoggedIn()
  const query = useQuery({
    queryKey: ['unread', user?.userId ?? ''],
    enabled: enabled && loggedIn,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await import('./inform-calls.ts')).loadUnread(),
  })
  return loggedIn ? query.data : undefined
}
