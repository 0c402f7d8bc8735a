/** The terminal of contracts over an invented host that moves: who sees what, the ticket and the dialogs. Deeds at the real one: contract-deeds. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { canonicalReport, deviceReportSchema } from '../../../wire/src/security.ts'
import { holdAnswers, valuesOver } from '../terminal/in-page.ts'
import { inventedTerminal, PHONE, suite } from './invented.ts'

const invented = inventedTerminal()
const { host, asked, open, withPositions } = invented

/** Opens a dialog about the Bitcoin position from its menu. */
async function begin(page: Page, deed: 'protect' | 'margin', name: string): Promise<void> {
  await page.locator('[data-position="901"] [aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name }).click()
  await page.locator(`[data-${deed}-form]`).waitFor()
}

describe('who sees what', () => {
  test.each([
    ['desk', {}],
    ['phone', PHONE],
  ] as const)(
    'ROUTE-011 a visitor on a %s sees chart, book, trades and contract data, and logs in where orders would begin',
    async (_name, visit) => {
      const page = await open(visit, false)
      await expect.poll(() => page.locator('[data-panel=pair]').textContent()).toMatch(/Mark67,\d{3}\.\d/)
      await page.locator('[data-panel=chart] canvas').first().waitFor()
      if (visit === PHONE) {
        for (const [tab, panel] of [
          ['Book', 'book'],
          ['Trades', 'trades'],
        ] as const) {
          await page.getByRole('tab', { name: tab, exact: true }).tap()
          await page.locator(`[data-panel=${panel}] td`).first().waitFor()
        }
      } else await page.locator('[data-panel=trades] td').first().waitFor()
      expect(await page.locator('[data-submit]').count()).toBe(0)
      const link = page.getByRole('link', { name: 'Log in to trade' }).first()
      expect(await link.getAttribute('href')).toBe('/login?returnUrl=%2Ftrade')
      expect(asked('get_user_config')).toEqual([])
    },
  )

  test.each([
    ['a visitor', false],
    ['a member', true],
  ] as const)('PERP-001 [part] on the phone of %s the ticket is not in the way of the first picture', async (_name, member) => {
    const page = await open(PHONE, member)
    const fetched = () =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/contract-ticket-')))
    await page.locator('[data-panel=chart] canvas').first().waitFor()
    if (member) await expect.poll(fetched).toBe(true)
    else {
      await page.waitForTimeout(3000)
      expect(await fetched()).toBe(false)
    }
  })

  test('PERP-001 a press that comes before the ticket opens it when it is there', async () => {
    let give: () => void = () => undefined
    const given = new Promise<void>((resolve) => {
      give = resolve
    })
    const page = await open(PHONE, true, (context) =>
      context.route(/\/contract-ticket-/, async (route) => {
        await given
        await route.continue()
      }),
    )
    await page.getByRole('button', { name: 'Long', exact: false }).first().tap()
    await page.waitForTimeout(500)
    expect(await page.locator('[data-submit]').count()).toBe(0)
    give()
    await page.locator('[data-submit]').first().waitFor()
  })

  test('PERP-001 a member has bar, chart, book, ticket with leverage and margin mode, and a tab for each list', async () => {
    const page = await withPositions()
    const bar = page.locator('[data-panel=pair]')
    for (const name of ['Mark', 'Index', 'Funding / in', '24h change', '24h turnover (USDT)', 'Open interest'])
      await bar.getByText(name, { exact: true }).waitFor()
    await expect.poll(() => bar.textContent()).toMatch(/\+0\.0092% \/ \d\d:\d\d:\d\d/)
    await expect.poll(() => page.locator('[data-setting=mode]').textContent()).toBe('Isolated')
    await expect.poll(() => page.locator('[data-setting=leverage]').textContent()).toBe('20×')
    for (const tab of ['Open orders', 'Trigger orders', 'Order history', 'Trade history', 'Funding', 'Assets', 'Positions']) {
      await page.locator('[data-panel=orders]').getByRole('tab', { name: tab }).click()
      await page.locator('[data-panel=orders] [role=tabpanel]').waitFor()
    }
    const row = page.locator('[data-position="901"]')
    await expect.poll(() => row.textContent()).toMatch(/BTCUSDT.*Long 20× Isolated.*0\.650 BTC.*650 contracts.*66,842\.3.*ratio 8\.6%/)
  })

  test('PERP-044 [part] the place in the queue of reduction has five steps and words', async () => {
    const page = await withPositions()
    const lights = page.locator('[data-position="902"] [data-adl]')
    expect(await lights.locator('[aria-hidden] > span').filter({ visible: true }).count()).toBe(6)
    expect(await lights.textContent()).toContain('Place 4 of 5 in the queue of forced reduction; 5 is reduced first.')
  })

  test('PERP-004 PERP-047 [part] who has no contract account opens one, with a sealed report of every field', async () => {
    host().config = { ...host().config, openContract: 0 }
    const page = await open()
    expect(await page.locator('[data-submit]').count()).toBe(0)
    await page.locator('[data-open-contract-account]').dblclick()
    await page.locator('[data-submit]').waitFor()
    const [first, ...more] = asked('create_co_id')
    expect(more).toEqual([])
    const body = first?.body as Readonly<Record<string, unknown>>
    const bytes = Buffer.from(String(body.data).split('.')[1] ?? '', 'base64url')
    const plain = await suite.open(
      {
        recipientKey: invented.keys,
        enc: new Uint8Array(bytes.subarray(0, 32)).buffer,
        info: new TextEncoder().encode('exchange-device-v1|k').buffer,
      },
      new Uint8Array(bytes.subarray(32)).buffer,
      new TextEncoder().encode(`${body.time}|${body.reqNo}|POST /fe-co-api/user/create_co_id`).buffer,
    )
    const report = JSON.parse(new TextDecoder().decode(plain)) as Record<string, unknown>
    expect(deviceReportSchema.safeParse(report).success).toBe(true)
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalReport(report)))).toString('hex')
    expect([body.securityInfo, body.uaTime]).toEqual([`2.0.6.${digest}`, report.uaTime])
  })
})

