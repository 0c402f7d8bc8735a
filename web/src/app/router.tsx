/**
 * The router. An address decides the page; a page is shown once its script and its texts are there, and the one before stays until
 * then. A refused address is replaced, so that it leaves no trace in the history.
 */
import { type ComponentType, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { type Location, type NavigationType, UNSAFE_createBrowserHistory } from 'react-router'
import { isLoggedIn } from '../data/session.ts'
import { readStored } from '../data/storage.ts'
import { admit } from '../guards.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { pageOf } from '../pages.ts'
import { elementOf } from '../routes.tsx'
import { AtPlace, type Navigator } from '../ui/navigation.tsx'
import { framed } from './page-frame.tsx'
import { failedPage } from './route-failure.tsx'
import { placeScroll, rememberScroll, takeOverScroll } from './scroll.ts'
import { Shell } from './shell.tsx'
import { useTypedEarly } from './typed-early.ts'

/** An address and the page that it shows. */
export interface Place {
  readonly location: Location
  readonly action: `${NavigationType}`
  readonly Page: ComponentType
}

const pages = new Map<string, ComponentType>()

async function load(path: string, make: () => Promise<ComponentType>): Promise<ComponentType> {
  const known = pages.get(path)
  if (known !== undefined) return known
  const made = await make()
  pages.set(path, made)
  return made
}

const notFound = () => load('*', async () => (await import('./not-found-page.tsx')).NotFoundPage)
const notAvailable = () => load('-', async () => (await import('./not-available-page.tsx')).NotAvailablePage)

/** The page of an address with its script and texts loaded, or where the address leads instead. Rejects when they cannot be fetched. */
async function pageAt({ pathname, search, hash }: Location): Promise<{ readonly to: string } | { readonly Page: ComponentType }> {
  const admission = admit({ pathname, search, hash, loggedIn: isLoggedIn(), forbidden: readStored('pathForbidden') ?? [] })
  if (admission.kind === 'redirect') return { to: admission.to }
  const page = pageOf(pathname)
  if (admission.kind === 'notFound' || page === undefined) return { Page: await notFound() }
  const element = admission.kind === 'notAvailable' ? notAvailable() : load(page.path, () => elementOf(page))
  const [Element] = await Promise.all([element, loadTexts(page.texts)])
  return { Page: await load(`${page.path} ${admission.kind}`, async () => framed(page, Element)) }
}

export class AppRouter {
  readonly #history = UNSAFE_createBrowserHistory({ v5Compat: true })
  readonly #listeners = new Set<(place: Place) => void>()
  #place: Place | undefined
  /** Only the newest navigation may end in a page. */
  #turn = 0
  #newest = Promise.resolve()

  constructor() {
    takeOverScroll(() => this.#place?.location)
    this.#history.listen(({ action }) => {
      this.#newest = this.#go(action)
    })
  }

  /** What the drawn links and pages navigate with. */
  get navigator(): Navigator {
    return this.#history
  }

  /** Finds the first page. */
  async open(): Promise<Place> {
    this.#newest = this.#go('POP')
    await this.#newest
    return this.#place ?? { location: this.#history.location, action: 'POP', Page: await notFound() }
  }

  navigate(to: string, options: { readonly replace?: boolean } = {}): void {
    if (options.replace === true) this.#history.replace(to)
    else this.#history.push(to)
  }

  /** Runs the guards of the present address again, and tries again what could not be loaded. */
  async revalidate(): Promise<void> {
    await this.#go('REPLACE')
  }

  onPlace(listener: (place: Place) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #go(action: `${NavigationType}`): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    const { location } = this.#history
    const found = await pageAt(location).catch((error: unknown) => ({ Page: failedPage(error, () => void this.revalidate()) }))
    if (turn !== this.#turn) return
    if ('to' in found) {
      // Replacing calls the listener before it returns: the newest navigation is then the one to the other address.
      this.#history.replace(found.to)
      return this.#newest
    }
    rememberScroll(this.#place?.location)
    this.#place = { location, action, Page: found.Page }
    for (const listener of this.#listeners) listener(this.#place)
  }
}

/** The shell with the page of the present address. */
export function App({ router, first }: { readonly router: AppRouter; readonly first: Place }) {
  const [place, setPlace] = useState(first)
  useEffect(() => router.onPlace((next) => startTransition(() => setPlace(next))), [router])
  useTypedEarly()
  const { Page, location, action } = place
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place that is only checked again keeps its scroll position
  useLayoutEffect(() => placeScroll(location, action), [location.key])
  return (
    <AtPlace location={location} navigator={router.navigator}>
      <Shell at={location.key}>
        <Page />
      </Shell>
    </AtPlace>
  )
}
