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
