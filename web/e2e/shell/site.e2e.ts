/** What an operator changes, as an open page takes it; and the parts of the shell that an operator fills. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { nearFooter } from '../alive.ts'
import { type Harness, startHarness } from '../harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const variable = (page: Page, name: string) =>
  page.evaluate((key) => getComputedStyle(document.documentElement).getPropertyValue(key).trim(), name)
const stored = (page: Page, key: string) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)
const KEYS =
  'theme logo footer_setting fee_direction out_money tenant_cache_name account_configuration nickname_modify_time flash_img user_agreement privacy_policy financial'.split(
    ' ',
  )

/** A page whose clock the test moves. */
async function openWithClock(path: string, visit = {}): Promise<Page> {
  const page = await (await harness.context(visit)).newPage()
  await page.clock.install()
  await page.goto(harness.fake.base + path)
  await page.locator('h1').first().waitFor()
  await page.evaluate(() => Object.assign(window, { same: true }))
  return page
}

const minute = (page: Page) => page.clock.fastForward(60_000)

test('TEN-013 TEN-001 a changed theme, switch, menu and text reach an open page within a minute without a reload, and go again', async () => {
  const page = await openWithClock('/exchange')
  const { behaviour } = harness.fake
  const first = { kv: behaviour.kv, switches: behaviour.switches }
  // What loads when the page rests is asked for within the first minute.
  await minute(page)
  await expect.poll(() => behaviour.calls.some(({ call }) => call.endsWith('/homeSocialMediaList'))).toBe(true)
  await page.waitForLoadState('networkidle')
  behaviour.calls = []
  await minute(page)
  expect(behaviour.calls.map(({ call }) => call)).toEqual(
    ['GET /api/home-web/v1/open/site', 'GET /api/home-web/v1/open/site'].slice(0, behaviour.calls.length),
  )
  behaviour.siteVersion = '2'
  behaviour.kv = { ...first.kv, theme: '{"color":"#0A0A40"}' }
  behaviour.tenantName = 'Renamed'
  behaviour.extraMenuItems = 1
  behaviour.answers.langFile = { en_US: { closed: { 'convert.title': 'Not today' } } }
  await minute(page)
  await expect.poll(() => variable(page, '--theme')).toBe('#0a0a40')
  const asked = behaviour.calls.find(({ call }) => call.endsWith('/kv/config'))?.body as { keys: string[] }
  expect(asked.keys).toEqual(expect.arrayContaining(KEYS))
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Item 1' }).waitFor()
  await expect.poll(() => page.title()).toContain('Renamed')
  await page.getByRole('heading', { level: 2, name: 'Not today' }).waitFor()
  expect(await stored(page, 'kvConfig')).toMatchObject({ theme: { color: '#0A0A40' } })
  Object.assign(behaviour, { ...first, siteVersion: '3', tenantName: 'Agio', extraMenuItems: 0 })
  await minute(page)
  await expect.poll(() => variable(page, '--theme')).toBe('#ff5f1f')
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
})

test('TEN-008 TEN-013 a switch that is turned off takes its entries out of an open page', async () => {
  const { behaviour } = harness.fake
  behaviour.switches = { financialSwitch: 1, flashConvertSwitch: 1, contractSwitch: true, inviteSwitch: 1 }
  const page = await openWithClock('/marketData', { loggedIn: true })
  const entries = async () => {
    await page.getByRole('button', { name: 'Orders', exact: true }).click()
    await page.getByRole('menuitem').first().waitFor()
    const texts = await page.getByRole('menuitem').allInnerTexts()
    await page.keyboard.press('Escape')
    return texts
  }
  expect(await entries()).toHaveLength(5)
  behaviour.switches = { financialSwitch: 2, flashConvertSwitch: 0, contractSwitch: false, inviteSwitch: 0 }
  behaviour.siteVersion = '2'
  await minute(page)
  await expect.poll(() => stored(page, 'pathForbidden')).toEqual(['/invite'])
  expect(await entries()).toHaveLength(2)
})

