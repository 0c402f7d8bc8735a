/** How pages start and follow each other: what could not be fetched is fetched again, positions are kept. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

describe('pages', () => {
  test('a page whose script could not be fetched is fetched again by Retry, without a reload', async () => {
    const page = await harness.open('/')
    await page.evaluate('globalThis.sameDocument = true')
    await page.route('**/assets/markets-page-*.js', (route) => route.abort())
    await page.locator('header nav').getByRole('link', { name: 'Markets' }).click()
    await page.getByRole('alert').waitFor()
    expect(new URL(page.url()).pathname).toBe('/marketData')
    await page.unroute('**/assets/markets-page-*.js')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor()
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true)
  })

  test('a new page begins at its top, going back returns to where the page was left', async () => {
    const page = await harness.open('/', { height: 500 })
    await page
      .getByRole('heading', { name: /Markets/ })
      .first()
      .waitFor()
    await page.waitForTimeout(500)
    await page.evaluate('scrollTo(0, 600)')
    await page.locator('header nav').getByRole('link', { name: 'Markets' }).click()
    await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.goBack()
    await page.locator('#markets-today').waitFor()
    await expect.poll(() => page.evaluate('scrollY')).toBe(600)
  })
})

const FIRST_SCREENS = [
  { path: '/', lang: 'en_US', words: /whole price/ },
  { path: '/', lang: 'ar_SA', words: /السعر/ },
  { path: '/marketData', lang: 'zh_CN', words: /BTC/ },
  { path: '/trade?type=spot&symbol=ETH_USDT', lang: 'en_US', words: /ETH\/USDT/ },
]

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
    await page.goto(base + path)
    await page.locator('header a').first().waitFor()
    expect(faults).toEqual([])
  })
})
