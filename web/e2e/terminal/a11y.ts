/** Trading pages as a reader of the screen meets them: a customer none of whose lists is empty, and what must hold on each page. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { alive } from '../alive.ts'
import { axeFaults } from '../axe.ts'
import { type Harness, startHarness, type Visit } from '../harness.ts'
import { bestPrices, type Customer, newCustomer, PAIR, until } from './desk.ts'

export const base = process.env.AGIO_E2E_BASE ?? ''
const PLACE = '/api/user-web/v1/order/createOrder'

/** The lists that stand around the terminal. */
export const LISTS = ['/spotOrder', '/assets/spot', '/billDetails?coin=USDT'] as const

/** Opens a page in a look and waits for what it shows. */
export type OpenPage = (path: string, look: Visit) => Promise<Page>

/** Call it once, at the top of the file. */
export function readersStage(): OpenPage {
  let harness: Harness
  let customer: Customer
  beforeAll(async () => {
    harness = await startHarness()
    if (base === '') return
    customer = await newCustomer(base)
    // One trade, one order that waits in the book and one that waits for its trigger: no list is empty.
    await customer.client.must(PLACE, { symbol: PAIR, direction: 'BUY', type: 'MARKET', turnover: '50' })
    const { bid, ask } = await bestPrices(customer)
    const order = { symbol: PAIR, direction: 'SELL', amount: '0.01' }
    await customer.client.must(PLACE, { ...order, type: 'LIMIT', price: (ask * 1.004).toFixed(2) })
    await customer.client.must(PLACE, { ...order, type: 'STOP_MARKET', triggerPrice: (bid * 0.996).toFixed(2) })
  })
  afterEach(() => harness.reset())
  afterAll(() => harness.stop())
  return async (path, look) => {
    const context = await harness.context({ ...look, stored: customer.stored }, base)
    const page = await context.newPage()
    await page.goto(base + path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await settled(page)
    return page
  }
}

/** What came first is drawn and nothing says any more that it loads: rows, prices or a chart of the exchange are there. */
async function settled(page: Page): Promise<void> {
  await alive(page)
  await page.locator('tr[data-order], tr[data-trade], tr[data-balance], tr[data-bill], [data-price]').first().waitFor({ state: 'attached' })
  await until(async () => (await page.locator('[aria-busy=true]').count()) === 0)
}

/** No fault that axe knows, no raw key, nothing wider than the screen. */
export async function readsWell(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([])
  const raw = await page.evaluate(
    () => (document.body.textContent ?? '').match(/\b(?:terminal|orders|assets|shell)[:.][a-z][A-Za-z0-9.]+/g) ?? [],
  )
  expect(raw).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}
