/** A session that the server ended: message, token, event, home, in that order. */
import type { Query } from '@tanstack/react-query'
import { queryClient } from '../data/query-client.ts'
import { clearSession, onForcedLogout, onLoginStatus } from '../data/session.ts'
import { readStored } from '../data/storage.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast-store.ts'

interface Navigator {
  navigate(to: string, options?: { readonly replace?: boolean }): void
  /** Runs the guards of the present address again. */
  revalidate(): Promise<void>
}

const isPrivate = ({ meta }: Query): boolean => meta?.public !== true

export function startForcedLogout(router: Navigator): void {
  onForcedLogout((message) => {
    toast({ kind: 'error', title: message })
    clearSession()
    router.navigate(paths.home)
  })
  let before = readStored('token')
  onLoginStatus(() => {
    const token = readStored('token')
    // What one user saw must never stay for the next, nor for a visitor: what is on screen is drawn anew, too.
    const isOver = before !== undefined && token !== before
    before = token
    queryClient.removeQueries({ predicate: (query) => isPrivate(query) && query.getObserversCount() === 0 })
    void (isOver ? queryClient.resetQueries({ predicate: isPrivate }) : queryClient.invalidateQueries({ predicate: isPrivate }))
    // A session that ended in another tab must not leave a page of that user on screen here.
    void router.revalidate()
  })
}
