/**
 * Where the page is, and how it goes elsewhere. Addresses are whole paths and pages are not nested, so hooks need only what the router says:
 * the library's own resolve addresses against routes, and bring forms, fetchers and server rendering into every page.
 */
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Location } from 'react-router'

/** Goes to a path from the root with search and hash, or to another search of the present one. */
export interface Navigator {
  push(to: string, state?: unknown): void
  /** The present address leaves no entry in the history. */
  replace(to: string, state?: unknown): void
}

const PlaceContext = createContext<Location | undefined>(undefined)
const NavigatorContext = createContext<Navigator | undefined>(undefined)

interface AtPlaceProps {
  readonly location: Location
  readonly navigator: Navigator
  readonly children: ReactNode
}

/** Tells everything inside where it is. */
export function AtPlace({ location, navigator, children }: AtPlaceProps) {
  return (
    <NavigatorContext value={navigator}>
      <PlaceContext value={location}>{children}</PlaceContext>
    </NavigatorContext>
  )
}

function told<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('this stands outside of every place')
  return value
}

export const useLocation = (): Location => told(useContext(PlaceContext))
export const useNavigator = (): Navigator => told(useContext(NavigatorContext))

interface Going {
  readonly replace?: boolean
  /** For the page that is gone to, and not in the address. */
  readonly state?: unknown
}

type Navigate = (to: string, going?: Going) => void

/** The returned function stays the same one. */
export function useNavigate(): Navigate {
  const navigator = useNavigator()
  return useMemo(
    () =>
      (to, { replace = false, state } = {}) =>
        replace ? navigator.replace(to, state) : navigator.push(to, state),
    [navigator],
  )
}

type Search = URLSearchParams | Readonly<Record<string, string>>

/** The search of the address, the same object until it changes, and the way to another one. */
export function useSearchParams(): readonly [URLSearchParams, (next: Search, going?: Going) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const present = useMemo(() => new URLSearchParams(search), [search])
  const change = useMemo(() => (next: Search, going?: Going) => navigate(`?${new URLSearchParams(next)}`, going), [navigate])
  return [present, change]
}
