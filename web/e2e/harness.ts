/** Browser tests: one Chromium for the process, pages against AGIO_E2E_BASE, or against the invented exchange for what must not depend on one. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.mjs'
import { checkFrame } from '../../wire/src/testing/read-frame.ts'
import { alive } from './alive.ts'
import { type FakeServer, startFakeServer } from './fakes/server.ts'
import { isPlain, makeReady, SparePages } from './shell/spare-pages.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Visit {
  /** Wire locale; English unless told. */
  readonly lang?: string
  readonly mode?: 'day' | 'night'
  readonly width?: number
  readonly height?: number
  readonly touch?: boolean
  /** As a phone lays pages out: one that is too wide is shown smaller, and the window says that it is as wide as the page. */
  readonly phone?: boolean
  /** Stores a token and a user before the page loads. */
  readonly loggedIn?: boolean
  /** More storage entries, as text. */
  readonly stored?: Readonly<Record<string, string>>
  readonly browserLanguage?: string
  readonly colorScheme?: 'light' | 'dark'
  /** How far the device's clock is ahead of the time (negative: behind), ms. */
  readonly clockOff?: number
  /** A tab that never showed anything before, with nothing in its cache. */
  readonly fresh?: boolean
}

/** Runs in the page: every reading of its clock is off by so much. */
function shiftClock(ms: number): void {
  const { now } = Date
  Date.now = () => now() + ms
  globalThis.Date = new Proxy(Date, {
    construct: (target, given) => (given.length === 0 ? new target(target.now()) : Reflect.construct(target, given)),
  })
}

export const TEST_USER = { userId: '100001', avatarUrl: null, registerAccount: 'al***er@mail.com', nickname: '' }

/** Storage of a visit, entry by entry. */
function storedOf(visit: Visit): Record<string, string> {
  return {
    ...(visit.lang === undefined ? {} : { language: JSON.stringify(visit.lang) }),
    ...(visit.mode === undefined ? {} : { isDayMode: String(visit.mode === 'day') }),
    ...(visit.loggedIn === true ? { token: '"test-token"', userInfo: JSON.stringify(TEST_USER) } : {}),
    ...visit.stored,
  }
}

export class Harness {
  readonly browser: Browser
  readonly fake: FakeServer
  #contexts: BrowserContext[] = []
  readonly #spare = new SparePages()
  /** What servers said on sockets that the API does not have. */
  readonly #offContract = new Set<string>()

  constructor(browser: Browser, fake: FakeServer) {
    this.browser = browser
    this.fake = fake
  }

  /** The address of the real server, or undefined when the run has none. */
  get realBase(): string | undefined {
    return process.env.AGIO_E2E_BASE
  }

  /** A fresh profile with the wanted language, look and login. */
  async context(visit: Visit = {}, base = this.fake.base): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      viewport: { width: visit.width ?? 1440, height: visit.height ?? 900 },
      hasTouch: visit.touch ?? visit.phone ?? false,
      isMobile: visit.phone ?? false,
      ...(visit.browserLanguage === undefined ? {} : { locale: visit.browserLanguage }),
      ...(visit.colorScheme === undefined ? {} : { colorScheme: visit.colorScheme }),
    })
    if (visit.lang !== undefined) await context.addCookies([{ name: 'language', value: visit.lang, url: base }])
    // Only into an empty profile: a reload must find what the page has written since.
    await context.addInitScript((entries: Record<string, string>) => {
      if (localStorage.getItem('test.prepared') !== null) return
      localStorage.setItem('test.prepared', '1')
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    }, storedOf(visit))
    if (visit.clockOff !== undefined) await context.addInitScript(shiftClock, visit.clockOff)
    context.on('page', (page) => this.#hear(page))
    this.#contexts.push(context)
    return context
  }

  #hear(page: Page): void {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        try {
          checkFrame(JSON.parse(String(payload)), socket.url().includes('/fe-co-api/') ? 'futures' : 'gateway')
        } catch (error) {
          this.#offContract.add(String(error))
        }
      }),
    )
  }

  /**
   * Opens a path and waits until its heading is drawn and the application runs. Where there is a tab that an earlier test has done with, it
   * is that one, emptied.
   */
  async open(path: string, visit: Visit = {}, base = this.fake.base): Promise<Page> {
    const page = await this.#tab(visit, base)
    await page.goto(base + path)
    await page.locator('h1').first().waitFor()
    await alive(page)
    return page
  }

  async #tab(visit: Visit, base: string): Promise<Page> {
    if (!isPlain(visit)) return (await this.context(visit, base)).newPage()
    const spare = await this.#spare.take(base)
    if (spare !== undefined) this.#contexts.push(spare.context())
    const page = spare ?? (await this.#spare.made(await this.context({}, base), base))
    await makeReady(page, base, visit, storedOf(visit))
    return page
  }

  /** Leaves a profile open behind the test that opened it; it closes with the browser. */
  keep(context: BrowserContext): void {
    this.#contexts = this.#contexts.filter((one) => one !== context)
  }

  /** Closes what a test opened and gives the invented exchange its first behaviour back. */
  async reset(): Promise<void> {
    for (const context of this.#contexts.splice(0)) if (!(await this.#spare.keep(context))) await context.close()
    this.fake.behaviour.answers = {}
    this.fake.behaviour.endsSession = []
    this.fake.behaviour.calls = []
    this.fake.behaviour.extraMenuItems = 0
    this.fake.contracts.reset()
    this.fake.behaviour.siteVersion = '1'
    this.fake.behaviour.tenantName = 'Agio'
    this.fake.behaviour.withoutBoot = false
    this.fake.behaviour.kv = { theme: '#FF5F1F', tenant_cache_name: 'Agio' }
    this.fake.behaviour.switches = { financialSwitch: 2, flashConvertSwitch: 0, contractSwitch: false, inviteSwitch: 0 }
  }

  /** The browser stays for the files that the process runs next. */
  async stop(): Promise<void> {
    for (const context of this.browser.contexts()) await context.close()
    await this.reset()
    await this.fake.stop()
    if (this.#offContract.size > 0) throw new Error([...this.#offContract].join('\n'))
  }
}

/** A camera that shows a moving pattern, and leave to use it. */
export const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] as const

/** What was started with the same flags before; it ends with the process. */
const browsers = new Map<string, Browser>()

async function browserWith(flags: readonly string[]): Promise<Browser> {
  const started = browsers.get(flags.join())
  if (started?.isConnected() === true) return started
  const executablePath = findChromium(() => undefined)
  if (executablePath === undefined || executablePath === null) throw new Error('no Chromium was found')
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...flags] })
  browsers.set(flags.join(), browser)
  return browser
}

export async function startHarness(flags: readonly string[] = []): Promise<Harness> {
  return new Harness(await browserWith(flags), await startFakeServer())
}
