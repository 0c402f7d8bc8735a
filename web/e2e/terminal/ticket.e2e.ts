/** The ticket at the edge of what it may show and ask: a hidden balance, other ways of typing. */
import { describe, expect, test } from 'vitest'
import { until } from './desk.ts'
import { base, terminalStage } from './stage.ts'
import { tellsNothing } from './ticket.ts'

const stage = terminalStage()

describe.skipIf(base === '')('the ticket', () => {
  test('SHELL-051 nothing tells a hidden balance while 100 percent of it is asked for, Buy Market', () =>
    tellsNothing(stage, ['Buy', 'Market', 'total']))

  test('API-024 [part] an order whose answer was lost is told when it is heard of, and the same order after it is another one', async () => {
    const desk = await stage.open()
    const { page } = desk
    const order = { price: ((await desk.last()) * 0.95).toFixed(2), quantity: '0.0003' }
    const ids: string[] = []
    await page.route('**/order/createOrder', async (route) => {
      ids.push(String((route.request().postDataJSON() as { readonly clientOrderId?: unknown }).clientOrderId))
      // The exchange has taken the first one; nobody hears what it answered.
      await route.fetch()
      if (ids.length === 1) await route.abort('connectionreset')
      else await route.continue()
    })
    await desk.fill(order)
    await desk.send()
    await page.getByText('Order placed').first().waitFor()
    const size = page.locator('[data-ticket] input[name=quantity]')
    await until(async () => (await size.inputValue()) === '')
    await until(async () => (await desk.rows('Open orders').then((rows) => rows.count())) === 1)
    await desk.fill(order)
    await desk.send()
    await until(async () => (await desk.rows('Open orders').then((rows) => rows.count())) === 2)
    expect(new Set(ids).size).toBe(2)
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
})