describe('the ticket', () => {
  test('PERP-005 [part] sends what was typed, once, and carries the digest of the report from the second call on', async () => {
    const page = await open()
    await page.locator('input[name=price]').fill('67380')
    await page.locator('input[name=size]').fill('0.2')
    await expect.poll(() => page.locator('[data-cost-line=liquidation]').textContent()).toContain('63,940.1')
    await page.locator('[data-submit]', { hasText: 'Long 0.200 BTC at 67,380.0' }).dblclick()
    await expect.poll(() => page.getByRole('tab', { name: /Open orders/ }).textContent()).toBe('Open orders1')
    await page.locator('input[name=size]').fill('0.1')
    await page.locator('[data-submit]', { hasText: 'Long 0.100 BTC' }).click()
    await expect.poll(() => asked('order_create').length).toBe(2)
    const [first, second] = asked('order_create').map(({ body }) => body)
    expect(first).toMatchObject({
      contractId: '1',
      positionType: 2,
      leverageLevel: 20,
      type: 1,
      price: '67380',
      volume: '0.2',
      orderUnit: 2,
    })
    expect([typeof first?.data, second?.data, second?.securityInfo]).toEqual(['string', undefined, first?.securityInfo])
  })

  test('a cost that is about another order stands back until the exchange has answered for this one', async () => {
    const page = await open()
    await page.locator('input[name=price]').fill('67380')
    await page.locator('input[name=size]').fill('0.2')
    await expect.poll(() => page.locator('[data-cost-line=cost]').textContent()).toContain('686.95')
    // The answer is held until it was seen that it is waited for.
    const release = await holdAnswers(page, /order_preview/)
    await page.locator('input[name=size]').fill('0.3')
    await page.locator('[data-stale-cost]').waitFor()
    await release()
    await page.locator('[data-stale-cost]').waitFor({ state: 'detached' })
    expect(asked('order_preview').at(-1)?.body.volume).toBe('0.3')
    host().refusals.order_preview = { name: 'MARGIN_INSUFFICIENT', message: 'Not enough margin.' }
    await page.locator('input[name=size]').fill('9')
    await page.getByText('Not enough margin.').waitFor()
    const submit = page.locator('[data-submit]')
    expect(await submit.getAttribute('aria-disabled')).toBe('true')
    // What the exchange would refuse is not sent, however it is pressed.
    await submit.click({ force: true })
    await submit.focus()
    await page.keyboard.press('Enter')
    expect(asked('order_create')).toEqual([])
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })

  test('PERP-016 PERP-017 [part] leverage and margin mode are changed where they stand, and the reason is told when they may not be', async () => {
    const page = await withPositions()
    // Help opens beside what is half filled in.
    const funding = page.locator('[data-panel=pair] [data-help=funding]')
    expect([await funding.getAttribute('href'), await funding.getAttribute('target')]).toEqual(['/helpCenter/funding', '_blank'])
    await page.locator('[data-setting=leverage]').click()
    expect(await page.locator('[data-leverage] [data-help]').getAttribute('href')).toBe('/helpCenter/contract-basics')
    await page.locator('input[name=leverage]').fill('50')
    expect(await page.locator('[data-leverage]').textContent()).toContain('A move of about 2.00% against you takes the whole margin.')
    await page.getByRole('button', { name: 'Set leverage' }).dblclick()
    await expect.poll(() => page.locator('[data-setting=leverage]').textContent()).toBe('50×')
    expect(asked('level_edit').map(({ body }) => body.nowLevel)).toEqual([50])
    host().config = { ...host().config, marginModelCanSwitch: 0 }
    await page.reload()
    await page.locator('[data-setting=mode]').click()
    await page.getByText('The margin mode cannot change while this contract has a position or open orders.').waitFor()
    await page.locator('[data-choice=cross]').click({ force: true })
    expect(asked('margin_model_edit')).toEqual([])
  })

  test('beside each other, a long and a short are closed by the side that names them', async () => {
    host().config = { ...host().config, positionModel: 2 }
    const page = await open()
    const sides = () => page.locator('[data-side] label').allTextContents()
    await page.locator('[data-ticket] input[value=close]').waitFor({ state: 'attached' })
    expect(await sides()).toEqual(['Buy / Long', 'Sell / Short'])
    await page.locator('[data-ticket] label', { hasText: 'Close' }).click()
    await expect.poll(sides).toEqual(['Close short', 'Close long'])
    await page.locator('[data-side] label', { hasText: 'Close long' }).click()
    await page.locator('[data-submit]', { hasText: 'Close long' }).waitFor()
  })

  test('PERP-022 [part] one that asks to close more than there is says what it comes to', async () => {
    const page = await withPositions()
    await page.locator('[data-side] label', { hasText: 'Sell / Short' }).click()
    await page.locator('[data-ticket] label', { hasText: 'Reduce only' }).click()
    await page.locator('input[name=price]').fill('68000')
    await page.locator('input[name=size]').fill('0.65')
    await page.locator('[data-submit]', { hasText: 'Close long 0.650 BTC at 68,000.0' }).waitFor()
    expect(await page.locator('[data-trimmed]').count()).toBe(0)
    await page.locator('input[name=size]').fill('2')
    await page.getByText('Closes 0.650 BTC of 2.000 BTC: there is no more to close.').waitFor()
    await page.locator('[data-submit]', { hasText: 'Close long 0.650 BTC at 68,000.0' }).click()
    await expect.poll(() => asked('order_create').at(-1)?.body).toMatchObject({ open: 'CLOSE', side: 'SELL', volume: '2' })
  })

  test('without its line the terminal says how old it is, and takes no order', async () => {
    const page = await withPositions()
    await page.locator('input[name=size]').fill('0.2')
    await expect.poll(() => page.locator('[data-cost-line=cost]').textContent()).toContain('686.95')
    await page.context().setOffline(true)
    host().hangUp()
    await page.locator('[data-stale]').waitFor()
    await page.getByText('Offline: prices are old, so orders are locked.').waitFor()
    // Figures of the account and of the ticket lose their colour with those of the positions, and nobody checks a cost now.
    const old = '[data-position] .num, [data-contract-account] .num, [data-available], [data-cost] [data-value]'
    const colours = `new Set([...document.querySelectorAll('${old}')].map((one) => getComputedStyle(one).color)).size`
    await expect.poll(() => page.evaluate(colours)).toBe(1)
    expect(await page.getByText('Being checked…').count()).toBe(0)
    expect(await page.locator('[data-submit]').getAttribute('aria-disabled')).toBe('true')
    await page.context().setOffline(false)
    await page.locator('[data-stale]').waitFor({ state: 'detached' })
    expect(await page.locator('input[name=size]').inputValue()).toContain('0.2')
  })
})

