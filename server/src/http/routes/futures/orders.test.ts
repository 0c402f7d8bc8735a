/** Orders on the futures host: placed, listed, changed, cancelled, refused. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setIndex } from '../../../testing/contract-fixtures.ts'
import { askFutures, type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'
import type { HttpWorld } from '../../../testing/http-world.ts'

let futures: FuturesWorld
let world: HttpWorld
let ann: FuturesTrader
let bob: FuturesTrader
/** Who took part in the test before. */
let before: readonly FuturesTrader[] = []
let id: string
beforeAll(async () => {
  futures = await futuresWorld()
  world = futures.world
  id = String(futures.contract)
})
afterAll(() => world.close())
beforeEach(async () => {
  futures.beginAnew(...before)
  ann = await futures.customer('ann')
  bob = await futures.customer('bob')
  before = [ann, bob]
})

const create = (trader: FuturesTrader, over: Record<string, unknown> = {}) =>
  trader.post('order/order_create', orderOf(futures.contract, over))
const listed = async (trader: FuturesTrader) => ({
  current: (await trader.read('order/current_order_list')).data.orderList.map((order) => order.id),
  trigger: (await trader.read('order/trigger_order_list')).data.orderList.map((order) => order.id),
  history: (await trader.read('order/history_order_list')).data.orderList.map((order) => order.id),
})

it('PERP-005 an order is listed where it belongs and nowhere else, from placing to its end', async () => {
  const { data } = await create(ann, { price: '59000' })
  const orderId = data.orderId
  expect(data).toMatchObject({ status: 1, volume: '100', ids: [], clientOrderId: `o-${orderId}` })
  expect(await listed(ann)).toEqual({ current: [orderId], trigger: [], history: [] })
  const [order] = (await ann.read('order/current_order_list', { contractId: id })).data.orderList
  expect(order).toMatchObject({
    contractName: 'E-BTC-USDT',
    symbol: 'BTC-USDT',
    side: 'BUY',
    open: 'OPEN',
    type: 1,
    timeInForce: 'GTC',
    price: '59000',
    volume: '100',
    dealVolume: '0',
    avgPrice: '0',
    positionType: 1,
    leverageLevel: 20,
    isConditionOrder: false,
    triggerPrice: null,
    status: 1,
    memo: 0,
    source: 'web',
    otoOrder: null,
  })
  // 5,900 ÷ 20, the fee to open, and that to close at 56,050: 295 + 2.95 + 2.8025.
  expect(order?.orderBalance).toBe('300.7525')
  expect((await ann.read('order/get_trade_info', { contractId: id, orderId })).data).toMatchObject({ count: 0, tradeHisList: [] })
  expect((await ann.read('order/order_cancel', { contractId: id, orderId })).data).toEqual({ orderId, status: 4 })
  expect(await listed(ann)).toEqual({ current: [], trigger: [], history: [orderId] })
  expect((await ann.read('order/history_order_list')).data.orderList[0]).toMatchObject({ status: 4, memo: 1, orderBalance: '0' })
  expect((await ann.read('order/order_cancel', { contractId: id, orderId })).failure).toMatchObject({
    name: 'CO_ORDER_CLOSED',
    params: { status: '4' },
  })
})

it('PERP-005 PERP-046 [part] a trade shows on both sides, in the lists of fills and in the public tape', async () => {
  await create(bob, { side: 'SELL', price: '60000', volume: '40' })
  const { data } = await create(ann, { type: 3 })
  // What an IOC did not get is gone: it ends as expired, whatever it reached.
  expect(data).toMatchObject({ status: 6, volume: '100' })
  const { tradeHisList } = (await ann.read('order/his_trade_list')).data
  expect(tradeHisList).toMatchObject([
    { price: '60000', volume: '40', side: 'BUY', open: 'OPEN', role: 'taker', fee: '1.2', feeCoin: 'USDT' },
  ])
  const info = (await ann.read('order/get_trade_info', { contractId: id, orderId: data.orderId })).data
  expect(info.tradeHisList).toEqual(tradeHisList)
  const [his] = (await bob.read('order/his_trade_list')).data.tradeHisList
  expect(his).toMatchObject({ id: tradeHisList[0]?.id, side: 'SELL', role: 'maker', fee: '0.48' })
  const [tape] = (await askFutures(world, '/fe-co-api/common/trade_list', { contractId: id })).data
  expect(tape).toMatchObject({ id: tradeHisList[0]?.id, price: '60000', volume: '40', side: 'BUY' })
  const [ended] = (await ann.read('order/history_order_list', { status: 6 })).data.orderList
  expect(ended).toMatchObject({
    id: data.orderId,
    status: 6,
    memo: 2,
    dealVolume: '40',
    avgPrice: '60000',
    tradeFee: '1.2',
    type: 3,
    timeInForce: 'IOC',
  })
  expect((await ann.read('order/history_order_list', { status: 4 })).data.count).toBe(0)
  expect((await ann.read('order/history_order_list', { type: 3, side: 'BUY', isConditionOrder: false })).data.count).toBe(1)
})

