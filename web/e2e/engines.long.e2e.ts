/** What other engines than Chromium make of the pages, tried out in Chromium: fields on a phone, empty dates, dialogs, the full screen. */
import { describe, expect, test } from 'vitest'
import { until } from './terminal/desk.ts'
import { base, terminalStage } from './terminal/stage.ts'

const stage = terminalStage()
const PHONE = { width: 390, height: 844, touch: true } as const

describe.skipIf(base === '')('habits of other engines', () => {
  test('A11Y-003 [part] no field on a phone is so small that it makes an iPhone zoom in', async () => {
    const { page } = await stage.open(PHONE)
    const small = () =>
      page.locator(':is(input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea)').evaluateAll((fields) =>
        fields.flatMap((field) => {
          const size = Number.parseFloat(getComputedStyle(field).fontSize)
          return size < 16 ? [`${field.getAttribute('aria-label') ?? field.getAttribute('name')}: ${size}`] : []
        }),
      )
    await page.getByRole('button', { name: 'Buy', exact: true }).tap()
    await page.locator('[data-sheet] [data-submit]').waitFor()
    expect(await small()).toEqual([])
    for (const path of [
      '/spotOrder?tab=history',
      '/assets/spot',
      '/marketData',
      '/userCenter/safeCenter',
      '/userCenter/userSettings',
      '/Notice',
    ]) {
      await page.goto(base + path)
      await page.locator('h1').first().waitFor()
      await page.waitForTimeout(600)
      expect([path, await small()]).toEqual([path, []])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(0)
    }
  })

  test('ORD-002 [part] an empty date filter says which days the list tells, a set one shows its day', async () => {
    const { page } = await stage.open()
    await page.goto(`${base}/spotOrder?tab=history`)
    const field = page.locator('[data-filters] input[type=date]').first()
    await field.waitFor()
    const colour = () => field.evaluate((element) => getComputedStyle(element).color)
    await until(async () => (await colour()) === 'rgba(0, 0, 0, 0)')
    expect(await field.locator('..').textContent()).toContain('Last 90 days')
    await field.fill(new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10))
    await page.locator('h1').first().click()
    await until(async () => (await colour()) !== 'rgba(0, 0, 0, 0)')
  })

  test('a dialog that was opened by pointer shows no ring until a key is pressed', async () => {
    const { page } = await stage.open()
    const ring = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
    await page
      .locator('[data-panel=status]')
      .getByRole('button', { name: /Shortcuts/ })
      .click()
    await page.locator('dialog[open]').waitFor()
    await page.evaluate(() => {
      // As engines do that show a ring after every focus by a script.
      const button = document.querySelector<HTMLElement>('dialog[open] button')
      button?.focus({ focusVisible: true } as FocusOptions)
    })
    expect(await ring()).toBe('none')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await until(async () => (await ring()) === 'solid')
  })

  test('full screen is offered only where there is one', async () => {
    const desk = await stage.open()
    expect(await desk.page.getByRole('button', { name: 'Full screen' }).count()).toBe(1)
    await desk.page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { get: () => undefined }))
    await desk.page.reload()
    await desk.page.locator('[data-panel=chart] button').first().waitFor()
    expect(await desk.page.getByRole('button', { name: 'Full screen' }).count()).toBe(0)
  })

  test('a select is as wide as its choice without help of the engine', async () => {
    const { page } = await stage.open()
    const choice = page.locator('[data-panel=status] select')
    expect(await choice.evaluate((select) => getComputedStyle(select).getPropertyValue('field-sizing'))).not.toBe('content')
    const width = async () => (await choice.boundingBox())?.width ?? 0
    const before = await width()
    await choice.selectOption('pro')
    await until(async () => Math.abs((await width()) - before) > 5)
  })
})
