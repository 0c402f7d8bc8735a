/** The ticket while balances are hidden: what is asked for is a share of one, and must not tell it. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from './desk.ts'
import type { Stage } from './stage.ts'

/**
 * Everything that a person, a screen reader or a picture of the page could tell: texts, values, names, hints, the title of the window.
 * Without the panels of the market alone: of their many numbers any may have the digits of a balance.
 */
const told = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.title,
      ...[...document.querySelectorAll('main, header, [popover]')].map((part) => {
        const own = part.cloneNode(true) as Element
        for (const market of own.querySelectorAll('[data-panel=book], [data-panel=trades], [data-panel=pair]')) market.remove()
        return own.textContent ?? ''
      }),
      ...[...document.querySelectorAll('input')].flatMap((input) => [input.value, input.placeholder]),
      ...[...document.querySelectorAll('[title], [aria-label], [aria-valuetext]')].flatMap((element) =>
        ['title', 'aria-label', 'aria-valuetext'].map((name) => element.getAttribute(name) ?? ''),
      ),
    ]
      .join('\n')
      .replaceAll(',', ''),
  )

export type Ask = readonly [side: 'Buy' | 'Sell', type: 'Market' | 'Limit', field: 'total' | 'quantity']

/** Asks for 100 percent of a hidden balance. */
export async function tellsNothing(stage: Stage, [side, type, field]: Ask): Promise<void> {
  const desk = await stage.open()
  const { page } = desk
  await desk.last()
  await desk.side(side)
  await desk.type(type)
  await page.getByRole('button', { name: '100% of the free balance' }).click()
  const size = Number((await page.locator(`[data-ticket] input[name=${field}]`).inputValue()).replaceAll(',', ''))
  expect(size).toBeGreaterThan(0)
  await page.keyboard.press('Shift+H')
  await until(async () => (await page.locator('[data-available]').textContent())?.includes('****') === true)
  expect(await told(page)).not.toMatch(new RegExp(`(?<![\\d.])${Math.trunc(size)}(?!\\d)`))
  expect(await page.locator(`[data-ticket] input[name=${field}]`).inputValue()).toBe('100%')
  await expect.poll(() => page.locator('[data-submit]').textContent()).toContain('****')
  await expect.poll(() => page.locator('[data-cost-line=receive] [data-value]').textContent()).toContain('****')
  // A step goes by percent, and a typed size is nobody's balance.
  await page.locator(`[data-ticket] input[name=${field}]`).focus()
  await page.keyboard.press('ArrowDown')
  if (field === 'quantity') await until(async () => (await page.locator('[data-ticket] input[name=quantity]').inputValue()) === '99%')
  await desk.fill({ [field]: '12.5' })
  await expect.poll(() => page.locator('[data-submit]').textContent()).toContain('12.5')
  expect(await page.locator('[data-ticket] input[type=range]').inputValue()).toBe('0')
}
