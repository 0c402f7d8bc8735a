/** Every order type by hand in the browser against the real server: placed, seen, changed, cancelled. */
import { describe, expect, test } from 'vitest'
import { cancelAll } from './care.ts'
import { until } from './desk.ts'
import { countTenths } from './in-page.ts'
import { base, terminalStage } from './stage.ts'

const stage = terminalStage()

interface Case {
  readonly type: string
  readonly side: 'Buy' | 'Sell'
  readonly tab: 'Open orders' | 'Conditional'
  /** Factors of the last price. */
  readonly prices: Readonly<Record<string, number>>
  readonly fixed?: Readonly<Record<string, string>>
  readonly amend: 'price' | 'trigger' | undefined
  /** A list shows as two rows. */
  readonly rows?: number
}

const CASES: readonly Case[] = [
  { type: 'Limit', side: 'Buy', tab: 'Open orders', prices: { price: 0.96 }, amend: 'price' },
  { type: 'Stop limit', side: 'Sell', tab: 'Conditional', prices: { trigger: 0.96, price: 0.955 }, amend: 'trigger' },
  { type: 'Stop market', side: 'Sell', tab: 'Conditional', prices: { trigger: 0.96 }, amend: 'trigger' },
  { type: 'Take-profit limit', side: 'Sell', tab: 'Conditional', prices: { trigger: 1.04, price: 1.04 }, amend: 'trigger' },
  { type: 'Take-profit market', side: 'Sell', tab: 'Conditional', prices: { trigger: 1.04 }, amend: 'trigger' },
  { type: 'Trailing stop', side: 'Sell', tab: 'Conditional', prices: {}, fixed: { trailing: '5' }, amend: undefined },
  { type: 'OCO', side: 'Sell', tab: 'Conditional', prices: { price: 1.04, trigger: 0.96 }, amend: undefined },
]

