/** What an operator stops at once: opening accounts, all trading, a pair, a chain, all withdrawals. As calls, pages and sockets tell it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { instrumentsOf } from '@agio/engine/read.ts'
import { readFrameText } from '@agio/wire/testing/read-frame.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { attachSockets } from '../feeds/socket-server.ts'
import { FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../testing/futures-trader.ts'
import type { HttpWorld } from '../testing/http-world.ts'
import { openTestWallet, USDT } from '../testing/test-wallet.ts'
import { SeedSigner } from '../wallet/testing/seed-signer.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const COIN = 100_000_000n
const SPOT = asInstrumentId(1)

let futures: FuturesWorld
let world: HttpWorld
let ann: FuturesTrader
beforeAll(async () => {
  futures = await futuresWorld({ signer: new SeedSigner(1) })
  world = futures.world
  await openTestWallet(world.agio)
  for (const [id, value] of [
    ['flashConvertSwitch', 1],
    ['contractSwitch', 1],
  ] as const)
    world.exchange.must({ kind: 'saveDocument', userId: asUserId(0), collection: 'kv', id, document: { value }, actor: 'operator' })
  await world.agio.content.load()
  ann = await (await FuturesTrader.join(world, 'ann@example.com')).open(1000)
  const credit = { userId: asUserId(ann.userId), assetId: USDT, amount: 10_000n * COIN, cause: 'airdrop', reference: '' } as const
  world.exchange.must({ kind: 'creditUser', ...credit })
})
afterAll(() => world.close())

async function type(...command: string[]): Promise<string> {
  const { data } = await world.post('/api/auth/v1/dev/operator', { command: [...command, '--actor', 'olga', '--reason', 'a test of it'] })
  return `${data.exit} ${data.output}`
}
const signed = { token: undefined as string | undefined }
const options = () => ({ ...signed, token: ann.token })
const site = async () => (await world.get('/api/home-web/v1/open/site')).data
const statusOf = (id: number) => instrumentsOf(world.exchange.state).find(({ instrumentId }) => instrumentId === id)?.status
const statuses = () => [statusOf(SPOT), statusOf(futures.contract)]

const buy = (over: object = {}) => {
  const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1', ...over }
  return world.post('/api/user-web/v1/order/createOrder', order, options())
}
const buyContract = () => ann.post('order/order_create', orderOf(futures.contract, { price: '59000', volume: '10' }))
const withdraw = () =>
  world.sealed(
    '/api/assets-web/v1/withdraw-deposit/createWithdrawDeposit',
    { coinId: '1', protocolType: 'ERC20-ethereum', address: ADDRESS, amount: '5' },
    options(),
  )
const converting = async () => (await world.get('/api/user-web/v1/trade_convert/price/USDT/BTC', options())).failure.name

it('OPS-015 registration is closed by one command: no account is opened, who has one goes on, pages say it, and one command opens it', async () => {
  expect((await world.register('eve@example.com', undefined, { identity: 'eve' })).code).toBe('0')
  expect(await type('registration', 'open')).toMatch(/^1 registration is open/)
  expect(await type('registration', 'close')).toMatch(/^0 registration is closed/)
  const refused = await world.register('bob@example.com')
  expect(refused.failure.name).toBe('REGISTER_CLOSED')
  expect(refused.message).toBe('Registration is closed at the moment. Try again later.')
  expect((await world.register('bob@example.com', undefined, { headers: { lang: 'zh_CN' } })).message).toMatch(/[\u4e00-\u9fff]/)
  expect(await site()).toMatchObject({ stopped: ['registration'] })
  expect((await world.get('/api/home-web/v1/open/site', { host: 'nova.localhost' })).data.stopped).toEqual([])
  expect((await world.register('cid@example.com', undefined, { host: 'nova.localhost' })).code).toBe('0')
  world.clock.at += 60_000
  world.exchange.clock = world.clock.at
  expect((await world.login('eve@example.com', undefined, { identity: 'eve' })).code).toBe('0')
  expect(await type('registration', 'close')).toMatch(/^1 registration is closed since 2026/)
  expect(await type('registration', 'open')).toMatch(/^0 /)
  world.clock.at += 60_000
  expect((await world.register('bob@example.com')).code).toBe('0')
  expect(await site()).toMatchObject({ stopped: [] })
})

it('OPS-015 all trading is halted by one command, cancelling stays possible, and resume lets go what it halted alone', async () => {
  const resting = await buy()
  expect(resting.code).toBe('0')
  expect((await buyContract()).code).toBe('0')
  expect(await converting()).not.toBe('FEATURE_OFF')
  expect(await type('resume', 'all')).toMatch(/^1 there is no halt of all trading/)
  expect(await type('contracts', 'reduce-only', 'E-BTC-USDT')).toMatch(/^0/)
  expect(await type('halt', 'all')).toMatch(/^0 2 pairs and contracts are halted, conversion is closed/)
  expect((await buy()).failure.name).toBe('PAIR_HALTED')
  expect((await buyContract()).failure.name).toBe('CONTRACT_HALTED')
  expect(await converting()).toBe('FEATURE_OFF')
  expect((await site()).stopped).toEqual(['trading'])
  const cancel = { orderId: String(resting.data.orderId) }
  expect((await world.post('/api/user-web/v1/order/revocationOrder', cancel, options())).code).toBe('0')
  for (const command of [
    ['resume', 'BTC/USDT'],
    ['contracts', 'resume', 'E-BTC-USDT'],
    ['convert', 'open'],
    ['halt', 'all'],
  ])
    expect(await type(...command), command.join(' ')).toMatch(/^1 .*all trading is halted/)
  expect(statuses()).toEqual(['halt', 'halt'])
  expect(await type('resume', 'all')).toMatch(/^0 2 pairs and contracts go on/)
  expect(statuses(), 'each goes back to what it was').toEqual(['trading', 'reduceOnly'])
  expect(await type('contracts', 'resume', 'E-BTC-USDT')).toMatch(/^0/)
  expect((await buy()).code).toBe('0')
  expect((await site()).stopped).toEqual([])
  // A pair that was halted by itself, before or meanwhile, is let go by itself.
  expect(await type('halt', 'BTC/USDT')).toMatch(/^0/)
  expect((await buy()).failure.name).toBe('PAIR_HALTED')
  expect((await buyContract()).code, 'one pair is one pair').toBe('0')
  expect(await type('halt', 'all')).toMatch(/^0 1 pairs and contracts are halted/)
  expect(await type('contracts', 'halt', 'E-BTC-USDT')).toMatch(/^0/)
  expect(await type('convert', 'close')).toMatch(/^0/)
  expect(await type('resume', 'all')).toMatch(/^0 0 pairs and contracts go on, 2 stay halted/)
  expect(statuses()).toEqual(['halt', 'halt'])
  expect(await converting()).toBe('FEATURE_OFF')
  for (const command of [
    ['resume', 'BTC/USDT'],
    ['contracts', 'resume', 'E-BTC-USDT'],
    ['convert', 'open'],
  ])
    expect(await type(...command)).toMatch(/^0/)
})

it('OPS-015 each switch acts at once and tells open pages within 5 s, over the socket and by the site that they ask for', async () => {
  const server = createServer()
  const sockets = attachSockets(server, () => world.agio.socketHost)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`)
  let heard = 0
  reader.on('message', (data) => {
    const { op, kind } = readFrameText<{ op?: string; kind?: string }>(data.toString())
    if (op === 'notice' && kind === 'maintenance') heard += 1
  })
  await new Promise((resolve) => reader.once('open', resolve))
  const told = async (what: string): Promise<void> => {
    await expect.poll(() => heard, { timeout: 5000, message: what }).toBeGreaterThan(0)
    heard = 0
  }
  const words = [
    {
      halt: ['registration', 'close'],
      resume: ['registration', 'open'],
      refusal: async () => (await world.register('dan@example.com')).failure.name,
      name: 'REGISTER_CLOSED',
    },
    { halt: ['halt', 'all'], resume: ['resume', 'all'], refusal: async () => (await buy()).failure.name, name: 'PAIR_HALTED' },
    {
      halt: ['networks', 'halt', 'ethereum'],
      resume: ['networks', 'resume', 'ethereum'],
      refusal: async () => (await withdraw()).failure.name,
      name: 'WITHDRAW_HALTED',
    },
    {
      halt: ['withdrawals', 'halt', 'all'],
      resume: ['withdrawals', 'resume', 'all'],
      refusal: async () => (await withdraw()).failure.name,
      name: 'WITHDRAW_HALTED',
    },
  ]
  for (const { halt, resume, refusal, name } of words) {
    expect(await type(...halt)).toMatch(/^0/)
    expect(await refusal(), halt.join(' ')).toBe(name)
    await told(halt.join(' '))
    const { stopped, paused } = await site()
    expect([...stopped, ...paused].length, halt.join(' ')).toBeGreaterThan(0)
    expect(await type(...resume)).toMatch(/^0/)
    await told(resume.join(' '))
    expect(await site()).toMatchObject({ stopped: [], paused: [] })
  }
  expect((await withdraw()).code).toBe('0')
  reader.close()
  await sockets.close()
  server.close()
})
