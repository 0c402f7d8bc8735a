/** `/spotOrder`: moments stand as the language is read, and dates filter what is open. */
import { describe, expect, test } from 'vitest'
import { awayFromMidnight } from '../boundaries.ts'
import { lastPrice, PAIR } from './desk.ts'
import { base, terminalStage } from './stage.ts'

const PLACE = '/api/user-web/v1/order/createOrder'
const stage = terminalStage()

/** Where the day, the month and the time of a moment begin on the screen, px from the left edge of their text. */
function places(moment: HTMLElement): number[] {
  const text = moment.firstChild?.textContent ?? ''
  const from = [/\d/, /\p{L}/u, /\d+:/].map((part) => text.search(part))
  return from.map((start) => {
    const range = document.createRange()
    range.setStart(moment.firstChild ?? moment, start)
    range.setEnd(moment.firstChild ?? moment, start + 1)
    return range.getBoundingClientRect().x - moment.getBoundingClientRect().x
  })
}

describe.skipIf(base === '')('spot orders page', () => {
  test('I18N-005 I18N-007 [part] day, month and time of an order stand in the order in which the language is read', async () => {
    await stage.customer.client.must(PLACE, { symbol: PAIR, direction: 'BUY', type: 'MARKET', amount: '0.001' })
    const context = await stage.harness.context({ lang: 'ar_SA', stored: stage.customer.stored }, base)
    const page = await context.newPage()
    await page.goto(`${base}/spotOrder?tab=history`)
    const moment = page.locator('tr[data-order] bdi.num').first()
    await moment.filter({ hasText: /\d+:\d+:\d+/ }).waitFor()
    const [day = 0, month = 0, time = 0] = await moment.evaluate(places)
    expect([day > month, month > time]).toEqual([true, true])
  })

  test('ORD-002 [part] dates narrow the open orders too', { timeout: 120_000 }, async () => {
    await awayFromMidnight()
    const price = ((await lastPrice(stage.customer)) * 0.96).toFixed(2)
    await stage.customer.client.must(PLACE, { symbol: PAIR, direction: 'BUY', type: 'LIMIT', price, amount: '0.002' })
    // As the browser on this machine counts days.
    const day = (offset: number): string => {
      const now = new Date()
      const noon = new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset, 12)
      return [noon.getFullYear(), noon.getMonth() + 1, noon.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
    }
    const page = await stage.goTo(`/spotOrder?to=${day(-1)}`)
    await page.locator('[data-filters]').waitFor()
    await page.getByText('Rows: 0', { exact: true }).waitFor()
    expect(await page.locator('tr[data-order]').count()).toBe(0)
    await page.getByLabel('To', { exact: true }).fill(day(0))
    await page.locator('tr[data-order]').first().waitFor()
  })
})
