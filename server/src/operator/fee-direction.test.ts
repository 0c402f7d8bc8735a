/** Where fees are taken: the operator's setting, what it does to orders, and what customers are told and see of it. */
import { asAssetId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld, userIdOf } from '../testing/http-world.ts'
import { runOperatorCommand } from './run-command.ts'

const USER = '/api/user-web/v1'
const HOME = '/api/home-web/v1'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

async function act(command: string, given: Record<string, string>) {
  const snapshot = () => Promise.resolve({ seq: 0, stateHash: '', byteLength: 0 })
  const tenant = { ...world.agio, exchange: Object.assign(world.exchange, { snapshot }) }
  return runOperatorCommand([tenant], { tenantId: 'agio', command, given, actor: 'ann', why: 'a test of it' }, 'test')
}

async function customer(email: string): Promise<string> {
  const reply = await world.register(email)
  for (const assetId of [asAssetId(1), asAssetId(2)])
    world.exchange.must({
      ...{ kind: 'creditUser', userId: userIdOf(reply), assetId, amount: 10n ** 13n },
      ...{ cause: 'airdrop', reference: 'test' },
    })
  return reply.data.token
}

const told = async () => (await world.post(`${HOME}/kv/params/fee_direction`, {})).data.fee_direction
const order = (direction: string, fields: object) => ({
  symbol: 'BTC/USDT',
  direction,
  type: 'LIMIT',
  price: '60000',
  amount: '0.01',
  ...fields,
})

it('SPOT-019 TEN-001 [part] fee_direction 2 makes both sides pay in the quote asset, in previews, orders, fills and bills alike', async () => {
  const buyer = await customer('fee-buyer@example.com')
  const seller = await customer('fee-seller@example.com')
  const place = (token: string, fields: object) => world.post(`${USER}/order/createOrder`, fields, { token })
  const frozen = async (fields: object) => (await world.post(`${USER}/order/createOrder/test`, fields, { token: buyer })).data
  expect(await told()).toBe(1)
  expect(await frozen(order('BUY', {}))).toMatchObject({ frozen: '600', feeCoin: 'BTC' })
  const { data: kept } = await place(buyer, order('BUY', {}))

  expect(await act('kv set', { key: 'fee_direction', value: '2' })).toMatchObject({
    ok: true,
    text: expect.stringContaining('fee_direction: done'),
  })
  expect(await told()).toBe(2)
  expect((await act('kv get', { key: 'fee_direction' })).text).toBe('2')
  expect(await frozen(order('BUY', {}))).toMatchObject({ frozen: '600.6', frozenCoin: 'USDT', feeCoin: 'USDT' })
  const { data: fresh } = await place(buyer, order('BUY', {}))
  await place(seller, order('SELL', { amount: '0.02' }))
  const detail = async (orderId: string | null) => (await world.get(`${USER}/order/detail?orderId=${orderId}`, { token: buyer })).data
  expect(await detail(kept.orderId)).toMatchObject({
    status: 'FILLED',
    fee: '0.00001',
    feeCoin: 'BTC',
    detail: [{ fee: '0.00001', feeCoin: 'BTC' }],
  })
  expect(await detail(fresh.orderId)).toMatchObject({
    status: 'FILLED',
    fee: '0.6',
    feeCoin: 'USDT',
    detail: [{ fee: '0.6', feeCoin: 'USDT' }],
  })
  const bills = (await world.post('/api/assets-web/v1/bill/queryByCategory', { category: 'fee' }, { token: buyer })).data
  expect(bills.list.map(({ amount, coinName }) => `${amount} ${coinName}`)).toEqual(['-0.6 USDT', '-0.00001 BTC'])

  // A market buy by total spends at most the total, its fee included.
  await place(seller, order('SELL', { amount: '1' }))
  const { data: byTotal } = await place(buyer, { symbol: 'BTC/USDT', direction: 'BUY', type: 'MARKET', turnover: '100' })
  const spent = await detail(byTotal.orderId)
  expect(spent).toMatchObject({ status: 'FILLED', tradedTurnover: '99.6', fee: '0.0996', feeCoin: 'USDT', frozen: '0' })
})

it('SPOT-019 the setting goes back by version, is refused by name where it is none, and tells what the engine does', async () => {
  const set = async (value: string) => (await act('kv set', { key: 'fee_direction', value })).ok
  expect([await set('1'), await told()]).toEqual([true, 1])
  expect((await act('kv rollback', { key: 'fee_direction', version: '1' })).ok).toBe(true)
  expect([await told(), await set('1'), await told()]).toEqual([2, true, 1])
  expect(await act('kv set', { key: 'fee_direction', value: '3' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('fee_direction: '),
  })
  // What an earlier version saved without effect is not told as if it had one.
  const forged = { kind: 'saveDocument', userId: 0 as never, collection: 'kv', id: 'fee_direction', actor: 'x' } as const
  world.exchange.must({ ...forged, document: { value: 2 } })
  await world.agio.content.load()
  expect(await told()).toBe(1)
  expect((await act('kv get', { key: 'fee_direction' })).text).toBe('1')
  expect(await set('2')).toBe(true)
  expect((await act('kv unset', { key: 'fee_direction' })).ok).toBe(true)
  expect(await told()).toBe(1)
})
