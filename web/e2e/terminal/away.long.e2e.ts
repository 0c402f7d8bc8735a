/** A page that was away: what it missed is read again, and until then it says since when it stands still. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PAIR, until } from './desk.ts'
import { base, terminalStage } from './stage.ts'

const stage = terminalStage()
const MINUTE = 60_000
/** In minutes. */
const DAY = 1440
/** Candles that the page did not get. */
const MISSED = 4

/** The newest candles as the chart's text shows them, newest first: time of day and close. */
async function candles(page: Page): Promise<readonly (readonly [string, string])[]> {
  await page.getByRole('button', { name: 'Candles as a table' }).focus()
  await page.keyboard.press('Enter')
  const rows = await page
    .locator('[data-candle-table] tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
  await page.keyboard.press('Escape')
  return rows.slice(0, 2 * MISSED).map((cells) => [/\d\d:\d\d/.exec(cells[0] ?? '')?.[0] ?? '', cells[4] ?? ''] as const)
}

describe.skipIf(base === '')('a page that was away', () => {
  test('SHELL-053 [part] the candles between are read from the last whole one, whose half-done figures are replaced', async () => {
    const desk = await stage.open()
    const { page } = desk
    let cut: number | undefined
    let wholeClose = 0
    /** Minutes of a candle. */
    let width = 0
    const asked: number[] = []
    await page.route(/market\/klines/, async (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('startTime') ?? 0)
      if (from > 0) asked.push(from)
      const response = await route.fetch()
      const body = await response.json()
      if (cut !== undefined) return route.fulfill({ response, json: body })
      // As a page that was hidden keeps them: the last ones are missing, and the one before them is half-done.
      const kept = body.data.slice(0, -MISSED)
      const last = kept.at(-1)
      cut = last[0]
      wholeClose = Number(last[4])
      width = (last[0] - kept.at(-2)[0]) / MINUTE
      kept[kept.length - 1] = [last[0], last[1], last[1], last[1], last[1], '0', '0', 0]
      return route.fulfill({ response, json: { ...body, data: kept } })
    })
    await page.goto(`${base}/spotTrade?symbol=BTC_USDT`)
    await until(async () => asked.length > 0)
    expect(asked[0]).toBe(cut)
    await until(async () => {
      const shown = await candles(page)
      const minutes = shown.map(([time]) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
      const joined = minutes.every((at, index) => index === 0 || ((minutes[index - 1] ?? 0) - at + DAY) % DAY === width)
      const start = new Date(cut ?? 0).toISOString().slice(11, 16)
      const mended = shown.some(([time, close]) => time === start && Number(close.replaceAll(',', '')) === wholeClose)
      return shown.length === 2 * MISSED && joined && mended
    })
  })

  test('SHELL-053 [part] without a connection the foot says since when, and no gaps nor delay; what was missed is read when it is back', async () => {
    const desk = await stage.open()
    const { page } = desk
    const last = await desk.last()
    await page.locator('[data-panel=orders]').getByRole('tab', { name: 'Order history' }).click()
    await desk.context.setOffline(true)
    await page.locator('[data-stale]').waitFor()
    const foot = async () => (await page.locator('[data-panel=status]').textContent()) ?? ''
    await until(async () => /Data of \d\d:\d\d:\d\d, \d+ s old/.test(await foot()))
    expect(await foot()).not.toMatch(/gaps|data age| ms/)
    const order = { symbol: PAIR, direction: 'BUY', type: 'LIMIT', timeInForce: 'IOC', price: (last * 1.01).toFixed(2), amount: '0.00321' }
    await stage.customer.client.must('/api/user-web/v1/order/createOrder', order)
    await desk.context.setOffline(false)
    await until(async () => ((await page.locator('[data-panel=orders]').textContent()) ?? '').includes('0.00321'), 40_000)
    await until(async () => ((await page.locator('[data-panel=status]').textContent()) ?? '').includes('no gaps'))
  })

  test('SHELL-053 [part] other pages say it too', async () => {
    const page = await stage.goTo('/marketData')
    await page.waitForFunction(() => document.querySelectorAll('tr').length > 5)
    await page.context().setOffline(true)
    await page.locator('[data-band=offline] [data-age]').waitFor()
    await page.context().setOffline(false)
    await page.locator('[data-band=offline]').waitFor({ state: 'detached', timeout: 40_000 })
  })
})