it('PERP-006 [part] every type ends as it should', async () => {
  futures.quote('sell', 60_000, 50)
  // FOK of more than there is: nothing, expired.
  expect((await create(ann, { type: 4 })).data.status).toBe(6)
  expect((await ann.read('order/history_order_list')).data.orderList[0]).toMatchObject({ memo: 3, dealVolume: '0' })
  expect((await create(ann, { type: 5 })).failure.name).toBe('CO_POST_ONLY_WOULD_TAKE')
  expect((await ann.read('order/history_order_list')).data.count).toBe(1)
  expect((await create(ann, { type: 5, price: '59999.9' })).data.status).toBe(1)
  expect((await create(ann, { type: 2, price: '0', volume: '20' })).data.status).toBe(2)
  expect((await create(ann, { type: 1, volume: '30' })).data.status).toBe(2)
  expect((await create(ann, { type: 2, price: '0', volume: '20' })).failure.name).toBe('CO_NO_LIQUIDITY')
})

it('PERP-008 volumes off a whole contract, outside the bounds, and prices off the tick are refused', async () => {
  const refused = async (over: Record<string, unknown>): Promise<unknown> => {
    const { name, params } = (await create(ann, over)).failure
    return [name, params]
  }
  expect(await refused({ volume: '1.5' })).toEqual(['CO_VOLUME_STEP', { step: '1' }])
  expect(await refused({ volume: '0' })).toMatchObject(['VALIDATION_FAILED', expect.anything()])
  expect(await refused({ volume: '-1' })).toMatchObject(['VALIDATION_FAILED', expect.anything()])
  expect(await refused({ volume: '100001' })).toEqual(['CO_VOLUME_RANGE', { min: '1', max: '100000' }])
  expect(await refused({ price: '60000.05' })).toEqual(['CO_PRICE_TICK', { tick: '0.1' }])
  expect(await refused({ price: '29999.9' })).toEqual(['CO_PRICE_RANGE', { low: '30000', high: '90000' }])
  expect(await refused({ price: '90000.1' })).toEqual(['CO_PRICE_RANGE', { low: '30000', high: '90000' }])
  expect(await listed(ann)).toMatchObject({ history: [] })
})

it('PERP-015 PERP-016 [part] settings that differ, leverage while orders are open, and more than a bracket allows are refused', async () => {
  expect((await create(ann, { positionType: 2 })).failure).toMatchObject({ name: 'MARGIN_MODE_MISMATCH', params: { marginModel: '1' } })
  expect((await create(ann, { leverageLevel: 10 })).failure).toMatchObject({ name: 'LEVERAGE_MISMATCH', params: { nowLevel: '20' } })
  await ann.post('user/level_edit', { contractId: id, nowLevel: 50 })
  expect((await create(ann, { leverageLevel: 50, volume: '5000' })).failure).toMatchObject({
    name: 'LEVERAGE_TIER_LIMIT',
    params: { maxNotional: '250000' },
  })
  await create(ann, { leverageLevel: 50, price: '59000' })
  expect((await ann.post('user/level_edit', { contractId: id, nowLevel: 10 })).failure.name).toBe('LEVERAGE_LOCKED_BY_ORDERS')
  expect((await ann.post('user/margin_model_edit', { contractId: id, marginModel: 2 })).failure.name).toBe('MARGIN_MODE_LOCKED')
  expect((await ann.post('user/edit_user_page_config', { positionModel: 2 })).failure.name).toBe('POSITION_MODE_LOCKED')
  const { data } = await ann.read('user/get_user_config', { contractId: id })
  expect(data).toMatchObject({ levelCanSwitch: 0, marginModelCanSwitch: 0, positionModelCanSwitch: 0 })
})

