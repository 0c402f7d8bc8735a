/** Announcements, messages, help, and what the home page shows of them, with invented answers. */
import type { Page, WebSocketRoute } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pushText } from '../frames.ts'
import { type Harness, startHarness } from '../harness.ts'

const AT = Date.UTC(2026, 6, 14, 9)
const bulletin = (id: string, more: object = {}) => ({
  id,
  title: `About ${id}`,
  releaseTime: AT,
  classMenu: null,
  isTop: 0,
  imgUrl: null,
  summary: 'One line.',
  ...more,
})
const list = (rows: readonly object[]) => ({ list: rows, total: rows.length, pageNo: 1, pageSize: 10 })
const CLASSES = [
  { id: 'listing', classMenu: 'listing', name: 'Listings', sort: 0, count: 1 },
  { id: 'trading', classMenu: 'trading', name: 'Trading news', sort: 1, count: 2 },
]
const message = (id: string, bizType: string, isRead: 0 | 1 = 0) => ({
  id,
  titleTemplate: 'Got {amount} {asset}',
  contentTemplate: 'Into {place}.',
  params: { amount: '25000', asset: 'USDT', place: '<b>spot</b>' },
  createTime: AT,
  isRead,
  link: '/billDetails',
  bizType,
})
const DOWN = { fail: { code: '90001', message: 'down', name: 'ENGINE_BUSY' } }

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const callsOf = (tail: string) => harness.fake.behaviour.calls.filter(({ call }) => call.endsWith(tail))
const bodiesOf = (tail: string) => callsOf(tail).map(({ body }) => body as Record<string, unknown>)
const bell = (page: Page) => page.getByRole('button', { name: /^Notices/ })

test('SHELL-016 SHELL-024 SHELL-025 the bell counts, previews are two a kind, announcements come when a class is chosen', async () => {
  const { answers } = harness.fake.behaviour
  answers['announcement/unread-info'] = { count: 98, latestId: 'a', messageCount: 2, byType: { account: 0, assets: 2, transaction: 0 } }
  answers['inform-user-message/list'] = list([message('1_1', 'assets'), message('1_2', 'assets'), message('1_3', 'assets')])
  answers.getInformClassMenuList = CLASSES
  answers['announcement/list'] = list([bulletin('ondo', { classMenu: 'trading', isRead: 0 })])
  const page = await harness.open('/marketData', { loggedIn: true })
  await bell(page).getByText('99+').waitFor()
  await bell(page).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByText('25,000').first().waitFor()
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(2)
  expect(await panel.getByText('<b>spot</b>').count()).toBe(2)
  for (const name of [/^Account/, /^Transaction/]) await page.getByRole('tab', { name }).click()
  await expect
    .poll(() => bodiesOf('inform-user-message/list').map(({ bizType, pageNo, pageSize }) => `${bizType} ${pageNo} ${pageSize}`))
    .toEqual(['assets 1 2', 'account 1 2', 'transaction 1 2'])
  await page.getByRole('button', { name: 'Trading news' }).waitFor()
  expect(callsOf('announcement/list')).toHaveLength(0)
  await page.getByRole('button', { name: 'Trading news' }).click()
  await page.getByRole('link', { name: /About ondo/ }).waitFor()
  await page.getByRole('button', { name: 'Listings' }).click()
  await page.getByRole('button', { name: 'Trading news' }).click()
  expect(bodiesOf('announcement/list').map(({ classId }) => classId)).toEqual(['trading', 'listing'])
})

