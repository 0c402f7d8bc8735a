/** What customers and operators may write is shown as they wrote it, wherever it is shown, and never as markup; and what a visitor's pages may not ask. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGES } from '../../src/pages.ts'
import { walletAnswers } from '../fakes/wallet.ts'
import { NODES_MS, type Person, stepUp, WholeWorld } from '../whole-world.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
/** A nickname and the words in mails have 20 letters at most. */
const SHORT = '<img src=x onerror=>'
const USER = '/api/user-web/v1'

let world: WholeWorld
beforeAll(async () => {
  world = await WholeWorld.open()
}, 4 * NODES_MS)
afterAll(() => world?.close())

/** Counts what would open if a text ran. */
function dialogsOf(page: Page): () => number {
  let count = 0
  page.on('dialog', (dialog) => {
    count += 1
    void dialog.dismiss()
  })
  return () => count
}

/** The text stands there, and no element was made of it. */
async function shows(page: Page, path: string, where: string, text: string): Promise<void> {
  await page.goto(world.base + path)
  const found = page.locator(where).filter({ hasText: text })
  await expect.poll(() => found.count(), { message: `${path} ${where}`, timeout: 20_000 }).toBeGreaterThan(0)
  expect(await page.locator('img[src="x"], [onerror]').count(), path).toBe(0)
}

/** All that a customer and an operator may write. */
async function written(ann: Person): Promise<void> {
  await ann.client.must(`${USER}/user/updateUserCenter`, { nickname: SHORT })
  await stepUp(ann)
  const place = { coinId: world.coinId('ETH'), protocolType: 'ERC20', address: world.fresh('ethereum') }
  await ann.client.sealed(`${USER}/user-address/saveUserAddress`, { ...place, label: HOSTILE })
  const code = async (scene: string) => {
    await world.advance(61_000, ann)
    await ann.client.must('/api/auth/v1/secondFactor/sendCode', { scene, channel: 'email' })
    return { email: await ann.client.code(ann.email) }
  }
  const permissions = { read: 1, trade: 0, futures: 0, withdraw: 0 }
  await ann.client.sealed(`${USER}/api-key/create`, { label: HOSTILE, permissions, ipList: [], codes: await code('API_KEY') })
  await ann.client.sealed('/api/auth/v1/antiPhishing/save', { antiPhishingCode: SHORT, codes: await code('STEP_UP') })
  await world.operate('announcement', 'class', JSON.stringify({ id: 'hostile', name: { en_US: HOSTILE }, sort: 1 }))
  const texts = { en_US: { title: HOSTILE, summary: HOSTILE, content: `<p>${HOSTILE.replaceAll('<', '&lt;')}</p>${HOSTILE}` } }
  const announcement = { id: 'hostile', classId: 'hostile', releaseAt: 1, endAt: null, top: true, imageUrl: null, texts }
  await world.operate('announcement', 'publish', JSON.stringify(announcement))
  const menu = JSON.parse(await world.operate('site', 'get', 'menu')) as readonly Record<string, unknown>[]
  const named = { ...menu[0], name: { en_US: HOSTILE }, second: { en_US: HOSTILE }, description: { en_US: HOSTILE } }
  await world.operate('site', 'set', 'menu', JSON.stringify([named, ...menu.slice(1)]))
  await code('STEP_UP')
}

test('SEC-005 nickname, address label, API-key name, announcement, menu name and search text are text on every page and in mails', async () => {
  const ann = await world.person('ann')
  await written(ann)
  const page = await world.page('/', ann)
  const dialogs = dialogsOf(page)
  await shows(page, '/', 'header', HOSTILE)
  await shows(page, '/userCenter', 'main', SHORT)
  await shows(page, '/userCenter/safeCenter?view=keys', 'main', HOSTILE)
  await shows(page, '/assets/address', 'main', HOSTILE)
  await shows(page, '/assets/spot/withdrawMoney?coin=ETH', 'main', HOSTILE)
  await shows(page, '/Notice', 'main', HOSTILE)
  await shows(page, '/Notice?id=hostile', 'main', HOSTILE)
  await page.goto(`${world.base}/marketData`)
  // What is typed before the page's scripts run is lost.
  const found = async () => {
    await page.getByRole('searchbox').first().fill('')
    await page.getByRole('searchbox').first().fill(HOSTILE)
    await page.waitForTimeout(1_000)
    return page.locator('main').getByText(HOSTILE).count()
  }
  await expect.poll(found, { timeout: 60_000 }).toBeGreaterThan(0)
  expect(await page.locator('img[src="x"], [onerror]').count()).toBe(0)
  // The inbox shows every mail as it was sent.
  await shows(page, '/dev/inbox', 'body', SHORT)
  expect(await world.operate('site', 'get', 'menu')).toContain(HOSTILE)
  expect(dialogs()).toBe(0)
}, 180_000)

