/** Small screens and languages of the shell's pages: nothing wider than a small phone, no key and no English left over. Axe walks in walk/, and is tried out here. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../axe.ts'
import { type Harness, startHarness } from '../harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const PATHS = ['/', '/marketData', '/login', '/register', '/exchange', '/resetPassword']

describe('small screens and languages', () => {
  test.each(PATHS)('A11Y-003 [part] %s does not scroll sideways at 320 px', async (path) => {
    for (const lang of ['en_US', 'ar_SA']) {
      const page = await harness.open(path, { width: 320, height: 640, lang })
      await page.waitForTimeout(300)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      await page.context().close()
    }
  })

  test('A11Y-003 [part] the drawer of small screens reaches everything, and Escape closes it', async () => {
    const page = await harness.open('/marketData', { width: 320, height: 640, loggedIn: true })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Main menu' })
    for (const name of ['Spot account', 'Bills', 'Security centre']) await drawer.getByRole('link', { name }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  })

  test('I18N-001 I18N-005 the language of the browser is used without a stored one, and prices stay left to right', async () => {
    harness.fake.behaviour.withoutBoot = true
    const page = await harness.open('/marketData', { browserLanguage: 'ar-EG' })
    await page.getByRole('heading', { level: 1, name: 'الأسواق' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    expect(
      await page
        .locator('table bdi.num')
        .first()
        .evaluate((cell) => getComputedStyle(cell).direction),
    ).toBe('ltr')
    const other = await harness.open('/marketData', { browserLanguage: 'fi-FI' })
    await other.getByRole('heading', { level: 1, name: 'Markets' }).waitFor()
  })
})

test('A11Y-001 [part] what the other tests ask axe with does find faults', async () => {
  const page = await harness.open('/marketData')
  expect(await axeFaults(page)).toEqual([])
  await page.evaluate(() => {
    const faulty = document.createElement('div')
    faulty.innerHTML = '<button></button><img src="x.png"><p style="color:#ccc;background:#fff">Too pale to read</p>'
    document.querySelector('main')?.append(faulty)
  })
  const found = (await axeFaults(page)).join(' ')
  for (const rule of ['button-name', 'image-alt', 'color-contrast']) expect(found).toContain(`axe ${rule}`)
})
