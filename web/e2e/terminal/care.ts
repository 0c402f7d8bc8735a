/** Careless presses: orders to press at, a slow double click, and what must be left after it. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PAIR, until } from './desk.ts'
import { pressTwice } from './in-page.ts'
import type { Stage } from './stage.ts'

export const PLACE = '/api/user-web/v1/order/createOrder'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Three orders far below the market, newest first in every list. */
export async function threeOrders({ customer }: Stage, last: number): Promise<void> {
  for (const factor of [0.95, 0.955, 0.96]) {
    const price = (last * factor).toFixed(2)
    await customer.client.must(PLACE, { symbol: PAIR, direction: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, amount: '0.002' })
  }
}

export const toasts = (page: Page): Promise<string> =>
  page
    .locator('[role=status], [role=alert]')
    .allInnerTexts()
    .then((all) => all.join('\n'))

export async function leavesTwo(page: Page): Promise<void> {
  const rows = page.locator('tr[data-order]')
  await until(async () => (await rows.count()) === 3)
  await pressTwice(page.locator('tr[data-order] [data-cancel]').first(), 240)
  await until(async () => (await rows.count()) < 3)
  await wait(800)
  expect(await rows.count()).toBe(2)
  expect(await toasts(page)).not.toMatch(/already|not found|closed/i)
}

export async function asksBeforeAll(page: Page): Promise<void> {
  const rows = page.locator('tr[data-order]')
  await page.locator('[data-cancel-all]').waitFor()
  // Both halves of a double press ask one question, also where the button is wider then and stands elsewhere.
  await pressTwice(page.locator('[data-cancel-all]'), 60, 'element')
  await page.getByRole('button', { name: 'Cancel now: 2 open, 0 conditional?' }).waitFor()
  await wait(500)
  expect(await rows.count()).toBe(2)
  await cancelAll(page, 'Cancel now: 2 open, 0 conditional?')
  await until(async () => (await rows.count()) === 0)
}

const TRIES = 5

/** Presses the button that cancels all, and once more when it asks in these words. The question stands for four seconds; after them it is put again. */
export async function cancelAll(page: Page, question: string): Promise<void> {
  const asking = page.getByRole('button', { name: question })
  for (let tries = 1; ; tries += 1) {
    if (!(await asking.isVisible())) await page.locator('[data-cancel-all]').click()
    try {
      // What comes sooner is the other half of a double press.
      return await asking.click({ delay: 350, timeout: 3500 })
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}
