/** What the terminal does so that nobody loses an order by a careless press; further ones: terminal-care.long.e2e.ts. */
import { describe, expect, test } from 'vitest'
import { asksBeforeAll, cancelAll, leavesTwo, PLACE, threeOrders } from './care.ts'
import { PAIR, until } from './desk.ts'
import { base, terminalStage } from './stage.ts'

const stage = terminalStage()

/** A sell that waits for a fall. */
async function stopOrder(last: number): Promise<void> {
  const [triggerPrice, price] = [0.96, 0.955].map((factor) => (last * factor).toFixed(2))
  const stop = { type: 'STOP_LIMIT', triggerPrice, price, amount: '0.002' }
  await stage.customer.client.must(PLACE, { symbol: PAIR, direction: 'SELL', ...stop })
}

describe.skipIf(base === '')('careless presses', () => {
  test('SPOT-042 [part] cancelling all of a tab takes the orders that it shows, says how many of each kind, and leaves the others', async () => {
    const desk = await stage.keep()
    const last = await desk.last()
    await threeOrders(stage, last)
    await stopOrder(last)
    const rows = desk.page.locator('tr[data-order]')
    const conditional = await desk.rows('Conditional')
    await until(async () => (await conditional.count()) === 1)
    await desk.rows('Open orders')
    await until(async () => (await rows.count()) === 3)
    await cancelAll(desk.page, 'Cancel now: 3 open, 0 conditional?')
    await until(async () => (await rows.count()) === 0)
    await desk.rows('Conditional')
    await until(async () => (await rows.count()) === 1)
    await cancelAll(desk.page, 'Cancel now: 0 open, 1 conditional?')
    await until(async () => (await rows.count()) === 0)
  })

  test('SPOT-041 SPOT-042 [part] in the terminal a slow double click cancels one order, and all go only after a question', async () => {
    const desk = await stage.keep()
    await threeOrders(stage, await desk.last())
    await desk.rows('Open orders')
    await leavesTwo(desk.page)
    await asksBeforeAll(desk.page)
  })

  test('a limit more than five percent through the market is asked about once, and goes back where the answer is no', async () => {
    const desk = await stage.keep()
    const { page } = desk
    const sent: string[] = []
    page.on('request', (request) => {
      if (/createOrder$|updateOrder$/.test(request.url())) sent.push(request.url())
    })
    const price = (await desk.last()) * 1.07
    await desk.fill({ price: price.toFixed(2), quantity: '0.0003' })
    const dialog = page.locator('[data-through]')
    await page.locator('[data-submit]').focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    // The way back has the focus: a second Enter sends nothing.
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(sent).toEqual([])
    await desk.send()
    await page.locator('[data-go-on]').click()
    await until(async () => sent.length === 1)
    await dialog.waitFor({ state: 'detached' })
  })
})
