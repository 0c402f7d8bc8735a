/** What a thief and a clumsy customer try over HTTP, with the real engine behind it. Each attack ends in a check of the money. */
import { asAssetId, type UserId } from '@agio/engine/ids/id.ts'
import { balanceOf, openOrdersOf } from '@agio/engine/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpWorld, httpWorld, PASSWORD, type Reply, seal, userIdOf } from '../testing/http-world.ts'

const ORDER = '/api/user-web/v1/order'
const [USDT, BTC] = [asAssetId(1), asAssetId(2)]
const COIN = 100_000_000n
let world: HttpWorld
let people = 0

beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

interface Person {
  readonly token: string
  readonly userId: UserId
}

async function person(funds: { readonly usdt?: bigint; readonly btc?: bigint } = {}): Promise<Person> {
  people += 1
  const reply = await world.register(`attack${people}@example.com`)
  const userId = userIdOf(reply)
  const give = (assetId: typeof USDT, amount = 0n): void => {
    if (amount > 0n) world.exchange.must({ kind: 'creditUser', userId, assetId, amount, cause: 'airdrop', reference: '' })
  }
  give(USDT, funds.usdt)
  give(BTC, funds.btc)
  return { token: reply.data.token, userId }
}

const limit = (fields: object = {}) => ({ symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1', ...fields })
const place = ({ token }: Person, fields: object = {}) => world.post(`${ORDER}/createOrder`, limit(fields), { token })
const cancel = ({ token }: Person, fields: object) => world.post(`${ORDER}/revocationOrder`, fields, { token })
const money = ({ userId }: Person, assetId = USDT) => balanceOf(world.exchange.state, userId, assetId)
const together = <Answer extends Reply>(count: number, call: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

/** How often each answer came; 'ok' for accepted. */
function tally(replies: readonly Reply[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { code, failure } of replies) {
    const name = code === '0' ? 'ok' : failure.name
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

describe('the same money twice', () => {
  it('SPOT-016 REL-008 [part] of 200 parallel orders for the whole balance exactly one is placed', async () => {
    const thief = await person({ usdt: 100n * COIN })
    expect(tally(await together(200, () => place(thief)))).toEqual({ ok: 1, BALANCE_INSUFFICIENT: 199 })
    expect(money(thief)).toEqual({ available: 0n, held: 100n * COIN })
    expect(openOrdersOf(world.exchange.state, thief.userId)).toHaveLength(1)
  })

  it('SPOT-041 SPOT-034 parallel cancels of an order, of its list and of everything give the hold back once', async () => {
    const thief = await person({ btc: 3n * COIN })
    const sell = { direction: 'SELL', amount: '1' }
    const maker = await person({ usdt: 1000n * COIN, btc: COIN })
    await place(maker, { price: '100', amount: '0.001' })
    await place(maker, { direction: 'SELL', price: '100', amount: '0.001', stpMode: 'NONE' })
    const single = await place(thief, { ...sell, price: '900' })
    const list = await place(thief, { ...sell, type: 'OCO', price: '901', triggerPrice: '50' })
    expect([single.code, list.code]).toEqual(['0', '0'])
    expect(money(thief, BTC)).toEqual({ available: COIN, held: 2n * COIN })
    const legs = list.data.orders.map((order) => order.orderId)
    const names = [{ orderId: single.data.orderId }, { orderListId: list.data.orderListId }, ...legs.map((orderId) => ({ orderId }))]
    const answers = await together(24, (index) => cancel(thief, names[index % names.length] ?? {}))
    expect(tally(answers)).toEqual({ ok: 2, ORDER_CLOSED: 22 })
    expect(money(thief, BTC)).toEqual({ available: 3n * COIN, held: 0n })
  })

  it('SPOT-041 SPOT-023 an order that is filled, cancelled and lowered at once ends once, and no money appears', async () => {
    const [seller, buyer] = [await person({ btc: 10n * COIN }), await person({ usdt: 10_000n * COIN })]
    for (let round = 0; round < 30; round += 1) {
      const { orderId } = (await place(seller, { direction: 'SELL', price: '200', amount: '0.1' })).data
      const tries = [
        () => cancel(seller, { orderId }),
        () => place(buyer, { price: '200', amount: '0.05', timeInForce: 'IOC' }),
        () => world.post(`${ORDER}/updateOrder`, { orderId, amount: '0.06' }, { token: seller.token }),
      ]
      await Promise.all([0, 1, 2].map((index) => tries[(index + round) % 3]?.()))
      await cancel(seller, { all: 1 })
    }
    const [sold, bought] = [money(seller, BTC), money(buyer, BTC)]
    expect([sold.held, money(buyer).held]).toEqual([0n, 0n])
    const traded = 10n * COIN - sold.available
    expect(bought.available).toBeLessThanOrEqual(traded)
    expect(money(seller).available).toBeLessThanOrEqual(10_000n * COIN - money(buyer).available)
  })
})

describe('keys', () => {
  it('REL-008 SPOT-044 [part] one key in parallel with two bodies places one order; the other body is a conflict', async () => {
    const [one, two] = [await person({ usdt: 1000n * COIN }), await person({ usdt: 1000n * COIN })]
    const replies = await together(40, (index) => place(one, { clientOrderId: 'same', amount: index % 2 === 0 ? '1' : '2' }))
    expect(tally(replies)).toEqual({ ok: 20, IDEMPOTENCY_CONFLICT: 20 })
    expect(new Set(replies.filter(({ code }) => code === '0').map(({ data }) => data.orderId)).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['idempotent-replay'] === '1')).toHaveLength(19)
    expect(money(one).held).toBe(100n * COIN)
    const other = await place(two, { clientOrderId: 'same', amount: '3' })
    expect([other.code, other.headers['idempotent-replay']]).toEqual(['0', undefined])
    expect(money(two).held).toBe(300n * COIN)
  })
})

const BAD_NUMBERS: readonly unknown[] = [
  ...['-1', '0', '-0', 'NaN', 'Infinity', '1e5', '1,5', '０', '١', '', ' ', '.5', '5.', '01', '+1', '0x10', '1_0', '1 0', '1\u0000'],
  ...['9'.repeat(40), '9007199254740991', '9007199254740993', '9223372036854775808', '18446744073709551616', `0.${'0'.repeat(30)}1`],
  ...[1, 1.5, 2 ** 53, -1, true, [], ['1'], {}, { toString: '1' }],
]

describe('numbers and bodies', () => {
  it('SPOT-012 API-015 [part] no figure of an order in another form is taken, and nothing is held', async () => {
    const clumsy = await person({ usdt: 1000n * COIN })
    for (const field of ['price', 'amount', 'turnover', 'visibleAmount', 'triggerPrice']) {
      for (const value of BAD_NUMBERS) {
        const type =
          field === 'turnover' ? { type: 'MARKET', price: null, amount: null } : field === 'triggerPrice' ? { type: 'STOP_LIMIT' } : {}
        const { code, status } = await place(clumsy, { ...type, [field]: value })
        expect([field, value, code === '0', status]).toEqual([field, value, false, 200])
      }
    }
    await cancel(clumsy, { all: 1 })
    expect(money(clumsy)).toEqual({ available: 1000n * COIN, held: 0n })
  })

  it('SEC-011 API-015 [part] inherited names are no order type, no field and no value', async () => {
    const { token } = await person()
    for (const type of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const answer = await world.post(`${ORDER}/createOrder`, limit({ type }), { token })
      expect([type, answer.failure.name]).toEqual([type, 'ORDER_TYPE_UNSUPPORTED'])
    }
    for (const extra of ['"__proto__":{"amount":"1"}', '"constructor":{"prototype":{"x":1}}', '"userId":"100001"', '"feeLevel":9']) {
      const body = `${JSON.stringify(limit()).slice(0, -1)},${extra}}`
      expect((await world.post(`${ORDER}/createOrder`, body, { token })).failure.name, extra).toBe('VALIDATION_FAILED')
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('SEC-011 API-012 [part] deep, huge and foreign bodies are refused in the envelope', async () => {
    const { token } = await person()
    const cases: readonly (readonly [string | Buffer, number, string])[] = [
      ['['.repeat(100_000) + ']'.repeat(100_000), 200, 'BODY_NOT_JSON'],
      [`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 200, 'BODY_NOT_JSON'],
      [Buffer.alloc(2_000_000, 'a'), 413, 'BODY_TOO_LARGE'],
      [Buffer.from([0x7b, 0xff, 0x7d]), 200, 'BODY_NOT_JSON'],
      ['[]', 200, 'VALIDATION_FAILED'],
      [`{${Array.from({ length: 15_000 }, (_, index) => `"k${index}":1`).join()}}`, 200, 'VALIDATION_FAILED'],
    ]
    for (const [body, status, name] of cases) {
      const answer = await world.post(`${ORDER}/createOrder`, body, { token })
      expect([answer.status, answer.failure.name, answer.text.length < 3000]).toEqual([status, name, true])
    }
  })
})

it('SPOT-018 SPOT-038 a thousand smallest trades with oneself never gain a minor unit', async () => {
  const thief = await person({ usdt: 1000n * COIN, btc: COIN })
  const before = { usdt: money(thief).available, btc: money(thief, BTC).available }
  const price = '333.33'
  for (let round = 0; round < 500; round += 1) {
    await place(thief, { direction: round % 2 === 0 ? 'SELL' : 'BUY', price, amount: '0.00001' })
    await place(thief, { direction: round % 2 === 0 ? 'BUY' : 'SELL', price, amount: '0.00001', stpMode: 'NONE' })
  }
  const after = { usdt: money(thief).available, btc: money(thief, BTC).available }
  expect([money(thief).held, money(thief, BTC).held]).toEqual([0n, 0n])
  expect(after.usdt).toBeLessThan(before.usdt)
  expect(after.btc).toBeLessThan(before.btc)
})

describe('other people’s things', () => {
  it('SEC-002 [part] a list, a made client id and “all” reach only one’s own orders', async () => {
    const [owner, thief] = [await person({ btc: 5n * COIN }), await person()]
    const { orderId, clientOrderId } = (await place(owner, { direction: 'SELL', price: '800' })).data
    const list = (await place(owner, { direction: 'SELL', type: 'OCO', price: '801', triggerPrice: '10' })).data.orderListId
    const held = money(owner, BTC).held
    const refused = async (fields: object): Promise<unknown> => {
      const { status, code, failure } = await cancel(thief, fields)
      return [status, code, failure.params]
    }
    const unknown = await refused({ orderId: '7999992' })
    expect(unknown).toEqual([200, '40022', {}])
    for (const fields of [{ orderId }, { clientOrderId }, { orderListId: list }, { orderListId: '7999992' }])
      expect([fields, await refused(fields)]).toEqual([fields, unknown])
    await cancel(thief, { all: 1 })
    expect(money(owner, BTC).held).toBe(held)
    const file = await world.post(`${ORDER}/export`, { kind: 'spotOrder' }, { token: thief.token })
    expect(file.text.trim().split('\r\n')).toHaveLength(1)
    expect(file.text).not.toContain(orderId)
  })
})

describe('the way in', () => {
  const asRegister = async (account: string, code: string): Promise<Reply> => {
    const url = '/api/auth/v1/open/register'
    const { keyId, publicKey } = (await world.get('/api/auth/v1/open/security/publicKey')).data
    const fields = await seal({ keyId, publicKey, path: `POST ${url}`, now: world.clock.now() })
    return world.post(url, { type: 1, account, code, password: PASSWORD, agreeTerms: 1, ...fields })
  }

  it('AUTH-012 [part] ten registrations at once with one code make one account', async () => {
    const account = 'race@example.com'
    await world.post('/api/auth/v1/open/sendCode', { type: 1, account, scene: 'REGISTER' })
    const code = await world.code(account)
    const replies = await together(10, (index) => asRegister(index % 2 === 0 ? account : account.toUpperCase(), code))
    expect(replies.filter((reply) => reply.code === '0')).toHaveLength(1)
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
  })

  it('AUTH-012 [part] twenty parallel guesses leave no try for the right code', async () => {
    const account = 'guess@example.com'
    await world.post('/api/auth/v1/open/sendCode', { type: 1, account, scene: 'REGISTER' })
    const code = await world.code(account)
    const wrong = code === '111111' ? '222222' : '111111'
    const replies = await together(20, () => asRegister(account, wrong))
    expect(tally(replies)).toEqual({ CODE_INVALID: 4, CODE_TOO_MANY_TRIES: 16 })
    expect((await asRegister(account, code)).failure.name).toBe('CODE_TOO_MANY_TRIES')
  })

  it('SEC-008 forged forwarding headers and another path to the same call do not refill a bucket', async () => {
    const ask = (index: number) =>
      world.post(
        '/api/auth/v1/open/sendCode',
        { type: 1, account: `many${index}@example.com`, scene: 'REGISTER' },
        {
          ip: '198.51.100.9',
          headers: {
            'x-forwarded-for': `203.0.113.${index}`,
            forwarded: `for=203.0.113.${index}`,
            'x-real-ip': `203.0.113.${index}`,
            'x-client-ip': '127.0.0.1',
          },
        },
      )
    const statuses: number[] = []
    for (let index = 0; index < 25; index += 1) statuses.push((await ask(index)).status)
    expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true)
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429])
  })
})