it('PERP-012 PERP-022 [part] what closes is trimmed to what there is to close, and refused where there is nothing', async () => {
  expect((await create(ann, { open: 'CLOSE', side: 'SELL' })).failure.name).toBe('NOTHING_TO_CLOSE')
  futures.quote('sell', 60_000, 50)
  await create(ann, { volume: '50' })
  const { data } = await create(ann, { open: 'CLOSE', side: 'SELL', price: '61000', volume: '80' })
  expect(data).toMatchObject({ status: 1, volume: '50' })
  const [order] = (await ann.read('order/current_order_list')).data.orderList
  expect(order).toMatchObject({ open: 'CLOSE', volume: '50', orderBalance: '0' })
})

it('PERP-024 a condition waits in its own list, is tested against what it says, and lives as long as was chosen', async () => {
  const waits = { isConditionOrder: true, type: 2, price: '0', triggerPrice: '61000' }
  const { data } = await create(ann, waits)
  expect(data.status).toBe(1)
  expect(await listed(ann)).toEqual({ current: [], trigger: [data.orderId], history: [] })
  const [order] = (await ann.read('order/trigger_order_list')).data.orderList
  expect(order).toMatchObject({
    isConditionOrder: true,
    triggerPrice: '61000',
    triggerType: 3,
    triggerPxType: 2,
    orderBalance: '0',
    status: 1,
    price: '0',
    type: 2,
    callbackRate: null,
  })
  expect(order?.expireTime).toBe(world.exchange.now() + 7 * 86_400_000)
  const down = await create(ann, { ...waits, triggerPrice: '59000', triggerPxType: 3, expireTime: 1 })
  const [second] = (await ann.read('order/trigger_order_list')).data.orderList
  expect(second).toMatchObject({ id: down.data.orderId, triggerType: 4, triggerPxType: 3 })
  expect((await create(ann, { ...waits, triggerType: 4 })).failure).toMatchObject({
    name: 'CO_TRIGGER_WOULD_FIRE',
    params: { price: '60000' },
  })
  // A condition is cancelled as one, and found as nothing else.
  const name = { contractId: id, orderId: data.orderId }
  expect((await ann.read('order/order_cancel', name)).failure.name).toBe('CO_ORDER_NOT_FOUND')
  expect((await ann.read('order/order_cancel', { ...name, isConditionOrder: true })).data.status).toBe(4)
  await ann.post('user/edit_user_page_config', { expireTime: 30, priceBasis: 0 })
  futures.quote('sell', 60_000, 10)
  await create(bob, { volume: '10' })
  await create(ann, { ...waits, triggerPrice: '62000' })
  const [newest] = (await ann.read('order/trigger_order_list')).data.orderList
  expect(newest).toMatchObject({ triggerPxType: 1, expireTime: world.exchange.now() + 30 * 86_400_000 })
})

it('PERP-024 [part] a trailing order says how far the price turns', async () => {
  const trailing = { isConditionOrder: true, type: 2, price: '0' }
  await create(ann, { ...trailing, callbackRate: '0.01' })
  await create(ann, { ...trailing, callbackValue: '250.5', triggerPrice: '59000' })
  const { orderList } = (await ann.read('order/trigger_order_list')).data
  expect(orderList).toMatchObject([
    { callbackRate: null, callbackValue: '250.5', triggerPrice: '59000', isConditionOrder: true },
    { callbackRate: '0.01', callbackValue: null, triggerPrice: null, isConditionOrder: true },
  ])
  const tooFar = await create(ann, { ...trailing, callbackRate: '1.5' })
  expect([tooFar.failure.name, tooFar.message]).toEqual(['TRAILING_DELTA_RANGE', 'The trailing distance must lie between 0% and 100%.'])
  expect((await create(ann, { ...trailing, callbackRate: '0.000000001' })).failure.params).toEqual({
    issues: [{ path: 'callbackRate', rule: 'scale' }],
  })
})

