/** Fields that a call does not know, in every call of the API, and fields of which a call wants exactly one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOf, bodyOf, fieldsOf } from '../testing/call-samples.ts'
import { type HttpWorld, httpWorld, type Reply } from '../testing/http-world.ts'
import { type AnyCall, servedCalls } from './calls/route.ts'

const EXTRA = 'unheardOf'
/** Names under which a call takes its idempotency key. */
const KEYS = ['clientId', 'newClientId'] as const

let world: HttpWorld
let token: string
beforeAll(async () => {
  world = await httpWorld()
  token = (await world.register('ann@example.com')).data.token
})
afterAll(() => world.close())

/** Reads that find what was asked for under a key. */
const FILTERS: readonly string[] = ['/withdraw-deposit/withdrawDepositList', '/withdraw-deposit/export']
const isKeyed = (call: AnyCall): boolean =>
  KEYS.some((key) => fieldsOf(call).includes(key)) && !FILTERS.some((path) => call.path.endsWith(path))

/** Sealed, with an idempotency key, or trading or withdrawing for an API key: as the API marks its calls, not as the code reads them. */
const refuses = (call: AnyCall): boolean =>
  call.sealed !== undefined || call.apiKey === 'trade' || call.apiKey === 'withdraw' || isKeyed(call) || call.path.endsWith('/demo/faucet')

const ask = (call: AnyCall, fields: object, extraQuery = ''): Promise<Reply> => {
  const address = addressOf(call, fields)
  const url = extraQuery === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${extraQuery}`
  return call.method === 'POST' ? world.post(url, fields, { token }) : world.get(url, { token })
}

/** As text, to be compared whole. */
const faultsOf = ({ failure }: Reply): string => JSON.stringify(failure.params.issues ?? [])
const REFUSED = JSON.stringify([{ path: EXTRA, rule: 'exclusive' }])

/** Every call that is served; the test of the API's spelling sees to it that none is described and not served. */
const walked = (): readonly AnyCall[] => servedCalls(world.app).filter(({ path }) => !path.endsWith('/logout'))

it('API-015 every call that is sealed, keyed, trades or withdraws refuses a field that it does not know, and all others ignore it', async () => {
  const wrong: string[] = []
  for (const call of walked()) {
    const answer = await ask(call, { ...bodyOf(call), [EXTRA]: 1 })
    if (refuses(call) ? faultsOf(answer) !== REFUSED : answer.text.includes(EXTRA))
      wrong.push(`${call.method} ${call.path}: ${answer.text.slice(0, 200)}`)
  }
  expect(wrong).toEqual([])
})

it('API-015 the same calls refuse it in the query, where nobody would look for it', async () => {
  const wrong: string[] = []
  for (const call of walked().filter(refuses)) {
    const answer = await ask(call, bodyOf(call), `${EXTRA}=1`)
    if (faultsOf(answer) !== REFUSED) wrong.push(call.path)
  }
  expect(wrong).toEqual([])
})

it('API-015 and among the codes of a second factor or the permissions of a key', async () => {
  const wrong: string[] = []
  let asked = 0
  for (const call of walked().filter(refuses)) {
    for (const part of ['codes', 'permissions'].filter((field) => fieldsOf(call).includes(field))) {
      const body = bodyOf(call)
      const answer = await ask(call, { ...body, [part]: { ...(body[part] as object), [EXTRA]: 1 } })
      asked += 1
      if (!faultsOf(answer).includes(`"${part}.${EXTRA}"`)) wrong.push(`${call.path} ${part}`)
    }
  }
  expect(asked).toBeGreaterThan(15)
  expect(wrong).toEqual([])
})

it('API-015 [part] of "exactly one of" none is one that is missing, two are one too many', async () => {
  const root = '/api/user-web/v1'
  const faults = async (path: string, body: object) => (await world.post(`${root}${path}`, body, { token })).failure.params.issues
  const fault = (path: string, rule: string) => [{ path, rule }]
  const market = { symbol: 'BTC/USDT', direction: 'BUY', type: 'MARKET' }
  for (const none of [{}, { orderId: null, clientOrderId: null }]) {
    expect(await faults('/order/updateOrder', { ...none, price: '1' })).toEqual(fault('orderId', 'required'))
    expect(await faults('/order/revocationOrder', none)).toEqual(fault('orderId', 'required'))
  }
  expect(await faults('/order/revocationOrder', { symbol: 'BTC/USDT' })).toContainEqual({ path: 'orderId', rule: 'required' })
  expect((await world.get(`${root}/order/detail`, { token })).failure.params.issues).toEqual(fault('orderId', 'required'))
  expect(await faults('/order/updateOrder', { orderId: '1' })).toEqual(fault('price', 'required'))
  expect(await faults('/user/updateUserCenter', {})).toEqual(fault('nickname', 'required'))
  expect(await faults('/order/createOrder', market)).toEqual(fault('amount', 'required'))

  expect(await faults('/order/updateOrder', { orderId: '1', clientOrderId: 'a', price: '1' })).toEqual(fault('clientOrderId', 'exclusive'))
  expect(await faults('/order/revocationOrder', { orderIds: ['1'], all: 1 })).toEqual(fault('all', 'exclusive'))
  expect(await faults('/order/createOrder', { ...market, amount: '1', turnover: '1' })).toEqual(fault('turnover', 'exclusive'))
})