describe('a script that cannot be fetched', () => {
  // The region of messages is fetched ahead, in a quiet moment.
  const scripts = /\/assets\/(?!toaster).*\.js/

  test('of a dialog is told in passing, and the terminal stays; once it can be fetched the dialog opens', async () => {
    const page = await withPositions()
    await page.route(scripts, (route) => route.abort())
    for (const opener of ['[data-position="901"] [data-close]', '[data-setting=leverage]']) {
      await page.locator(opener).click()
      const told = page.getByText('The server did not answer. Check the connection and try again.')
      await told.waitFor()
      expect(await page.locator('[data-position="901"], [data-submit], [data-panel=orders]').count()).toBe(3)
      await told.waitFor({ state: 'detached' })
    }
    await page.unroute(scripts)
    await page.locator('[data-position="901"] [data-close]').click()
    await page.getByRole('dialog').waitFor()
  })

  test('of a menu of the header, and then of the message about it, takes nothing with it', async () => {
    const page = await open({}, false)
    let missed = 0
    page.on('requestfailed', (request) => {
      if (request.url().includes('toaster')) missed += 1
    })
    await page.route('**/assets/*.js*', (route) => route.abort())
    await page.locator('header button', { hasText: 'EN' }).click()
    await expect.poll(() => missed, { timeout: 20_000 }).toBeGreaterThan(2)
    await page.locator('header button', { hasText: 'EN' }).waitFor()
    await page.locator('[data-log-in]').waitFor()
  })

  test('of a list leaves the other lists within reach', async () => {
    const page = await withPositions()
    await page.route(scripts, (route) => route.abort())
    await page.getByRole('tab', { name: 'Order history' }).click()
    await page.getByText('Order history did not load').waitFor()
    await page.getByRole('tab', { name: 'Positions' }).click()
    await page.locator('[data-position="901"]').waitFor()
    await page.unroute(scripts)
    await page.getByRole('tab', { name: 'Order history' }).click()
    await page.locator('[data-panel=orders]').getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('table', { name: 'Order history' }).or(page.getByText('No orders')).first().waitFor()
  })
})

