/** Two tenants in one process: nothing of one is seen at the other. */
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { openOrdersOf, userOf } from '@agio/engine/read.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld, PASSWORD, userIdOf } from '../testing/http-world.ts'
import { servedCalls } from './calls/route.ts'
import { hostName } from './hosts.ts'

const NOVA = { host: 'nova.localhost' }
let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

it('TEN-011 the same e-mail registers at both tenants with different passwords, and a token of one answers 10132 at the other', async () => {
  const here = await world.register('ann@example.com', PASSWORD)
  const there = await world.register('ann@example.com', 'Another-Horse-7', NOVA)
  expect([here.code, there.code]).toEqual(['0', '0'])
  expect((await world.login('ann@example.com', PASSWORD, NOVA)).failure.name).toBe('LOGIN_FAILED')
  expect((await world.login('ann@example.com', 'Another-Horse-7', NOVA)).data.stage).toBe('done')
  for (const [token, host] of [
    [here.data.token, 'nova.localhost'],
    [there.data.token, 'localhost'],
  ] as const) {
    const answer = await world.get('/api/user-web/v1/user/getLoginInfo', { token, host })
    expect(answer).toMatchObject({ status: 401, code: '10132' })
  }
})

it('TEN-010 no call of one tenant answers to a token of the other', async () => {
  const { token } = (await world.register('bob@example.com', PASSWORD, NOVA)).data
  for (const call of servedCalls(world.app).filter(({ access }) => access === 'user' || access === 'secondFactor')) {
    const answer = await world.ask(call.method, call.path.replace(/:\w+/g, 'x'), call.method === 'POST' ? {} : undefined, { token })
    expect([answer.status, answer.code], call.path).toEqual([401, '10132'])
  }
})

it('TEN-010 ids of one tenant’s order name nothing at the other, whoever asks', async () => {
  const here = await world.register('eve@example.com', PASSWORD)
  const there = await world.register('eve@example.com', PASSWORD, NOVA)
  const owner = userIdOf(here)
  world.exchange.must({ kind: 'creditUser', userId: owner, assetId: asAssetId(1), amount: 10n ** 12n, cause: 'airdrop', reference: '' })
  const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1', clientOrderId: 'mine' }
  const placed = await world.post('/api/user-web/v1/order/createOrder', order, { token: here.data.token })
  expect(placed.data.status).toBe('NEW')
  const asked = { token: there.data.token, ...NOVA }
  for (const id of [{ orderId: placed.data.orderId ?? '' }, { clientOrderId: 'mine' }]) {
    expect((await world.get(`/api/user-web/v1/order/detail?${new URLSearchParams(id)}`, asked)).failure.name).toBe('ORDER_NOT_FOUND')
    expect((await world.post('/api/user-web/v1/order/revocationOrder', id, asked)).failure.name).toBe('ORDER_NOT_FOUND')
    expect((await world.post('/api/user-web/v1/order/updateOrder', { ...id, price: '99' }, asked)).failure.name).toBe('ORDER_NOT_FOUND')
    expect((await world.post('/api/user-web/v1/order/exchangeOrderList', id, asked)).data.list).toEqual([])
  }
  expect(openOrdersOf(world.exchange.state, owner)).toHaveLength(1)
})

it('TEN-010 users, one-time codes, sealed keys and configuration are a tenant’s own', async () => {
  const mine = await world.register('cem@example.com', PASSWORD)
  expect(userOf(world.exchange.state, asUserId(userIdOf(mine)))).toBeDefined()
  expect(await world.code('cem@example.com', NOVA)).toBe('')
  const keys = [await world.get('/api/auth/v1/open/security/publicKey'), await world.get('/api/auth/v1/open/security/publicKey', NOVA)]
  expect(keys[0]?.data.keyId).not.toBe(keys[1]?.data.keyId)
  const themes = [await world.post('/api/home-web/v1/kv/params/theme'), await world.post('/api/home-web/v1/kv/params/theme', {}, NOVA)]
  expect(themes.map((answer) => answer.data.theme)).toEqual(['#FF5F1F', '#4B5BFF'])
  const saved = { kind: 'saveDocument', userId: asUserId(0), collection: 'texts', id: 'en_US/shell', actor: 'operator' } as const
  world.exchange.must({ ...saved, document: { value: { 'menu.main': 'Only here' } } })
  for (const host of ['localhost', 'nova.localhost']) {
    world.clock.at += 3000
    await world.get('/api/langFile', { host })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const menus = [await world.get('/api/langFile?lang=en_US'), await world.get('/api/langFile?lang=en_US', NOVA)]
  expect(menus.map((answer) => answer.text.includes('Only here'))).toEqual([false, false])
})

it('TEN-012 a host maps to one tenant, whatever its port and case', async () => {
  for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:31000', '[::1]:8080', '[::1]']) {
    expect((await world.get('/api/home-web/v1/open/bootstrap', { host })).data.tenantName, host).toBe('Agio')
  }
  expect((await world.get('/api/home-web/v1/open/bootstrap', { host: 'nova.localhost:8080' })).data.tenantName).toBe('Nova')
})

it('TEN-012 an unknown host answers 404 with no tenant’s look', async () => {
  for (const host of [
    'example.com',
    'localhost.example.com',
    'xlocalhost',
    '127.0.0.2',
    '[::2]',
    'nova.localhost.',
    'a b',
    'localhost:x',
  ]) {
    for (const path of ['/api/home-web/v1/open/bootstrap', '/', '/favicon.svg']) {
      const answer = await world.get(path, { host })
      expect(answer.status, `${host} ${path}`).toBe(404)
      expect(answer.text.toLowerCase(), `${host} ${path}`).not.toMatch(/agio|nova|#ff5f1f/)
    }
  }
  const forwarded = await world.get('/', { host: 'example.com', headers: { 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' } })
  expect(forwarded.status).toBe(404)
  expect(hostName(undefined)).toBe('')
})