describe.skipIf(base === '')('order types', () => {
  for (const one of CASES) {
    test(`SPOT-002 SPOT-003 [part] ${one.type}: placed, seen, ${one.amend === undefined ? '' : 'changed, '}cancelled`, async () => {
      const desk = await stage.keep()
      const last = await desk.last()
      await desk.side(one.side)
      await desk.type(one.type)
      const prices = Object.fromEntries(Object.entries(one.prices).map(([name, factor]) => [name, (last * factor).toFixed(2)]))
      await desk.fill({ ...prices, ...one.fixed, quantity: '0.002' })
      const placed = await desk.counter('place')
      await desk.send()
      await until(async () => (await desk.counter('place')) > placed)
      const rows = await desk.rows(one.tab)
      await rows.first().waitFor()
      await expect.poll(() => rows.first().textContent()).toContain('0.00200')
      if (one.amend !== undefined) {
        const next = (last * (one.amend === 'price' || one.prices.trigger === 0.96 ? 0.965 : 1.045)).toFixed(2)
        const updated = (await desk.counter('update')) + (await desk.counter('place')) + (await desk.counter('delete'))
        await rows.first().locator('[data-edit-open]').click()
        await desk.page.locator(`input[name="edit-${one.amend}"]`).fill(next)
        await desk.page.locator('[data-save]').click()
        await until(async () => (await desk.counter('update')) + (await desk.counter('place')) + (await desk.counter('delete')) > updated)
        await until(async () => ((await rows.first().textContent()) ?? '').replaceAll(',', '').includes(String(Number(next))))
      }
      const deleted = await desk.counter('delete')
      await rows.first().locator('[data-cancel]').click()
      await until(async () => (await rows.count()) === 0)
      expect(await desk.counter('delete')).toBeGreaterThan(deleted)
    })
  }

  test('SPOT-051 [part] all resting orders of the pair move by one distance, shown before anything is sent', async () => {
    const desk = await stage.keep()
    const last = await desk.last()
    const prices = [last * 0.9, last * 0.91].map((price) => price.toFixed(0))
    for (const price of prices) {
      await desk.side('Buy')
      await desk.type('Limit')
      await desk.fill({ price, quantity: '0.002' })
      const placed = await desk.counter('place')
      await desk.send()
      await until(async () => (await desk.counter('place')) > placed)
    }
    const rows = await desk.rows('Open orders')
    await until(async () => (await rows.count()) === 2)
    await desk.page.locator('[data-move-orders]').click()
    const dialog = desk.page.locator('[data-move-all]')
    await dialog.locator('input[value="down"]').check()
    await dialog.locator('input[name="move-by"]').fill('100.001')
    await expect.poll(() => dialog.textContent()).toContain('multiple of')
    await dialog.locator('input[name="move-by"]').fill('100')
    const moved = prices.map((price) => String(Number(price) - 100))
    const plain = async (text: Promise<string | null>) => ((await text) ?? '').replaceAll(',', '')
    for (const price of moved) expect(await plain(dialog.textContent())).toContain(price)
    await dialog.locator('[data-confirm]').click()
    await dialog.waitFor({ state: 'detached' })
    const list = desk.page.locator('[data-open-orders]')
    for (const price of moved) await expect.poll(() => plain(list.textContent())).toContain(price)
    await cancelAll(desk.page, 'Cancel now: 2 open, 0 conditional?')
  })

  test('SPOT-004 WAL-004 a market buy by total fills, stands in the trade history and moves the balances within a second', async () => {
    const desk = await stage.keep()
    await desk.side('Buy')
    await desk.type('Market')
    await desk.fill({ total: '200' })
    const tenths = await countTenths(desk.page, { from: 'click', selector: '[data-available]', until: 'changed' })
    await desk.send()
    expect(await tenths()).toBeLessThanOrEqual(30)
    await desk.page.locator('[data-panel=orders]').getByRole('tab', { name: 'Trade history' }).click()
    const row = desk.page.locator('[data-panel=orders] tbody tr').first()
    await row.waitFor()
    await expect.poll(() => row.textContent()).toMatch(/BTC\/USDT.*Buy.*BTC.*Taker/)
  })

  test('one-triggers-other, iceberg, post only and good-till-date go with a limit order and are listed', async () => {
    const desk = await stage.keep()
    await desk.side('Buy')
    await desk.type('Limit')
    const last = await desk.last()
    const price = (factor: number) => (last * factor).toFixed(2)
    await desk.fill({ price: price(0.96), quantity: '0.002' })
    await desk.page.getByText('Take profit / stop loss').click()
    await desk.fill({ takeProfit: price(1.02), stopLoss: price(0.94) })
    await desk.send()
    await (await desk.rows('Open orders')).first().waitFor()
    const children = await desk.rows('Conditional')
    await children.first().waitFor()
    await (await desk.rows('Open orders')).first().locator('[data-cancel]').click()
    await until(async () => (await (await desk.rows('Conditional')).count()) === 0)

    await desk.fill({ price: price(0.96), quantity: '0.01' })
    await desk.page.getByText('Post only').click()
    await desk.page.getByRole('button', { name: 'More', exact: true }).click()
    await desk.page.getByText('Iceberg: show only a part').click()
    await desk.fill({ visible: '20%' })
    await desk.send()
    const open = await desk.rows('Open orders')
    await open.first().waitFor()
    await expect.poll(() => open.first().textContent()).toContain('0.01000')
    await open.first().locator('[data-cancel]').click()
    await until(async () => (await open.count()) === 0)

    await desk.page.getByText('Post only').click()
    await desk.page.getByLabel('How long it stays').selectOption({ label: 'Until a date' })
    await desk.fill({ price: price(0.96), quantity: '0.002' })
    await desk.send()
    await open.first().waitFor()
    await cancelAll(desk.page, 'Cancel now: 1 open, 0 conditional?')
    await until(async () => (await open.count()) === 0)
  })
})
