/** An order that was amended is one row with its story, wherever orders that ended are listed. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { orderRow } from '../fakes/contract-data.ts'
import { inventedTerminal, PHONE } from './invented.ts'

const { host, asked, open, answer, visit } = inventedTerminal()

const AT = Date.parse('2026-07-14T10:00:00Z')
const before = (orderId: string, price: string, amount: string, tradedAmount: string) => ({
  ...{ orderId, time: AT, price, amount, triggerPrice: null, tradedAmount, loweredTo: null },
})
const AMENDMENTS = [before('7', '66000', '200', '50'), before('8', '66500', '150', '0')]
/** Without the marks that keep numbers left to right. */
const plain = (text: string | null): string => text?.replace(/[\u2066-\u2069]/g, '') ?? ''
const story = async (page: Page) => plain(await page.locator('[data-story]').first().textContent())

const ended = () => ({
  ...orderRow({ id: '9', contract: 'E-BTC-USDT', side: 'BUY', open: 'OPEN', type: 1, price: '67000', volume: '150' }),
  ...{ status: 2, dealVolume: '150', avgPrice: '66999', amendments: AMENDMENTS },
})

test('ORD-002 [part] the terminal’s history tells what an order was amended from, with price and amount', async () => {
  host().past = [ended()]
  const page = await open()
  await page.getByRole('tab', { name: 'Order history' }).click()
  await page.locator('[data-story]').waitFor()
  expect(await story(page)).toBe('Amended from 66,500.0 × 0.150 BTC to 67,000.0 × 0.150 BTCAmended 1 time before')
  const row = await page.locator('tr', { has: page.locator('[data-story]') }).textContent()
  expect(row).toContain('67,000.0')
  expect(row).toContain('0.150 / 0.150 BTC')
  expect(row).not.toContain('Cancelled')
  expect(asked('history_order_list').at(-1)?.body.joinAmended).toBe(1)
})

test.each([
  ['desk', {}],
  ['phone', PHONE],
] as const)('ORD-002 [part] the page of contract orders tells it on a %s, and all of it where the row is opened', async (_name, size) => {
  answer('order/history_order_list', { count: 1, orderList: [ended()] })
  answer('order/get_trade_info', { count: 0, tradeHisList: [], amendments: AMENDMENTS })
  const page = await visit('/contractOrder?tab=history', size)
  await page.getByText('Filled', { exact: true }).last().waitFor()
  await page.locator('[data-contract-orders] button[aria-expanded]').first().click()
  await page.locator('ol[data-story]').waitFor()
  const whole = plain(await page.locator('ol[data-story]').textContent())
  expect(whole).toContain('Amended from 66,000.0 × 200 to 66,500.0 × 150 · 50 filled before')
  expect(whole).toContain('Amended from 66,500.0 × 150 to 67,000.0 × 150')
})

test('ORD-002 [part] the page of spot orders tells it, with the fills that the order had before', async () => {
  const order = {
    ...{ orderId: '9', clientOrderId: 'o-7', symbol: 'BTC/USDT', coinSymbol: 'BTC', baseSymbol: 'USDT', direction: 'BUY', type: 'LIMIT' },
    ...{ timeInForce: 'GTC', price: '67000', amount: '0.15', tradedAmount: '0.15', tradedTurnover: '10050', avgPrice: '67000' },
    ...{ fee: '0', feeCoin: 'BTC', status: 'FILLED', reason: 'filled', time: AT, updateTime: AT, completedTime: AT, canceledTime: null },
    ...{
      turnover: null,
      triggerPrice: null,
      activationPrice: null,
      trailingDelta: null,
      visibleAmount: null,
      triggered: 0,
      triggerTime: null,
    },
    ...{
      expireTime: null,
      stpMode: 'EXPIRE_TAKER',
      preventedAmount: '0',
      orderListId: null,
      frozen: '0',
      frozenCoin: 'USDT',
      source: 'web',
    },
  }
  const amendments = [before('7', '66000', '0.2', '0.05')]
  const fill = {
    ...{ tradeId: '1', orderId: '7', clientOrderId: 'o-7', symbol: 'BTC/USDT', coinSymbol: 'BTC', baseSymbol: 'USDT', direction: 'BUY' },
    ...{ role: 'maker', price: '66000', amount: '0.05', turnover: '3300' },
  }
  answer('order/exchangeOrderList', { list: [{ ...order, amendments }], total: 1, pageNo: 1, pageSize: 50, asOf: 1 })
  answer('order/detail', { ...order, amendments, detail: [{ ...fill, fee: '0', feeCoin: 'BTC', time: AT }], events: [] })
  const page = await visit('/spotOrder?tab=history', {})
  await page.locator('[data-order="9"] [data-story]').waitFor()
  expect(await story(page)).toMatch(/Amended from 66,000(\.00)? × 0\.2\d* to 67,000(\.00)? × 0\.15\d* · 0\.05\d* filled before/)
  expect(await page.locator('[data-order]').count()).toBe(1)
  await page.locator('[data-order="9"] button[aria-expanded]').click()
  await page.locator('ol[data-story]').waitFor()
  // The detail of the earlier order is asked for, too: here both answer with one fill.
  expect(await page.locator('[data-fills] tbody tr').count()).toBe(2)
})
