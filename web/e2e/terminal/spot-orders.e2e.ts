/** `/spotOrder`: moments stand as the language is read, dates filter what is open, and an order tells how it was lowered. */
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { awayFromMidnight } from '../boundaries.ts'
import { lastPrice, PAIR } from './desk.ts'
import { base, terminalStage } from './stage.ts'

const ORDER = '/api/user-web/v1/order'
const PLACE = `${ORDER}/createOrder`
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

  test('ORD-002 [part] an order that was lowered in its place tells each step in the history, with its time where it is opened', async () => {
    const { client } = stage.customer
    const price = ((await lastPrice(stage.customer)) * 0.96).toFixed(2)
    const order = { symbol: PAIR, direction: 'BUY', type: 'LIMIT', price, amount: '0.004' }
    const { orderId } = (await client.must(PLACE, order)) as { readonly orderId: string }
    for (const amount of ['0.003', '0.002']) await client.must(`${ORDER}/updateOrder`, { orderId, amount })
    await client.must(`${ORDER}/revocationOrder`, { orderId })
    const page = await stage.goTo('/spotOrder?tab=history')
    const row = page.locator(`[data-order="${orderId}"]`)
    const plain = async (story: Locator) => (await story.textContent())?.replace(/[\u2066-\u2069]/g, '')
    expect(await plain(row.locator('[data-story]'))).toMatch(/^Amount lowered from 0\.0030* to 0\.0020*Amended 1 time before$/)
    await row.locator('button[aria-expanded]').click()
    const steps = page.locator('ol[data-story] li')
    await steps.first().waitFor()
    expect(await plain(steps.nth(0))).toMatch(/\d+:\d\d:\d\d Amount lowered from 0\.0040* to 0\.0030*$/)
    expect(await plain(steps.nth(1))).toMatch(/\d+:\d\d:\d\d Amount lowered from 0\.0030* to 0\.0020*$/)
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
