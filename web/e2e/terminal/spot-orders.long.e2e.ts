/** `/spotOrder` with a long history: pages stay steady while orders arrive. */
import { describe, expect, test } from 'vitest'
import { lastPrice, PAIR, until } from './desk.ts'
import { base, terminalStage } from './stage.ts'

const PLACE = '/api/user-web/v1/order/createOrder'
const stage = terminalStage()

/** Orders that end at once, far below the market, and so stand in the history; answers their ids. */
async function endedOrders(price: string, count: number): Promise<string[]> {
  const body = { symbol: PAIR, direction: 'BUY', type: 'LIMIT', timeInForce: 'IOC', price, amount: '0.001' }
  const ids: string[] = []
  for (let done = 0; done < count; done += 25) {
    const some = await Promise.all(Array.from({ length: Math.min(25, count - done) }, () => stage.customer.client.must(PLACE, body)))
    ids.push(...some.map((answer) => String(answer.orderId)))
  }
  return ids
}

describe.skipIf(base === '')('spot orders page', () => {
  test('ORD-006 paging through 1,000 rows while new orders arrive shows none twice and misses none that existed at the start', async () => {
    const price = ((await lastPrice(stage.customer)) * 0.95).toFixed(2)
    const first = await endedOrders(price, 1000)
    // history that is behind says so
    await until(async () => {
      const answer = await stage.customer.client.post('/api/user-web/v1/order/exchangeOrderList', { state: 2 })
      return Number(answer.data.total ?? 0) >= first.length
    }, 60_000)
    const page = await stage.goTo('/spotOrder?tab=history')
    const rows = page.locator('tr[data-order]')
    await rows.first().waitFor()
    const later: string[] = []
    const more = page.locator('[data-more]')
    while ((await more.count()) > 0) {
      const shown = await rows.count()
      later.push(...(await endedOrders(price, 5)))
      await more.click()
      await until(async () => (await rows.count()) > shown || (await more.count()) === 0, 60_000)
    }
    const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-order')))
    expect(new Set(ids).size).toBe(ids.length)
    expect(first.filter((id) => !ids.includes(id))).toEqual([])
    expect(later.length).toBeGreaterThan(50)
    // What stands still says so, and the newest come on request.
    await page.locator('[data-newest]').click()
    await page.locator(`tr[data-order="${later.at(-1)}"]`).waitFor()
    await expect.poll(() => rows.count()).toBe(50)
  }, 180_000)
})
