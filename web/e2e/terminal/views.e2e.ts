/** Who sees which terminal of a pair, and how far a crash reaches. */
import { describe, expect, test } from 'vitest'
import { nearFooter } from '../alive.ts'
import { Desk, moveMarket, until } from './desk.ts'
import { base, terminalStage } from './stage.ts'

const VISITOR_VIEW = '/trade?type=spot&symbol=BTC_USDT'
const stage = terminalStage()

interface Push {
  readonly channel?: string
  readonly data?: readonly Readonly<Record<string, unknown>>[]
}

/** Nova keeps contracts closed. */
function closedBase(): string {
  const address = new URL(base)
  address.hostname = 'nova.localhost'
  return address.origin
}

const TRADES = /"trades[:"]/

function changeTrades(message: string, change: (rows: NonNullable<Push['data']>) => unknown[]): string {
  if (!TRADES.test(message)) return message
  const push: Push = JSON.parse(message)
  return Array.isArray(push.data) ? JSON.stringify({ ...push, data: change(push.data) }) : message
}

/** A time that no calendar has makes the drawing of the panel throw. */
const breakTrades = (message: string): string => changeTrades(message, (rows) => rows.map((row) => ({ ...row, time: 9e15 })))
/** Sound trades, many enough to push the broken ones out of sight. */
const healTrades = (message: string): string =>
  changeTrades(message, (rows) => rows.flatMap((row) => Array.from({ length: 50 }, (_, copy) => ({ ...row, id: `${row.id}-${copy}` }))))

/** Chooses ETH/USDT in the list under the pair's name. */
async function choosePair({ page }: Desk): Promise<void> {
  await page
    .getByRole('button', { name: /BTC\/USDT/ })
    .first()
    .click()
  await page.locator('[data-panel=pairs]').getByRole('link', { name: /^ETH/ }).first().click()
  await until(async () => page.url().includes('symbol=ETH_USDT'))
}

describe.skipIf(base === '')('views of a pair', () => {
  test('ROUTE-012 a visitor gets chart, book and trades read-only, a user is offered the trading terminal', async () => {
    const visitor = await stage.openVisitor(VISITOR_VIEW)
    for (const panel of ['chart', 'book', 'trades']) await visitor.page.locator(`[data-panel=${panel}]`).waitFor()
    await visitor.page.getByRole('link', { name: 'Log in to trade' }).waitFor()
    expect(await visitor.page.locator('[data-submit]').count()).toBe(0)
    const user = await stage.open({}, VISITOR_VIEW)
    expect(await user.page.locator('[data-submit]').count()).toBe(0)
    await user.page.locator('[data-open-trade]').click()
    await user.page.locator('[data-submit]').waitFor()
    expect(new URL(user.page.url()).pathname + new URL(user.page.url()).search).toBe('/spotTrade?symbol=BTC_USDT')
  })

  test('ROUTE-013 with contracts off the open terminal without a kind is the read-only view of a spot pair', async () => {
    const visitor = await Desk.open(stage.harness, closedBase(), undefined, {}, '/trade')
    for (const panel of ['chart', 'book', 'trades']) await visitor.page.locator(`[data-panel=${panel}]`).waitFor()
    // It says what it is and leads on at the top, once, and nothing in it looks as if it could order.
    expect(await visitor.page.locator('[data-view-bar]').textContent()).toMatch(/Read-only view.*Contracts are closed here/)
    expect(await visitor.page.locator('[data-ticket], [data-submit], [data-side]').count()).toBe(0)
    const onward = await visitor.page
      .locator('main a[href*=spotTrade]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(onward).toEqual(['/login?returnUrl=%2FspotTrade%3Fsymbol%3DBTC_USDT'])
    const phone = await Desk.open(stage.harness, closedBase(), undefined, { width: 390, height: 844, touch: true }, '/trade')
    await phone.page.locator('[data-open-trade]').waitFor()
    expect(await phone.page.getByRole('button', { name: /^(Buy|Sell)/ }).count()).toBe(0)
    // Nothing else leads to what is closed.
    const { page } = visitor
    for (const path of ['/', '/marketData']) {
      await page.goto(closedBase() + path)
      await nearFooter(page)
      await page.locator('footer a').first().waitFor({ state: 'attached' })
      const targets = await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect([path, targets.filter((target) => ['/trade', '/contractOrder', '/assets/contract'].includes(target ?? ''))]).toEqual([
        path,
        [],
      ])
    }
  })

  test('MKT-013 ROUTE-009 a chosen pair opens read-only for a visitor and in the trading terminal, which has no footer, for a user', async () => {
    const visitor = await stage.openVisitor(VISITOR_VIEW)
    await choosePair(visitor)
    expect(new URL(visitor.page.url()).pathname).toBe('/trade')
    const user = await stage.open({}, VISITOR_VIEW)
    await choosePair(user)
    expect(new URL(user.page.url()).pathname).toBe('/spotTrade')
    await user.page.locator('[data-submit]').waitFor()
    expect(await user.page.getByRole('banner').count()).toBe(1)
    expect(await user.page.getByRole('contentinfo').count()).toBe(0)
  })

  test('SHELL-052 a crash of the trades stays in its panel with its own Retry; the book goes on', async () => {
    const context = await stage.harness.context({ lang: 'en_US', mode: 'night', stored: stage.customer.stored }, base)
    const page = await context.newPage()
    let broken = true
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => socket.send(broken ? breakTrades(String(message)) : healTrades(String(message))))
    })
    await page.goto(`${base}/spotTrade?symbol=BTC_USDT`)
    const trades = page.locator('[data-place=book] [role=alert]')
    await trades.waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    const book = page.locator('[data-panel=book]')
    const before = await book.textContent()
    await until(async () => (await book.textContent()) !== before)
    broken = false
    await until(async () => {
      // Sound trades come with the next one.
      await moveMarket(stage.customer)
      const retry = trades.getByRole('button', { name: 'Retry' })
      if ((await retry.count()) > 0) await retry.click({ timeout: 1000 }).catch(() => undefined)
      return (await page.locator('[data-panel=trades] tbody tr').count()) > 0
    }, 30_000)
  })
})