test('SHELL-017 NOTE-006 NOTE-008 a message shows its words, time, state and link; opened in one tab it lowers the bell of both', async () => {
  const { answers } = harness.fake.behaviour
  const unread = (account: number) => ({ count: 0, latestId: null, messageCount: account, byType: { account, assets: 0, transaction: 0 } })
  answers['announcement/unread-info'] = unread(2)
  answers['inform-user-message/list'] = list([message('1_1', 'account'), message('1_2', 'account')])
  const context = await harness.context({ loggedIn: true })
  // Tabs share a socket: the second one begins the channel anew for both.
  const subscribed: WebSocketRoute[] = []
  const left: string[] = []
  const [reader, other] = [await context.newPage(), await context.newPage()]
  for (const page of [reader, other])
    await page.routeWebSocket(/\/ws/, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((text) => {
        socket.send(text)
        if (/"sub".*"messages"/.test(String(text))) subscribed.push(socket)
      })
      socket.onMessage((text) => {
        if (/"unsub".*"messages"/.test(String(text))) left.push(page.url())
        server.send(text)
      })
    })
  await other.goto(`${harness.fake.base}/marketData`)
  await reader.goto(`${harness.fake.base}/bulletin?type=account`)
  for (const page of [reader, other]) await bell(page).getByText('2', { exact: true }).waitFor()
  const first = reader.getByRole('main').getByRole('listitem').filter({ hasText: 'Got' }).first()
  await first.getByText(/Into .*<b>spot<\/b>/).waitFor()
  expect(await first.getByRole('img', { name: 'unread' }).count()).toBe(1)
  expect(await first.locator('time').getAttribute('dateTime')).toBe(new Date(AT).toISOString())
  expect(await first.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/billDetails')
  await expect.poll(() => subscribed.length).toBe(2)
  expect(new Set(subscribed).size).toBe(1)
  left.length = 0
  // An answer of before the message was read is still on its way when the news of it comes.
  const [asked, news] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await reader.route('**/unread-info*', async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await news.promise
    await route.fulfill({ response }).catch(() => undefined)
  })
  await first.getByRole('link', { name: 'Open' }).click()
  await expect.poll(() => bodiesOf('inform-user-message/read')).toEqual([{ ids: ['1_1'] }])
  await asked.promise
  answers['announcement/unread-info'] = unread(1)
  // What the server says to every tab of the reader once the message is read.
  const data = { message: null, push: 0, unread: unread(1) } as const
  for (const socket of new Set(subscribed)) socket.send(pushText('messages', { type: 'event', seq: 2, prevSeq: 1, time: Date.now(), data }))
  for (const page of [reader, other]) await bell(page).getByText('1', { exact: true }).waitFor()
  news.resolve()
  await reader.waitForTimeout(300)
  expect(await bell(reader).getByText('1', { exact: true }).isVisible()).toBe(true)
  // Another page is no reason to join the channel again.
  expect(left).toEqual([])
})

test('USER-013 a message that is wanted so is shown by the browser, and only while nobody looks at the page', async () => {
  const context = await harness.context({ loggedIn: true })
  const sockets: WebSocketRoute[] = []
  await context.routeWebSocket(/\/ws/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((text) => {
      socket.send(text)
      if (String(text).includes('"ch":"messages"')) sockets.push(socket)
    })
    socket.onMessage((text) => server.send(text))
  })
  await context.addInitScript(() => {
    const shown: string[] = []
    class Shown extends EventTarget {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
        super()
        shown.push(`${tag}: ${title} | ${body}`)
        setTimeout(() => this.dispatchEvent(new Event('click')), 50)
      }
      close(): void {}
    }
    const state = { shown, looked: false }
    Object.assign(window, { Notification: Shown, noticeState: state })
    document.hasFocus = () => state.looked
  })
  const page = await context.newPage()
  await page.goto(`${harness.fake.base}/marketData`)
  await expect.poll(() => sockets.length, { timeout: 20_000 }).toBeGreaterThan(0)
  const unread = { count: 0, latestId: null, messageCount: 1, byType: { account: 0, assets: 1, transaction: 0 } }
  let seq = 1
  const come = (id: string, push: 0 | 1): void => {
    seq += 1
    const data = { message: message(id, 'assets'), push, unread }
    for (const socket of sockets) socket.send(pushText('messages', { type: 'event', seq, prevSeq: seq - 1, time: Date.now(), data }))
  }
  const shown = () => page.evaluate(() => (window as unknown as { noticeState: { shown: string[] } }).noticeState.shown)
  come('1_1', 0)
  come('1_2', 1)
  await expect.poll(async () => (await shown()).length, { timeout: 20_000 }).toBe(1)
  expect((await shown())[0]?.replace(/[\u2066-\u2069]/g, '')).toBe('1_2: Got 25,000 USDT | Into <b>spot</b>.')
  await page.waitForURL('**/billDetails')
  await page.evaluate(() => Object.assign((window as unknown as { noticeState: object }).noticeState, { looked: true }))
  come('1_3', 1)
  await bell(page).getByText('1', { exact: true }).waitFor()
  await page.waitForTimeout(300)
  expect(await shown()).toHaveLength(1)
})

