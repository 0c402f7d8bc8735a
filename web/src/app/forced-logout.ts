/** A session that the server ended: message, token, event, home, in that order. */
import { queryClient } from '../data/query-client.ts'
import { clearSession, onForcedLogout, onLoginStatus } from '../data/session.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast-store.ts'

interface Navigator {
  navigate(to: string, options?: { readonly replace?: boolean }): void
  /** Runs the guards of the present address again. */
  revalidate(): Promise<void>
}

export function startForcedLogout(router: Navigator): void {
  onForcedLogout((message) => {
    toast({ kind: 'error', title: message })
    clearSession()
    router.navigate(paths.home)
  })
  onLoginStatus(() => {
    // What one user saw must never stay for the next.
    queryClient.removeQueries({ predicate: (query) => query.meta?.public !== true && query.getObserversCount() === 0 })
    void queryClient.invalidateQueries({ predicate: (query) => query.meta?.public !== true })
    // A session that ended in another tab must not leave a page of that user on screen here.
    void router.revalidate()
  })
}
