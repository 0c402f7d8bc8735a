/** How pages start and follow each other: what could not be fetched is fetched again, positions are kept. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { alive } from '../alive.ts'
import { type Harness, startHarness } from '../harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

/** Goes so far down: a page that is not whole yet is not high enough, and may be moved by what comes. */
async function scrolled(page: Page, to: number): Promise<void> {
  const at = () => page.evaluate('scrollY')
  await expect
    .poll(async () => {
      await page.evaluate(`scrollTo(0, ${to})`)
      await page.waitForTimeout(300)
      return at()
    })
    .toBe(to)
}

/** The names that workers of the page are given. */
function nameWorkers(): void {
  const workers: (string | undefined)[] = []
  Object.assign(globalThis, { workers })
  globalThis.Worker = class extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options)
      workers.push(options?.name)
    }
  }
}

/** Notes what is written to the language of the document once it was read. */
function watchDocument(): void {
  const written: (string | null)[] = []
  Object.assign(globalThis, { written })
  const watch = () => {
    const records = (changes: MutationRecord[]) => written.push(...changes.map((change) => change.attributeName))
    new MutationObserver(records).observe(document.documentElement, { attributes: true, attributeFilter: ['lang', 'dir'] })
  }
  document.addEventListener('DOMContentLoaded', watch)
}

describe('pages', () => {
  test.each(['en_US', 'ar_SA'])(
    'in %s the start leaves the language alone that the server wrote: no style is found twice',
    async (lang) => {
      const context = await harness.context({ lang })
      const page = await context.newPage()
      await page.addInitScript(watchDocument)
      await page.goto(`${harness.fake.base}/marketData`)
      await alive(page)
      expect(await page.evaluate('written')).toEqual([])
    },
  )

  test('the scripts of a page run one after the other, its own before the entry, which its first calls follow', async () => {
    const page = await harness.open('/marketData')
    await alive(page)
    const scripts = await page.locator('head script[type=module]').evaluateAll((all) =>
      (all as HTMLScriptElement[]).map((one) => {
        if (one.async) throw new Error(`${one.src} would run when it likes`)
        return one.src.replace(/.*\/assets\/([\w-]+?)-[\w-]{8}\.js$/, '$1')
      }),
    )
    const place = (name: string): number => scripts.indexOf(name)
    expect(place('markets-page')).toBeGreaterThan(place('libraries'))
    expect(place('index')).toBeGreaterThan(place('markets-page'))
    expect(place('market-calls')).toBeGreaterThan(place('index'))
    const again = await page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name))
    expect(again.filter((name) => name.endsWith('.js')).length).toBe(new Set(again.filter((name) => name.endsWith('.js'))).size)
  })

  test('languages, calendars and zones are read by a worker, which ends, so that the first date of a page does not wait for them', async () => {
    const context = await harness.context({ lang: 'ar_SA' })
    const page = await context.newPage()
    await page.addInitScript(nameWorkers)
    const [worker] = await Promise.all([page.waitForEvent('worker'), page.goto(`${harness.fake.base}/`)])
    expect(worker.url()).toMatch(/\/assets\/intl-worker-/)
    await expect.poll(() => page.workers()).toEqual([])
    expect(await page.evaluate('workers')).toEqual(['ar-SA-u-ca-gregory-nu-latn'])
  })

  test('a page whose script could not be fetched is fetched again by Retry, without a reload', async () => {
    const page = await harness.open('/')
    await page.evaluate('globalThis.sameDocument = true')
    await page.route('**/assets/markets-page-*.js*', (route) => route.abort())
    await page.locator('header nav').getByRole('link', { name: 'Markets' }).click()
    await page.getByRole('alert').waitFor()
    expect(new URL(page.url()).pathname).toBe('/marketData')
    await page.unroute('**/assets/markets-page-*.js*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor()
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true)
  })

  test('a link pressed with Control opens a tab and leaves the page; the same address twice is one step back', async () => {
    const page = await harness.open('/')
    await alive(page)
    const markets = page.locator('header nav').getByRole('link', { name: 'Markets' })
    const [tab] = await Promise.all([page.context().waitForEvent('page'), markets.click({ modifiers: ['Control'] })])
    await tab.waitForURL('**/marketData')
    await tab.close()
    expect(new URL(page.url()).pathname).toBe('/')
    await markets.click()
    await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor()
    const steps = await page.evaluate('history.length')
    await markets.click()
    expect(await page.evaluate('history.length')).toBe(steps)
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/')
  })

  test('a new page begins at its top, going back returns to where the page was left', async () => {
    const page = await harness.open('/', { height: 500 })
    await page.locator('#announcements').waitFor()
    await scrolled(page, 600)
    await page.locator('header nav').getByRole('link', { name: 'Markets' }).click()
    await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.goBack()
    await page.locator('#announcements').waitFor()
    await expect.poll(() => page.evaluate('scrollY')).toBe(600)
  })
})

