/** Decides from the page table and the session what opening an address leads to. Pure; the router's loaders act on the answer. */
import { isForbidden } from './data/shell/menu-model.ts'
import { pageOf } from './pages.ts'
import { loginPath, NOT_ME, paths, withPairSpelt } from './paths.ts'

export type Admission =
  | { readonly kind: 'open' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'notAvailable' }

export interface Visit {
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
  /** With its number sign, or empty. */
  readonly hash?: string
  readonly loggedIn: boolean
  /** Paths that this tenant's configuration has taken out. */
  readonly forbidden: readonly string[]
}

/** Pages whose address names a pair. */
const OF_PAIRS: ReadonlySet<string> = new Set([paths.contractTerminal, paths.spotTerminal, paths.spotOrders])

export function admit(visit: Visit): Admission {
  const page = pageOf(visit.pathname)
  // "This was not me" of a message must work most of all for the one who is logged in.
  const refusesDevice = visit.hash?.startsWith(NOT_ME) === true
  if (page?.path === paths.login && visit.loggedIn && !refusesDevice) return { kind: 'redirect', to: paths.home }
  if (!visit.loggedIn && page?.access !== 'visitor') return { kind: 'redirect', to: loginPath(visit.pathname + visit.search) }
  if (page === undefined) return { kind: 'notFound' }
  const spelt = OF_PAIRS.has(page.path) ? withPairSpelt(visit.search) : undefined
  if (spelt !== undefined) return { kind: 'redirect', to: visit.pathname + spelt + (visit.hash ?? '') }
  return isForbidden(visit.pathname, visit.forbidden) ? { kind: 'notAvailable' } : { kind: 'open' }
}
