/** How an order of each type is placed, seen, changed and cancelled by keyboard alone, and by touch on a phone. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from './desk.ts'
import type { Stage } from './stage.ts'

export interface Case {
  readonly type: string
  readonly conditional: boolean
  /** Factors of the last price. */
  readonly prices: Readonly<Record<string, number>>
  readonly fixed?: Readonly<Record<string, string>>
  readonly amend?: { readonly field: 'price' | 'trigger'; readonly factor: number }
}

/** After so long a silence what is typed into a select is another word. */
const WORD_MS = 1500

/** All of them sell. */
export const CASES: readonly Case[] = [
  { type: 'Limit', conditional: false, prices: { price: 1.04 }, amend: { field: 'price', factor: 1.045 } },
  { type: 'Stop limit', conditional: true, prices: { trigger: 0.96, price: 0.955 }, amend: { field: 'trigger', factor: 0.965 } },
  { type: 'Stop market', conditional: true, prices: { trigger: 0.96 }, amend: { field: 'trigger', factor: 0.965 } },
  { type: 'Take-profit limit', conditional: true, prices: { trigger: 1.04, price: 1.04 }, amend: { field: 'trigger', factor: 1.045 } },
  { type: 'Take-profit market', conditional: true, prices: { trigger: 1.04 }, amend: { field: 'trigger', factor: 1.045 } },
  { type: 'Trailing stop', conditional: true, prices: {}, fixed: { trailing: '5' } },
  { type: 'OCO', conditional: true, prices: { price: 1.04, trigger: 0.96 } },
]

const valuesOf = (one: Case, last: number): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(one.prices).map(([name, factor]) => [name, (last * factor).toFixed(2)])),
  ...one.fixed,
  quantity: '0.002',
})

/** Goes on with Tab until the focus is where it is wanted: what cannot be reached so fails. */
export async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < 200; press += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return
    await page.keyboard.press(key)
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}

/** Writes over what a field holds, with keys only. */
async function typeInto(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

async function chooseType(page: Page, type: string): Promise<void> {
  if (type === 'Limit') return page.keyboard.press('l')
  await tabTo(page, 'select[aria-label="Conditional types"]')
  // Letters that come slowly are a new word to a select, each of them.
  await until(async () => {
    await page.keyboard.type(type)
    if ((await page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.label)) === type) return true
    await page.waitForTimeout(WORD_MS)
    return false
  })
}

export async function byKeyboard(stage: Stage, one: Case): Promise<void> {
  const desk = await stage.keep()
  const { page } = desk
  const last = await desk.last()
  await page.keyboard.press('s')
  await chooseType(page, one.type)
  for (const [name, text] of Object.entries(valuesOf(one, last))) {
    await page.locator(`[data-ticket] input[name="${name}"]`).waitFor()
    await typeInto(page, `[data-ticket] input[name="${name}"]`, text)
  }
  const placed = await desk.counter('place')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-submit'))).toBe(true)
  await page.keyboard.press('Enter')
  await until(async () => (await desk.counter('place')) > placed)
  // The tab of the test before is the one that the keyboard reaches.
  await tabTo(page, '[id^=terminal-orders-tab-]')
  const wanted = `#terminal-orders-tab-${one.conditional ? 'conditional' : 'open'}`
  for (let press = 0; press < 5; press += 1) {
    if (await page.evaluate((tab) => document.activeElement?.matches(tab), wanted)) break
    await page.keyboard.press('ArrowRight')
  }
  const rows = page.locator('tr[data-order]')
  await rows.first().waitFor()
  if (one.amend !== undefined) {
    const next = (last * one.amend.factor).toFixed(2)
    await tabTo(page, 'tr[data-order] [data-edit-open]')
    await page.keyboard.press('Enter')
    await page.locator(`input[name="edit-${one.amend.field}"]`).waitFor()
    // Whoever leaves the row as it was is where he came from.
    await page.keyboard.press('Escape')
    await until(() => page.evaluate(() => document.activeElement?.hasAttribute('data-edit-open') === true))
    await page.keyboard.press('Enter')
    await page.locator(`input[name="edit-${one.amend.field}"]`).waitFor()
    await typeInto(page, `input[name="edit-${one.amend.field}"]`, next)
    await page.keyboard.press('Enter')
    await until(async () => ((await rows.first().textContent()) ?? '').replaceAll(',', '').includes(String(Number(next))))
  }
  await tabTo(page, 'tr[data-order] [data-cancel]')
  await page.keyboard.press('Enter')
  await until(async () => (await rows.count()) === 0)
}

export async function byTouch(stage: Stage, one: Case): Promise<void> {
  const desk = await stage.keep({ width: 390, height: 844, touch: true })
  const { page } = desk
  const last = await desk.last()
  await page.getByRole('button', { name: 'Sell', exact: true }).tap()
  const sheet = page.locator('[data-sheet]')
  await sheet.getByLabel('Order type').selectOption({ label: one.type })
  for (const [name, text] of Object.entries(valuesOf(one, last))) {
    const field = sheet.locator(`input[name="${name}"]`)
    await field.tap()
    await field.fill(text)
  }
  const placed = await desk.counter('place')
  await sheet.locator('[data-submit]').tap()
  await until(async () => (await desk.counter('place')) > placed)
  await sheet.getByRole('button', { name: 'Close the ticket' }).tap()
  await sheet.waitFor({ state: 'detached' })
  await page
    .locator('[data-panel=orders]')
    .getByRole('tab', { name: one.conditional ? 'Conditional' : 'Open orders' })
    .tap()
  const cards = page.locator('li[data-order]')
  await cards.first().waitFor()
  if (one.amend !== undefined) {
    const next = (last * one.amend.factor).toFixed(2)
    await cards.first().locator('[data-edit-open]').tap()
    const field = page.locator(`input[name="edit-${one.amend.field}"]`)
    await field.tap()
    await field.fill(next)
    await page.locator('[data-save]').tap()
    await until(async () => ((await cards.first().textContent()) ?? '').replaceAll(',', '').includes(String(Number(next))))
  }
  await cards.first().locator('[data-cancel]').tap()
  await until(async () => (await cards.count()) === 0)
}