describe('what the first windows do without', () => {
  test('the foot of the home page and what stands in the footer are fetched when somebody comes near, and come back at once', async () => {
    const page = await harness.open('/', { width: 390, height: 844, touch: true })
    const fetched = () =>
      page.evaluate(() => {
        const names = performance.getEntriesByType('resource').map(({ name }) => /(home-rest|footer-content)-[\w-]+\.js/.exec(name)?.[1])
        return [...new Set(names.flatMap((name) => name ?? []))].sort()
      })
    await page.getByText('Live', { exact: true }).waitFor()
    await page.waitForTimeout(1000)
    expect(await fetched()).toEqual([])
    await page.locator('#announcements').scrollIntoViewIfNeeded()
    await page.getByRole('region', { name: 'Gainers' }).getByRole('listitem').first().waitFor()
    await page.locator('#trust').scrollIntoViewIfNeeded()
    await page.locator('footer').getByText(/©/).waitFor()
    expect(await fetched()).toEqual(['footer-content', 'home-rest'])
    const left = await page.evaluate('scrollY')
    await page.locator('footer').getByRole('link', { name: 'Markets' }).first().tap()
    await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor()
    await page.goBack()
    await page.locator('#trust').waitFor()
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(Number(left) - 200)
  })
})

describe('a first entry of the history', () => {
  test('begins at its top when another address was entered in the same tab, and comes back to its place by reload and by going back', async () => {
    const page = await harness.open('/', { height: 500 })
    await page.locator('#announcements').waitFor()
    await scrolled(page, 400)
    await page.goto(`${harness.fake.base}/marketData`)
    await alive(page)
    await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.goto(`${harness.fake.base}/`)
    await page.locator('#announcements').waitFor()
    await alive(page)
    expect(await page.evaluate('scrollY')).toBe(0)
    await scrolled(page, 300)
    await page.reload()
    await alive(page)
    await expect.poll(() => page.evaluate('scrollY')).toBe(300)
    await page.goto(`${harness.fake.base}/marketData`)
    await alive(page)
    await page.goBack()
    await alive(page)
    await expect.poll(() => page.evaluate('scrollY')).toBe(300)
  })
})

describe('the look of letters', () => {
  test.each([
    ['en_US', /^"Inter Variable"/, /^"Inter Variable"/],
    ['he_IL', /^"Inter Variable"/, /^"Inter Variable"/],
    ['ar_SA', /^"Noto Sans Arabic", "Geeza Pro"/, /^"Inter Variable"/],
    ['fa_IR', /^"Noto Sans Arabic", "Geeza Pro"/, /^"Inter Variable"/],
  ])(
    'in %s the font of the script stands first, that of digits keeps its place, and a headline says its optical size',
    async (lang, words, digits) => {
      const page = await harness.open('/marketData', { lang })
      await page.locator('.num').first().waitFor()
      const styles = await page.evaluate(() => {
        const of = (css: string) => getComputedStyle(document.querySelector(css) ?? document.body)
        return {
          body: of('body').fontFamily,
          head: of('h1').fontFamily,
          number: of('main .num').fontFamily,
          size: of('h1').fontVariationSettings,
        }
      })
      expect(styles).toEqual({
        body: expect.stringMatching(words),
        head: expect.stringMatching(words),
        number: expect.stringMatching(digits),
        size: expect.stringMatching(/"opsz" (24|32)/),
      })
    },
  )

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'Ctrl K'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', '⌘K'],
  ])('the key of the search is one that the keyboard of %s has', async (userAgent, key) => {
    const context = await harness.context()
    const page = await context.newPage()
    await page.addInitScript((name) => Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => name }), userAgent)
    await page.goto(`${harness.fake.base}/marketData`)
    await alive(page)
    await page.locator('header').getByText(key, { exact: true }).waitFor()
  })
})