test('NOTE-007 NOTE-010 ROUTE-015 messages of the kind that the address names, with counts, read all at once', async () => {
  const { answers } = harness.fake.behaviour
  // The page asks for the counts more than once, and whenever it does they are what they are.
  Object.defineProperty(answers, 'announcement/unread-info', {
    get: () =>
      bodiesOf('inform-user-message/readAll').length === 0
        ? { count: 1, latestId: 'a', messageCount: 3, byType: { account: 1, assets: 0, transaction: 2 } }
        : { count: 0, latestId: 'a', messageCount: 0, byType: { account: 0, assets: 0, transaction: 0 } },
  })
  answers['inform-user-message/list'] = list([message('1_1', 'transaction'), message('1_2', 'transaction', 1)])
  const page = await harness.open('/bulletin?type=trading', { loggedIn: true })
  await page.getByText('4 unread').waitFor()
  await page.getByRole('tab', { name: 'Trading 2', selected: true }).waitFor()
  await page
    .getByText(/Got .*25,000/)
    .first()
    .waitFor()
  expect(bodiesOf('inform-user-message/list').map(({ bizType, languageCode }) => `${bizType} ${languageCode}`)).toEqual([
    'transaction en_US',
  ])
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await page.getByText('0 unread').waitFor()
  expect(bodiesOf('inform-user-message/readAll')).toEqual([{ announcements: 1 }])
  await page.goto(`${harness.fake.base}/bulletin?type=nonsense`)
  await page.getByRole('tab', { name: 'Account', selected: true }).waitFor()
})

test('NOTE-001 NOTE-003 NOTE-009 a visitor finds, opens and reads an announcement; its list is asked for once', async () => {
  const { answers } = harness.fake.behaviour
  answers.getInformClassMenuList = CLASSES
  answers['open/announcement/list'] = list([bulletin('ondo', { isTop: 1 }), bulletin('old')])
  answers['announcement/detail/ondo/en_US'] = {
    ...bulletin('ondo', { classMenu: 'trading' }),
    languageCode: 'en_US',
    content:
      '<p>Hello <a href="/helpCenter">help</a><img src="/x.png" onerror="document.title=\'hit\'" alt=""></p><script>document.title="hit"</script>',
  }
  const page = await harness.open('/Notice')
  await page.getByRole('link', { name: /About old/ }).waitFor()
  await page.getByText('Jul 14').first().waitFor()
  expect(callsOf('open/announcement/list')[0]?.headers.authorization).toBeUndefined()
  await page.getByRole('link', { name: /About ondo/ }).click()
  await page.getByRole('heading', { level: 1, name: 'About ondo' }).waitFor()
  await expect.poll(() => page.title()).toBe('About ondo · Agio')
  await page.getByRole('link', { name: 'help', exact: true }).waitFor()
  expect(await page.locator('article [onerror], article script').count()).toBe(0)
  await page.goBack()
  await page.getByRole('link', { name: /About old/ }).waitFor()
  expect(callsOf('open/announcement/list')).toHaveLength(1)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Announcements' }).waitFor()
})

test('ROUTE-016 NOTE-004 NOTE-005 an announcement stands under its class alone, says when it is in English, and leads to its neighbours', async () => {
  const { answers } = harness.fake.behaviour
  const article = { ...bulletin('ondo', { classMenu: 'trading' }), content: '<p>Text</p>' }
  answers['announcement/detail/ondo/en_US'] = { ...article, languageCode: 'en_US' }
  answers['announcement/detail/ondo/zh_CN'] = { ...article, languageCode: 'en_US' }
  answers['announcement/detail/gone/en_US'] = { fail: { code: '80001', message: 'none', name: 'ANNOUNCEMENT_NOT_FOUND' } }
  answers['announcement/detailIdList'] = { prevId: null, nextId: 'older', idList: ['ondo', 'older'] }
  const page = await harness.open('/bulletin/details?id=ondo&classMenu=trading', { loggedIn: true })
  await page.getByRole('heading', { level: 1, name: 'About ondo' }).waitFor()
  await page.getByText('Text', { exact: true }).waitFor()
  const around = page.getByRole('navigation', { name: 'Other announcements' })
  await around.waitFor()
  expect(await around.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/bulletin/details?id=older&classMenu=trading',
  ])
  expect(await page.getByText(/reading it in English/).count()).toBe(0)
  for (const address of ['/bulletin/details?id=ondo&classMenu=listing', '/bulletin/details?id=gone&classMenu=trading']) {
    await page.goto(harness.fake.base + address)
    await page.getByText('This announcement is not here').waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: 'Message centre' }).getAttribute('href')).toBe('/bulletinCenter')
  }
  const chinese = await harness.open('/bulletin/details?id=ondo&classMenu=trading', { loggedIn: true, lang: 'zh_CN' })
  await chinese.getByText('现以英文显示').waitFor()
})

