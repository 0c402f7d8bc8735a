/** Configuration keys as they are asked for, and switches as the server itself keeps to them. */
import { call } from '@agio/wire/call.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { seedContent } from '../content/seed-content.ts'
import { addressOf, bodyOf } from '../testing/call-samples.ts'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { route, servedCalls } from './calls/route.ts'
import { createServer } from './server.ts'

const HOME = '/api/home-web/v1'
const TRADES = [
  {
    feature: 'financial',
    path: '/api/user-web/v1/user-project/purchaseProject',
    key: 'financial',
    on: { financialSwitch: 1 },
    off: { financialSwitch: 2 },
  },
  { feature: 'flashConvert', path: '/api/user-web/v1/trade_convert/trade', key: 'flashConvertSwitch', on: 1, off: 0 },
  { feature: 'contract', path: '/fe-co-api/order/order_create', key: 'contractSwitch', on: 1, off: 2 },
  { feature: 'invite', path: '/api/user-web/v1/invite/info', key: 'account_configuration', on: 1, off: 0 },
] as const

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
  await seedContent(world.exchange, world.agio.config)
  await world.agio.content.load()
})
afterAll(() => world.close())

async function set(id: string, value: unknown): Promise<void> {
  const saved = { kind: 'saveDocument', userId: 0 as never, collection: 'kv', id, actor: 'operator' } as const
  world.exchange.must({ ...saved, document: { value } as never })
  await world.agio.content.load()
}

it('TEN-002 asked keys come back and no others; an unknown one is absent and no error, one that is not set is empty', async () => {
  const some = await world.post(`${HOME}/kv/paramsByKeys`, { keys: ['theme', 'nickname_modify_time', 'nothing'] })
  expect(some.data).toEqual({ theme: '#FF5F1F', nickname_modify_time: 30 })
  expect((await world.post(`${HOME}/kv/params/theme`)).data).toEqual({ theme: '#FF5F1F' })
  expect(await world.post(`${HOME}/kv/params/flash_img`)).toMatchObject({ code: '0', data: {} })
})

it.each(TRADES)(
  'TEN-009 [part] a call of $feature is refused by the server while its switch is off',
  async ({ feature, path, key, on, off }) => {
    const spec = call({
      method: 'POST',
      path,
      access: 'visitor',
      feature,
      request: z.object({ amount: z.string() }),
      response: z.object({ done: z.boolean() }),
      errors: ['FEATURE_OFF'],
      summary: 'A call of the feature.',
    })
    const app = createServer(world.context, { languageHeader: 'lang', isCall: () => true })
    let ran = 0
    route(app, spec, () => {
      ran += 1
      return { done: true }
    })
    await app.ready()
    const ask = async (payload: object) => (await app.inject({ method: 'POST', url: path, headers: { host: 'localhost' }, payload })).json()
    await set(key, off)
    expect(await ask({ amount: '1' })).toMatchObject({ code: '30018', data: { name: 'FEATURE_OFF', params: { feature } } })
    // The form of a request is judged first.
    expect(await ask({})).toMatchObject({ data: { name: 'VALIDATION_FAILED' } })
    await set(key, 'nonsense')
    expect((await ask({ amount: '1' })).code).toBe('30018')
    expect(ran).toBe(0)
    await set(key, on)
    expect(await ask({ amount: '1' })).toMatchObject({ code: '0', data: { done: true } })
    await app.close()
  },
)

it('TEN-009 CONV-014 EARN-022 [part] every served call that opens a product to a customer is refused while it is closed', async () => {
  const { token } = (await world.register('closed@example.com')).data
  await set('financial', { financialSwitch: 2 })
  await set('flashConvertSwitch', 0)
  const closed = servedCalls(world.app).filter(({ feature }) => feature === 'financial' || feature === 'flashConvert')
  expect(closed.map(({ path }) => path.split('/').slice(4).join('/')).sort()).toEqual([
    'open/user-project/groupedProductList',
    'trade_convert/pre_trade/:send/:receive',
    'trade_convert/price/:send/:receive',
    'trade_convert/trade',
    'user-project/purchaseProject',
    'user-project/userFinancialProductList',
  ])
  for (const call of closed) {
    const body = bodyOf(call)
    const url = addressOf(call, body, 'BTC')
    const { failure } = call.method === 'POST' ? await world.post(url, body, { token }) : await world.get(url, { token })
    expect(failure, call.path).toMatchObject({ name: 'FEATURE_OFF', params: { feature: call.feature } })
  }
})
