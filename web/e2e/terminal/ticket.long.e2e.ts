/** The ticket at the edge, further: hidden balances in other orders, its slider, prices far through the market by other ways than the button. */
import { describe, expect, test } from 'vitest'
import { bestPrices, until } from './desk.ts'
import { pressQuickly } from './in-page.ts'
import { base, terminalStage } from './stage.ts'
import { tellsNothing } from './ticket.ts'

const stage = terminalStage()

describe.skipIf(base === '')('the ticket', () => {
  test.each([
    ['Buy', 'Limit', 'quantity'],
    ['Sell', 'Market', 'quantity'],
  ] as const)('SHELL-051 nothing tells a hidden balance while 100 percent of it is asked for, %s %s', (...ask) => tellsNothing(stage, ask))

  test('A11Y-002 [part] each arrow key on the share slider is one percent more or less, in both directions of writing', async () => {
    for (const [lang, more, less] of [
      ['en_US', 'ArrowRight', 'ArrowLeft'],
      ['ar_SA', 'ArrowLeft', 'ArrowRight'],
    ] as const) {
      const desk = await stage.open({ lang })
      const { page } = desk
      await until(async () => (await page.locator('[data-ticket] input[name=price]').inputValue()) !== '')
      const slider = page.locator('[data-ticket] input[type=range]')
      await until(async () => slider.isEnabled())
      await slider.focus()
      const values: string[] = []
      for (const key of [...Array<string>(12).fill(more), ...Array<string>(3).fill(less)]) {
        await page.keyboard.press(key)
        values.push(await slider.inputValue())
      }
      expect(values.map(Number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 11, 10, 9])
    }
  })

  test('so it is by a change in the row and by arrow keys on the line of the chart', async () => {
    // Whose price has few steps, so that a hundred of them are more than half a percent.
    const desk = await stage.open({}, '/spotTrade?symbol=AGIO_USDT')
    const { page } = desk
    const changes: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('updateOrder')) changes.push(request.postData() ?? '')
    })
    // Under everybody's bid, wherever the last trade was: nothing is bought.
    const price = (await bestPrices(stage.customer, 'AGIO/USDT')).bid * 0.995
    await desk.fill({ price: price.toFixed(4), quantity: '20' })
    await desk.send()
    const row = (await desk.rows('Open orders')).first()
    await row.locator('[data-edit-open]').click()
    await page.locator('input[name=edit-price]').fill((price * 1.08).toFixed(4))
    await page.locator('[data-save]').click()
    const dialog = page.locator('[data-through]')
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await page.keyboard.press('Escape')
    const line = page.locator('[data-order-line]').getByRole('slider')
    await line.focus()
    await pressQuickly(line, 'ArrowUp', 10, true)
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await dialog.waitFor({ state: 'detached' })
    // The line stands where it was, and nobody asks again.
    await until(async () => Number(await line.getAttribute('aria-valuenow')) === Number(price.toFixed(4)))
    await page.waitForTimeout(1000)
    expect([changes, await dialog.count()]).toEqual([[], 0])
    await line.focus()
    await pressQuickly(line, 'ArrowUp', 10, true)
    await page.locator('[data-go-on]').click()
    await until(async () => changes.length === 1)
  })
})