test('TEN-004 a configuration that does not load leaves the look, logs it, and says nothing', async () => {
  const { behaviour } = harness.fake
  behaviour.kv = { theme: '#4B5BFF' }
  const page = await openWithClock('/login')
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  behaviour.siteVersion = '2'
  behaviour.answers['kv/config'] = { fail: { code: '99001', message: 'down', name: 'INTERNAL_ERROR' } }
  await minute(page)
  await expect.poll(() => warnings.some((text) => text.includes('configuration'))).toBe(true)
  expect(await variable(page, '--theme')).toBe('#4b5bff')
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('TEN-006 what one tenant left in the browser is not shown for another', async () => {
  harness.fake.behaviour.kv = { theme: '#4B5BFF', tenant_cache_name: 'Nova' }
  harness.fake.behaviour.tenantName = 'Nova'
  const cached = { header: { locale: 'en_US', value: [] } }
  const page = await harness.open('/login', {
    stored: {
      tenantCacheName: '"Agio"',
      cachedBulletins: '{"of":"agio"}',
      outMoney: '{"coin":"AGIO"}',
      cachedMenus: JSON.stringify(cached),
      isDayMode: 'true',
    },
  })
  expect([await stored(page, 'cachedBulletins'), await stored(page, 'outMoney')]).toEqual([null, null])
  expect(await stored(page, 'cachedMenus')).not.toEqual(cached)
  expect([await stored(page, 'tenantCacheName'), await stored(page, 'isDayMode')]).toEqual(['Nova', true])
  await nearFooter(page)
  await page
    .locator('footer')
    .getByText(/© .*Nova/)
    .waitFor()
})

test('SHELL-037 SHELL-038 the tenant’s footer stands in place of the links, cleaned; its paths are followed in the page', async () => {
  harness.fake.behaviour.kv = { footer_setting: 1 }
  harness.fake.behaviour.answers['selectHomeBottomFooter/en_US'] = {
    html: `<section class="own" style="color:red;position:fixed" data-id="7" onclick="hit()"><h3 id="top">Own footer</h3>
      <a href="/helpCenter" target="_self">Help us</a><a href="https://out.example/">Out</a><a href="javascript:hit()">Bad</a>
      <img src="/favicon.svg" alt="Mark" onerror="hit()"><iframe src="/"></iframe><form action="/x"><input name="a"></form><script>hit()</script></section>`,
  }
  const page = await harness.open('/marketData')
  await nearFooter(page)
  const own = page.locator('footer section.own')
  await own.getByText('Own footer').waitFor()
  expect(await page.getByRole('navigation', { name: 'Footer links' }).count()).toBe(0)
  const html = (await own.evaluate((element) => element.outerHTML)) ?? ''
  expect(html).not.toMatch(/script|iframe|onerror|onclick|javascript:|<form|<input|position/i)
  expect(html).toMatch(/style="color: ?red;?"/)
  expect(html).toContain('data-id="7"')
  expect(await own.getByRole('link', { name: 'Out' }).getAttribute('rel')).toContain('noopener')
  await page.evaluate(() => Object.assign(window, { same: true }))
  await own.getByRole('link', { name: 'Help us' }).click()
  await page.waitForURL('**/helpCenter')
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
})

test('SHELL-037 SHELL-039 without the setting the footer’s HTML is not asked for; an empty list of links shows no block', async () => {
  const page = await harness.open('/marketData')
  await nearFooter(page)
  await page.getByRole('navigation', { name: 'Footer links' }).waitFor()
  expect(await page.locator('footer a[target=_blank]').count()).toBe(0)
  expect(harness.fake.behaviour.calls.filter(({ call }) => call.includes('selectHomeBottomFooter'))).toEqual([])
})

test('SHELL-009 SHELL-006 a menu entry shows its names and the icon of the look; hidden entries and their children are absent', async () => {
  const entry = (id: string, menuName: string, more: object = {}) => ({
    id,
    menuName,
    menuViceName: `${menuName} second`,
    menuDescription: `${menuName} described`,
    typeId: 2,
    accessPath: '/helpCenter',
    displayStatus: 1,
    iconUrlDay: '/coins/btc.svg',
    iconUrlNight: '/favicon.svg',
    children: [],
    ...more,
  })
  harness.fake.behaviour.withoutBoot = true
  harness.fake.behaviour.answers['selectHomeMenuJson/en_US'] = [
    entry('g', 'Group', { typeId: 1, accessPath: null, children: [entry('a', 'Child'), entry('b', 'Hidden', { displayStatus: 0 })] }),
    entry('h', 'Gone', { displayStatus: 0, children: [entry('c', 'Orphan')] }),
  ]
  const page = await harness.open('/login', { mode: 'night' })
  await page.getByRole('button', { name: 'Group' }).click()
  const panel = page.getByRole('dialog')
  for (const text of ['Child second', 'Child described']) await panel.getByText(text).waitFor()
  expect(await panel.locator('img').first().getAttribute('src')).toBe('/favicon.svg')
  for (const text of ['Hidden', 'Gone', 'Orphan']) expect(await page.getByText(text, { exact: true }).count()).toBe(0)
  await page.evaluate(() => {
    localStorage.setItem('isDayMode', 'true')
    window.dispatchEvent(new StorageEvent('storage', { key: 'isDayMode' }))
  })
  await expect.poll(() => panel.locator('img').first().getAttribute('src')).toBe('/coins/btc.svg')
})

test('ROUTE-013 with contracts off their pages name what is closed', async () => {
  const user = await harness.open('/assets/contract', { loggedIn: true })
  await user.getByText('Contract trading is closed in this installation').waitFor()
})

test('AUTH-014 [part] a login and a logout in one tab are those of every tab', async () => {
  const context = await harness.context()
  const [one, other] = [await context.newPage(), await context.newPage()]
  for (const page of [one, other]) {
    await page.goto(`${harness.fake.base}/marketData`)
    await page.locator('header').getByRole('link', { name: 'Log in' }).waitFor()
  }
  await other.evaluate(() => window.addEventListener('loginStatusChanged', () => Object.assign(window, { told: true })))
  await one.evaluate(() => localStorage.setItem('token', '"test-token"'))
  await other.locator('header').getByRole('button', { name: 'Wallet', exact: true }).waitFor()
  await one.evaluate(() => localStorage.removeItem('token'))
  await other.locator('header').getByRole('link', { name: 'Log in' }).waitFor()
})
