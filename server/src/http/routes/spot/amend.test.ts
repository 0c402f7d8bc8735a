/** What an amend answers when its order ended at once or since, and what its repeat answers. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MarketApp, marketApp } from '../../../testing/market-app.ts'
import { forgetAnswers } from '../../deeds/deed-route.ts'

const ORDER = '/api/user-web/v1/order'
let market: MarketApp

beforeEach(async () => {
  market = await marketApp({ referencePrice: 6_000_000 })
  market.fund(market.ann, market.usdt, '100000')
  market.fund(market.bob, market.btc, '10')
})
afterEach(() => market.close())

const order = (fields: Record<string, unknown> = {}) => ({
  symbol: 'BTC/USDT',
  direction: 'BUY',
  type: 'LIMIT',
  price: '59000',
  amount: '0.5',
  ...fields,
})
const place = async (fields: Record<string, unknown> = {}, user = market.ann) => {
  const { data } = await market.post(`${ORDER}/createOrder`, order(fields), user)
  return String(data.orderId)
}
const sell = (fields: Record<string, unknown> = {}) => place({ direction: 'SELL', ...fields }, market.bob)
const amend = (body: object, user = market.ann) => market.post(`${ORDER}/updateOrder`, body, user)
const cancel = (body: object, user = market.ann) => market.post(`${ORDER}/revocationOrder`, body, user)

/** Sends it again and expects the same answer, marked as a repeat. */
async function again(body: object, first: { readonly data: unknown }, user = market.ann): Promise<void> {
  const repeat = await amend(body, user)
  expect(repeat.data).toEqual(first.data)
  expect(repeat.headers['idempotent-replay']).toBe('1')
}

it('REL-008 [part] an amend that filled is answered the same again, by order id and client id, also before history saw it', async () => {
  for (const name of ['orderId', 'clientOrderId']) {
    market.models.rows.lag()
    await sell({ price: '60000', amount: '0.5' })
    const orderId = await place({ clientOrderId: `mine-${name}` })
    const body = { [name]: name === 'orderId' ? orderId : 'mine-clientOrderId', price: '60000', newClientId: `key-${name}` }
    market.models.rows.lagUntilWaitedFor()
    const first = await amend(body)
    expect(first.data).toMatchObject({ status: 'FILLED', price: '60000', amount: '0.5', priorityKept: 0, replacedOrderId: orderId })
    market.models.rows.lagUntilWaitedFor()
    await again(body, first)
  }
})