it('PERP-023 [part] what is attached has ids at once, is part of its order, and is refused on the wrong side of it', async () => {
  const attached = (profit: string, loss: string) => ({
    isOto: true,
    attachAlgoOrds: [
      { triggerType: 2, triggerPrice: profit },
      { triggerType: 1, triggerPrice: loss, type: 1, price: '57900' },
    ],
  })
  const wrong = { price: '59000', ...attached('58000', '58000') }
  expect((await create(ann, wrong)).failure).toMatchObject({ name: 'TPSL_PRICE_INVALID', params: { triggerType: '2' } })
  expect((await create(ann, { price: '59000', ...attached('62000', '59500') })).failure.params).toEqual({ triggerType: '1' })
  const { data } = await create(ann, { price: '59000', ...attached('62000', '58000') })
  expect(data.ids).toHaveLength(2)
  expect(await listed(ann)).toMatchObject({ current: [data.orderId], trigger: [] })
  const [order] = (await ann.read('order/current_order_list')).data.orderList
  expect(order?.otoOrder).toEqual({
    takeProfit: { triggerType: 2, triggerPrice: '62000', triggerPxType: 2, type: 2 },
    stopLoss: { triggerType: 1, triggerPrice: '58000', triggerPxType: 2, type: 1, price: '57900' },
  })
  // The first fill arms them, by the ids that were told.
  await create(bob, { side: 'SELL', price: '59000', volume: '10' })
  const { orderList } = (await ann.read('order/trigger_order_list')).data
  expect(orderList.map((each) => each.id).sort()).toEqual([...data.ids].sort())
  expect(orderList.map(({ triggerType, open, side, volume }) => [triggerType, open, side, volume])).toEqual(
    expect.arrayContaining([
      [2, 'CLOSE', 'SELL', '10'],
      [1, 'CLOSE', 'SELL', '10'],
    ]),
  )
})

it('PERP-013 PERP-011 [part] the last cent decides: 305.85 are needed, and a cent less reserves nothing', async () => {
  const poor = await futures.customer('poor', 305)
  const { failure } = await create(poor)
  expect(failure).toMatchObject({ name: 'MARGIN_INSUFFICIENT', params: { available: '305', coin: 'USDT' } })
  const account = async () => (await poor.read('position/get_assets_list')).data.accountList[0]
  expect(await account()).toMatchObject({ accountBalance: '305', canUseAmount: '305', lockAmount: '0' })
})

it('API-024 [part] an order is found and cancelled by its client id, which is its key as well', async () => {
  const placed = await create(ann, { price: '59000', clientOrderId: 'mine:1' })
  const again = await create(ann, { price: '59000', clientOrderId: 'mine:1' })
  expect([again.data, again.headers['idempotent-replay']]).toEqual([placed.data, '1'])
  expect((await listed(ann)).current).toHaveLength(1)
  const other = await create(ann, { price: '59000.1', clientOrderId: 'mine:1' })
  expect(other.failure).toMatchObject({ name: 'IDEMPOTENCY_CONFLICT', params: { key: 'mine:1' } })
  const name = { contractId: id, clientOrderId: 'mine:1' }
  expect((await bob.read('order/order_cancel', name)).failure.name).toBe('CO_ORDER_NOT_FOUND')
  expect((await ann.read('order/order_cancel', name)).data).toEqual({ orderId: placed.data.orderId, status: 4 })
  expect((await ann.read('order/order_cancel', name)).failure.name).toBe('CO_ORDER_CLOSED')
  expect((await ann.read('order/order_cancel', { contractId: id })).failure.name).toBe('VALIDATION_FAILED')
})

