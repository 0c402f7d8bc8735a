/** What the ticket makes of the exchange's figures: shares of the largest order, and what an order sets aside. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdAnswers } from '../terminal/in-page.ts'
import { inventedTerminal } from './invented.ts'

const { host, asked, open } = inventedTerminal()

const size = async (page: Page) => (await page.locator('input[name=size]').inputValue()).replaceAll(',', '')
async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** The largest limit order is known: a quarter of it was taken. */
async function quarterOfLimit(): Promise<Page> {
  const page = await open()
  await page.locator('input[name=price]').fill('67380')
  await page.locator('input[name=price]').blur()
  await press(page, '1')
  await expect.poll(() => size(page)).toBe('600')
  return page
}

test('a share waits until the exchange has answered for the type that was just chosen', async () => {
  const page = await quarterOfLimit()
  const release = await holdAnswers(page, /order_preview/)
  await press(page, 'm1')
  await page.getByText('Working out the size…').waitFor()
  expect(await size(page)).toBe('')
  // Nothing is sent of what is not known yet.
  await page.locator('[data-submit]').click({ force: true })
  expect(asked('order_create')).toEqual([])
  await release()
  await expect.poll(() => size(page)).toBe('300')
  await press(page, 'l')
  await expect.poll(() => size(page)).toBe('600')
  await press(page, 'm4')
  await expect.poll(() => size(page)).toBe('1200')
  await page.locator('[data-submit]:not([aria-disabled=true])').click()
  await expect.poll(() => asked('order_create').map(({ body }) => [body.type, body.volume])).toEqual([[2, '1200']])
})

test('a share that cannot be worked out says why', async () => {
  const page = await quarterOfLimit()
  host().refusals.order_preview = { name: 'MARGIN_INSUFFICIENT', message: 'Not enough margin.' }
  await press(page, 'm1')
  await page.getByText('Not enough margin.').waitFor()
  expect(await size(page)).toBe('')
})

test('a share pressed right after sending is not one of what was free before', async () => {
  const page = await quarterOfLimit()
  const before = asked('order_preview').length
  await page.locator('[data-submit]:not([aria-disabled=true])').click()
  await expect.poll(() => size(page)).toBe('')
  const release = await holdAnswers(page, /order_preview/)
  await page.locator('h1').first().focus()
  await press(page, '4')
  await page.getByText('Working out the size…').waitFor()
  expect(await size(page)).toBe('')
  await release()
  await expect.poll(() => size(page)).toBe('2400')
  expect(asked('order_preview').length).toBeGreaterThan(before)
})

test('PERP-011 [part] what a market order sets aside for slippage stands apart from what it can lose, and the rows add up to its cost', async () => {
  host().config = { ...host().config, marginModel: 2 }
  const page = await open()
  await press(page, 'm')
  await page.locator('input[name=size]').fill('0.2')
  const line = (key: string) => page.locator(`[data-cost-line=${key}] [data-value]`).textContent()
  await expect.poll(() => line('cost')).toBe('718.45 USDT')
  expect([await line('margin'), await line('fees'), await line('worst'), await line('returned')]).toEqual([
    ...['673.80 USDT', '6.74 + 6.41 USDT', '686.95 USDT', '31.50 USDT'],
  ])
  await page.getByText('Set aside for slippage, comes back', { exact: true }).waitFor()
  await page.locator('[data-ticket] button', { hasText: 'Limit' }).first().click()
  await page.locator('input[name=price]').fill('67380')
  await expect.poll(() => line('cost')).toBe('686.95 USDT')
  expect(await page.locator('[data-cost-line=returned]').count()).toBe(0)
})

test('PERP-025 [part] a position whose closing order rests is closed at market all the same, and the dialog says what ends', async () => {
  host().fill()
  host().positions = host().positions.map((one) => (one.id === '901' ? { ...one, canCloseVolume: '0' } : one))
  const page = await open()
  await page.locator('[data-position="901"] [data-close]').click()
  const form = page.locator('[data-close-form]')
  await form.locator('[data-close-taken]').waitFor()
  expect(await form.locator('[data-close-taken]').textContent()).toContain('0.650 BTC')
  await form.locator('label', { hasText: 'Limit' }).click()
  await form.getByText('All of it already stands in orders that close it.', { exact: false }).waitFor()
  expect(await form.locator('[data-close-now]').getAttribute('aria-disabled')).toBe('true')
  await form.locator('label', { hasText: 'Market' }).click()
  await form.locator('[data-close-now]').click()
  await page.locator('[data-position="901"]').waitFor({ state: 'detached' })
  expect(asked('light_close').map(({ body }) => body.positionId)).toEqual(['901'])
})

test('PERP-025 [part] half of one contract is that one, and no share at all is told as such', async () => {
  host().fill()
  host().positions = host().positions.map((one) => (one.id === '901' ? { ...one, positionVolume: '1', canCloseVolume: '1' } : one))
  const page = await open()
  await page.locator('[data-position="901"] [data-close]').click()
  const form = page.locator('[data-close-form]')
  await form.getByRole('button', { name: '50%', exact: false }).click()
  await form.getByText('0.001 BTC · 50%').waitFor()
  await form
    .getByRole('button', { name: '0%', exact: true })
    .or(form.getByRole('button', { name: /^0 ?%/ }))
    .first()
    .click()
  await form.getByText('Choose how much to close.').waitFor()
})

test('API-018 [part] the table of candles names the coin that its volumes count, also for who counts contracts', async () => {
  host().config = { ...host().config, coUnit: 2 }
  const page = await open()
  await page.locator('[data-panel=chart] canvas').first().waitFor()
  await page.getByRole('button', { name: 'Candles as a table' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-candle-table]').waitFor()
  expect(await page.locator('[data-candle-table] th').last().textContent()).toMatch(/\(BTC\)$/)
})