const FIRST_SCREENS = [
  { path: '/', lang: 'en_US', words: /whole price/ },
  { path: '/', lang: 'ar_SA', words: /السعر/ },
  { path: '/marketData', lang: 'zh_CN', words: /BTC/ },
  { path: '/trade?type=spot&symbol=eth-usdt', lang: 'en_US', words: /ETH\/USDT/ },
  { path: '/financial', lang: 'en_US', words: /payout days/ },
  { path: '/exchange', lang: 'en_US', words: /You give.*BTC/ },
  { path: '/Notice?id=welcome', lang: 'en_US', words: /<article/ },
  { path: '/helpCenter/order-types', lang: 'ar_SA', words: /<article/ },
]

/** Markup that the server drew is marked before any script of the page runs; moved marks tell what has moved. */
function watchFirstScreen(): void {
  const seen = { moved: 0, main: null as Element | null }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.moved += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  document.addEventListener('DOMContentLoaded', () => {
    seen.main = document.querySelector('main')
  })
}

describe.skipIf(process.env.AGIO_E2E_BASE === undefined)('first screen', () => {
  test.each(FIRST_SCREENS)('of $path in $lang stands in the document and is taken over as it is', async ({ path, lang, words }) => {
    const base = harness.realBase ?? ''
    const context = await harness.context({ lang }, base)
    const still = await context.request.get(base + path)
    expect(await still.text()).toMatch(words)
    const faults: string[] = []
    const page = await context.newPage()
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
    await page.addInitScript(watchFirstScreen)
    await page.goto(base + path)
    await alive(page)
    expect(await page.evaluate('seen.main !== null && seen.main === document.querySelector("main")')).toBe(true)
    expect(faults).toEqual([])
  })

  test('MKT-013 [part] a pair that others spelt is found, its address put right without a step back, and no address is drawn in two ways', async () => {
    const base = harness.realBase ?? ''
    const context = await harness.context({ lang: 'en_US', stored: { currentPair: '"ETH/USDT"' } }, base)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
    await page.goto(`${base}/trade?type=spot&symbol=sol%2Fusdt`)
    await page.locator('[data-price]').first().waitFor()
    await page.getByText('SOL/USDT').first().waitFor()
    expect(await page.evaluate(() => [location.search, history.length])).toEqual(['?type=spot&symbol=SOL_USDT', 2])
    // Of a pair that does not exist the browser tells; of none, the one that it remembers, which the server does not know.
    await page.goto(`${base}/trade?type=spot&symbol=NOPE_USDT`)
    await page.getByText('This pair is not listed').waitFor()
    await page.evaluate(() => localStorage.setItem('currentPair', '"ETH/USDT"'))
    await page.goto(`${base}/trade?type=spot`)
    await page.getByText('ETH/USDT').first().waitFor()
    await alive(page)
    expect(faults).toEqual([])
  })

  test('a page one of whose scripts cannot be fetched says so', async () => {
    const base = harness.realBase ?? ''
    const page = await (await harness.context({}, base)).newPage()
    await page.route('**/assets/quotes-*.js*', (route) => route.abort())
    await page.goto(`${base}/marketData`)
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor()
  })

  test('the help centre shows its list without a script, and nothing moves when the scripts come', async () => {
    const base = harness.realBase ?? ''
    const phone = { viewport: { width: 390, height: 844 } }
    const still = await harness.browser.newContext({ ...phone, javaScriptEnabled: false })
    const reading = await still.newPage()
    await reading.goto(`${base}/helpCenter`)
    await reading.getByRole('link', { name: /Fees and prices/ }).waitFor()
    await reading.getByRole('link', { name: /Order types explained/ }).click()
    await reading.getByRole('heading', { level: 1, name: 'Order types explained' }).waitFor()
    await reading.locator('article').getByText('trailing').first().waitFor()
    await still.close()
    const context = await harness.context({ width: 390, height: 844 }, base)
    const page = await context.newPage()
    await page.addInitScript(watchFirstScreen)
    await page.goto(`${base}/helpCenter`)
    await alive(page)
    await page.waitForTimeout(1000)
    expect(await page.evaluate('seen.moved')).toBeLessThan(0.02)
  })
})