it('REL-008 [part] a repeat of an amend answers what the first did, whatever became of the order since', async () => {
  const orderId = await place()
  const lower = { orderId, amount: '0.4', newClientId: 'lower' }
  const lowered = await amend(lower)
  expect(lowered.data).toMatchObject({ orderId, amount: '0.4', price: '59000', priorityKept: 1, replacedOrderId: null })
  await amend({ orderId, amount: '0.3' })
  await again(lower, lowered)
  const move = { orderId, price: '58000', newClientId: 'move' }
  const moved = await amend(move)
  expect(moved.data).toMatchObject({ amount: '0.3', price: '58000', priorityKept: 0, replacedOrderId: orderId })
  await amend({ orderId: moved.data.orderId, amount: '0.2' })
  await again(move, moved)
  await cancel({ orderId: moved.data.orderId })
  await again(move, moved)
  await again(lower, lowered)
  expect((await amend({ ...move, price: '57000' })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
})

it('SPOT-040 [part] an amount of which all is traded is no amount to amend to, and says so; one more is', async () => {
  const orderId = await place({ amount: '0.5' })
  await sell({ price: '59000', amount: '0.2' })
  for (const amount of ['0.2', '0.1']) {
    const { failure } = await amend({ orderId, amount })
    expect(failure).toMatchObject({ name: 'AMEND_NOT_ALLOWED', params: { reason: 'amount' } })
  }
  expect((await amend({ orderId, amount: '0.3' })).data).toMatchObject({ amount: '0.3', priorityKept: 1 })
  const trailing = await sell({ type: 'TRAILING_STOP', price: undefined, amount: '0.1', trailingDelta: 100 })
  expect((await amend({ orderId: trailing, amount: '0.05' }, market.bob)).failure).toMatchObject({ params: { reason: 'state' } })
})

it('SPOT-041 [part] an amend after the end says how the order ended, with a key and without, also before history saw it', async () => {
  const orderId = await place()
  await place({ clientOrderId: 'mine' })
  for (const name of [{ orderId }, { clientOrderId: 'mine' }]) {
    for (const key of [{}, { newClientId: `late-${Object.keys(name)}` }]) {
      market.models.rows.lag()
      await cancel(name)
      market.models.rows.lagUntilWaitedFor()
      expect((await amend({ ...name, price: '58000', ...key })).data).toMatchObject({
        name: 'ORDER_CLOSED',
        params: { status: 'CANCELED' },
      })
    }
  }
  expect((await amend({ orderId: '7', price: '58000', newClientId: 'never' })).failure.name).toBe('ORDER_NOT_FOUND')
  expect((await amend({ orderId, price: '58000', newClientId: 'foreign' }, market.bob)).failure.name).toBe('ORDER_NOT_FOUND')
})

it('SPOT-039 an amend that ends at once tells its price and the amount of the new order, without what was traded before', async () => {
  const orderId = await place()
  await sell({ price: '59000', amount: '0.1' })
  await sell({ price: '60000', amount: '5' })
  const moved = await amend({ orderId, price: '60000' })
  expect(moved.data).toMatchObject({ status: 'FILLED', price: '60000', amount: '0.4', replacedOrderId: orderId })
  const buyer = await place({ price: '58000', amount: '0.1' })
  const raised = { orderId: buyer, price: '60000', amount: '0.2', newClientId: 'both' }
  const first = await amend(raised)
  expect(first.data).toMatchObject({ status: 'FILLED', price: '60000', amount: '0.2' })
  await again(raised, first)
})

it('SPOT-039 an order that is gone before its amend is answered keeps price and amount in the answer', async () => {
  const buyer = { price: '59000', amount: '0.5' }
  const submit = market.exchange.submit.bind(market.exchange)
  for (const [amount, priorityKept] of [
    ['0.6', 0],
    ['0.4', 1],
  ]) {
    const orderId = await place(buyer)
    await sell({ ...buyer, amount: '0.1' })
    // Somebody takes it right after.
    market.exchange.submit = async (command, key) => {
      market.exchange.submit = submit
      const outcome = await submit(command, key)
      await sell({ ...buyer, amount: '2' })
      await cancel({ all: 1 }, market.bob)
      return outcome
    }
    const body = { orderId, amount, newClientId: `gone-${amount}` }
    const first = await amend(body)
    const [left, replacedOrderId] = priorityKept === 1 ? ['0.4', null] : ['0.5', orderId]
    expect(first.data).toMatchObject({ status: priorityKept === 1 ? 'PARTIALLY_FILLED' : 'NEW', price: '59000', amount: left })
    expect(first.data).toMatchObject({ priorityKept, replacedOrderId })
    await again(body, first)
  }
})

it('SPOT-039 an amend that was done is not answered with a fault because history is away', async () => {
  const orderId = await place()
  await sell({ price: '60000', amount: '0.5' })
  market.models.rows.patienceMs = 20
  market.models.rows.lag()
  const first = await amend({ orderId, price: '60000', newClientId: 'away' })
  expect(first.data).toMatchObject({ status: 'FILLED', price: '60000', amount: '0.5', replacedOrderId: orderId })
  await again({ orderId, price: '60000', newClientId: 'away' }, first)
  forgetAnswers(market)
  expect((await amend({ orderId, price: '60000', newClientId: 'away' })).failure.name).toBe('ENGINE_BUSY')
  market.models.rows.catchUp()
  await again({ orderId, price: '60000', newClientId: 'away' }, first)
})

it('SPOT-039 of an order list the answer is about the leg that was named', async () => {
  await place({ amount: '0.01' })
  await sell({ price: '59000', amount: '0.01' })
  const list = { direction: 'SELL', type: 'OCO', price: '61000', triggerPrice: '57000', triggerLimitPrice: '56900', amount: '0.1' }
  const { data } = await market.post(`${ORDER}/createOrder`, order({ ...list, clientOrderId: 'oco' }), market.bob)
  const [limitLeg, stopLeg] = data.orders.map(({ orderId }) => orderId)
  const stop = { orderId: stopLeg, triggerPrice: '56500', price: '56400', newClientId: 'stop' }
  const first = await amend(stop, market.bob)
  expect(first.data).toMatchObject({ status: 'PENDING_TRIGGER', price: '56400', amount: '0.1', replacedOrderId: stopLeg })
  await again(stop, first, market.bob)
  const lowered = await amend({ orderId: first.data.orderId, amount: '0.05' }, market.bob)
  expect(lowered.data).toMatchObject({ orderId: first.data.orderId, price: '56400', amount: '0.05', priorityKept: 1 })
  const byClient = await amend({ clientOrderId: 'oco', price: '61500' }, market.bob)
  expect(byClient.data).toMatchObject({ clientOrderId: 'oco', status: 'NEW', price: '61500', amount: '0.05' })
  expect(byClient.data.replacedOrderId).not.toBe(limitLeg)
  const open = await market.post(`${ORDER}/exchangeOrderList`, { state: 1 }, market.bob)
  expect(open.data.list.map(({ price, amount }) => [price, amount])).toEqual([
    ['56400', '0.05'],
    ['61500', '0.05'],
  ])
})

it('SPOT-040 API-004 [part] a field that the order’s type lacks is named; one that fired already is not amended', async () => {
  const stop = { direction: 'SELL', type: 'STOP_LIMIT', price: '58000', triggerPrice: '58500', amount: '0.1' }
  const issuesOf = async (body: object, user = market.bob) => {
    const { failure } = await amend(body, user)
    return [failure.name, failure.params.issues]
  }
  const named = (...paths: string[]) => ['VALIDATION_FAILED', paths.map((path) => ({ path, rule: 'exclusive' }))]
  await sell({ price: '60000', amount: '0.01' })
  await place({ price: '60000', amount: '0.01' })
  const stopMarket = await place({ ...stop, type: 'STOP_MARKET', price: undefined }, market.bob)
  expect(await issuesOf({ orderId: stopMarket, price: '58000' })).toEqual(named('price'))
  const resting = await place()
  expect(await issuesOf({ orderId: resting, triggerPrice: '58000' }, market.ann)).toEqual(named('triggerPrice'))
  const list = { direction: 'SELL', type: 'OCO', price: '62000', triggerPrice: '58500', amount: '0.1' }
  const { data: legs } = await market.post(`${ORDER}/createOrder`, order(list), market.bob)
  expect(await issuesOf({ orderId: legs.orders[0]?.orderId, triggerPrice: '58400' })).toEqual(named('triggerPrice'))
  expect(await issuesOf({ orderId: legs.orders[1]?.orderId, price: '58400' })).toEqual(named('price'))
  const key = { orderId: resting, triggerPrice: '58000', newClientId: 'asked-again' }
  expect(await issuesOf(key, market.ann)).toEqual(named('triggerPrice'))
  await cancel({ orderId: resting })
  expect(await issuesOf(key, market.ann)).toEqual(named('triggerPrice'))

  const fired = await place({ ...stop, price: '70000', triggerPrice: '59000' }, market.bob)
  await place({ price: '59000', amount: '0.01' })
  await sell({ price: '59000', amount: '0.01' })
  expect(await issuesOf({ orderId: fired, triggerPrice: '58000' })).toEqual(['AMEND_NOT_ALLOWED', undefined])
})

/** What the calls that find an order say of a client id. */
async function foundBy(clientOrderId: string) {
  const [detail, listed, live] = await Promise.all([
    market.get(`${ORDER}/detail?clientOrderId=${encodeURIComponent(clientOrderId)}`, market.ann),
    market.post(`${ORDER}/exchangeOrderList`, { clientOrderId }, market.ann),
    market.post(`${ORDER}/exchangeOrderList`, { clientOrderId, state: 1 }, market.ann),
  ])
  const rows = [...listed.data.list, ...live.data.list, ...(detail.code === '0' ? [detail.data] : [])]
  for (const row of rows) expect(row.clientOrderId).toBe(clientOrderId)
  return {
    detail: detail.code === '0' ? detail.data.orderId : detail.failure.name,
    listed: listed.data.list.map(({ orderId }) => orderId),
    live: live.data.list.map(({ orderId }) => orderId),
  }
}

it('SPOT-039 API-024 a client id that the server made stays the order’s, however often an amendment replaces it', async () => {
  const placed = await market.post(`${ORDER}/createOrder`, order(), market.ann)
  const first = String(placed.data.orderId)
  const name = placed.data.clientOrderId
  expect(name).toBe(`o-${first}`)
  const chain = [first]
  for (const [by, price] of [
    ['orderId', '58000'],
    ['clientOrderId', '57000'],
    ['orderId', '56000'],
  ] as const) {
    const old = chain.at(-1)
    const moved = await amend({ [by]: by === 'orderId' ? old : name, price })
    expect(moved.data).toMatchObject({ clientOrderId: name, replacedOrderId: old, price })
    chain.push(moved.data.orderId)
    expect(await foundBy(name)).toEqual({ detail: chain.at(-1), listed: chain.toReversed(), live: [chain.at(-1)] })
    expect(await foundBy(`o-${chain.at(-1)}`)).toEqual({ detail: 'ORDER_NOT_FOUND', listed: [], live: [] })
  }
  await sell({ price: '56000', amount: '0.1' })
  const fills = await market.post('/api/user-web/v1/user-trade/v1/trades', {}, market.ann)
  expect(fills.data.list.map(({ clientOrderId }) => clientOrderId)).toEqual([name])
  expect((await cancel({ clientOrderId: name })).data.list).toMatchObject([{ orderId: chain.at(-1), clientOrderId: name, result: 1 }])
  expect((await cancel({ clientOrderId: name })).failure).toMatchObject({ name: 'ORDER_CLOSED', params: { status: 'CANCELED' } })
  expect((await amend({ clientOrderId: name, price: '1' })).failure.name).toBe('ORDER_CLOSED')
  expect((await cancel({ orderIds: chain })).data.list.map(({ clientOrderId }) => clientOrderId)).toEqual(chain.map(() => name))
  expect(await foundBy(name)).toEqual({ detail: chain.at(-1), listed: chain.toReversed(), live: [] })
})

it('REL-008 [part] a repeat by a client id that the server made is the same request, also when another order bears it by then', async () => {
  const name = `o-${await place()}`
  const move = { clientOrderId: name, price: '58000', newClientId: 'move' }
  const moved = await amend(move)
  await again(move, moved)
  await amend({ clientOrderId: name, price: '57000' })
  await again(move, moved)
  await sell({ price: '57000', amount: '0.01' })
  const list = { direction: 'SELL', type: 'OCO', price: '61000', triggerPrice: '56500', triggerLimitPrice: '56400', amount: '0.1' }
  const { data } = await market.post(`${ORDER}/createOrder`, order(list), market.bob)
  const [, stop] = data.orders
  const lower = { clientOrderId: stop?.clientOrderId, price: '56300', newClientId: 'stop' }
  const lowered = await amend(lower, market.bob)
  const answered = { clientOrderId: stop?.clientOrderId, status: 'PENDING_TRIGGER', price: '56300', replacedOrderId: stop?.orderId }
  expect(lowered.data).toMatchObject(answered)
  await again(lower, lowered, market.bob)
})

it('ORD-002 [part] an amended order is one row that says what it was, by price, amount and what had been traded', async () => {
  const first = await place({ clientOrderId: 'story' })
  await sell({ price: '59000', amount: '0.2' })
  const second = String((await amend({ orderId: first, price: '59500' })).data.orderId)
  const third = String((await amend({ orderId: second, amount: '0.4' })).data.orderId)
  const list = async (body: object) => (await market.post(`${ORDER}/exchangeOrderList`, body, market.ann)).data
  const story = [
    { orderId: first, price: '59000', amount: '0.5', triggerPrice: null, tradedAmount: '0.2' },
    { orderId: second, price: '59500', amount: '0.3', triggerPrice: null, tradedAmount: '0' },
  ]
  // It is still open: of what ended there is nothing to tell.
  expect(await list({ state: 2, joinAmended: 1 })).toMatchObject({ total: 0, list: [] })
  expect((await list({ state: 1, joinAmended: 1 })).list).toMatchObject([{ orderId: third, amendments: story }])
  await cancel({ orderId: third })
  const other = await place({ price: '50000' })
  await cancel({ orderId: other })
  const joined = await list({ state: 2, joinAmended: 1 })
  expect(joined.total).toBe(2)
  expect(joined.list).toMatchObject([
    { orderId: other, amendments: [] },
    { orderId: third, amendments: story },
  ])
  // Whoever asks for every order gets every one.
  const all = await list({ state: 2 })
  expect(all.list.map(({ orderId, reason }) => [orderId, reason])).toEqual([
    [other, 'user'],
    [third, 'user'],
    [second, 'replaced'],
    [first, 'replaced'],
  ])
  expect(all.list[1]).not.toHaveProperty('amendments')
  const detail = (await market.get(`${ORDER}/detail?orderId=${third}`, market.ann)).data
  expect(detail.amendments).toMatchObject(story)
  expect(detail.events.map((event: { kind: string }) => event.kind)).toEqual(['placed', 'amended', 'amended', 'ended'])
})

it('ORD-002 [part] an order lowered in its place tells what it was placed with, each step, and what took its place', async () => {
  const first = await place({ amount: '0.5' })
  await sell({ price: '59000', amount: '0.1' })
  await amend({ orderId: first, amount: '0.4' })
  await amend({ orderId: first, amount: '0.3' })
  const second = String((await amend({ orderId: first, price: '58500' })).data.orderId)
  await amend({ orderId: second, amount: '0.15' })
  const ofFirst = { orderId: first, price: '59000', triggerPrice: null, tradedAmount: '0.1' }
  const story = [
    { ...ofFirst, amount: '0.5', loweredTo: '0.4' },
    { ...ofFirst, amount: '0.4', loweredTo: '0.3' },
    { ...ofFirst, amount: '0.3', loweredTo: null },
    { orderId: second, price: '58500', triggerPrice: null, amount: '0.2', tradedAmount: '0', loweredTo: '0.15' },
  ]
  const detail = (await market.get(`${ORDER}/detail?orderId=${second}`, market.ann)).data
  expect(detail).toMatchObject({ amount: '0.15', amendments: story })
  expect(detail.events.map((event: { kind: string }) => event.kind)).toEqual(['placed', ...story.map(() => 'amended')])
  await cancel({ orderId: second })
  const { list } = (await market.post(`${ORDER}/exchangeOrderList`, { state: 2, joinAmended: 1 }, market.ann)).data
  expect(list).toMatchObject([{ orderId: second, amount: '0.15', amendments: story }])
})

it('ORD-002 [part] of an order list that is lowered both legs tell the step, and a leg that follows a fill tells none', async () => {
  const legs = { type: 'OCO', direction: 'SELL', price: '61000', amount: '1', triggerPrice: '58000' }
  const { data } = await market.post(`${ORDER}/createOrder`, order(legs), market.bob)
  const [limit = '', stop = ''] = data.orders.map(({ orderId }: { orderId: string }) => orderId)
  await place({ price: '61000', amount: '0.2' })
  await amend({ orderId: limit, amount: '0.7' }, market.bob)
  const amendments = async (id: string) => (await market.get(`${ORDER}/detail?orderId=${id}`, market.bob)).data.amendments
  expect(await amendments(limit)).toMatchObject([{ amount: '1', loweredTo: '0.7', tradedAmount: '0.2' }])
  expect(await amendments(stop)).toMatchObject([{ amount: '0.8', loweredTo: '0.5', tradedAmount: '0' }])
})

it('ORD-002 [part] of an order that was amended often the newest twenty are told', async () => {
  let orderId = await place({ price: '50000' })
  for (let step = 1; step <= 22; step += 1) orderId = String((await amend({ orderId, price: String(50_000 + step) })).data.orderId)
  const { amendments } = (await market.get(`${ORDER}/detail?orderId=${orderId}`, market.ann)).data
  expect(amendments.map(({ price }) => Number(price))).toEqual(Array.from({ length: 20 }, (_, step) => 50_002 + step))
})
