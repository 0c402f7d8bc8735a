/** Accessibility of the trading pages with real data: axe in both modes and directions, no raw key, nothing wider than a small phone. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from './axe.ts'
import { type Harness, startHarness, type Visit } from './harness.ts'
import { type Customer, Desk, newCustomer, PAIR, TERMINAL } from './terminal-desk.ts'

const base = process.env.AGIO_E2E_BASE ?? ''
const PLACE = '/api/user-web/v1/order/createOrder'
let harness: Harness
let customer: Customer
beforeAll(async () => {
  harness = await startHarness()
  if (base === '') return
  customer = await newCustomer(base)
  // One trade, one order that waits in the book and one that waits for its trigger: no list is empty.
  await customer.client.must(PLACE, { symbol: PAIR, direction: 'BUY', type: 'MARKET', turnover: '50' })
  const { page } = await Desk.open(harness, base, customer)
  const last = Number((await page.locator('[data-price]').first().textContent())?.replace(/[^\d.]/g, ''))
  const order = { symbol: PAIR, direction: 'SELL', amount: '0.01' }
  await customer.client.must(PLACE, { ...order, type: 'LIMIT', price: (last * 1.003).toFixed(2) })
  await customer.client.must(PLACE, { ...order, type: 'STOP_MARKET', triggerPrice: (last * 0.997).toFixed(2) })
  await harness.reset()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const LOOKS: readonly Visit[] = [
  { mode: 'day', lang: 'en_US', width: 1440 },
  { mode: 'night', lang: 'ar_SA', width: 1440 },
  { mode: 'night', lang: 'zh_CN', width: 834, height: 1112 },
  { mode: 'day', lang: 'ar_SA', width: 390, height: 844, touch: true },
]

async function openPath(path: string, look: Visit): Promise<Page> {
  const context = await harness.context({ ...look, stored: customer.stored }, base)
  const page = await context.newPage()
  await page.goto(base + path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForTimeout(1500)
  return page
}

describe.skipIf(base === '').each(LOOKS)('trading pages, $mode $lang $width', (look) => {
  // The terminal in every look; the lists in two that are each other's opposite, the walk turns them through the others.
  test.each([TERMINAL, ...(look.width === 1440 ? ['/spotOrder', '/assets/spot', '/billDetails?coin=USDT'] : [])])(
    'A11Y-001 I18N-006 [part] axe finds nothing on %s',
    async (path) => {
      const page = await openPath(path, look)
      expect(await axeFaults(page)).toEqual([])
      const raw = await page.evaluate(
        () => (document.body.textContent ?? '').match(/\b(?:terminal|orders|assets|shell)[:.][a-z][A-Za-z0-9.]+/g) ?? [],
      )
      expect(raw).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    },
  )
})

describe.skipIf(base === '')('states of the terminal', () => {
  test('A11Y-001 A11Y-008 [part] axe finds nothing in the phone ticket, with a fault in it', async () => {
    const page = await openPath(TERMINAL, { mode: 'night', lang: 'en_US', width: 390, height: 844, touch: true })
    await page.getByRole('button', { name: 'Buy', exact: true }).tap()
    await page.locator('[data-sheet] input[name=price]').fill('1.005')
    await page.locator('[data-sheet] input[name=quantity]').fill('1')
    expect(await axeFaults(page)).toEqual([])
  })

  test('A11Y-001 [part] axe finds nothing while the connection is broken', async () => {
    const page = await openPath(TERMINAL, { mode: 'day', lang: 'en_US', width: 1440 })
    await page.context().setOffline(true)
    await page.locator('[data-stale]').waitFor()
    expect(await axeFaults(page)).toEqual([])
  })

  test('A11Y-003 [part] the pages around the terminal do not scroll sideways at 320 px', async () => {
    for (const path of ['/spotOrder?tab=history', '/assets/spot', '/billDetails?coin=USDT', '/spotOrder?tab=trades']) {
      const page = await openPath(path, { mode: 'day', lang: 'en_US', width: 320, height: 640, touch: true })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(0)
      await page.context().close()
    }
  })
})
