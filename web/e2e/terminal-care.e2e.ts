/** What the terminal does so that nobody loses an order or is told something wrong: careless presses, hidden balances, thin books. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alive } from './alive.ts'
import { PAIR, until } from './terminal-desk.ts'
import { base, terminalStage } from './terminal-stage.ts'

const PLACE = '/api/user-web/v1/order/createOrder'
const stage = terminalStage()

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Three orders far below the market, newest first in every list. */
async function threeOrders(last: number): Promise<void> {
  for (const factor of [0.95, 0.955, 0.96]) {
    const price = (last * factor).toFixed(2)
    await stage.customer.client.must(PLACE, { symbol: PAIR, direction: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, amount: '0.002' })
  }
}

/** A slow double click in one place. */
async function pressTwice(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).first().boundingBox()
  const x = (box?.x ?? 0) + (box?.width ?? 0) / 2
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
  await page.mouse.click(x, y)
  await wait(240)
  await page.mouse.click(x, y)
}

const toasts = (page: Page): Promise<string> =>
  page
    .locator('[role=status], [role=alert]')
    .allInnerTexts()
    .then((all) => all.join('\n'))

async function leavesTwo(page: Page): Promise<void> {
  const rows = page.locator('tr[data-order]')
  await until(async () => (await rows.count()) === 3)
  await pressTwice(page, 'tr[data-order] [data-cancel]')
  await until(async () => (await rows.count()) < 3)
  await wait(800)
  expect(await rows.count()).toBe(2)
  expect(await toasts(page)).not.toMatch(/already|not found|closed/i)
}

async function asksBeforeAll(page: Page): Promise<void> {
  const rows = page.locator('tr[data-order]')
  await page.locator('[data-cancel-all]').waitFor()
  // Both halves of a double click ask one question.
  await page.locator('[data-cancel-all]').dblclick({ delay: 30 })
  await page.getByRole('button', { name: 'Cancel now: 2 open, 0 conditional?' }).waitFor()
  await wait(500)
  expect(await rows.count()).toBe(2)
  await page.locator('[data-cancel-all]').click()
  await until(async () => (await rows.count()) === 0)
}

/** A sell that waits for a fall. */
async function stopOrder(last: number): Promise<void> {
  const [triggerPrice, price] = [0.96, 0.955].map((factor) => (last * factor).toFixed(2))
  const stop = { type: 'STOP_LIMIT', triggerPrice, price, amount: '0.002' }
  await stage.customer.client.must(PLACE, { symbol: PAIR, direction: 'SELL', ...stop })
}

describe.skipIf(base === '')('careless presses', () => {
  test('SPOT-042 [part] cancelling all of a tab takes the orders that it shows, says how many of each kind, and leaves the others', async () => {
    const desk = await stage.open()
    const last = await desk.last()
    await threeOrders(last)
    await stopOrder(last)
    const rows = desk.page.locator('tr[data-order]')
    const conditional = await desk.rows('Conditional')
    await until(async () => (await conditional.count()) === 1)
    await desk.rows('Open orders')
    await until(async () => (await rows.count()) === 3)
    await desk.page.locator('[data-cancel-all]').click()
    await desk.page.getByRole('button', { name: 'Cancel now: 3 open, 0 conditional?' }).click({ delay: 350 })
    await until(async () => (await rows.count()) === 0)
    await desk.rows('Conditional')
    await until(async () => (await rows.count()) === 1)
    await desk.page.locator('[data-cancel-all]').click()
    await desk.page.getByRole('button', { name: 'Cancel now: 0 open, 1 conditional?' }).click({ delay: 350 })
    await until(async () => (await rows.count()) === 0)
  })

  test('SPOT-041 SPOT-042 [part] in the terminal a slow double click cancels one order, and all go only after a question', async () => {
    const desk = await stage.open()
    await threeOrders(await desk.last())
    await desk.rows('Open orders')
    await leavesTwo(desk.page)
    await asksBeforeAll(desk.page)
  })

  test('ORD-005 SPOT-042 [part] on the orders page a slow double click cancels one order, and all go only after a question', async () => {
    const desk = await stage.open()
    await threeOrders(await desk.last())
    await desk.page.goto(`${base}/spotOrder`)
    await leavesTwo(desk.page)
    await asksBeforeAll(desk.page)
  })
})

