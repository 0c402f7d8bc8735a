/** A fresh customer with play money at the real server, and the hands that work the spot terminal. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { SessionClient } from '../../../sim/src/client/session-client.ts'
import { marketDepth, marketTickers } from '../../../wire/src/market/market.ts'
import { alive } from '../alive.ts'
import type { Harness, Visit } from '../harness.ts'

export const PAIR = 'BTC/USDT'
export const TERMINAL = '/spotTrade?symbol=BTC_USDT'

const PATIENCE_MS = 25_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export interface Customer {
  readonly client: SessionClient
  readonly stored: Readonly<Record<string, string>>
}

/** Registers at the server under test and asks the faucet for both assets of the pair. @param host of another tenant there */
export async function newCustomer(base: string, host?: string): Promise<Customer> {
  const client = new SessionClient(base)
  client.host = host
  await client.register(`e2e-${randomUUID().slice(0, 12)}@example.com`, 'Correct-horse-7')
  for (const coinName of ['USDT', 'BTC']) await client.must('/api/assets-web/v1/demo/faucet', { coinName })
  return { client, stored: customerStorage(client) }
}

/** Last traded price of the pair as a number, for tests that need no terminal to learn it. */
export async function lastPrice({ client }: Customer): Promise<number> {
  const [ticker] = await client.call(marketTickers, { symbol: PAIR })
  return Number(ticker?.price)
}

/** Best bid and best ask of a pair. A side that the demo's makers left for a moment is waited for. */
export async function bestPrices({ client }: Customer, symbol = PAIR): Promise<{ readonly bid: number; readonly ask: number }> {
  for (const end = Date.now() + PATIENCE_MS; ; await pause(100)) {
    const { bids, asks } = await client.call(marketDepth, { symbol, limit: 1 })
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]].map(Number)
    if (bid !== undefined && ask !== undefined && bid > 0 && ask > 0) return { bid, ask }
    if (Date.now() > end) throw new Error(`a side of ${symbol} stays empty`)
  }
}

/** Buys and sells a little, so that the last price is another one and new trades are told of: by itself the demo's market may rest. */
export async function moveMarket({ client }: Customer): Promise<void> {
  for (const direction of ['BUY', 'SELL'])
    await client.post('/api/user-web/v1/order/createOrder', { symbol: PAIR, direction, type: 'MARKET', amount: '0.001' })
}

/** What the web application keeps of a login. */
export function customerStorage(client: SessionClient): Readonly<Record<string, string>> {
  const userInfo = JSON.stringify({ userId: '1', avatarUrl: null, registerAccount: 'e2***1@example.com', nickname: '' })
  return { token: JSON.stringify(client.token), userInfo }
}

export class Desk {
  readonly page: Page
  readonly context: BrowserContext

  constructor(page: Page, context: BrowserContext) {
    this.page = page
    this.context = context
  }

  static async open(harness: Harness, base: string, customer: Customer | undefined, visit: Visit = {}, path = TERMINAL): Promise<Desk> {
    const context = await harness.context(
      { lang: 'en_US', mode: 'night', ...visit, stored: { ...customer?.stored, ...visit.stored } },
      base,
    )
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(base + path)
    await alive(page)
    // A phone shows its chart first, and the book behind a tab.
    await page.locator('tr[data-book-row], [data-terminal=phone] [data-price]').first().waitFor({ state: 'attached' })
    return new Desk(page, context)
  }

  /** Last traded price as a number: tests choose prices around it, they never compute money. */
  async last(): Promise<number> {
    const shown = async () => (await this.page.locator('[data-price]').first().textContent()) ?? ''
    await until(async () => /\d\.\d/.test(await shown()))
    const text = await shown()
    return Number(/[\d,]+\.\d+/.exec(text)?.[0].replaceAll(',', ''))
  }

  async side(side: 'Buy' | 'Sell'): Promise<void> {
    await this.page.locator('[data-side] label', { hasText: side }).click()
  }

  async type(name: string): Promise<void> {
    if (name === 'Limit' || name === 'Market') await this.page.getByRole('button', { name, exact: true }).click()
    else await this.page.getByLabel('Conditional types').selectOption({ label: name })
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.page.locator(`[data-ticket] input[name="${name}"]`).fill(value)
  }

  async send(): Promise<void> {
    await this.page.locator('[data-submit]').click()
  }

  /** The rows of the open or conditional tab. */
  async rows(tab: 'Open orders' | 'Conditional') {
    await this.page.locator('[data-panel=orders]').getByRole('tab', { name: tab }).click()
    return this.page.locator('tr[data-order]')
  }

  counter(kind: 'place' | 'update' | 'delete'): Promise<number> {
    return this.page.evaluate((name) => Number(document.querySelector(`[data-order-${name}]`)?.getAttribute(`data-order-${name}`)), kind)
  }
}

export const until = async (check: () => Promise<boolean>, ms = PATIENCE_MS): Promise<void> => {
  const end = Date.now() + ms
  while (!(await check())) {
    if (Date.now() > end) throw new Error('it did not come to pass in time')
    await pause(100)
  }
}
