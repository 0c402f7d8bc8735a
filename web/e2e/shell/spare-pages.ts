/**
 * Tabs that a test has done with, for the next one: a renderer of its own and scripts compiled anew are near half of what a page costs.
 * Whoever is given one finds another document, no storage and no cookie of before. A tab on which something was put that does not go with
 * its document (scripts, routes, listeners, permissions) is given to nobody.
 */
import type { BrowserContext, Page } from 'playwright-core'
import type { Visit } from '../harness.ts'

/** A document of the site in which no application runs, so that nothing writes into the storage that is being emptied. */
const QUIET = '/favicon.svg'
/** The history of a tab holds fifty addresses; a test that counts them must not begin near there. */
const ADDRESSES_MAX = 30
const SIZE = { width: 1440, height: 900 } as const

/** Methods of pages and contexts whose effect outlives the document. */
const LASTING = {
  page: [
    'addInitScript',
    'addLocatorHandler',
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'on',
    'once',
    'route',
    'routeWebSocket',
    'setDefaultTimeout',
    'setExtraHTTPHeaders',
  ],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'newPage',
    'on',
    'once',
    'route',
    'routeWebSocket',
    'setDefaultTimeout',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
} as const

/** True for a visit that any tab can become; the others need a context made for them. */
export const isPlain = ({ touch, phone, browserLanguage, colorScheme, clockOff, fresh }: Visit): boolean =>
  touch !== true && phone !== true && browserLanguage === undefined && colorScheme === undefined && clockOff === undefined && fresh !== true

/** Has `told` called whenever one of the methods is. */
function tell(target: object, names: readonly string[], told: () => void): void {
  for (const name of names) {
    const own: unknown = Reflect.get(target, name)
    if (typeof own !== 'function') throw new Error(`a tab has no ${name}`)
    const value = (...given: unknown[]): unknown => {
      told()
      return Reflect.apply(own, target, given)
    }
    Object.defineProperty(target, name, { configurable: true, value })
  }
}

/** Runs in the quiet document. */
function fillStorage(entries: Readonly<Record<string, string>>): void {
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('test.prepared', '1')
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
}

/** Cookies, storage and size of a tab that stands in the quiet document. */
export async function makeReady(page: Page, base: string, visit: Visit, stored: Readonly<Record<string, string>>): Promise<void> {
  const context = page.context()
  await context.clearCookies()
  if (visit.lang !== undefined) await context.addCookies([{ name: 'language', value: visit.lang, url: base }])
  await page.evaluate(fillStorage, stored)
  await page.setViewportSize({ width: visit.width ?? SIZE.width, height: visit.height ?? SIZE.height })
}

interface Tab {
  readonly page: Page
  readonly base: string
}

export class SparePages {
  /** Those that nothing lasting was put on, in use or not. */
  readonly #clean = new Map<BrowserContext, Tab>()
  #free: Tab[] = []

  /** A new tab of an empty profile; it is given on when its test is over. */
  async made(context: BrowserContext, base: string): Promise<Page> {
    const page = await context.newPage()
    await page.goto(base + QUIET)
    this.#clean.set(context, { page, base })
    const told = (): void => void this.#clean.delete(context)
    tell(page, LASTING.page, told)
    tell(context, LASTING.context, told)
    const { clock } = page
    const get = () => {
      told()
      return clock
    }
    Object.defineProperty(page, 'clock', { get })
    return page
  }

  /** @returns a tab in the quiet document, where there is one of this site */
  async take(base: string): Promise<Page | undefined> {
    const tab = this.#free.find((one) => one.base === base)
    if (tab === undefined) return undefined
    this.#free = this.#free.filter((one) => one !== tab)
    if ((await tab.page.evaluate(() => history.length)) <= ADDRESSES_MAX) return tab.page
    await tab.page.context().close()
    return undefined
  }

  /** Takes the tab of a test that is over. @returns false when it is for nobody else */
  async keep(context: BrowserContext): Promise<boolean> {
    const tab = this.#clean.get(context)
    if (tab === undefined || context.pages().length !== 1) return false
    try {
      // What the pointer rests on would be pointed at in the next document too.
      await tab.page.mouse.move(-1, -1)
      await tab.page.goto(tab.base + QUIET)
    } catch {
      return false
    }
    this.#free.push(tab)
    return true
  }
}