describe.skipIf(base === '')('what the ticket tells', () => {
  test('SHELL-051 [part] hidden balances are not told by the reason below the button', async () => {
    // Of ether the customer has nothing, which is as much a balance as any.
    const desk = await stage.open({}, '/spotTrade?symbol=ETH_USDT')
    await desk.page.evaluate(() => sessionStorage.setItem('balanceVisible', 'false'))
    await desk.page.reload()
    await alive(desk.page)
    await desk.side('Sell')
    await desk.fill({ price: ((await desk.last()) * 1.02).toFixed(2), quantity: '9' })
    const area = desk.page.locator('[data-submit-area]')
    await until(async () => ((await area.textContent()) ?? '').includes('Not enough ETH'))
    expect(await area.textContent()).toContain('needs 9, free ****')
  })

  test('SPOT-049 [part] an order that does not wait says what it loses, and what it got', async () => {
    const desk = await stage.open()
    await desk.side('Sell')
    await desk.page.getByLabel('How long it stays').selectOption({ label: 'Immediate or cancel' })
    await desk.fill({ price: ((await desk.last()) * 1.02).toFixed(2), quantity: '0.4' })
    const card = desk.page.locator('[data-cost]').first()
    const said = async (): Promise<string> => (await card.textContent()) ?? ''
    await until(async () => (await said()).includes('Only 0 of 0.4 BTC can trade now; the rest ends.'))
    expect(await said()).not.toContain('rests in the book')
    // More than stands within a twentieth of a percent: a part trades.
    await desk.fill({ price: ((await desk.last()) * 0.9995).toFixed(2), quantity: '10' })
    await desk.send()
    await until(async () => /Filled \d[\d.]* of 10 BTC/.test(await toasts(desk.page)))
  })

  test('SPOT-050 SPOT-012 [part] a changed price is read as the ticket reads it, and told', async () => {
    const desk = await stage.open()
    const last = await desk.last()
    await threeOrders(last)
    const row = (await desk.rows('Open orders')).first()
    await row.locator('[data-edit-open]').click()
    const next = Math.floor(last * 0.965)
    await desk.page.locator('input[name="edit-price"]').fill(` 00${next}. `)
    await desk.page.locator('[data-save]').click()
    await until(async () => (await toasts(desk.page)).includes(`${PAIR} to ${next.toLocaleString('en')}`))
  })

  test('SPOT-002 [part] at 1024 px a conditional order shows its trigger, and a take-profit price has room', async () => {
    const desk = await stage.open()
    const last = await desk.last()
    await desk.page.setViewportSize({ width: 1024, height: 768 })
    await desk.page.locator('[data-panel=orders]').waitFor()
    const trigger = (last * 0.96).toFixed(2)
    await desk.fill({ price: (last * 0.96).toFixed(2) })
    await desk.page.getByText('Take profit / stop loss').click()
    await desk.fill({ takeProfit: (last * 1.02).toFixed(2) })
    await desk.page.locator('input[name=takeProfit]').blur()
    const room = await desk.page.locator('input[name=takeProfit]').evaluate((field) => field.clientWidth - field.scrollWidth)
    expect(room).toBeGreaterThanOrEqual(0)
    await stage.customer.client.must(PLACE, {
      symbol: PAIR,
      direction: 'SELL',
      type: 'STOP_MARKET',
      triggerPrice: trigger,
      amount: '0.002',
    })
    const row = (await desk.rows('Conditional')).first()
    await until(async () => ((await row.textContent()) ?? '').replaceAll(',', '').includes(`≤ ${Number(trigger)}`))
  })

  test('SPOT-001 [part] a pair in bitcoin shows what there is of it, not cents', async () => {
    const desk = await stage.open({}, '/spotTrade?symbol=ETH_BTC')
    await until(async () => /\d\.\d{8}/.test((await desk.page.locator('[data-available]').textContent()) ?? ''))
  })
})
