/** The markets page against an invented exchange: what is listed, found, sorted, and held still under the pointer. */
import type { Page, WebSocketRoute } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pairs, tickers } from '../fakes/data.ts'
import { pushText } from '../frames.ts'
import { type Harness, startHarness } from '../harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const rows = (page: Page) => page.getByRole('table', { name: 'Markets' }).locator('tbody tr')
const names = async (page: Page) =>
  (
    await rows(page)
      .getByRole('link', { name: /^\w+\/USDT$/ })
      .allTextContents()
  ).map((text) => text.trim())

test('MKT-001 MKT-011 every shown pair with its day, by its class, and found by any way of writing it', async () => {
  const [first, ...others] = pairs()
  harness.fake.behaviour.answers.exchangeCoinList = [{ ...first, show: 1 }, ...others.slice(0, -1), { ...others.at(-1), show: 0 }]
  const page = await harness.open('/marketData')
  await expect.poll(() => rows(page).count()).toBe(pairs().length - 1)
  for (const head of ['Last price', 'Today', '24h high / low', 'Turnover']) await page.getByRole('columnheader', { name: head }).waitFor()
  // The star and its word stand in one line.
  const favourites = page.getByRole('tab', { name: 'Favourites' })
  const boxes = await Promise.all(['svg', 'span span'].map((part) => favourites.locator(part).first().boundingBox()))
  const [star, word] = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0) / 2)
  expect(Math.abs((star ?? 0) - (word ?? Number.NaN))).toBeLessThan(3)
  const { high, low } = tickers()[0] ?? { high: '', low: '' }
  const bitcoin = rows(page).filter({ has: page.getByRole('link', { name: 'BTC/USDT' }) })
  for (const text of ['67,412.38', '+0.61%', Number(high).toLocaleString('en-US'), Number(low).toLocaleString('en-US')])
    await bitcoin.getByText(text).first().waitFor()
  await page.getByRole('button', { name: 'DeFi', exact: true }).click()
  const inClass = pairs()
    .slice(0, -1)
    .filter(({ classLabel }) => classLabel === '2').length
  await expect.poll(() => rows(page).count()).toBe(inClass)
  await page.getByRole('button', { name: 'All classes' }).click()
  const search = page
    .getByRole('searchbox', { name: 'Search pairs' })
    .or(page.getByRole('textbox', { name: 'Search pairs' }))
    .first()
  for (const words of ['bt', 'BTC', 'btc/usdt', 'btcusdt']) {
    await search.fill(words)
    await expect.poll(() => names(page)).toEqual(['BTC/USDT'])
  }
  await search.fill('zzz')
  await page.getByText('No pair matches “zzz”').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(() => rows(page).count()).toBe(pairs().length - 1)
})

test('MKT-012 MKT-010 a head sorts and reverses; rows stay where they are while the pointer is on them; a failed group list hides nothing', async () => {
  harness.fake.behaviour.answers.getExchangeGroup = { fail: { code: '90001', message: 'down', name: 'ENGINE_BUSY' } }
  const context = await harness.context()
  const sockets: WebSocketRoute[] = []
  await context.routeWebSocket(/\/ws/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((text) => socket.send(text))
    socket.onMessage((text) => server.send(text))
    sockets.push(socket)
  })
  const page = await context.newPage()
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.goto(`${harness.fake.base}/marketData`)
  await expect.poll(() => rows(page).count()).toBe(pairs().length)
  await expect.poll(() => logged.some((text) => text.includes('Failed to load exchange groups')), { timeout: 20_000 }).toBe(true)
  const head = page.getByRole('button', { name: 'Last price' })
  await head.click()
  const byPrice = [...tickers()].sort((a, b) => Number(b.price) - Number(a.price)).map(({ symbol }) => symbol)
  await expect.poll(() => names(page)).toEqual(byPrice)
  await head.click()
  await expect.poll(() => names(page)).toEqual([...byPrice].reverse())
  await expect.poll(() => sockets.length).toBeGreaterThan(0)
  await rows(page).first().hover()
  const dearest = tickers().map((ticker) =>
    ticker.symbol === 'DOGE/USDT' ? { ...ticker, price: '99999.5', usdtPrice: '99999.5' } : ticker,
  )
  for (const socket of sockets)
    socket.send(pushText('tickers', { type: 'snapshot', seq: 2, prevSeq: null, time: Date.now(), data: dearest }))
  await page.getByText('99,999.5').first().waitFor()
  expect(await names(page)).toEqual([...byPrice].reverse())
  await page.getByRole('heading', { level: 1 }).hover()
  await expect.poll(async () => (await names(page)).at(-1)).toBe('DOGE/USDT')
})