test('SEC-005 the name of a coin is text wherever it is shown', async () => {
  const { fake } = world.harness
  const named = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(named)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === 'fullName' ? HOSTILE : named(inner)]))
        : value
  Object.assign(fake.behaviour.answers, named(walletAnswers()))
  const page = await world.harness.open('/assets/spot/topUp', { loggedIn: true })
  const dialogs = dialogsOf(page)
  await expect.poll(() => page.locator('select[name=coin] option').filter({ hasText: HOSTILE }).count()).toBeGreaterThan(0)
  expect(await page.locator('img[src="x"], [onerror]').count()).toBe(0)
  expect(dialogs()).toBe(0)
})

test('SEC-001 API-003 no page open to visitors makes a call that needs a login, and each call goes to the host that it belongs to', async () => {
  await world.operate('kv', 'set', 'contractSwitch', '1')
  const page = await world.page('/')
  const wrong: string[] = []
  const futures = new URL(world.product.futuresBase).host
  page.on('response', async (answer) => {
    const { host, pathname } = new URL(answer.url())
    if (pathname.startsWith('/fe-co-api/') !== (host === futures)) wrong.push(`${host} ${pathname}`)
    if (!/^\/(api|fe-co-api)\//.test(pathname)) return
    const { code } = (await answer.json().catch(() => ({}))) as { readonly code?: string }
    if (code === '10001' || answer.status() === 401) wrong.push(`${pathname} needs a login`)
  })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/fe-co-api/') || request.method() === 'OPTIONS') return
    asked.push(pathname)
    const headers = request.headers()
    if (headers['exchange-client'] !== 'pc' || headers['exchange-language'] === undefined) wrong.push(`${pathname} without its headers`)
    if (headers.authorization !== undefined || headers['exchange-token'] !== undefined) wrong.push(`${pathname} with a token`)
  })
  for (const { path, access } of PAGES) {
    if (access === 'user' || path.includes('*')) continue
    await page.goto(world.base + path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.waitForTimeout(400)
  }
  expect(asked.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

test('API-003 a customer’s calls of contracts carry his token in their own header to their own host, and no other call does', async () => {
  await world.operate('kv', 'set', 'contractSwitch', '1')
  const ann = await world.person('ann')
  await world.openContracts(ann)
  const page = await world.page('/', ann)
  const futures = new URL(world.product.futuresBase).host
  const sent = { futures: new Set<string>(), others: new Set<string>() }
  const wrong: string[] = []
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url())
    if (request.method() === 'OPTIONS' || !/^\/(api|fe-co-api)\//.test(pathname)) return
    const isFutures = pathname.startsWith('/fe-co-api/')
    if (isFutures !== (host === futures)) wrong.push(`${host}${pathname}`)
    const { authorization, 'exchange-token': token, 'exchange-client': client, 'exchange-language': language } = request.headers()
    sent[isFutures ? 'futures' : 'others'].add(JSON.stringify({ authorization, token, client, language }))
  })
  for (const path of ['/assets/contract', '/trade', '/contractOrder', '/userCenter']) {
    await page.goto(world.base + path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.waitForTimeout(800)
  }
  expect(wrong).toEqual([])
  const read = (texts: ReadonlySet<string>): readonly Readonly<Record<string, string | undefined>>[] =>
    [...texts].map((text) => JSON.parse(text))
  expect(read(sent.futures).map(({ token }) => token)).toContain(ann.client.token)
  for (const { authorization, token, client, language } of read(sent.futures)) {
    expect([authorization, client]).toEqual([undefined, 'pc'])
    expect(language).toMatch(/^en/)
    // What anybody may read is asked for without one.
    if (token !== undefined) expect(token).toBe(ann.client.token)
  }
  for (const { token, client } of read(sent.others)) expect([token, client]).toEqual([undefined, undefined])
})
