/** What the terminal of contracts shows and tells: hidden balances, where the focus is, the order of words, old prices. */
import { expect, test } from 'vitest'
import { inventedTerminal, PHONE } from './invented.ts'

const { host, open, withPositions } = inventedTerminal()

test('SHELL-051 [part] nothing tells a hidden balance while a share of it is asked for', async () => {
  const page = await open()
  const size = page.locator('input[name=size]')
  await page.locator('input[name=price]').fill('67380')
  await page.locator('[data-ticket] input[type=range]').fill('100')
  await expect.poll(() => size.inputValue()).toBe('2,400')
  await page.locator('[data-submit]', { hasText: 'Long 2.400 BTC' }).waitFor()
  await expect.poll(() => page.locator('[data-cost-line=cost] [data-value]').textContent()).toContain('686.95')
  await page.locator('[data-ticket] input[type=range]').blur()
  await page.keyboard.press('Shift+H')
  await expect.poll(() => size.inputValue()).toBe('100%')
  const told = async () => `${await page.locator('[data-ticket]').textContent()}${await size.inputValue()}`
  expect(await told()).not.toMatch(/2,?400|2\.4|161,7|686\.95|63,940/)
  expect(await page.locator('[data-submit]').textContent()).toContain('****')
  expect(await page.locator('[data-cost-line=cost] [data-value]').textContent()).toBe('****')
  // A step goes by percent, a share can be typed over the share, and a typed size is nobody's balance.
  await size.press('ArrowDown')
  await expect.poll(() => size.inputValue()).toBe('99%')
  await size.fill('50%')
  await expect.poll(() => page.locator('[data-ticket] input[type=range]').inputValue()).toBe('50')
  expect(await size.inputValue()).toBe('50%')
  await size.fill('12')
  await page.locator('[data-submit]', { hasText: '0.012' }).waitFor()
  expect(await page.locator('[data-ticket] input[type=range]').inputValue()).toBe('0')
})

test('A11Y-008 [part] a dialog out of the menu gives the focus back to the button of the menu, the second time too', async () => {
  const page = await withPositions()
  const menu = page.locator('[data-position="901"] [aria-haspopup=menu]')
  for (let times = 0; times < 3; times += 1) {
    await menu.focus()
    await page.keyboard.press('Enter')
    // The menu has the focus, or its first item has; the key goes from there.
    await page.locator('[role=menu]:focus-within').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('[role=menuitem]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('dialog[open] form').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.locator('[data-position="901"] [aria-haspopup=menu]:focus').waitFor()
  }
})

test('I18N-005 [part] what stands at the edge of the chart is read in the order of the language', async () => {
  const page = await withPositions({ lang: 'ar_SA' })
  const chip = page.locator('[data-edge-line="liquidation 901"]')
  await chip.waitFor()
  const [price, distance] = [chip.locator('bdi').first(), chip.locator('bdi').nth(1)]
  expect(await price.textContent()).toBe('63,829.6')
  const startOf = async (part: typeof price) => (await part.boundingBox())?.x ?? Number.NaN
  expect(await startOf(distance)).toBeLessThan(await startOf(price))
  expect(await startOf(price)).toBeLessThan(await startOf(chip.locator(':scope > span').first()))
})

test('prices in the sheet of a phone lose their colour with those behind it', async () => {
  const page = await open(PHONE)
  await page.getByRole('button', { name: 'Long', exact: false }).first().tap()
  await page.locator('[data-sheet] [data-book-row] .num').first().waitFor()
  const colours = () =>
    page
      .locator('[data-sheet] [data-live] .num:visible')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))].sort())
  expect((await colours()).length).toBeGreaterThan(1)
  await page.context().setOffline(true)
  host().hangUp()
  await page.locator('[data-stale]').waitFor({ state: 'attached' })
  const faint = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.className = 'text-faint'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  await expect.poll(colours).toEqual([faint])
  await page.context().setOffline(false)
})
