/** The shell against an invented exchange: header, menus, theme, rates, messages, storage. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const bell = (page: Page) => page.getByRole('button', { name: 'Notices' })
const languageButton = (page: Page) => page.getByRole('button', { name: /^Language / })

describe('header', () => {
  // The answers come in any order; prices that come last would sort the rows anew, and on phones the first sentence decides the height.
  test.each([
    { slow: 'none', visit: {} },
    { slow: 'exchangeCoinAllPrice', visit: {} },
    { slow: 'exchangeCoinAllPrice', visit: { width: 412, touch: true } },
    { slow: 'exchangeCoinList', visit: { width: 412, touch: true } },
  ])(
    'SHELL-001 the header box is empty until the application draws, and drawing it shifts nothing (late: $slow)',
    async ({ slow, visit }) => {
      const context = await harness.context(visit)
      const page = await context.newPage()
      await page.route(
        (url) => url.pathname.endsWith(slow),
        async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 700))
          await route.continue()
        },
      )
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const html = await (await page.goto(`${harness.fake.base}/marketData`))?.text()
      expect(html).not.toMatch(/<header|<nav/)
      await page.getByRole('table').waitFor()
      await page.waitForTimeout(900)
      expect(
        await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0)),
      ).toBeLessThan(0.02)
    },
  )

  test('SHELL-002 the logo leads home without loading the document again', async () => {
    const page = await harness.open('/marketData')
    await page.evaluate(() => Object.assign(window, { same: true }))
    await page.getByRole('link', { name: 'Agio: Home' }).click()
    await page.getByRole('heading', { level: 1, name: /whole price/ }).waitFor()
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
  })

  test('SHELL-003 SHELL-005 the menu is what the server says; the eleventh entry is reached by keyboard under More', async () => {
    harness.fake.behaviour.extraMenuItems = 7
    const page = await harness.open('/marketData', { width: 1900 })
    const nav = page.getByRole('navigation', { name: 'Main menu' })
    await nav.getByRole('link', { name: 'Markets' }).waitFor()
    expect(await nav.getByRole('link').count()).toBe(10)
    await nav.getByRole('button', { name: 'More' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('link', { name: 'Item 7' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/Notice?n=6')
  })

  test('SHELL-010 http entries open a new tab without an opener', async () => {
    harness.fake.behaviour.answers.homeSocialMediaList = [
      { id: '1', linkUrl: 'https://social.example/agio', imgUrl: '/favicon.svg', nameText: 'Social' },
    ]
    const page = await harness.open('/marketData')
    await nearFooter(page)
    const link = page.getByRole('link', { name: 'Social' })
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('rel')).toContain('noopener')
    // Its picture comes with the footer.
    expect(await link.locator('img').count()).toBe(0)
    await link.scrollIntoViewIfNeeded()
    await link.locator('img').waitFor()
  })

  test('SHELL-011 SHELL-015 visitors see two links, users three menus, everyone bell, theme and language', async () => {
    const visitor = await harness.open('/marketData')
    const header = visitor.locator('header')
    await header.getByRole('link', { name: 'Log in' }).waitFor()
    expect(await header.getByRole('link', { name: 'Register' }).count()).toBe(1)
    expect(await header.getByRole('button', { name: 'Wallet' }).count()).toBe(0)
    const user = (await harness.open('/marketData', { loggedIn: true })).locator('header')
    for (const name of ['Wallet', 'Orders', 'Your account']) await user.getByRole('button', { name }).waitFor()
    expect(await user.getByRole('link', { name: 'Register' }).count()).toBe(0)
    for (const one of [header, user])
      for (const name of [/^Notices/, /^Switch to /, /^Language /]) expect(await one.getByRole('button', { name }).count()).toBe(1)
  })

  test('SHELL-012 SHELL-014 [part] wallet and user menus follow the switches', async () => {
    harness.fake.behaviour.switches = { financialSwitch: 1, flashConvertSwitch: 0, contractSwitch: false, inviteSwitch: 1 }
    const page = await harness.open('/marketData', { loggedIn: true })
    await page.getByRole('button', { name: 'Wallet' }).click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Spot account', 'Earn account'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Your account' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByText('IMUSER-100001').waitFor()
    expect(await panel.locator('li').allInnerTexts()).toEqual([
      'Overview',
      'Security centre',
      'Identity',
      'Invite a friend',
      'Settings',
      'Log out',
    ])
  })

  test('SHELL-018 A11Y-008 panels open at 80 px after scrolling, close on Escape and give the focus back', async () => {
    const page = await harness.open('/')
    await page.mouse.wheel(0, 1000)
    await page.waitForTimeout(300)
    expect((await page.locator('header').boundingBox())?.y).toBe(0)
    for (const button of [bell(page), languageButton(page)]) {
      await button.click()
      const panel = page.getByRole('dialog')
      await panel.waitFor()
      await expect.poll(async () => Math.round((await panel.locator('xpath=..').boundingBox())?.y ?? 0)).toBe(80)
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })

  test('SHELL-019 SHELL-020 forty languages scroll in 300 px; the active one is marked', async () => {
    const page = await harness.open('/marketData', { lang: 'zh_CN' })
    await page.getByRole('button', { name: /^语言/ }).click()
    const list = page.getByRole('dialog').locator('ul').first()
    expect(await list.getByRole('button', { pressed: true }).textContent()).toBe('简体中文')
    await list.evaluate((element) => {
      const row = element.firstElementChild
      for (let index = 0; index < 40 && row !== null; index += 1) element.append(row.cloneNode(true))
    })
    const box = await list.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(300)
    expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
  })

  test('SHELL-021 another rate changes every value without a reload', async () => {
    const page = await harness.open('/marketData')
    await page.getByRole('table').getByText('$67,392.16').waitFor()
    await page.evaluate(() => Object.assign(window, { same: true }))
    await languageButton(page).click()
    await page.getByRole('button', { name: /EUR/ }).click()
    await page.getByRole('table').getByText('€62,120.51').waitFor()
    expect(await stored(page, 'rateKey')).toBe('"EUR"')
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
  })

  test('SHELL-023 SHELL-026 empty lists say so, a visitor is asked to log in and nothing is requested', async () => {
    const user = await harness.open('/marketData', { loggedIn: true })
    await bell(user).click()
    await user.getByText('No notices').waitFor()
    const visitor = await harness.open('/marketData')
    harness.fake.behaviour.calls = []
    await bell(visitor).click()
    await visitor.getByText('Log in to see your messages').waitFor()
    // The user's page of before is still open and asks for itself; a visitor's panel asks for the names of its topics and for nothing else.
    const asked = () =>
      harness.fake.behaviour.calls
        .filter(({ call, headers }) => call.includes('inform-web') && headers.authorization === undefined)
        .map(({ call }) => call.slice(call.lastIndexOf('/') + 1))
    for (const tab of ['Assets', 'Transaction', 'Account']) {
      await visitor.getByRole('tab', { name: tab }).click()
      await visitor.getByText('Log in to see your messages').waitFor()
    }
    await expect.poll(asked).toEqual(['getInformClassMenuList'])
  })
})

describe('look', () => {
  test('SHELL-027 SHELL-030 SHELL-033 the toggle flips the variables and stores the choice', async () => {
    const page = await harness.open('/login', { mode: 'night' })
    expect(await variable(page, '--bg')).toBe('#0b0b0d')
    await page.evaluate(() => window.addEventListener('theme-change', () => Object.assign(window, { told: true })))
    await page.getByRole('button', { name: 'Switch to day' }).click()
    await expect.poll(() => variable(page, '--bg')).toBe('#f4f3f0')
    expect(await stored(page, 'isDayMode')).toBe('true')
    expect(await page.evaluate(() => 'told' in window)).toBe(true)
    expect(await Promise.all(['--warning', '--error', '--success', '--theme-dark-bg'].map((name) => variable(page, name)))).toEqual([
      '#ff8a26',
      '#f73710',
      '#00c788',
      'rgb(51, 19, 6)',
    ])
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('14px')
  })

  test('SHELL-028 without a choice the system decides, also when it changes; with one it does not', async () => {
    const page = await harness.open('/login', { colorScheme: 'dark' })
    expect(await variable(page, '--bg')).toBe('#0b0b0d')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => variable(page, '--bg')).toBe('#f4f3f0')
    await page.getByRole('button', { name: 'Switch to night' }).click()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await variable(page, '--bg')).toBe('#0b0b0d')
  })

  test('SHELL-029 no frame of a first load shows the other mode', async () => {
    const context = await harness.context({ mode: 'night', colorScheme: 'light' })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        if (document.body !== null) seen.push(getComputedStyle(document.documentElement).backgroundColor)
        if (seen.length < 10) requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto(`${harness.fake.base}/login`)
    await page.locator('h1').waitFor()
    await expect.poll(() => page.evaluate(() => (window as unknown as { seen: string[] }).seen.length)).toBe(10)
    const frames = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(frames.filter((colour) => colour !== 'rgb(11, 11, 13)' && colour !== 'rgba(0, 0, 0, 0)')).toEqual([])
  })

  test('SHELL-031 SHELL-032 an unreadable theme and a missing logo leave the defaults', async () => {
    harness.fake.behaviour.kv = { theme: '{broken', logo: { headerLogo: '/no-such-logo.png' } }
    const page = await harness.open('/login')
    expect(await variable(page, '--theme')).toBe('#ff5f1f')
    expect(await page.locator('header img').count()).toBe(0)
    harness.fake.behaviour.kv = { theme: '#0A0A40', logo: { headerLogo: '/favicon.svg' } }
    const own = await harness.open('/login')
    await own.locator('header img').waitFor()
    expect(await variable(own, '--on-theme')).toBe('#ffffff')
  })

  test('SHELL-034 an icon without a size is 24 px, and 1em inside its wrapper', async () => {
    const page = await harness.open('/login')
    await page.locator('header').getByRole('button', { name: 'Search pairs, pages' }).waitFor()
    expect(
      await page.evaluate(() => [...document.querySelectorAll('svg.lucide')].every((icon) => Number(icon.getAttribute('width')) <= 24)),
    ).toBe(true)
  })
})

describe('messages, storage, routes', () => {
  test('SHELL-042 SHELL-043 a message stands at the right top, for three seconds, longer while pointed at', async () => {
    const page = await harness.open('/marketData', { lang: 'ar_SA' })
    await page.getByRole('button', { name: /إضافة BTC/ }).click()
    const message = page.getByRole('status').filter({ hasText: 'سجّل' })
    await message.hover()
    const box = await page.getByRole('region', { name: 'التنبيهات' }).boundingBox()
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(1440 - 16)
    expect(Math.round(box?.y ?? 0)).toBe(80)
    await page.waitForTimeout(3400)
    expect(await message.count()).toBe(1)
    await page.mouse.move(400, 700)
    await message.waitFor({ state: 'detached' })
  })

  test('SHELL-044 copying writes the exact text and says so; without a clipboard it stays silent', async () => {
    const page = await harness.open('/marketData', { loggedIn: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Copy UID' }).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('100001')
    await page.getByText('Copied').waitFor({ state: 'detached' })
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.getByRole('button', { name: 'Copy UID' }).click()
    await page.waitForTimeout(300)
    expect(await page.getByText('Copied').count()).toBe(0)
  })

  test('SHELL-048 SHELL-049 broken storage counts as unset and is written again on use', async () => {
    const keys =
      'token userInfo inviteInfo language languageList selectedLanguage isDayMode currencyPairs currentPair currentCoin coinList rateData rateKey cachedRateData usdtRate kvConfig flashConfig publicInfo userConfig financialConfig countryList contractAssets currentContractInfo outMoney pathForbidden cachedMenus cachedBulletins'.split(
        ' ',
      )
    const page = await harness.open('/marketData', { stored: Object.fromEntries(keys.map((key) => [key, '{broken'])) })
    await page.getByRole('table').waitFor()
    await page.locator('header').getByRole('link', { name: 'Log in' }).waitFor()
    await page.getByRole('button', { name: /^Switch to / }).click()
    expect(await stored(page, 'isDayMode')).toMatch(/true|false/)
    expect(JSON.parse((await stored(page, 'kvConfig')) ?? '')).toMatchObject({ theme: { color: '#FF5F1F' } })
  })

  test('SHELL-050 I18N-003 SHELL-041 a language switch stores, reloads the same address, and drops what was kept', async () => {
    const page = await harness.open('/marketData?x=1')
    await page.evaluate(() => localStorage.setItem('cachedBulletins', '{"old":1}'))
    await languageButton(page).click()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'العربية' }).click()])
    await page.getByRole('heading', { level: 1, name: 'الأسواق' }).waitFor()
    expect(page.url()).toBe(`${harness.fake.base}/marketData?x=1`)
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(['ar-SA', 'rtl'])
    expect(await stored(page, 'cachedBulletins')).toBeNull()
    expect(await page.evaluate(() => sessionStorage.getItem('languageChanged'))).toBeNull()
    expect(await stored(page, 'language')).toBe('"ar_SA"')
  })

  test('ROUTE-001 ROUTE-017 every open page answers with its own title and heading, also after a reload', async () => {
    const context = await harness.context()
    const page = await context.newPage()
    const titles = new Set<string>()
    const paths = [
      '/',
      '/login',
      '/register',
      '/resetPassword',
      '/exchange',
      '/Notice',
      '/helpCenter',
      '/helpCenter/any/depth',
      '/marketData',
      '/financial',
    ]
    for (const path of paths) {
      await page.goto(harness.fake.base + path)
      await page.locator('h1').first().waitFor()
      expect(await page.locator('h1').count()).toBe(1)
      expect(new URL(page.url()).pathname).toBe(path)
      // A page may know its title a moment after its heading: an address below the help centre says then what is missing.
      await expect.poll(async () => titles.has(await page.title())).toBe(false)
      titles.add(await page.title())
    }
    expect([...titles]).toHaveLength(paths.length)
  })

  test('ROUTE-008 ROUTE-009 the reset page has neither header nor footer, other pages both', async () => {
    const page = await harness.open('/resetPassword')
    expect([await page.locator('header').count(), await page.locator('footer').count()]).toEqual([0, 0])
    await page.goto(`${harness.fake.base}/exchange`)
    await page.locator('h1').waitFor()
    expect([await page.locator('header').count(), await page.locator('footer').count()]).toEqual([1, 1])
  })

  test('ROUTE-013 ROUTE-014 closed features say so, forbidden pages are not available', async () => {
    const page = await harness.open('/contractOrder', { loggedIn: true })
    await page.getByText('Contract trading is closed in this installation').waitFor()
    await page.goto(`${harness.fake.base}/invite`)
    await page.getByRole('heading', { name: 'This page is not available here' }).waitFor()
  })

  test('ROUTE-004 [part] a user on an unknown path gets status 404, the address and a search that works', async () => {
    const context = await harness.context({ loggedIn: true })
    const page = await context.newPage()
    const response = await page.goto(`${harness.fake.base}/spotTrades?symbol=BTC_USDT`)
    expect(response?.status()).toBe(404)
    await page.getByText('/spotTrades?symbol=BTC_USDT').waitFor()
    await page.getByRole('combobox', { name: 'Search pairs and pages' }).fill('spot btc')
    await page.getByRole('option', { name: /BTC\/USDT/ }).waitFor()
    // Keys that an input method takes open nothing: while it works, and in WebKit's order, where the last one comes after it.
    const keyboard = await context.newCDPSession(page)
    const taken = () => keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 })
    await keyboard.send('Input.imeSetComposition', { text: 'u', selectionStart: 1, selectionEnd: 1 })
    await taken()
    await keyboard.send('Input.insertText', { text: 'usdt' })
    await taken()
    expect(await page.evaluate(() => location.pathname)).toBe('/spotTrades')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/spotTrade?symbol=BTC_USDT')
  })

  test('HOME-002 HOME-003 rankings keep the order of the server and show live prices', async () => {
    const page = await harness.open('/')
    const first = page.getByRole('region', { name: 'Gainers' }).getByRole('link', { name: /SUI/ })
    await first.waitFor()
    await first.scrollIntoViewIfNeeded()
    const names = (region: string) => page.getByRole('region', { name: region }).locator('li bdi:first-of-type').allInnerTexts()
    expect((await names('Gainers')).filter((text) => text.includes('/'))).toEqual([
      'SUI/USDT',
      'ARB/USDT',
      'SOL/USDT',
      'AVAX/USDT',
      'ETH/USDT',
    ])
    expect((await names('Losers')).filter((text) => text.includes('/'))).toEqual([
      'INJ/USDT',
      'UNI/USDT',
      'DOGE/USDT',
      'DOT/USDT',
      'XRP/USDT',
    ])
    await expect.poll(() => harness.fake.behaviour.calls.some(({ call }) => call.endsWith('getUsdtPriceWithStables'))).toBe(true)
    await page.getByText('Live', { exact: true }).waitFor()
  })
})
