/** The ticket at the edge of what it may show and ask: hidden balances, shares of them. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { until } from './terminal-desk.ts'
import { base, terminalStage } from './terminal-stage.ts'

const stage = terminalStage()

/** Everything that a person, a screen reader or a picture of the page could tell: texts, values, names, hints, the title of the window. */
const told = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.title,
      ...[...document.querySelectorAll('main, header, [popover]')].map((part) => part.textContent ?? ''),
      ...[...document.querySelectorAll('input')].flatMap((input) => [input.value, input.placeholder]),
      ...[...document.querySelectorAll('[title], [aria-label], [aria-valuetext]')].flatMap((element) =>
        ['title', 'aria-label', 'aria-valuetext'].map((name) => element.getAttribute(name) ?? ''),
      ),
    ]
      .join('\n')
      .replaceAll(',', ''),
  )

describe.skipIf(base === '')('the ticket', () => {
  test.each([
    ['Buy', 'Market', 'total'],
    ['Buy', 'Limit', 'quantity'],
    ['Sell', 'Market', 'quantity'],
  ] as const)('SHELL-051 nothing tells a hidden balance while 100 percent of it is asked for, %s %s', async (side, type, field) => {
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
    expect(await told(page)).not.toContain(String(Math.trunc(size)))
    expect(await page.locator(`[data-ticket] input[name=${field}]`).inputValue()).toBe('100%')
    expect(await page.locator('[data-submit]').textContent()).toContain('****')
    expect(await page.locator('[data-cost-line=receive] [data-value]').textContent()).toContain('****')
    // A step goes by percent, and a typed size is nobody's balance.
    await page.locator(`[data-ticket] input[name=${field}]`).focus()
    await page.keyboard.press('ArrowDown')
    if (field === 'quantity') await until(async () => (await page.locator('[data-ticket] input[name=quantity]').inputValue()) === '99%')
    await desk.fill({ [field]: '12.5' })
    expect(await page.locator('[data-submit]').textContent()).toContain('12.5')
    expect(await page.locator('[data-ticket] input[type=range]').inputValue()).toBe('0')
  })

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

  test('SPOT-012 [part] a comma and digits of an input method are typed as they are meant, and the caret stays', async () => {
    const desk = await stage.open({ lang: 'pt_BR' })
    const { page } = desk
    const price = page.locator('[data-ticket] input[name=price]')
    await until(async () => (await price.inputValue()) !== '')
    const low = (Number(await price.inputValue()) * 0.97).toFixed(2)
    const quantity = page.locator('[data-ticket] input[name=quantity]')
    await quantity.fill('12')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type(',3')
    expect(await quantity.inputValue()).toBe('1.32')
    await quantity.fill('1.234,5')
    await page.getByText('Sem separador de milhares').first().waitFor()
    expect(await quantity.inputValue()).toBe('1.234,5')
    await quantity.fill('')
    const keyboard = await page.context().newCDPSession(page)
    for (const text of ['０', '０．', '０．０', '０．０００３'])
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    // An input method keeps its own text until it is done.
    expect(await quantity.inputValue()).toBe('０．０００３')
    await keyboard.send('Input.insertText', { text: '０．０００３' })
    expect(await quantity.inputValue()).toBe('0.0003')
    await price.focus()
    await page.keyboard.type(low.replace('.', ','))
    const asked = page.waitForRequest((request) => request.url().endsWith('createOrder'))
    await desk.send()
    const sent = (await asked).postDataJSON() as Readonly<Record<'price' | 'amount', string>>
    expect([Number(sent.price), sent.amount]).toEqual([Number(low), '0.0003'])
  })

  test('a limit more than five percent through the market is asked about once, and goes back where the answer is no', async () => {
    const desk = await stage.open()
    const { page } = desk
    const sent: string[] = []
    page.on('request', (request) => {
      if (/createOrder$|updateOrder$/.test(request.url())) sent.push(request.url())
    })
    const price = (await desk.last()) * 1.07
    await desk.fill({ price: price.toFixed(2), quantity: '0.0003' })
    const dialog = page.locator('[data-through]')
    await page.locator('[data-submit]').focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    // The way back has the focus: a second Enter sends nothing.
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(sent).toEqual([])
    await desk.send()
    await page.locator('[data-go-on]').click()
    await until(async () => sent.length === 1)
    await dialog.waitFor({ state: 'detached' })
  })

  test('so it is by a change in the row and by arrow keys on the line of the chart', async () => {
    // Whose price has few steps, so that a hundred of them are more than half a percent.
    const desk = await stage.open({}, '/spotTrade?symbol=AGIO_USDT')
    const { page } = desk
    const changes: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('updateOrder')) changes.push(request.postData() ?? '')
    })
    const price = (await desk.last()) * 0.995
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
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('Alt+ArrowUp')
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await dialog.waitFor({ state: 'detached' })
    // The line stands where it was, and nobody asks again.
    await until(async () => Number(await line.getAttribute('aria-valuenow')) === Number(price.toFixed(4)))
    await page.waitForTimeout(1000)
    expect([changes, await dialog.count()]).toEqual([[], 0])
    await line.focus()
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('Alt+ArrowUp')
    await page.locator('[data-go-on]').click()
    await until(async () => changes.length === 1)
  })
})
