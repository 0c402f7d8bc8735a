/** Orders that end on the futures host: at once, or with all others of a kind. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setIndex } from '../../../testing/contract-fixtures.ts'
import { type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'
import type { HttpWorld } from '../../../testing/http-world.ts'

let futures: FuturesWorld
let world: HttpWorld
let ann: FuturesTrader
let bob: FuturesTrader
beforeAll(async () => {
  futures = await futuresWorld()
  world = futures.world
})
afterAll(() => world.close())
beforeEach(async () => {
  futures.beginAnew()
  ann = await futures.customer('ann')
  bob = await futures.customer('bob')
})

const create = (trader: FuturesTrader, over: Record<string, unknown> = {}) =>
  trader.post('order/order_create', orderOf(futures.contract, over))
const waiting = async () => (await ann.read('order/trigger_order_list')).data.orderList.map((order) => order.id)

/** Buys at 59,000 with a stop loss attached. */
const withStop = { price: '59000', isOto: true, attachAlgoOrds: [{ triggerType: 1, triggerPrice: '58000' }] }

it('PERP-023 [part] cancels all conditions, and what is attached to an order that rests still arms', async () => {
  const { data } = await create(ann, withStop)
  expect(await waiting()).toEqual([])
  expect((await ann.read('order/cancel_all', { isConditionOrder: true })).data).toEqual({ count: 0 })
  await create(bob, { side: 'SELL', price: '59000', volume: '100' })
  expect(await waiting()).toEqual(data.ids)
})

it('PERP-022 [part] what closes at once tells the volume that it was trimmed to, a repeat as well', async () => {
  futures.quote('sell', 60_000, 50)
  await create(ann, { volume: '50' })
  futures.quote('buy', 59_900, 100)
  const close = { open: 'CLOSE', side: 'SELL', type: 2, price: '0', volume: '80', clientOrderId: 'trim:1' }
  const { data } = await create(ann, close)
  expect(data).toMatchObject({ status: 2, volume: '50' })
  expect((await create(ann, close)).data).toEqual(data)
})

it('PERP-023 [part] what closes takes nothing that is attached, and the refusal names the field', async () => {
  futures.quote('sell', 60_000, 50)
  await create(ann, { volume: '50' })
  const { failure } = await create(ann, { ...withStop, open: 'CLOSE', side: 'SELL', price: '61000' })
  expect(failure).toMatchObject({ name: 'VALIDATION_FAILED', params: { issues: [{ path: 'attachAlgoOrds', rule: 'exclusive' }] } })
})

const BRACKET = [
  { triggerType: 1, triggerPrice: '58000' },
  { triggerType: 2, triggerPrice: '62000' },
]
const ended = async (filter: Record<string, unknown> = {}) => {
  const { count, orderList } = (await ann.read('order/history_order_list', filter)).data
  expect(count).toBe(orderList.length)
  return orderList.map(({ id, memo }) => [id, memo])
}
const exported = async () => {
  const now = world.clock.now()
  const { text } = await ann.read('record/export', { kind: 'order', beginTime: now - 1000, endTime: now + 1000 })
  return text.trim().split('\r\n').length - 1
}

it('PERP-005 PERP-023 [part] what was attached to an order and never armed is in no list of what ended', async () => {
  const first = (await create(ann, { price: '59000', isOto: true, attachAlgoOrds: BRACKET })).data
  const amend = { contractId: String(futures.contract), orderId: first.orderId, price: '58500' }
  const second = (await ann.post('order/order_update', amend)).data.orderId
  expect(await ended()).toEqual([[first.orderId, 1]])
  await ann.read('order/order_cancel', { contractId: String(futures.contract), orderId: second })
  expect(await ended()).toEqual([
    [second, 1],
    [first.orderId, 1],
  ])
  expect([await ended({ isConditionOrder: true }), await exported()]).toEqual([[], 2])
  // Whoever knows its id is told that it is over.
  const late = await ann.read('order/order_cancel', { contractId: String(futures.contract), orderId: first.ids[0], isConditionOrder: true })
  expect(late.failure.name).toBe('CO_ORDER_CLOSED')
})