it('API-024 [part] a repeated condition is the same order, though the clock went on, and so is a refusal', async () => {
  const waits = { isConditionOrder: true, type: 2, price: '0', triggerPrice: '61000', clientOrderId: 'cond:1' }
  const first = await create(ann, waits)
  futures.advance(5000)
  const again = await create(ann, waits)
  expect([again.data, again.headers['idempotent-replay']]).toEqual([first.data, '1'])
  await ann.read('order/order_cancel', { contractId: id, orderId: first.data.orderId, isConditionOrder: true })
  futures.advance(5000)
  expect((await create(ann, waits)).data.orderId).toBe(first.data.orderId)
  expect((await create(ann, { ...waits, expireTime: 30 })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
  const refused = { ...waits, triggerType: 4, clientOrderId: 'cond:2' }
  expect((await create(ann, refused)).failure.name).toBe('CO_TRIGGER_WOULD_FIRE')
  futures.advance(5000)
  const repeated = await create(ann, refused)
  expect([repeated.failure.name, repeated.headers['idempotent-replay']]).toEqual(['CO_TRIGGER_WOULD_FIRE', '1'])
})

it('REL-008 API-024 [part] a condition that has fired is repeated as the same order, and another one under its key is not', async () => {
  const waits = { isConditionOrder: true, type: 1, price: '59500', triggerPrice: '61000', clientOrderId: 'fired:1' }
  const first = await create(ann, waits)
  futures.advance(5000)
  setIndex(world.exchange, 61_500)
  expect((await listed(ann)).trigger).toEqual([])
  const again = await create(ann, waits)
  expect([again.data.orderId, again.headers['idempotent-replay']]).toEqual([first.data.orderId, '1'])
  await ann.read('order/order_cancel', { contractId: id, orderId: first.data.orderId })
  futures.advance(5000)
  expect((await create(ann, waits)).data.orderId).toBe(first.data.orderId)
  expect((await create(ann, { ...waits, expireTime: 30 })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
  expect((await create(ann, { ...waits, volume: '101' })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
})

it('SEC-002 [part] orders of others are not found, by any call', async () => {
  const { orderId } = (await create(ann, { price: '59000' })).data
  const name = { contractId: id, orderId }
  expect((await bob.read('order/order_cancel', name)).failure.name).toBe('CO_ORDER_NOT_FOUND')
  expect((await bob.post('order/order_update', { ...name, price: '58000' })).failure.name).toBe('CO_ORDER_NOT_FOUND')
  expect((await bob.read('order/get_trade_info', name)).failure.name).toBe('CO_ORDER_NOT_FOUND')
  expect((await bob.read('order/order_tpsl_cancel', { contractId: id, ids: [orderId] })).failure.name).toBe('CO_ORDER_NOT_FOUND')
  // The gateway knows no contract order either.
  const spot = await world.post('/api/user-web/v1/order/revocationOrder', { orderId }, { token: ann.token })
  expect(spot.failure.name).toBe('ORDER_NOT_FOUND')
  expect((await listed(ann)).current).toEqual([orderId])
  const spotList = await world.post('/api/user-web/v1/order/exchangeOrderList', { state: 0 }, { token: ann.token })
  expect(spotList.data).toMatchObject({ total: 0 })
})

it('changes price and volume, and keeps the place for a smaller volume alone', async () => {
  const { orderId } = (await create(ann, { price: '59000' })).data
  const name = { contractId: id, orderId }
  const less = await ann.post('order/order_update', { ...name, volume: '60' })
  expect(less.data).toMatchObject({ orderId, priorityKept: 1, replacedOrderId: null, status: 1 })
  const moved = await ann.post('order/order_update', { ...name, price: '58000' })
  expect(moved.data).toMatchObject({ priorityKept: 0, replacedOrderId: orderId })
  const [order] = (await ann.read('order/current_order_list')).data.orderList
  expect(order).toMatchObject({ id: moved.data.orderId, price: '58000', volume: '60' })
  expect((await ann.post('order/order_update', { ...name, price: '57000' })).failure.name).toBe('CO_ORDER_CLOSED')
  const own = { contractId: id, orderId: moved.data.orderId }
  expect((await ann.post('order/order_update', { ...own, price: '58000' })).failure.name).toBe('AMEND_NO_CHANGE')
  expect((await ann.post('order/order_update', { ...own, price: '58000.05' })).failure.name).toBe('CO_PRICE_TICK')
  expect((await ann.post('order/order_update', { ...own, volume: '1.5' })).failure.name).toBe('CO_VOLUME_STEP')
  expect((await ann.post('order/order_update', { ...own, triggerPrice: '58000' })).failure.name).toBe('VALIDATION_FAILED')
  expect((await ann.post('order/order_update', own)).failure.name).toBe('VALIDATION_FAILED')
})

it('cancels all, of one kind or both, and by a timer that another call renews', async () => {
  const waits = { isConditionOrder: true, type: 2, price: '0', triggerPrice: '61000' }
  const place = async () => {
    await create(ann, { price: '59000' })
    await create(ann, waits)
  }
  await place()
  expect((await ann.read('order/get_user_order_count')).data).toEqual({ currentCount: 1, triggerCount: 1, positionCount: 0 })
  expect((await ann.read('order/cancel_all', { isConditionOrder: true })).data).toEqual({ count: 1 })
  expect((await ann.read('order/get_user_order_count', { contractId: id })).data).toMatchObject({ currentCount: 1, triggerCount: 0 })
  await place()
  expect((await ann.read('order/cancel_all', { contractId: id })).data).toEqual({ count: 3 })
  await place()
  expect((await ann.read('order/cancel_all', { contractId: '77' })).failure.name).toBe('CONTRACT_NOT_FOUND')
  const timer = await ann.read('order/cancel_all_after', { timeout: 5000 })
  expect(timer.data).toEqual({ triggerTime: world.exchange.now() + 5000 })
  expect((await ann.read('order/cancel_all_after', { timeout: 4999 })).failure.name).toBe('VALIDATION_FAILED')
  expect((await ann.read('order/cancel_all_after', { timeout: 0 })).data).toEqual({ triggerTime: null })
  await ann.read('order/cancel_all_after', { timeout: 5000 })
  futures.advance(5000)
  world.exchange.must({ kind: 'tick' })
  expect((await ann.read('order/get_user_order_count')).data).toMatchObject({ currentCount: 0, triggerCount: 0 })
  expect((await ann.read('order/history_order_list')).data.orderList[0]).toMatchObject({ memo: 12 })
})

it('converts a value or an amount of the coin to whole contracts, floored', async () => {
  // One contract at 59,000 is 59 USDT.
  expect((await create(ann, { price: '59000', volume: '600', orderUnit: 1 })).data.volume).toBe('10')
  expect((await create(ann, { price: '59000', volume: '58.99', orderUnit: 1 })).failure.name).toBe('CO_VOLUME_RANGE')
  expect((await create(ann, { price: '59000', volume: '0.0129', orderUnit: 2 })).data.volume).toBe('12')
  expect((await create(ann, { price: '59000', volume: '0.00099', orderUnit: 2 })).failure.name).toBe('CO_VOLUME_RANGE')
})

it('PERP-027 [part] without an index nothing is opened', async () => {
  setIndex(world.exchange, 0)
  expect((await create(ann)).failure.name).toBe('INDEX_UNAVAILABLE')
})

it('API-016 [part] pages of orders hold what was asked, newest first, and the count of all', async () => {
  for (let index = 0; index < 5; index += 1) await create(ann, { price: '59000', volume: '1' })
  const page = async (number: number) => (await ann.read('order/current_order_list', { page: number, limit: 2 })).data
  const [first, second, last] = [await page(1), await page(2), await page(3)]
  expect([first.count, first.orderList.length, second.orderList.length, last.orderList.length]).toEqual([5, 2, 2, 1])
  const ids = [first, second, last].flatMap(({ orderList }) => orderList.map((order) => Number(order.id)))
  expect(ids).toEqual([...ids].sort((one, other) => other - one))
  const far = await ann.read('order/history_order_list', { beginTime: 0, endTime: 367 * 86_400_000 })
  expect(far.failure).toMatchObject({ name: 'TIME_RANGE_INVALID', params: { maxDays: '366' } })
  expect((await ann.read('order/his_trade_list', { beginTime: 5, endTime: 4 })).failure.name).toBe('TIME_RANGE_INVALID')
})

it('a contract that is halted takes nothing, and one that only reduces takes what closes', async () => {
  const set = (status: 'trading' | 'halt' | 'reduceOnly'): void => {
    const { contract: instrumentId } = futures
    world.exchange.must({ kind: 'setInstrumentStatus', instrumentId, status, until: 0, actor: 'ops', why: 'test' } as never)
  }
  futures.quote('sell', 60_000, 50)
  await create(ann, { volume: '50' })
  set('halt')
  expect((await create(ann, { price: '59000' })).failure).toMatchObject({ name: 'CONTRACT_HALTED', params: { until: 0 } })
  const [info] = (await askFutures(world, '/fe-co-api/common/public_info', {})).data.contractList
  expect(info?.status).toBe('HALT')
  set('reduceOnly')
  expect((await create(ann, { price: '59000' })).failure.name).toBe('CONTRACT_HALTED')
  expect((await create(ann, { open: 'CLOSE', side: 'SELL', price: '61000' })).data.status).toBe(1)
  set('trading')
  expect((await create(ann, { price: '59000' })).data.status).toBe(1)
})
