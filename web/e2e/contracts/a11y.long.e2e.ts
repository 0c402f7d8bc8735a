/** The terminal of contracts for those who listen, zoom or read from the right. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeFaults } from '../axe.ts'
import { type Harness, startHarness, type Visit } from '../harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

async function open(visit: Visit): Promise<Page> {
  harness.fake.behaviour.switches = { financialSwitch: 2, flashConvertSwitch: 0, contractSwitch: true, inviteSwitch: 0 }
  harness.fake.contracts.fill()
  const context = await harness.context({ lang: 'en_US', mode: 'night', loggedIn: true, ...visit })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(`${harness.fake.base}/trade`)
  await page.locator('[data-position="901"]').waitFor()
  await page.getByRole('slider', { name: /^SL / }).waitFor()
  return page
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test.each([
  ['night', { mode: 'night' }],
  ['day', { mode: 'day' }],
  ['from the right', { lang: 'ar_SA' }],
  ['phone', { width: 390, height: 844, touch: true }],
  ['phone by day, from the right', { width: 390, height: 844, touch: true, mode: 'day', lang: 'ar_SA' }],
] as const)('A11Y-001 [part] the terminal of contracts has no fault that axe knows: %s', async (_name, visit) => {
  const page = await open(visit)
  expect(await axeFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('lang' in visit ? 'rtl' : 'ltr')
  expect(
    await page.evaluate(() => (document.body.textContent ?? '').match(/\b(?:terminal|contract|orders|shell):[a-z][A-Za-z0-9.]+/g)),
  ).toBeNull()
})

test('A11Y-003 [part] at 320 px nothing scrolls sideways, and every deed and setting is there', async () => {
  const page = await open({ width: 320, height: 900, touch: true })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  for (const deed of ['protect', 'margin', 'reverse', 'close']) {
    const box = await page.locator(`[data-position="901"] [data-deed=${deed}]`).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
  await page.getByRole('button', { name: 'Buy / Long' }).tap()
  for (const setting of ['mode', 'leverage', 'position']) await page.locator(`[data-sheet] [data-setting=${setting}]`).waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await axeFaults(page)).toEqual([])
})

test('A11Y-008 [part] the dialogs of a position take the focus and give it back, and close on Escape', async () => {
  const page = await open({})
  const row = page.locator('[data-position="901"]')
  for (const opener of [row.locator('[data-close]'), page.locator('[data-setting=leverage]'), page.locator('[data-setting=position]')]) {
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
  }
})

/** Where a text begins and ends on the screen, px from the left. */
const reach = (where: Locator, text: string) =>
  where.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const from = node.textContent?.indexOf(wanted) ?? -1
      if (from < 0) continue
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, from + wanted.length)
      const { left, right } = range.getBoundingClientRect()
      return { left, right }
    }
    throw new Error(`no ${wanted}`)
  }, text)

test('I18N-005 [part] words on the chart and in a reversal run from the right, with the numbers after them', async () => {
  const page = await open({ lang: 'ar_SA' })
  const entry = page.locator('[data-order-line="entry 901"]')
  const places = [[page.locator('[data-edge-line="liquidation 901"]'), 'التصفية', '63,'] as const, [entry, 'طويل', '0.650'] as const]
  for (const [where, word, number] of places) {
    await where.waitFor()
    expect((await reach(where, word)).left, word).toBeGreaterThanOrEqual((await reach(where, number)).right)
  }
  await page.locator('[data-position="901"] [aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: 'عكس' }).click()
  const facts = page.locator('[data-reverse-form] dl')
  const [closes, size, coin] = [await reach(facts, 'طويل'), await reach(facts, '0.650'), await reach(facts, 'BTC')]
  expect(closes.left).toBeGreaterThanOrEqual(coin.right)
  expect(coin.left).toBeGreaterThanOrEqual(size.right)
})
