/** What a member of the contract terminal must not be misled by, against the real server: old sizes, a lost line, hidden amounts, a lost focus. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alive } from '../alive.ts'
import { type Harness, startHarness } from '../harness.ts'
import { pressQuickly } from '../terminal/in-page.ts'
import { base } from '../terminal/stage.ts'
import { Trader } from './trader.ts'

const BTC = 'E-BTC-USDT'
const VOLUME = 40

describe.skipIf(base === '')('a member with a position', () => {
  let harness: Harness
  let trader: Trader
  let page: Page
  beforeAll(async () => {
    harness = await startHarness()
    trader = await Trader.join(base)
    const context = await harness.context({ lang: 'en_US', mode: 'night', stored: trader.stored }, base)
    harness.keep(context)
    page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(`${base}/trade`)
    await alive(page)
    await page.locator('[data-price]').first().waitFor()
  })
  beforeEach(async () => {
    await trader.closeAll()
    const { id } = await trader.buy(BTC, VOLUME)
    await page.locator(`[data-position="${id}"]`).waitFor()
  })
  afterEach(() => harness.reset())
  afterAll(() => harness.stop())

  const focused = (selector: string) => expect.poll(() => page.evaluate((one) => document.activeElement?.matches(one), selector)).toBe(true)
  const gone = () => page.locator('dialog[open]').waitFor({ state: 'detached' })

  test('PERP-023 [part] a stop loss of the whole position stays one of the whole when it is moved after the position grew', async () => {
    await trader.protect(await trader.position(BTC), 0.008)
    await page.getByRole('slider', { name: /^SL / }).waitFor()
    await trader.buy(BTC, VOLUME)
    const line = page.getByRole('slider', { name: /^SL 0\.08/ })
    await line.waitFor()
    const legs = async () => (await trader.position(BTC)).tpslList
    const price = async () => Number((await legs()).find(({ triggerType }) => triggerType === 1)?.triggerPrice)
    const before = await price()
    await line.focus()
    await pressQuickly(line, 'ArrowDown', 3, true)
    await expect.poll(price).toBeLessThan(before)
    expect((await legs()).map(({ triggerType, volume }) => [triggerType, volume]).sort()).toEqual([
      [1, String(VOLUME * 2)],
      [2, String(VOLUME * 2)],
    ])
  })

  test('PERP-023 [part] half of a pair is changed in the list of orders, and the other half stays', async () => {
    await trader.protect(await trader.position(BTC), 0.008)
    const legs = async () => (await trader.position(BTC)).tpslList
    const leg = async (type: number) => (await legs()).find(({ triggerType }) => triggerType === type)
    const [takeProfit, stopLoss] = [await leg(2), await leg(1)]
    const price = (Number(stopLoss?.triggerPrice) - 30).toFixed(1)
    await page.getByRole('tab', { name: 'Trigger orders' }).click()
    try {
      await page.locator(`[data-order="${stopLoss?.id}"] [data-edit-open]`).click()
      await page.locator('input[name=edit-triggerPrice]').fill(price)
      await page.locator('[data-edit] [data-save]').click()
      await expect.poll(async () => Number((await leg(1))?.triggerPrice)).toBe(Number(price))
      expect([(await legs()).length, (await leg(2))?.triggerPrice]).toEqual([2, takeProfit?.triggerPrice])
      await page.locator('[data-edit]').waitFor({ state: 'detached' })
    } finally {
      await page.getByRole('tab', { name: 'Positions' }).click()
    }
  })

  test('SHELL-053 [part] without a connection nothing can be done about a position either, and the button says why', async () => {
    const context = page.context()
    await page.locator('[data-position] [data-close]').click()
    await page.locator('[data-close-now]').waitFor()
    await context.setOffline(true)
    try {
      await page.locator('[data-stale]').waitFor()
      await expect.poll(() => page.locator('[data-close-now]').getAttribute('aria-disabled')).toBe('true')
      await expect.poll(() => page.locator('[data-close-form]').textContent()).toContain('Offline')
      await page.keyboard.press('Escape')
      await gone()
      await expect.poll(() => page.locator('[data-close-all]').isDisabled()).toBe(true)
    } finally {
      await context.setOffline(false)
    }
    await page.locator('[data-stale]').waitFor({ state: 'detached', timeout: 40_000 })
    await expect.poll(() => page.locator('[data-close-all]').isDisabled()).toBe(false)
  })

  test('SHELL-051 [part] what closes and turns a position round tells no hidden amount', async () => {
    const hides = page.locator('[data-position] bdi', { hasText: '****' }).first()
    await page.locator('body').press('Shift+H')
    await hides.waitFor()
    try {
      await page.locator('[data-position] [data-close]').click()
      const form = page.locator('[data-close-form]')
      await form.waitFor()
      expect(await form.textContent()).toContain('****')
      expect(await form.textContent()).not.toMatch(/0\.040/)
      await page.keyboard.press('Escape')
      await gone()
    } finally {
      await page.locator('body').press('Shift+H')
      await hides.waitFor({ state: 'detached' })
    }
  })

  test('A11Y-002 [part] an order that is left as it was gives the focus back to its button', async () => {
    await trader.bid(BTC, 10, 0.02)
    await page.getByRole('tab', { name: 'Open orders' }).click()
    try {
      await page.locator('[data-order] [data-edit-open]').first().focus()
      await page.keyboard.press('Enter')
      await page.locator('[data-edit] input').first().waitFor()
      await page.keyboard.press('Escape')
      await page.locator('[data-edit]').waitFor({ state: 'detached' })
      await focused('[data-edit-open]')
    } finally {
      await page.getByRole('tab', { name: 'Positions' }).click()
    }
  })

  test('PERP-001 [part] whoever leaves the terminal with a dialog open finds none when he comes back', async () => {
    await page.locator('[data-position] [data-close]').click()
    await page.locator('[data-close-form]').waitFor()
    // Behind an open dialog no link can be pressed; the keys of a browser's history can.
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/"]')?.click())
    await page.locator('[data-terminal]').waitFor({ state: 'detached' })
    await page.goBack()
    await page.locator('[data-position]').waitFor()
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })
})
