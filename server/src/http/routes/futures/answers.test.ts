/** What the futures host answers to what it refuses, and to what it has answered before. */
import { contractsOf } from '@agio/engine/perp/read-contract.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { setIndex, USDT } from '../../../testing/contract-fixtures.ts'
import { type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'
import type { HttpWorld } from '../../../testing/http-world.ts'

let futures: FuturesWorld
let world: HttpWorld
let ann: FuturesTrader
let before: readonly FuturesTrader[] = []
let id: string
beforeAll(async () => {
  futures = await futuresWorld()
  world = futures.world
  id = String(futures.contract)
})
afterAll(() => world.close())
afterEach(() => {
  world.exchange.meanwhile = undefined
  world.history.catchUp()
})
beforeEach(async () => {
  // What fires at the index of the next test rests at its bound, and would be traded with.
  futures.beginAnew(...before)
  ann = await futures.customer('ann')
  before = [ann]
})

/** A long of 100 contracts at 60,000. */
async function long(over: Record<string, unknown> = {}): Promise<string> {
  futures.quote('sell', 60_000, 100)
  await ann.post('order/order_create', orderOf(futures.contract, over))
  const [position] = (await ann.read('position/get_assets_list')).data.positionList
  return position?.id ?? ''
}

it.each(['order/light_close', 'order/reverse_position'] as const)(
  'REL-008 PERP-025 [part] %s repeated at once answers as the first time, before history has heard of it',
  async (call) => {
    const positionId = await long()
    futures.quote('buy', 59_990, 200)
    world.history.lag()
    const body = { positionId, clientOrderId: 'again-1' }
    const first = await ann.post(call, body)
    expect(first.code).toBe('0')
    setTimeout(() => world.history.catchUp(), 30)
    const again = await ann.post(call, body)
    expect([again.data, again.headers['idempotent-replay']]).toEqual([first.data, '1'])
    expect((await ann.post(call, { ...body, clientOrderId: 'other' })).failure.name).toBe('POSITION_NOT_FOUND')
  },
)

it('PERP-023 take profit and stop loss of a position lie on its own sides and before its liquidation, or are refused and nothing changes', async () => {
  await ann.post('user/margin_model_edit', { contractId: id, marginModel: 2 })
  const positionId = await long({ positionType: 2 })
  const refused = async (triggerType: 1 | 2, triggerPrice: string) => {
    const { failure, message } = await ann.post('order/order_tpsl_create', { positionId, orders: [{ triggerType, triggerPrice }] })
    if (failure.name === 'TPSL_PRICE_INVALID') expect(message).toContain('on the wrong side or beyond the liquidation price')
    return [failure.name, failure.params]
  }
  // It is liquidated below 57,286.5.
  expect(await refused(1, '57286.4')).toEqual(['TPSL_PRICE_INVALID', { triggerType: '1' }])
  expect(await refused(1, '61000')).toEqual(['TPSL_PRICE_INVALID', { triggerType: '1' }])
  expect(await refused(2, '59000')).toEqual(['TPSL_PRICE_INVALID', { triggerType: '2' }])
  const both = [
    { triggerType: 2, triggerPrice: '61000' },
    { triggerType: 1, triggerPrice: '57000' },
  ]
  expect((await ann.post('order/order_tpsl_create', { positionId, orders: both })).failure).toMatchObject({
    name: 'TPSL_PRICE_INVALID',
    params: { triggerType: '1' },
  })
  setIndex(world.exchange, 60_500)
  expect(await refused(2, '60400')).toEqual(['CO_TRIGGER_WOULD_FIRE', { price: '60500' }])
  expect((await ann.read('order/take_profit_stop_loss', { positionId })).data).toEqual({ count: 0, orderList: [] })
  expect(await refused(1, '60400')).toEqual(['', {}])
})

it('PERP-016 [part] a leverage that asks for more margin than is free is told how much', async () => {
  await ann.post('user/margin_model_edit', { contractId: id, marginModel: 2 })
  const positionId = await long({ positionType: 2 })
  const { failure } = await ann.post('user/level_edit', { contractId: id, nowLevel: 1 })
  // 6,000 less the 300 that it has; of 1,000 there went 300 and a fee of 3.
  expect(failure).toMatchObject({ name: 'MARGIN_INSUFFICIENT', params: { need: '5700', available: '697', coin: 'USDT' } })
  expect((await ann.read('position/get_assets_list')).data.positionList).toMatchObject([
    { id: positionId, leverageLevel: 20, holdAmount: '300' },
  ])
})

it('PERP-016 [part] what a refusal tells is what the engine refused over, whatever happens until it is on the disk', async () => {
  await ann.post('user/margin_model_edit', { contractId: id, marginModel: 2 })
  await long({ positionType: 2 })
  world.exchange.meanwhile = () => {
    world.exchange.meanwhile = undefined
    const moved = { userId: ann.userId, assetId: USDT, from: 'contract', to: 'spot', amount: 100n * 100_000_000n } as const
    world.exchange.must({ kind: 'transferBetweenAccounts', ...moved })
  }
  const { failure } = await ann.post('user/level_edit', { contractId: id, nowLevel: 1 })
  expect(failure).toMatchObject({ name: 'MARGIN_INSUFFICIENT', params: { need: '5700', available: '697', coin: 'USDT' } })
})

it('PERP-012 [part] an order that passes a bound is told that bound, though all orders end before the answer is out', async () => {
  const most = contractsOf(world.exchange.state)[0]?.terms.maxTriggerOrders ?? 0
  const stop = { ...orderOf(futures.contract, { price: '59000' }), isConditionOrder: true, triggerPrice: '59500', expireTime: 7 }
  for (let count = 0; count < most; count += 1) expect((await ann.post('order/order_create', stop)).code).toBe('0')
  world.exchange.meanwhile = () => {
    world.exchange.meanwhile = undefined
    world.exchange.must({ kind: 'cancelAllOrders', userId: ann.userId, instrumentId: futures.contract })
  }
  const { failure } = await ann.post('order/order_create', stop)
  expect(failure).toMatchObject({ name: 'CO_ORDER_LIMIT', params: { max: most, kind: 'trigger' } })
})

it('PERP-013 PERP-015 [part] a change of an order that is too much is told what it needs, or what its leverage allows', async () => {
  const { orderId } = (await ann.post('order/order_create', orderOf(futures.contract, { price: '59000' }))).data
  const change = async (volume: string) => {
    const { failure } = await ann.post('order/order_update', { contractId: id, orderId, volume })
    return [failure.name, failure.params]
  }
  // 400 × 59 ÷ 20, fees of 11.8 and 11.21, less the 300.7525 that are reserved.
  expect(await change('400')).toEqual(['MARGIN_INSUFFICIENT', { need: '902.2575', available: '699.2475', coin: 'USDT' }])
  expect(await change('90000')).toEqual(['LEVERAGE_TIER_LIMIT', { maxNotional: '250000' }])
  expect((await ann.read('order/current_order_list')).data.orderList).toMatchObject([{ id: orderId, volume: '100' }])
})

it.each([
  ['positionType', 3, 'enum'],
  ['type', 6, 'enum'],
  ['type', '1', 'type'],
  ['orderUnit', 3, 'enum'],
  ['isCheckLiq', 2, 'enum'],
  ['side', 'LONG', 'enum'],
  ['side', 1, 'type'],
  ['open', null, 'required'],
  ['volume', '', 'format'],
])('PERP-006 [part] %s of %j breaks one rule, which is %s', async (field, value, rule) => {
  const { failure } = await ann.post('order/order_create', orderOf(futures.contract, { [field]: value }))
  expect([failure.name, failure.params]).toEqual(['VALIDATION_FAILED', { issues: [{ path: field, rule }] }])
})

it('PERP-008 [part] more contracts than can be counted are above the maximum, wherever they are asked for', async () => {
  const volume = '999999999999999999'
  const beyond = { name: 'CO_VOLUME_RANGE', params: { min: '1', max: '100000' } }
  expect((await ann.post('order/order_create', orderOf(futures.contract, { volume }))).failure).toMatchObject(beyond)
  const { orderId } = (await ann.post('order/order_create', orderOf(futures.contract, { price: '59000' }))).data
  expect((await ann.post('order/order_update', { contractId: id, orderId, volume })).failure).toMatchObject(beyond)
  const orders = [{ triggerType: 1, triggerPrice: '58000', volume }]
  // Of a position no more is closed than there is.
  const { failure } = await ann.post('order/order_tpsl_create', { positionId: await long(), orders })
  expect(failure).toMatchObject({ name: 'CO_VOLUME_RANGE', params: { min: '1', max: '100' } })
  expect((await ann.read('order/current_order_list')).data.orderList).toMatchObject([{ id: orderId, volume: '100' }])
})

it('REL-008 [part] whatever was asked for under a key is answered as the first time once contracts are switched off; what is new is not taken', async () => {
  const positionId = await long()
  futures.quote('buy', 59_990, 300)
  const order = orderOf(futures.contract, { price: '58000', volume: '1' })
  const resting = await ann.post('order/order_create', order)
  const asked = [
    ['order/order_create', { ...order, clientOrderId: 'k-create' }],
    ['order/order_update', { orderId: resting.data.orderId, contractId: id, price: '57000', newClientId: 'k-update' }],
    ['order/order_tpsl_create', { positionId, orders: [{ triggerType: 2, triggerPrice: '61000' }], clientOrderId: 'k-tpsl' }],
    ['order/light_close', { positionId, clientOrderId: 'k-close' }],
    ['order/close_all_position', { clientId: 'k-all' }],
  ] as const
  const first: Awaited<ReturnType<FuturesTrader['post']>>[] = []
  for (const [call, body] of asked) {
    // closing everything needs something to close
    if (call === 'order/close_all_position') await long()
    first.push(await ann.post(call, body))
  }
  expect(first.map(({ code }) => code)).toEqual(asked.map(() => '0'))
  await futures.setSwitch(0)
  for (const [place, [call, body]] of asked.entries()) {
    const again = await ann.post(call, body)
    expect([call, again.data, again.headers['idempotent-replay']]).toEqual([call, first[place]?.data, '1'])
    const keyed = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value).startsWith('k-') ? 'k-new' : value]))
    expect([call, (await ann.post(call, keyed)).failure.name]).toEqual([call, 'FEATURE_OFF'])
  }
  await futures.setSwitch(1)
})
