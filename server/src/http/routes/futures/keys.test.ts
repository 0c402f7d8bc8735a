/** Programs on the futures host: calls signed with an API key, limits of each host, sessions that remember their device. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hmacSignature } from '../../../auth/keys/api-signature.ts'
import { createLimits, LIMIT_SIZES } from '../../../limits/rate-limit.ts'
import { askFutures, FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'
import type { HttpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'

let futures: FuturesWorld
let world: HttpWorld
beforeAll(async () => {
  futures = await futuresWorld()
  world = futures.world
})
afterAll(() => world.close())

async function keyOf(member: Member, permissions: object) {
  const codes = await member.codes('API_KEY', ['email'])
  const { code, data, text } = await member.seal('/api/user-web/v1/api-key/create', { label: 'bot', permissions, ipList: [], codes })
  if (code !== '0') throw new Error(text)
  return data
}

function signed<const Path extends string>(key: { apiKey: string; secret: string }, path: Path, fields: object) {
  futures.advance(1)
  const body = JSON.stringify(fields)
  const parts = { timestamp: String(world.clock.at), window: undefined, method: 'POST', path, body: Buffer.from(body) }
  const headers = { 'x-api-key': key.apiKey, 'x-api-timestamp': parts.timestamp, 'x-api-signature': hmacSignature(key.secret, parts) }
  return askFutures(world, path, fields, headers)
}

it('API-022 [part] a key with the permission trades contracts without a digest, and reads with another', async () => {
  const member = await Member.join(world, 'keys@example.com')
  const trader = await FuturesTrader.join(world, 'none@example.com')
  world.exchange.must({ kind: 'openContractAccount', userId: asUserId(member.userId) })
  const order = orderOf(futures.contract, { price: '59000', volume: '1' })
  const create = '/fe-co-api/order/order_create'
  const list = '/fe-co-api/order/current_order_list'
  const spot = await keyOf(member, { read: 1, trade: 1, futures: 0, withdraw: 0 })
  expect((await signed(spot, create, order)).failure).toMatchObject({ name: 'API_PERMISSION_DENIED', params: { permission: 'futures' } })
  expect((await signed(spot, list, {})).data.count).toBe(0)
  // Who names no permission for contracts means both by `trade`.
  const both = await keyOf(member, { read: 0, trade: 1, withdraw: 0 })
  expect(both.permissions).toEqual({ read: 0, trade: 1, futures: 1, withdraw: 0 })
  expect((await signed(both, create, order)).failure.name).toBe('MARGIN_INSUFFICIENT')
  expect((await signed(both, list, {})).failure.params).toMatchObject({ permission: 'read' })
  expect((await signed(both, '/fe-co-api/user/create_co_id', {})).failure.name).toBe('API_KEY_NOT_ALLOWED')
  expect((await signed({ ...both, secret: 'another' }, create, order)).failure.name).toBe('API_SIGNATURE_INVALID')
  expect(trader.userId).not.toBe(member.userId)
})

it('API-021 [part] orders of each host have a bucket of their own', () => {
  const limits = createLimits({ ...LIMIT_SIZES, orders: { size: 2, windowMs: 10_000 } }, { now: () => 1000 })
  const ann = asUserId(100_001)
  const take = (work: 'order' | 'contractOrder') => () => limits.takeUser(ann, 1, work)
  take('order')()
  take('order')()
  expect(take('order')).toThrow('RATE_LIMIT_ORDERS')
  take('contractOrder')()
  take('contractOrder')()
  expect(take('contractOrder')).toThrow('RATE_LIMIT_ORDERS')
})
