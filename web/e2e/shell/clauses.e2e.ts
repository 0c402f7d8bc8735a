/** The clauses of the shell's criteria that need more than one example: every list, every panel, every kind of message and link. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const languageButton = (page: Page): Locator => page.getByRole('button', { name: /^Language / })
const star = (page: Page, coin: string): Locator => page.getByRole('button', { name: `Add ${coin}/USDT to favourites` }).first()
const rate = (index: number, status: number) => ({ id: `${index}`, shortName: `X${index}`, symbol: `s${index}`, status, rate: '2' })

test('SHELL-019 SHELL-021 forty rates scroll in 300 px; every one in use shows its symbol and short name, no other', async () => {
  harness.fake.behaviour.withoutBoot = true
  const rates = Array.from({ length: 41 }, (_, index) => rate(index, index === 7 ? 0 : 1))
  harness.fake.behaviour.answers.exchangeRateQuery = rates
  const page = await harness.open('/marketData')
  await languageButton(page).click()
  const list = page.getByRole('dialog').locator('ul').last()
  await list.getByText('X40').waitFor()
  const shown = (await list.getByRole('button').allInnerTexts()).map((text) => text.replace(/\s+/g, ''))
  expect(shown).toEqual(rates.filter(({ status }) => status === 1).map(({ symbol, shortName }) => symbol + shortName))
  const box = await list.boundingBox()
  expect(box?.height).toBeLessThanOrEqual(300)
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
})

test('SHELL-023 a rate list that is on its way says that it is loading, and an empty one that it is empty', async () => {
  harness.fake.behaviour.withoutBoot = true
  harness.fake.behaviour.answers.exchangeRateQuery = []
  const context = await harness.context()
  const page = await context.newPage()
  const answer = Promise.withResolvers<void>()
  await page.route('**/exchangeRateQuery', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto(`${harness.fake.base}/marketData`)
  await languageButton(page).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('Loading').waitFor()
  expect(await panel.getByText('No rate data').count()).toBe(0)
  answer.resolve()
  await panel.getByText('No rate data').waitFor()
  expect(await panel.getByText('Loading').count()).toBe(0)
})

test('SHELL-018 every panel of a user’s header opens at 80 px after scrolling', async () => {
  const page = await harness.open('/marketData', { loggedIn: true })
  await page.evaluate(() => document.body.style.setProperty('min-height', '4000px'))
  await page.mouse.wheel(0, 1000)
  await page.waitForTimeout(300)
  expect((await page.locator('header').boundingBox())?.y).toBe(0)
  for (const name of ['Wallet', 'Orders', 'Your account']) {
    // The account's button is named by its initials first: what is seen stands in the name.
    await page.getByRole('button', { name: new RegExp(`${name}$`) }).click()
    const panel = page.getByRole(name === 'Your account' ? 'dialog' : 'menu')
    await panel.waitFor()
    await expect.poll(async () => Math.round((await panel.locator('xpath=..').boundingBox())?.y ?? 0), { message: name }).toBe(80)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  }
})

test('SHELL-011 a visitor has none of the three menus, a user neither of the two links', async () => {
  const visitor = (await harness.open('/marketData')).locator('header')
  await visitor.getByRole('link', { name: 'Register' }).waitFor()
  for (const name of ['Wallet', 'Orders', 'Your account'])
    expect([name, await visitor.getByRole('button', { name: new RegExp(`${name}$`) }).count()]).toEqual([name, 0])
  const user = (await harness.open('/marketData', { loggedIn: true })).locator('header')
  await user.getByRole('button', { name: 'Wallet', exact: true }).waitFor()
  for (const name of ['Log in', 'Register']) expect([name, await user.getByRole('link', { name }).count()]).toEqual([name, 0])
})

test('SHELL-042 SHELL-043 three messages raised together are all readable, and one with the focus stays', async () => {
  const page = await harness.open('/marketData')
  for (const coin of ['BTC', 'ETH', 'SOL']) await star(page, coin).waitFor()
  const region = page.getByRole('region', { name: 'Messages' })
  // Within the page: each of them stays for three seconds, and who presses from outside may be late for the third.
  const boxes = await page.evaluate(
    async (coins) => {
      for (const coin of coins) document.querySelector<HTMLElement>(`button[aria-label="Add ${coin}/USDT to favourites"]`)?.click()
      const cards = () => [...document.querySelectorAll('section[popover] li')]
      while (cards().length < coins.length) await new Promise((resolve) => requestAnimationFrame(resolve))
      document.querySelector<HTMLElement>('section[popover] li button')?.focus()
      return cards().map((card) => card.getBoundingClientRect().toJSON() as DOMRectReadOnly)
    },
    ['BTC', 'ETH', 'SOL'],
  )
  for (const [index, box] of boxes.entries()) {
    expect(box.right).toBe(1440 - 16)
    if (index > 0) expect(box.top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0)
  }
  expect(
    await region
      .getByRole('button', { name: 'Close' })
      .first()
      .evaluate((button) => button === document.activeElement),
  ).toBe(true)
  await page.waitForTimeout(3600)
  await expect.poll(() => region.getByRole('status').count()).toBe(1)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await expect.poll(() => region.getByRole('status').count()).toBe(0)
})

test('SHELL-043 a failure is announced as an alert', async () => {
  const page = await harness.open('/marketData', { loggedIn: true })
  const fail = { code: '99001', message: 'Something went wrong.', name: 'INTERNAL_ERROR' }
  harness.fake.behaviour.answers.addUserExchangeCoinType = { fail }
  await star(page, 'BTC').click()
  await page.getByRole('alert').filter({ hasText: 'The favourite was not saved' }).waitFor()
})

test('SHELL-010 an http entry of the menu opens a new tab without an opener; a path is followed without a document request', async () => {
  const entry = (id: string, menuName: string, accessPath: string) => ({
    id,
    menuName,
    menuViceName: '',
    menuDescription: '',
    typeId: 2,
    accessPath,
    displayStatus: 1,
    iconUrlDay: null,
    iconUrlNight: null,
    children: [],
  })
  harness.fake.behaviour.withoutBoot = true
  harness.fake.behaviour.answers['selectHomeMenuJson/en_US'] = [
    entry('1', 'Outside', 'http://outside.example/a'),
    entry('2', 'Inside', '/helpCenter'),
  ]
  const page = await harness.open('/marketData')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const outside = menu.getByRole('link', { name: 'Outside' })
  await outside.waitFor()
  expect([await outside.getAttribute('target'), await outside.getAttribute('href')]).toEqual(['_blank', 'http://outside.example/a'])
  expect(await outside.getAttribute('rel')).toContain('noopener')
  const documents: string[] = []
  page.on('request', (request) => request.resourceType() === 'document' && documents.push(request.url()))
  await menu.getByRole('link', { name: 'Inside' }).click()
  await page.waitForURL('**/helpCenter')
  expect(documents).toEqual([])
})

test('I18N-002 without a list of languages the page is English, and nothing looks broken', async () => {
  harness.fake.behaviour.withoutBoot = true
  harness.fake.behaviour.answers.langQuery = { fail: { code: '90001', message: 'down', name: 'ENGINE_BUSY' } }
  const page = await harness.open('/marketData', { browserLanguage: 'fi-FI' })
  await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor()
  await page.getByRole('link', { name: 'BTC/USDT' }).first().waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-US')
})