test('NOTE-013 NOTE-014 ROUTE-017 help has classes, articles and dated legal documents; what is not there says so and leads on', async () => {
  const { answers } = harness.fake.behaviour
  const entry = { id: 'oco', title: 'Target and stop', summary: 'One line.', categoryId: 'trading', updateTime: AT }
  answers['help/categoryList'] = [{ id: 'trading', name: 'Spot trading', summary: 'Order types', sort: 1, count: 1, children: [] }]
  answers['help/list'] = list([entry])
  answers['help/detail/oco/en_US'] = { ...entry, content: '<p>Both at once.</p>', languageCode: 'en_US', version: null }
  const legal = { ...entry, id: 'privacy_policy', title: 'Privacy policy', categoryId: 'legal', version: '3' }
  answers['help/detail/privacy_policy/en_US'] = { ...legal, content: '<p>What we keep.</p>', languageCode: 'en_US' }
  answers['help/detail/nothing/en_US'] = { fail: { code: '80003', message: 'none', name: 'HELP_NOT_FOUND' } }
  const page = await harness.open('/helpCenter')
  await page.getByRole('link', { name: /Spot trading/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Spot trading' }).waitFor()
  await page.getByRole('link', { name: /Target and stop/ }).click()
  await page.getByText('Both at once.').waitFor()
  await page.goto(`${harness.fake.base}/helpCenter/legal/privacy_policy`)
  await page.getByRole('heading', { level: 1, name: 'Privacy policy' }).waitFor()
  await page.getByText(/Version 3/).waitFor()
  await page.getByText(/Jul 14, 2026/).waitFor()
  await page.goto(`${harness.fake.base}/helpCenter/nothing`)
  await page.getByRole('heading', { level: 1, name: /does not exist/ }).waitFor()
  await page.getByText('No article at this address').waitFor()
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('nothing')
})

test('HOME-001 HOME-005 HOME-006 slides in server order, the newest three announcements, and one failure leaves the rest', async () => {
  const slide = (id: string, linkUrl: string) => ({ id, imgUrl: `/${id}.svg`, imgUrlNight: null, linkUrl, title: `Slide ${id}`, sort: 1 })
  const { answers } = harness.fake.behaviour
  answers.carouselImageList = [slide('b', 'https://out.example/'), slide('a', '/helpCenter')]
  answers['open/announcement/list'] = list(['one', 'two', 'three', 'four'].map((id) => bulletin(id)))
  answers['trade_raking/4'] = DOWN
  const page = await harness.open('/')
  const out = page.getByRole('link', { name: 'Slide b' })
  await out.waitFor()
  expect(await out.getAttribute('target')).toBe('_blank')
  expect(await out.getAttribute('rel')).toContain('noopener')
  await page.getByRole('button', { name: /2/ }).last().click()
  expect(await page.getByRole('link', { name: 'Slide a' }).getAttribute('href')).toBe('/helpCenter')
  const news = page.getByRole('region', { name: 'Announcements' })
  await expect.poll(() => news.getByRole('listitem').count()).toBe(3)
  expect(await news.getByRole('link', { name: 'All' }).getAttribute('href')).toBe('/Notice')
  await page.getByRole('region', { name: 'Gainers' }).getByRole('listitem').first().waitFor()
  await page.getByRole('region', { name: 'Losers' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  answers['open/announcement/list'] = DOWN
  await page.reload()
  await page.getByRole('region', { name: 'Gainers' }).getByRole('listitem').first().waitFor()
})
