/** The wallet in a real browser against the real server and real development nodes: from somebody's wallet to a trade and out again. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { coins } from '@agio/wire/assets.ts'
import { walletTxList } from '@agio/wire/wallet.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SessionClient } from '../../sim/src/client/session-client.ts'
import { COINS, type Coins, LEDGER_SCALE, Outside, toLedger, toUnits } from '../../sim/src/crash/wallet/outside.ts'
import { WholeProduct } from '../../sim/src/crash/wallet/whole-product.ts'
import { type Harness, startHarness } from './harness.ts'
import { customerStorage } from './terminal-desk.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'agio-chain-'))
const PASSWORD = 'Correct-horse-7'
/** Blocks come once a second while somebody waits for them. */
const BLOCKS_MS = 60_000
/** Nodes start behind the server. */
const NODES_MS = 120_000

let harness: Harness
let product: WholeProduct
let outside: Outside
let email: string
let client: SessionClient

async function meetNodes(): Promise<void> {
  for (const until = performance.now() + NODES_MS; ; ) {
    try {
      const { evm, btc } = JSON.parse(readFileSync(join(dataDir, 'chains.json'), 'utf8')) as { evm: string; btc: string }
      return await outside.meet({ ethereum: evm, bitcoin: btc })
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

async function coinIdOf(name: string): Promise<string> {
  const found = (await client.call(coins, {})).find(({ coinName }) => coinName === name)
  if (found === undefined) throw new Error(`no coin ${name}`)
  return found.coinId
}

const coinsOf = (name: string): Coins => {
  const found = COINS.find(({ coin }) => coin === name)
  if (found === undefined) throw new Error(`no coin ${name}`)
  return found
}

/** Shows the address of a coin's network, pays it from outside, and sees the deposit come to its last state. */
async function deposit(page: Page, base: string, name: 'ETH' | 'BTC', protocol: string, ledger: bigint): Promise<void> {
  await page.goto(`${base}/assets/spot/topUp?coin=${name}`)
  await page.locator(`[data-network=${protocol}]`).click()
  const address = (await page.locator('[data-address]').textContent())?.replace(/\s/g, '') ?? ''
  expect(await page.locator('[data-qr]').first().getAttribute('data-qr')).toBe(address)
  await outside.pay(coinsOf(name), address, toUnits(ledger, coinsOf(name)))
  await page.locator('[data-arriving]').first().waitFor({ timeout: BLOCKS_MS })
  const { list } = await client.call(walletTxList, { type: 1, coinId: await coinIdOf(name) })
  const id = list[0]?.id
  await page.goto(`${base}/assets/spot/topUp?id=${id}`)
  await page.locator('[data-tx-page][data-status="23"]').waitFor({ timeout: BLOCKS_MS })
}

/** Asks for a withdrawal in the page, confirms it with the mailed code, and sees it to its end. */
async function withdraw(page: Page, base: string, name: 'ETH' | 'BTC', to: string, amount: string): Promise<void> {
  await page.goto(`${base}/assets/spot/withdrawMoney?coin=${name}`)
  await page.locator('[name=address]').fill(to)
  await page.locator('[name=amount]').fill(amount)
  await page.locator('[data-review]').click()
  const dialog = page.getByRole('dialog', { name: 'Check the withdrawal' })
  await dialog.getByLabel('I compared the address and the network').check()
  await dialog.locator('[data-request]').click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText(/^Send again in/).waitFor()
  await page.locator('[name=email]').fill(await client.code(email))
  await page.locator('[data-confirm]').click()
  await page.locator('[data-tx-page][data-status="6"]').waitFor({ timeout: BLOCKS_MS })
}

/** Buys what the customer sells: without the demo's market nobody else does. */
async function bid(base: string, symbol: string, price: string, amount: string): Promise<void> {
  const buyer = new SessionClient(base)
  await buyer.register(`bid-${randomUUID().slice(0, 12)}@example.com`, PASSWORD)
  await buyer.must('/api/assets-web/v1/demo/faucet', { coinName: 'USDT' })
  await buyer.must('/api/user-web/v1/order/createOrder', { symbol, direction: 'BUY', type: 'LIMIT', price, amount })
}

describe('a customer with a wallet of his own', () => {
  beforeAll(async () => {
    harness = await startHarness()
    product = await WholeProduct.open(dataDir)
    outside = await Outside.make()
    await meetNodes()
    email = `chain-${randomUUID().slice(0, 12)}@example.com`
    client = new SessionClient(product.base)
    await client.register(email, PASSWORD)
  }, NODES_MS)
  afterAll(async () => {
    await harness.stop()
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test.each([
    ['ETH', 'ERC20', 200_000_000n, '0.05', '3500'],
    ['BTC', 'BTC', 20_000_000n, '0.002', '67000'],
  ] as const)(
    'WAL-005 WAL-010 WAL-016 WAL-019 %s comes from his wallet, is traded, and goes to an address of his choice, to the unit',
    async (name, protocol, ledger, amount, price) => {
      const { base } = product
      const page = await harness.open('/', { lang: 'en_US', mode: 'day', stored: customerStorage(client) }, base)
      await deposit(page, base, name, protocol, ledger)
      await bid(base, `${name}/USDT`, price, amount)
      await client.must('/api/user-web/v1/order/createOrder', { symbol: `${name}/USDT`, direction: 'SELL', type: 'MARKET', amount })
      const to = outside.fresh(coinsOf(name).chain)
      await withdraw(page, base, name, to, amount)
      const [held = 0n] = await outside.held(coinsOf(name), [to])
      const { list } = await client.call(walletTxList, { type: 2, coinId: await coinIdOf(name) })
      expect(list.map(({ address, isInternal }) => [address.toLowerCase(), isInternal])).toEqual([[to.toLowerCase(), 0]])
      expect(formatDecimal(toLedger(held, coinsOf(name)), LEDGER_SCALE)).toBe(list[0]?.arrivedAmount)
    },
    4 * BLOCKS_MS,
  )
})
