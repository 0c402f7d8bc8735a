/** What the terminal promises before an order: exact costs, and the refusal that would come. */
import { describe, expect, test } from 'vitest'
import { until } from './desk.ts'
import { base, terminalStage } from './stage.ts'

const stage = terminalStage()

const NEWEST = '/api/user-web/v1/user-trade/v1/trades'
const FAUCET = '/api/assets-web/v1/demo/faucet'
const CENTRE = '/api/user-web/v1/user/updateUserCenter'

describe.skipIf(base === '')('before an order', () => {
  test('SPOT-049 [part] the fee loses its ≈ when the exchange has confirmed it, and keeps it for an order that waits', async () => {
    const desk = await stage.keep()
    const fee = desk.page.locator('[data-cost-line=fee] [data-value]').first()
    const shown = async () => (await fee.textContent()) ?? ''
    const confirmed = desk.page.waitForResponse(/createOrder\/test$/)
    await desk.fill({ price: ((await desk.last()) * 0.96).toFixed(2), quantity: '0.002' })
    await confirmed
    await until(async () => /\d/.test(await shown()))
    expect(await shown()).toContain('≈')
    await desk.side('Sell')
    await desk.type('Market')
    await desk.fill({ quantity: '0.01' })
    // The book moves all the time: what was confirmed for one moment is an estimate in the next, until it is confirmed again.
    await until(async () => /\d/.test(await shown()) && !(await shown()).includes('≈'), 20_000)
    await desk.send()
    await until(async () => Number((await stage.customer.client.must(NEWEST, { symbol: 'BTC/USDT' })).total) > 0)
  })

  test('SPOT-021 SPOT-049 [part] who pays fees with the platform coin sees them in it, at its discount', async () => {
    const desk = await stage.keep()
    const { client } = stage.customer
    await client.must(FAUCET, { coinName: 'AGIO' })
    await client.must(CENTRE, { feeCoinSwitch: 1 })
    // The message about the order before lies over the ticket for three seconds, longer while the pointer rests on it.
    await desk.page.mouse.move(2, 2)
    await until(async () => (await desk.page.locator('section[popover] li').count()) === 0)
    await desk.side('Buy')
    await desk.type('Market')
    await desk.fill({ quantity: '0.01' })
    const fee = desk.page.locator('[data-cost-line=fee]').first()
    // The book moves all the time: what was confirmed for one moment is an estimate in the next, until it is confirmed again.
    await until(async () => /0\.075%.*\d AGIO$/.test((await fee.textContent()) ?? ''), 20_000)
    await client.must(CENTRE, { feeCoinSwitch: 0 })
  })

  test('SPOT-049 [part] the exchange’s own refusal stands below the button before anything is sent', async () => {
    const desk = await stage.keep()
    await desk.type('Limit')
    const placed = await desk.counter('place')
    await desk.page.route('**/order/createOrder/test', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({ code: '30005', message: 'Not in this band.', data: { name: 'PRICE_BAND', params: {}, requestId: 'r' } }),
      }),
    )
    await desk.fill({ price: ((await desk.last()) * 0.96).toFixed(2), quantity: '0.002' })
    await until(async () => ((await desk.page.locator('[data-submit-area]').textContent()) ?? '').includes('Not in this band.'))
    expect(await desk.counter('place')).toBe(placed)
    await desk.page.unroute('**/order/createOrder/test')
  })
})