describe('positions', () => {
  test('Escape puts a line back that is on its way, and what was typed of margin is bounded by what may go', async () => {
    const page = await withPositions()
    const line = page.getByRole('slider', { name: /^SL / })
    await line.focus()
    // Some hundred milliseconds after the first key the move would be sent.
    const [before, moved, after] = await valuesOver(line, ['ArrowUp', 'Escape'])
    expect([moved !== before, after]).toEqual([true, before])
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(asked('order_update')).toEqual([])
    await begin(page, 'margin', 'Add or remove margin')
    await page.locator('input[name=margin]:focus').waitFor()
    const form = page.locator('[data-margin-form]')
    await form.locator('input[name=margin]').fill('9000')
    await form.getByText('At most 8,214.6 USDT.').waitFor()
    await form.locator('[data-margin-save]').click({ force: true })
    expect(asked('change_position_margin')).toEqual([])
  })

  test('PERP-023 [part] take profit and stop loss are moved, added and removed in one form', async () => {
    const page = await withPositions()
    await begin(page, 'protect', 'Take profit / stop loss')
    await page.locator('input[name=protect-takeProfit]').fill('68000')
    await page.locator('input[name=protect-stopLoss]').fill('')
    await page.locator('[data-protect-save]').dblclick()
    await expect.poll(() => page.locator('[data-position="901"]').textContent()).toMatch(/68,000\.0—/)
    expect([asked('order_update').length, asked('order_tpsl_cancel').length, asked('order_tpsl_create').length]).toEqual([1, 1, 0])
  })

  test('PERP-025 [part] a position is closed at market whole, and a part of it at a limit that only closes', async () => {
    const page = await withPositions()
    await page.locator('[data-position="901"] [data-close]').click()
    await page.locator('[data-close-form] label', { hasText: 'Limit' }).click()
    await page.locator('input[name=close-price]').fill('68000')
    await page.locator('[data-close-form]').getByRole('button', { name: '50%', exact: false }).click()
    await page.locator('[data-close-now]').dblclick()
    await expect.poll(() => asked('order_create').length).toBe(1)
    expect(asked('order_create')[0]?.body).toMatchObject({
      open: 'CLOSE',
      side: 'SELL',
      type: 1,
      price: '68000',
      volume: '325',
      leverageLevel: 20,
    })
    await page.locator('[data-position="902"] [data-close]').click()
    await page.locator('[data-close-now]', { hasText: 'Close 12.40 ETH at market' }).dblclick()
    await page.locator('[data-position="902"]').waitFor({ state: 'detached' })
    expect(asked('light_close').map(({ body }) => body.positionId)).toEqual(['902'])
  })

  test('liquidation stands on the chart, at its edge while it is out of sight, and amounts are hidden with the balances', async () => {
    const page = await withPositions()
    const chip = page.locator('[data-edge-line="liquidation 901"]')
    await chip.waitFor()
    expect(await chip.textContent()).toMatch(/^Liq\.63,829\.6 · −5\.3\d%$/)
    // The prices of the axis stay to be read.
    const [chart, edge] = [await page.locator('[data-panel=chart] canvas').first().boundingBox(), await chip.boundingBox()]
    expect(edge && chart && Math.round(chart.x + chart.width - edge.x - edge.width)).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Shift+H')
    await expect.poll(() => page.locator('[data-position="901"] [data-profit]').textContent()).toContain('****')
    expect(await page.locator('[data-available]').textContent()).toContain('****')
  })

  test('PERP-036 [part] nearness to liquidation is a band that stays with the ways out, its row comes first, title and tab are marked', async () => {
    const page = await withPositions()
    const [band, alarm] = [page.locator('[data-danger]'), page.getByRole('alert')]
    const first = () => page.locator('[data-position]').first().getAttribute('data-position')
    const icon = () => page.locator('link[rel=icon]').getAttribute('href')
    const plain = await icon()
    expect(await first()).not.toBe('901')
    host().befall('901', 'warn', { marginRate: '0.83' })
    await expect.poll(() => band.textContent()).toMatch(/Near liquidation: .*BTCUSDT.*Margin ratio .*83\.0%/)
    await expect.poll(first).toBe('901')
    await expect.poll(() => page.title()).toMatch(/^\u26a0/)
    expect(await icon()).toMatch(/^data:image/)
    host().befall('901', 'warn', { marginRate: '0.84' })
    await page.getByRole('button', { name: 'Add margin' }).click()
    await page.locator('[data-margin-form]').waitFor()
    await page.keyboard.press('Escape')
    await band.getByRole('button', { name: 'Close', exact: true }).click()
    await page.locator('dialog[open] form').waitFor()
    await page.keyboard.press('Escape')
    host().befall('902', 'warn', { marginRate: '0.9' })
    await band.getByText('Near liquidation: cross margin in').waitFor()
    await expect.poll(first).toBe('902')
    host().befall('902', 'warn', { marginRate: '0.1' })
    await band.getByText('BTCUSDT').waitFor()
    // Much longer than a toast is shown.
    await page.waitForTimeout(4000)
    await band.getByText('BTCUSDT').waitFor()
    host().befall('901', 'liquidation', { positionVolume: '0' }, '77')
    await page.locator('[data-position="901"]').waitFor({ state: 'detached' })
    await band.waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).not.toMatch(/\u26a0/)
    expect(await icon()).toBe(plain)
    await alarm.getByText('Position liquidated').waitFor()
    await page.getByRole('button', { name: 'Receipt' }).click()
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/contractOrder?receipt=77')
  })

  test('PERP-001 [part] the card of a position is in its menu, and tells no amount', async () => {
    const page = await withPositions()
    await page.locator('[data-position="901"] [aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
    const card = page.locator('dialog[open] svg:has(text)')
    const text = (await card.textContent()) ?? ''
    expect(text).toContain('66,842.3')
    for (const amount of ['0.650', '650 ', 'USDT ']) expect(text).not.toContain(amount)
    for (const word of ['Entry', 'Mark']) expect(text).toContain(word)
    await page.getByRole('button', { name: 'Save the picture' }).waitFor()
  })
})
