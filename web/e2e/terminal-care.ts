/** Careless presses: orders to press at, a slow double click, and what must be left after it. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PAIR, until } from './terminal-desk.ts'
import type { Stage } from './terminal-stage.ts'

export const PLACE = '/api/user-web/v1/order/createOrder'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Three orders far below the market, newest first in every list. */
export async function threeOrders({ customer }: Stage, last: number): Promise<void> {
  for (const factor of [0.95, 0.955, 0.96]) {
    const price = (last * factor).toFixed(2)
    await customer.client.must(PLACE, { symbol: PAIR, direction: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, amount: '0.002' })
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

export const toasts = (page: Page): Promise<string> =>
  page
    .locator('[role=status], [role=alert]')
    .allInnerTexts()
    .then((all) => all.join('\n'))

export async function leavesTwo(page: Page): Promise<void> {
  const rows = page.locator('tr[data-order]')
  await until(async () => (await rows.count()) === 3)
  await pressTwice(page, 'tr[data-order] [data-cancel]')
  await until(async () => (await rows.count()) < 3)
  await wait(800)
  expect(await rows.count()).toBe(2)
  expect(await toasts(page)).not.toMatch(/already|not found|closed/i)
}

export async function asksBeforeAll(page: Page): Promise<void> {
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
