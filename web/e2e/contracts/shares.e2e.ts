/** Shares of the largest order by keys, while what the exchange says about the order before still stands. */
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
