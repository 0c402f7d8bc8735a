/** What the footer and the pages of closed features owe a reader, and what a refused session does. */
import { encode } from 'uqr'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { nearFooter } from '../alive.ts'
import { type Harness, startHarness } from '../harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

test('SHELL-040 the footer has the code of the application, the tenant in the copyright and a language switch', async () => {
  const page = await harness.open('/marketData')
  const footer = page.locator('footer')
  await footer.scrollIntoViewIfNeeded()
  const drawn = await footer.locator('figure svg path').getAttribute('d')
  const { data } = encode(`http://agio.example:${new URL(harness.fake.base).port}/`, { border: 2 })
  const wanted = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  expect(drawn).toBe(wanted)
  await footer.getByText(/© .*Agio/).waitFor()
  await footer
    .getByRole('button', { name: /Language/ })
    .or(footer.getByLabel(/Language/))
    .first()
    .waitFor()
})

test('SHELL-040 [part] the languages of the footer are there when somebody comes near; before, only the one in use', async () => {
  const page = await harness.open('/marketData', { height: 400 })
  await nearFooter(page)
  const offered = page
    .locator('footer')
    .getByLabel(/Language/)
    .locator('option')
  await expect.poll(() => offered.allTextContents()).toEqual(['English'])
  await page.keyboard.press('End')
  await expect.poll(() => offered.count()).toBeGreaterThan(2)
  await page
    .locator('footer')
    .getByLabel(/Language/)
    .selectOption('zh_CN')
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
})

test.each([{ id: 'CONV-014', path: '/exchange', loggedIn: false }])(
  '$id [part] the closed page at $path says what is closed and leads on',
  async ({ path, loggedIn }) => {
    const page = await harness.open(path, { loggedIn })
    const main = page.getByRole('main')
    await main
      .getByText(/closed|not open|not available/i)
      .first()
      .waitFor()
    expect(await main.getByRole('link').count()).toBeGreaterThan(0)
  },
)

test('ROUTE-018 a session that dies on the assets page ends on the first page, not at the login', async () => {
  harness.fake.behaviour.answers.getLoginInfo = { fail: { code: '10046', message: 'Please log in again', name: 'SESSION_EXPIRED' } }
  harness.fake.behaviour.answers.userBalanceAll = harness.fake.behaviour.answers.getLoginInfo
  const context = await harness.context({ loggedIn: true })
  const page = await context.newPage()
  for (const call of ['balance', 'Balance'])
    await page.route(
      (url) => url.pathname.startsWith('/api/') && url.pathname.includes(call),
      (route) => route.fulfill({ json: { code: '10046', message: 'Please log in again', data: null } }),
    )
  await page.goto(`${harness.fake.base}/assets/spot`)
  await page.getByRole('heading', { level: 1, name: /whole price/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('A11Y-006 [part] a field error is tied to its field, announced, and the first one has the focus', async () => {
  const page = await harness.open('/login')
  await page.locator('form button[type=submit]').click()
  const account = page.locator('input[name=username]')
  await expect.poll(() => account.getAttribute('aria-invalid')).toBe('true')
  expect(await account.evaluate((element) => element === document.activeElement)).toBe(true)
  const described = ((await account.getAttribute('aria-describedby')) ?? '').split(' ')
  const texts = await page.evaluate((ids) => ids.map((id) => document.getElementById(id)?.textContent ?? '').join(''), described)
  expect(texts).not.toBe('')
})

test('API-008 [part] failed menu, link and setting lists leave the page usable', async () => {
  const fail = { fail: { code: '500', message: 'down', name: 'INTERNAL' } }
  for (const name of ['homeSocialMediaList', 'carouselImageList', 'langQuery', 'exchangeRateQuery'])
    harness.fake.behaviour.answers[name] = fail
  const page = await harness.open('/marketData')
  await page.getByRole('table').waitFor()
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()
  await nearFooter(page)
  const footer = page.locator('footer').getByText(/© .*Agio/)
  await footer.waitFor()
  expect(await footer.count()).toBe(1)
})

test('API-008 a list of the shell that fails is logged and no more: loading ends, the page works; a session code on the same call logs out', async () => {
  const { behaviour } = harness.fake
  behaviour.withoutBoot = true
  const lists = ['selectHomeMenuJson/en_US', 'homeSocialMediaList', 'carouselImageList', 'langQuery', 'exchangeRateQuery']
  for (const name of lists) behaviour.answers[name] = { fail: { code: '500', message: 'It is down.', name: 'INTERNAL' } }
  const page = await harness.open('/', { loggedIn: true, lang: 'en_US' })
  await nearFooter(page)
  await page
    .locator('footer')
    .getByText(/© .*Agio/)
    .waitFor()
  const asked = () => behaviour.calls.filter(({ call }) => lists.some((name) => call.endsWith(name))).length
  await expect.poll(asked).toBeGreaterThan(0)
  await page.waitForTimeout(500)
  expect(await page.locator('[aria-busy=true]').count()).toBe(0)
  expect(await page.getByText('It is down.').count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await page.locator('header').getByRole('link').first().click()
  for (const name of ['selectHomeMenuJson/en_US', 'langQuery'])
    behaviour.answers[name] = { fail: { code: '10046', message: 'Log in again.', name: 'SESSION_EXPIRED' } }
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})
