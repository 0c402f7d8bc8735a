/** What the terminal does so that nobody is told something wrong: careless presses on the orders page, hidden balances, thin books. */
import { describe, expect, test } from 'vitest'
import { alive } from '../alive.ts'
import { asksBeforeAll, leavesTwo, PLACE, threeOrders, toasts } from './care.ts'
import { bestPrices, lastPrice, newCustomer, PAIR, until } from './desk.ts'
import { base, terminalStage } from './stage.ts'

const stage = terminalStage()

describe.skipIf(base === '')('careless presses', () => {
  test('ORD-005 SPOT-042 [part] on the orders page a slow double click cancels one order, and all go only after a question', async () => {
    await threeOrders(stage, await lastPrice(stage.customer))
    const page = await stage.goTo('/spotOrder')
    await leavesTwo(page)
    await asksBeforeAll(page)
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
    await expect.poll(() => area.textContent()).toContain('needs 9, free ****')
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
    // Somebody else stands first in the book, with less than is asked for and more than the demo's makers have beside him: a part trades.
    const { client } = await newCustomer(base)
    const price = (await bestPrices(stage.customer)).bid.toFixed(2)
    await client.must(PLACE, { symbol: PAIR, direction: 'BUY', type: 'LIMIT', price, amount: '4' })
    await desk.fill({ price, quantity: '10' })
    await desk.send()
    await until(async () => /Filled \d[\d.]* of 10 BTC/.test(await toasts(desk.page)))
    await client.post('/api/user-web/v1/order/revocationOrder', { all: 1 })
  })

  test('SPOT-050 SPOT-012 [part] a changed price is read as the ticket reads it, and told', async () => {
    const desk = await stage.open()
    const last = await desk.last()
    await threeOrders(stage, last)
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
