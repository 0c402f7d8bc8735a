/** Whose an idempotency key is: all sessions of a user are one caller, each of his API keys is one. */
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hmacSignature } from '../../../auth/keys/api-signature.ts'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'
import { namePrice } from '../../../testing/named-price.ts'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
  // a new key lets withdrawals rest, and binds prices to the pair's
  namePrice(world.exchange, 11_000)
})
afterAll(() => world.close())

const ROOT = '/api/user-web/v1'

interface Key {
  readonly id: string
  readonly apiKey: string
  readonly secret: string
}

async function createKey(member: Member): Promise<Key> {
  const codes = await member.codes('API_KEY', ['email'])
  const permissions = { read: 1, trade: 1, futures: 0, withdraw: 0 }
  const { code, data, text } = await member.seal(`${ROOT}/api-key/create`, { label: 'bot', permissions, ipList: [], codes })
  if (code !== '0') throw new Error(text)
  return data as unknown as Key
}

function ask<const Tail extends string>(key: Key, tail: Tail, fields: object) {
  world.clock.at += 1
  const path = `${ROOT}/${tail}` as const
  const body = JSON.stringify(fields)
  const parts = { timestamp: String(world.clock.at), window: undefined, method: 'POST', path, body: Buffer.from(body) }
  const headers = { 'x-api-key': key.apiKey, 'x-api-timestamp': parts.timestamp, 'x-api-signature': hmacSignature(key.secret, parts) }
  return world.ask('POST', path, body, { headers })
}

async function trader(name: string): Promise<Member> {
  const member = await Member.join(world, name)
  const grant = { kind: 'creditUser', userId: asUserId(member.userId), assetId: asAssetId(1), amount: 10n ** 13n } as const
  world.exchange.must({ ...grant, cause: 'airdrop', reference: 'test' })
  return member
}

const order = (clientOrderId: string, price = '100') => ({
  symbol: 'BTC/USDT',
  direction: 'BUY',
  type: 'LIMIT',
  price,
  amount: '1',
  clientOrderId,
})

describe('the caller of a key', () => {
  it('REL-008 a session and two API keys place an order each under one client order id, and find their own', async () => {
    const member = await trader('callers@example.com')
    const first = await createKey(member)
    const second = await createKey(member)
    const { data: byWeb } = await member.post(`${ROOT}/order/createOrder`, order('same', '100'))
    const { data: byFirst } = await ask(first, 'order/createOrder', order('same', '101'))
    const { data: bySecond } = await ask(second, 'order/createOrder', order('same', '102'))
    expect(new Set([byWeb.orderId, byFirst.orderId, bySecond.orderId]).size).toBe(3)
    const again = await ask(first, 'order/createOrder', order('same', '101'))
    expect([again.data.orderId, again.headers['idempotent-replay']]).toEqual([byFirst.orderId, '1'])
    expect((await ask(second, 'order/createOrder', order('same', '101'))).failure.name).toBe('IDEMPOTENCY_CONFLICT')

    const list = (key: Key) => ask(key, 'order/exchangeOrderList', { clientOrderId: 'same', state: 1 })
    expect((await list(first)).data.list.map(({ orderId }: { orderId: string }) => orderId)).toEqual([byFirst.orderId])
    const web = await member.post(`${ROOT}/order/exchangeOrderList`, { clientOrderId: 'same', state: 1 })
    expect(web.data.list.map(({ orderId }: { orderId: string }) => orderId)).toEqual([byWeb.orderId])

    const amended = await ask(first, 'order/updateOrder', { clientOrderId: 'same', price: '99' })
    expect(amended.data.replacedOrderId).toBe(byFirst.orderId)
    expect((await ask(second, 'order/revocationOrder', { clientOrderId: 'same' })).data.list[0]?.orderId).toBe(bySecond.orderId)
    expect((await ask(second, 'order/revocationOrder', { clientOrderId: 'same' })).failure.name).toBe('ORDER_CLOSED')
    const past = await ask(second, 'order/exchangeOrderList', { clientOrderId: 'same' })
    expect(past.data.list.map(({ orderId }: { orderId: string }) => orderId)).toEqual([bySecond.orderId])
    // The other's order is reached by its id.
    expect((await ask(second, 'order/revocationOrder', { orderId: byWeb.orderId })).code).toBe('0')
    expect((await ask(first, 'order/revocationOrder', { clientOrderId: 'same' })).data.list[0]?.orderId).toBe(amended.data.orderId)
  })

  it('REL-008 a repeat after a new login has one effect', async () => {
    const member = await trader('again@example.com')
    const { data } = await member.post(`${ROOT}/order/createOrder`, order('once'))
    const { token } = (await world.login('again@example.com', undefined, { identity: 'other' })).data
    const repeat = await world.post(`${ROOT}/order/createOrder`, order('once'), { token })
    expect([repeat.data.orderId, repeat.headers['idempotent-replay']]).toEqual([data.orderId, '1'])
    expect((await member.post(`${ROOT}/order/exchangeOrderList`, { state: 1 })).data.total).toBe(1)
  })

  it('REL-008 what a deleted key asked is not its successor’s', async () => {
    const member = await trader('successor@example.com')
    const old = await createKey(member)
    const { data } = await ask(old, 'order/createOrder', order('n1'))
    await member.post('/api/auth/v1/secondFactor/stepUp', { codes: await member.codes('STEP_UP', ['email']) })
    expect((await member.seal(`${ROOT}/api-key/delete`, { id: old.id })).code).toBe('0')
    const fresh = await createKey(member)
    const placed = await ask(fresh, 'order/createOrder', order('n1', '90'))
    expect([placed.code, placed.data.orderId === data.orderId]).toEqual(['0', false])
  })

  it('REL-008 a key of an earlier version gets a number of its own with the first request that acts, and keeps it', async () => {
    const member = await trader('earlier@example.com')
    const userId = asUserId(member.userId)
    const key = await createKey(member)
    const { vault, models, accounts, apiKeys } = world.agio
    const { keyId } = await accounts.get(userId)
    const stored = async (): Promise<Record<string, unknown>> => {
      const [row] = await models.documents(userId, 'apiKey')
      return JSON.parse(vault.open(keyId, `apiKey|${key.id}`, String(row?.document.sealed)))
    }
    const { caller: _, ...earlier } = await stored()
    const document = { sealed: vault.seal(keyId, `apiKey|${key.id}`, JSON.stringify(earlier)) }
    world.exchange.must({ kind: 'saveDocument', userId, collection: 'apiKey', id: key.id, document, actor: 'user' })
    apiKeys.forget(userId)

    const { data: byWeb } = await member.post(`${ROOT}/order/createOrder`, order('same', '100'))
    expect((await ask(key, 'order/exchangeOrderList', { clientOrderId: 'same', state: 1 })).data.list).toEqual([])
    expect((await stored()).caller).toBeUndefined()
    const { data: byKey } = await ask(key, 'order/createOrder', order('same', '101'))
    expect(byKey.orderId).not.toBe(byWeb.orderId)
    const { caller } = await stored()
    expect(caller).toBeGreaterThan(0)
    apiKeys.forget(userId)
    expect((await ask(key, 'order/createOrder', order('same', '101'))).data.orderId).toBe(byKey.orderId)
    expect((await stored()).caller).toBe(caller)
  })
})