it('PERP-005 PERP-023 [part] what armed stays in the history, cancelled, fired or ended by the other', async () => {
  const armed = async () => {
    const { ids } = (await create(ann, { price: '59000', isOto: true, attachAlgoOrds: BRACKET })).data
    await create(bob, { side: 'SELL', price: '59000' })
    return [...ids].sort((one, other) => Number(other) - Number(one))
  }
  const first = await armed()
  await ann.read('order/order_tpsl_cancel', { contractId: String(futures.contract), ids: first })
  expect((await ended({ isConditionOrder: true })).map(([id]) => id)).toEqual(first)
  const second = await armed()
  futures.quote('buy', 57_900, 500)
  setIndex(world.exchange, 57_900)
  expect((await ended({ isConditionOrder: true })).map(([id]) => id)).toEqual([...second, ...first])
  // Beside the two orders that they were attached to.
  expect([(await ended()).length, await exported()]).toEqual([6, 6])
})

it('ORD-002 [part] an amended order is one row that says what it was, by price, contracts and what had been traded', async () => {
  const id = String(futures.contract)
  const first = String((await create(ann, { price: '59000', volume: '100' })).data.orderId)
  await create(bob, { side: 'SELL', price: '59000', volume: '40' })
  const amended = await ann.post('order/order_update', { contractId: id, orderId: first, price: '58000' })
  const second = String(amended.data.orderId)
  const story = [{ orderId: first, price: '59000', amount: '100', triggerPrice: null, tradedAmount: '40' }]
  const listed = async (over: Record<string, unknown>) => (await ann.read('order/history_order_list', over)).data
  expect(await listed({ joinAmended: 1 })).toMatchObject({ count: 0 })
  // Before it ends its row is opened for its story.
  expect((await ann.read('order/get_trade_info', { contractId: id, orderId: second })).data.amendments).toMatchObject(story)
  await ann.read('order/order_cancel', { contractId: id, orderId: second, isConditionOrder: false })
  const joined = await listed({ joinAmended: 1 })
  expect(joined.count).toBe(1)
  expect(joined.orderList).toMatchObject([{ id: second, volume: '60', amendments: story }])
  const all = await listed({})
  expect(all.orderList.map(({ id: orderId }: { id: string }) => orderId)).toEqual([second, first])
  expect(all.orderList[0]).not.toHaveProperty('amendments')
})

it('ORD-002 [part] an order lowered in its place tells the contracts that it was placed with, and each step', async () => {
  const id = String(futures.contract)
  const orderId = String((await create(ann, { price: '59000', volume: '100' })).data.orderId)
  await create(bob, { side: 'SELL', price: '59000', volume: '40' })
  for (const volume of ['80', '60']) await ann.post('order/order_update', { contractId: id, orderId, volume })
  const common = { orderId, price: '59000', triggerPrice: null, tradedAmount: '40' }
  const story = [
    { ...common, amount: '100', loweredTo: '80' },
    { ...common, amount: '80', loweredTo: '60' },
  ]
  expect((await ann.read('order/get_trade_info', { contractId: id, orderId })).data.amendments).toMatchObject(story)
  await ann.read('order/order_cancel', { contractId: id, orderId, isConditionOrder: false })
  const { orderList } = (await ann.read('order/history_order_list', { joinAmended: 1 })).data
  expect(orderList).toMatchObject([{ id: orderId, volume: '60', amendments: story }])
})

it('PERP-025 [part] what rests to close a position ends when the position is closed at market, and is cut when a part of it is', async () => {
  const open = async (): Promise<{ id: string; canCloseVolume: string; positionVolume: string } | undefined> =>
    (await ann.read('position/get_assets_list')).data.positionList[0]
  futures.quote('sell', 60_000, 100)
  await create(ann, { volume: '100' })
  const close = { open: 'CLOSE', side: 'SELL' }
  const rests = String((await create(ann, { ...close, price: '61000', volume: '100' })).data.orderId)
  expect(await open()).toMatchObject({ positionVolume: '100', canCloseVolume: '0' })
  futures.quote('buy', 59_950, 100)
  expect((await create(ann, { ...close, type: 2, price: '0', volume: '40' })).data).toMatchObject({ status: 2, volume: '40' })
  const resting = async () => (await ann.read('order/current_order_list')).data.orderList
  expect(await resting()).toMatchObject([{ id: rests, volume: '60' }])
  const left = await open()
  expect((await ann.post('order/light_close', { positionId: left?.id ?? '' })).data).toMatchObject({ status: 2 })
  expect([await open(), await resting()]).toEqual([undefined, []])
})
