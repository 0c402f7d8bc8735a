/** The wallet in a real browser against the real server and real development nodes: from somebody's wallet to a trade and out again, and what it promises. */
import { randomUUID } from 'node:crypto'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { walletTxList } from '@agio/wire/wallet/wallet.ts'
import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SessionClient } from '../../../sim/src/client/session-client.ts'
import { LEDGER_SCALE, toLedger } from '../../../sim/src/crash/wallet/outside.ts'
import { addressOn, BLOCKS_MS, coinsOf, NODES_MS, PASSWORD, type Person, refusal, until, WholeWorld } from '../whole-world.ts'

const ASSETS = '/api/assets-web/v1'
const NOVA = 'nova.localhost'
const ETHER = 100_000_000n

let world: WholeWorld
beforeAll(async () => {
  world = await WholeWorld.open()
}, 4 * NODES_MS)
afterAll(() => world?.close())

/** What a code with exactly this text looks like. */
function codeOf(text: string): string {
  const { data } = encode(text, { border: 2, ecc: 'M' })
  return data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

/** Shows the address of a coin's network, pays it from outside, and sees the deposit come to its last state. */
async function deposit(page: Page, { client }: Person, name: 'ETH' | 'BTC', protocol: string, ledger: bigint): Promise<void> {
  await page.goto(`${world.base}/assets/spot/topUp?coin=${name}`)
  await page.locator(`[data-network=${protocol}]`).click()
  const address = (await page.locator('[data-address]').textContent())?.replace(/\s/g, '') ?? ''
  expect(await page.locator('[data-qr]').first().getAttribute('data-qr')).toBe(address)
  await world.pay(name, address, ledger)
  await page.locator('[data-arriving]').first().waitFor({ timeout: BLOCKS_MS })
  const { list } = await client.call(walletTxList, { type: 1, coinId: world.coinId(name) })
  const id = list[0]?.id
  await page.goto(`${world.base}/assets/spot/topUp?id=${id}`)
  await page.locator('[data-tx-page][data-status="23"]').waitFor({ timeout: BLOCKS_MS })
}

/** Asks for a withdrawal in the page, confirms it with the mailed code, and sees it to its end. */
async function withdraw(page: Page, { client, email }: Person, name: 'ETH' | 'BTC', to: string, amount: string): Promise<void> {
  await page.goto(`${world.base}/assets/spot/withdrawMoney?coin=${name}`)
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
async function bid(symbol: string, price: string, amount: string): Promise<void> {
  const buyer = new SessionClient(world.base)
  await buyer.register(`bid-${randomUUID().slice(0, 12)}@example.com`, PASSWORD)
  await buyer.must('/api/assets-web/v1/demo/faucet', { coinName: 'USDT' })
  await buyer.must('/api/user-web/v1/order/createOrder', { symbol, direction: 'BUY', type: 'LIMIT', price, amount })
}

describe('a customer with a wallet of his own', () => {
  test.each([
    ['ETH', 'ERC20', 200_000_000n, '0.05', '3500'],
    ['BTC', 'BTC', 20_000_000n, '0.002', '67000'],
  ] as const)(
    'WAL-005 WAL-010 WAL-016 WAL-019 %s comes from his wallet, is traded, and goes to an address of his choice, to the unit',
    async (name, protocol, ledger, amount, price) => {
      const person = await world.person('chain')
      const { client } = person
      const page = await world.page('/', person)
      await deposit(page, person, name, protocol, ledger)
      await bid(`${name}/USDT`, price, amount)
      await client.must('/api/user-web/v1/order/createOrder', { symbol: `${name}/USDT`, direction: 'SELL', type: 'MARKET', amount })
      const to = world.fresh(coinsOf(name).chain)
      await withdraw(page, person, name, to, amount)
      const [held = 0n] = await world.outside.held(coinsOf(name), [to])
      const { list } = await client.call(walletTxList, { type: 2, coinId: world.coinId(name) })
      expect(list.map(({ address, isInternal }) => [address.toLowerCase(), isInternal])).toEqual([[to.toLowerCase(), 0]])
      expect(formatDecimal(toLedger(held, coinsOf(name)), LEDGER_SCALE)).toBe(list[0]?.arrivedAmount)
    },
    4 * BLOCKS_MS,
  )
})

test('WAL-008 the code of an address says exactly what stands there; a network with a tag shows both, copies each, and warns', async () => {
  const ann = await world.person('ann')
  const [ether, tagged] = [await addressOn('ethereum', ann), await addressOn('xrp-simulated', ann)]
  const page = await world.page('/assets/spot/topUp?coin=ETH', ann)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const shows = async (text: string) => expect(await page.locator(`[data-qr="${text}"] path`).getAttribute('d')).toBe(codeOf(text))
  const copies = async (name: string, text: string) => {
    await page.locator(`[data-copy=${name}]`).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
  await page.locator(`[data-qr="${ether.address}"]`).waitFor()
  await shows(ether.address)
  expect((await page.locator('[data-address]').textContent())?.replace(/\s/g, '')).toBe(ether.address)
  expect(await page.locator('[data-qr]').count()).toBe(1)
  await copies('address', ether.address)

  await page.goto(`${world.base}/assets/spot/topUp?coin=XRP`)
  const tag = tagged.memo ?? ''
  await page.locator(`[data-qr="${tag}"]`).waitFor()
  await shows(tagged.address)
  await shows(tag)
  await page.getByText('Both are needed: the address and the Tag.').waitFor()
  await copies('address', tagged.address)
  await copies('memo', tag)
})

test('WAL-009 a network closed for deposits says so and gives no address, and so does a coin', { timeout: BLOCKS_MS }, async () => {
  const bob = await world.person('bob')
  const usdt = { coinId: world.coinId('USDT') }
  const ask = (blockchain: string) => bob.client.post(`${ASSETS}/wallet-feign/address/create?blockchain=${blockchain}`, usdt)
  await world.operate('coins', 'close', 'USDT', 'ethereum', 'deposit')
  expect(refusal(await ask('ethereum'))).toEqual({ name: 'DEPOSIT_CLOSED', params: { coinName: 'USDT', protocolType: 'ERC20' } })
  const page = await world.page('/assets/spot/topUp?coin=USDT&network=ERC20', bob)
  const closed = page.locator('[data-network=ERC20]')
  await closed.getByText('Deposits of USDT over this network are closed').waitFor()
  expect(await closed.getByRole('radio').isDisabled()).toBe(true)
  // The other network is the only one left, and is not the one that was asked for.
  await page.locator('[data-network=SIM]').waitFor()
  await page.locator('[data-qr]').waitFor()
  expect(await page.locator('[data-qr]').first().getAttribute('data-qr')).toMatch(/^sims/)

  await world.operate('coins', 'close', 'USDT', 'simulated', 'deposit')
  expect(refusal(await ask('simulated')).name).toBe('DEPOSIT_CLOSED')
  await page.reload()
  await page.getByText('Deposits of USDT are closed').waitFor()
  expect(await page.locator('[data-qr], [data-address], [data-copy]').count()).toBe(0)
  for (const blockchain of ['ethereum', 'simulated']) await world.operate('coins', 'open', 'USDT', blockchain, 'deposit')
  expect(refusal(await ask('ethereum')).name).toBe('done')
})

test('WAL-013 what is below the minimum is BELOW_MIN until its address has enough; what nobody’s tag is on waits for a person', {
  timeout: 4 * BLOCKS_MS,
}, async () => {
  const cid = await world.person('cid')
  const { address } = await addressOn('ethereum', cid)
  const { address: shared } = await addressOn('xrp-simulated', cid)
  const rows = async () => (await cid.client.call(walletTxList, { type: 1 })).list
  const told = async () => (await rows()).map(({ amount, statusName }) => `${amount} ${statusName}`).join()
  const reaches = (states: string) => until(states, async () => ((await told()) === states ? true : undefined))
  const spot = async (coin: string) => (await cid.client.must(`${ASSETS}/user-wallet/userBalance?coinId=${world.coinId(coin)}`)).balance
  await world.pay('ETH', address, ETHER / 1000n)
  await reaches('0.001 BELOW_MIN')
  await world.pay('ETH', address, (ETHER * 9n) / 10_000n)
  await reaches('0.0009 BELOW_MIN,0.001 BELOW_MIN')
  expect(await spot('ETH')).toBe('0')
  await world.pay('ETH', address, ETHER / 10_000n)
  await reaches('0.0001 UNLOCKED,0.0009 UNLOCKED,0.001 UNLOCKED')
  expect(await spot('ETH')).toBe('0.002')

  const nina = await world.person('nina', NOVA)
  await nina.client.must('/api/auth/v1/dev/grant', { userId: nina.userId, coinName: 'XRP', amount: '20' })
  const coinId = world.coinId('XRP')
  const asked = { coinId, protocolType: 'XRP', address: shared, memo: '1999999999', amount: '7.25' }
  const { id } = await nina.client.sealed(`${ASSETS}/withdraw-deposit/createWithdrawDeposit`, asked)
  await nina.client.must(`${ASSETS}/email/send/withdrawalCheckEmail`, { id })
  const codes = { email: await nina.client.code(nina.email) }
  await nina.client.sealed(`${ASSETS}/withdraw-deposit/checkWithdrawDeposit`, { id, codes })
  const waiting = await until('a deposit that waits', async () => /^(\d+) .*\b7 XRP/m.exec(await world.operate('deposits', 'list'))?.[1])
  expect(await world.operate('deposits', 'list')).toContain('nobody’s')
  expect((await rows()).map(({ coinName }) => coinName)).not.toContain('XRP')
  expect(await spot('XRP')).toBe('0')
  await world.operate('deposits', 'credit', waiting, '--account', cid.email)
  expect(await spot('XRP')).toBe('7')
  expect((await rows())[0]).toMatchObject({ amount: '7', coinName: 'XRP', txHash: expect.any(String) })
})
