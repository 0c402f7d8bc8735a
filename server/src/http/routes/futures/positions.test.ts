/** Positions on the futures host: what is shown, margin, take profit and stop loss, closing, reversing; previews; records and files. */
import { createPublicKey, verify } from 'node:crypto'
import { canonicalJson } from '@agio/wire/canonical-json.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setIndex } from '../../../testing/contract-fixtures.ts'
import { askFutures, type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'
import type { HttpWorld } from '../../../testing/http-world.ts'
import { forgetAnswers } from '../../deeds/deed-route.ts'

let futures: FuturesWorld
let world: HttpWorld
let ann: FuturesTrader
let id: string
beforeAll(async () => {
  futures = await futuresWorld()
  world = futures.world
  id = String(futures.contract)
})
afterAll(() => world.close())
beforeEach(async () => {
  futures.beginAnew()
  ann = await futures.customer('ann')
})

const create = (over: Record<string, unknown> = {}) => ann.post('order/order_create', orderOf(futures.contract, over))
const positions = async () => (await ann.read('position/get_assets_list')).data.positionList
const account = async () => (await ann.read('position/get_assets_list')).data.accountList[0]

/** A long of 100 at 60,000, with 300 of its own where it is isolated. */
async function long(isIsolated = true): Promise<string> {
  if (isIsolated) await ann.post('user/margin_model_edit', { contractId: id, marginModel: 2 })
  futures.quote('sell', 60_000, 100)
  await create({ positionType: isIsolated ? 2 : 1 })
  const [position] = await positions()
  return position?.id ?? ''
}

it('PERP-009 PERP-020 PERP-035 an isolated long shows value, margin, profit and the prices at which it ends', async () => {
  await long()
  const [position] = await positions()
  expect(position).toMatchObject({
    contractName: 'E-BTC-USDT',
    symbol: 'BTC-USDT',
    marginCoin: 'USDT',
    orderSide: 'BUY',
    positionType: 2,
    leverageLevel: 20,
    positionVolume: '100',
    canCloseVolume: '100',
    openAvgPrice: '60000',
    indexPrice: '60000',
    reducePrice: '57286.5',
    bankruptcyPrice: '57000',
    holdAmount: '300',
    positionBalance: '6000',
    marginRate: '0.1',
    keepRate: '0.005',
    maxFeeRate: '0.0005',
    unRealizedAmount: '0',
    returnRate: '0',
    tradeFee: '3',
    realizedAmount: '-3',
    adlLevel: 5,
    tpslList: [],
  })
  expect(await account()).toMatchObject({
    symbol: 'USDT',
    accountBalance: '997',
    isolateMargin: '300',
    lockAmount: '0',
    canUseAmount: '697',
    canTransferAmount: '697',
    totalMargin: '0',
    totalMarginRate: '0',
    unRealizedAmount: '0',
    totalAmount: '997',
  })
  setIndex(world.exchange, 60_500)
  futures.quote('buy', 60_499, 5)
  futures.quote('sell', 60_501, 5)
  world.exchange.must({ kind: 'tick' })
  const [moved] = await positions()
  const mark = Number(moved?.indexPrice)
  expect(mark).toBeGreaterThan(60_000)
  expect(Number(moved?.unRealizedAmount)).toBeCloseTo((mark - 60_000) * 0.1, 8)
  expect(Number(moved?.returnRate)).toBeCloseTo(((mark - 60_000) * 0.1) / 300, 6)
})

it('PERP-020 [part] the page of assets has every margin coin, others those with funds; who opened none has nothing', async () => {
  const all = async (body: object = {}) =>
    (await askFutures(world, '/fe-co-api/position/get_assets_list?pageSource=coAccount', body, ann.headers)).data
  expect((await all()).accountList.map(({ symbol }) => symbol)).toEqual(['USDT'])
  const poor = await futures.customer('poor', 0)
  expect((await poor.read('position/get_assets_list')).data.accountList).toEqual([])
  const page = await askFutures(world, '/fe-co-api/position/get_assets_list?pageSource=coAccount', {}, poor.headers)
  expect(page.data.accountList).toMatchObject([{ symbol: 'USDT', accountBalance: '0', canUseAmount: '0' }])
  const none = await futures.join('none')
  expect((await none.read('position/get_assets_list')).data).toMatchObject({ accountList: [], positionList: [], totalBalance: '0' })
  await long()
  expect((await ann.read('position/get_assets_list', { onlyAccount: 1 })).data).toMatchObject({
    positionList: [],
    totalBalance: '997',
    marginAmountUsd: '300',
  })
  expect((await ann.read('position/get_assets_list', { marginCoin: 'BTC' })).failure.name).toBe('COIN_NOT_FOUND')
})

it('PERP-021 margin that is added lowers the liquidation price at once; more than may be taken out is refused', async () => {
  const positionId = await long()
  const change = (amount: string, clientId?: string) =>
    ann.post('position/change_position_margin', { positionId, amount, ...(clientId !== undefined && { clientId }) })
  const added = await change('100', 'add-1')
  expect(added.data).toMatchObject({ holdAmount: '400' })
  expect(Number(added.data.reducePrice)).toBeLessThan(57_286.5)
  expect((await change('100', 'add-1')).headers['idempotent-replay']).toBe('1')
  expect((await positions())[0]?.holdAmount).toBe('400')
  expect((await change('50', 'add-1')).failure.name).toBe('IDEMPOTENCY_CONFLICT')
  const { canSubMarginAmount, canUseAmount } = added.data
  expect([canSubMarginAmount, canUseAmount]).toEqual(['100', '597'])
  expect((await change('-100.000001')).failure).toMatchObject({ name: 'MARGIN_CHANGE_RANGE', params: { min: '-100', max: '597' } })
  expect((await change('597.01')).failure).toMatchObject({
    name: 'MARGIN_INSUFFICIENT',
    params: { need: '597.01', available: '597', coin: 'USDT' },
  })
  expect((await change('0.0000000001')).failure).toMatchObject({ name: 'DECIMAL_SCALE', params: { field: 'amount', maxScale: '8' } })
  expect((await change('-100')).data.holdAmount).toBe('300')
  expect((await ann.post('position/change_position_margin', { positionId: '77', amount: '1' })).failure.name).toBe('POSITION_NOT_FOUND')
})

it('PERP-021 API-024 [part] a repeated change of margin is answered from memory once its position is gone', async () => {
  const positionId = await long()
  const change = (amount: string, clientId: string) => ann.post('position/change_position_margin', { positionId, amount, clientId })
  await change('10', 'gone-1')
  expect((await change('-50', 'gone-2')).failure.name).toBe('MARGIN_CHANGE_RANGE')
  futures.quote('buy', 60_000, 100)
  await ann.post('order/light_close', { positionId })
  forgetAnswers(world.agio)
  const again = await change('10', 'gone-1')
  expect(again.headers['idempotent-replay']).toBe('1')
  const gone = { positionVolume: '0', holdAmount: '0', tradeFee: '6' }
  expect(again.data).toMatchObject({ id: positionId, orderSide: 'BUY', positionType: 2, ...gone })
  const refused = await change('-50', 'gone-2')
  expect([refused.failure.name, refused.headers['idempotent-replay']]).toEqual(['MARGIN_CHANGE_RANGE', '1'])
  expect((await change('11', 'gone-1')).failure.name).toBe('IDEMPOTENCY_CONFLICT')
  expect((await change('10', 'gone-3')).failure.name).toBe('POSITION_NOT_FOUND')
})

it('PERP-021 [part] a crossed position has no margin of its own to change', async () => {
  const positionId = await long(false)
  expect((await ann.post('position/change_position_margin', { positionId, amount: '1' })).failure.name).toBe('MARGIN_MODE_MISMATCH')
  const [position] = await positions()
  expect(position).toMatchObject({ positionType: 1, holdAmount: '300', canUseAmount: '0' })
  expect(await account()).toMatchObject({ isolateMargin: '0', marginAmount: '300', totalMargin: '30' })
})

it('PERP-016 leverage of an isolated position gives margin back, takes it, and is refused where there is none', async () => {
  await long()
  const set = (nowLevel: number) => ann.post('user/level_edit', { contractId: id, nowLevel })
  expect((await set(40)).data.nowLevel).toBe(40)
  expect((await positions())[0]).toMatchObject({ holdAmount: '150', leverageLevel: 40 })
  expect((await set(10)).data.nowLevel).toBe(10)
  expect((await positions())[0]).toMatchObject({ holdAmount: '600' })
  expect((await set(5)).failure).toMatchObject({ name: 'MARGIN_INSUFFICIENT', params: { coin: 'USDT', available: '397' } })
  expect((await ann.post('user/margin_model_edit', { contractId: id, marginModel: 1 })).failure.name).toBe('MARGIN_MODE_LOCKED')
})

it('PERP-023 [part] take profit and stop loss of a position are listed with it, and end together', async () => {
  const positionId = await long()
  const profit = { triggerType: 2, triggerPrice: '66000' }
  const loss = { triggerType: 1, triggerPrice: '58000', type: 1, price: '57900', volume: '40' }
  const both = await ann.post('order/order_tpsl_create', { positionId, orders: [profit, loss], clientOrderId: 'tpsl-1' })
  expect(both.data.ids).toHaveLength(2)
  const again = await ann.post('order/order_tpsl_create', { positionId, orders: [profit, loss], clientOrderId: 'tpsl-1' })
  expect([again.data, again.headers['idempotent-replay']]).toEqual([both.data, '1'])
  const own = (await ann.read('order/take_profit_stop_loss', { positionId })).data
  expect(own.count).toBe(2)
  expect(own.orderList).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        triggerType: 2,
        triggerPrice: '66000',
        volume: '100',
        isWholePosition: true,
        type: 2,
        open: 'CLOSE',
        side: 'SELL',
      }),
      expect.objectContaining({ triggerType: 1, triggerPrice: '58000', volume: '40', isWholePosition: false, price: '57900', type: 1 }),
    ]),
  )
  expect((await positions())[0]?.tpslList).toEqual(own.orderList)
  const refused = async (order: object) => (await ann.post('order/order_tpsl_create', { positionId, orders: [order] })).failure
  expect(await refused({ ...profit, triggerPrice: '59000' })).toMatchObject({ name: 'TPSL_PRICE_INVALID', params: { triggerType: '2' } })
  expect((await refused({ ...profit, volume: '101' })).name).toBe('CO_VOLUME_RANGE')
  expect((await refused({ ...profit, triggerPrice: '66000.01' })).name).toBe('CO_PRICE_TICK')
  expect((await refused({ ...profit, type: 1 })).params).toEqual({ issues: [{ path: 'orders.0.price', rule: 'required' }] })
  const [first = ''] = both.data.ids
  expect((await ann.read('order/order_tpsl_cancel', { contractId: id, ids: [first, '77'] })).failure.name).toBe('CO_ORDER_NOT_FOUND')
  expect((await ann.read('order/order_tpsl_cancel', { contractId: id, ids: [first] })).data).toEqual({ count: 1 })
  // What only closes, and waits for nothing, is neither of them.
  const { orderId } = (await create({ positionType: 2, open: 'CLOSE', side: 'SELL', price: '65000', volume: '10' })).data
  expect((await ann.read('order/order_tpsl_cancel', { contractId: id, ids: [orderId] })).failure.name).toBe('CO_ORDER_NOT_FOUND')
  expect((await ann.read('order/get_user_order_count')).data).toMatchObject({ currentCount: 1 })
})

it('PERP-025 closes the whole position at market, and no second one under the same key', async () => {
  const positionId = await long()
  await ann.post('order/order_tpsl_create', { positionId, orders: [{ triggerType: 2, triggerPrice: '66000' }] })
  expect((await ann.post('order/light_close', { positionId })).failure.name).toBe('CO_NO_LIQUIDITY')
  futures.quote('buy', 59_900, 100)
  const closed = await ann.post('order/light_close', { positionId, clientOrderId: 'close-1' })
  expect(closed.data).toMatchObject({ status: 2, clientOrderId: 'close-1' })
  expect(await positions()).toEqual([])
  expect((await ann.read('order/get_user_order_count')).data).toEqual({ currentCount: 0, triggerCount: 0, positionCount: 0 })
  const again = await ann.post('order/light_close', { positionId, clientOrderId: 'close-1' })
  expect([again.data, again.headers['idempotent-replay']]).toEqual([closed.data, '1'])
  expect((await ann.post('order/light_close', { positionId })).failure.name).toBe('POSITION_NOT_FOUND')
  const [gone] = (await ann.read('position/history_position_list')).data.positionList
  expect(gone).toMatchObject({
    id: positionId,
    side: 'BUY',
    openPrice: '60000',
    openEndPrice: '59900',
    volume: '100',
    closeProfit: '-10',
    tradeFee: '5.995',
    capitalFee: '0',
    shareAmount: '0',
    endCause: 'close',
    receiptId: null,
    historyRealizedAmount: '-15.995',
  })
  expect((await account())?.accountBalance).toBe('984.005')
})

it('PERP-025 [part] reverses with one order of twice the volume', async () => {
  const positionId = await long(false)
  futures.quote('buy', 60_000, 200)
  const reversed = await ann.post('order/reverse_position', { positionId, clientOrderId: 'rev-1' })
  expect(reversed.data.status).toBe(2)
  const [position] = await positions()
  expect(position).toMatchObject({ orderSide: 'SELL', positionVolume: '100', openAvgPrice: '60000' })
  expect(position?.id).not.toBe(positionId)
  expect((await ann.post('order/reverse_position', { positionId: '77' })).failure.name).toBe('POSITION_NOT_FOUND')
})

it('PERP-025 [part] closes everything once under a key, and tells a repeat what it did', async () => {
  const positionId = await long()
  expect((await ann.post('order/close_all_position', { contractId: '77' })).failure.name).toBe('CONTRACT_NOT_FOUND')
  const dry = await ann.post('order/close_all_position', { clientId: 'all-0' })
  expect(dry.data.list).toEqual([{ positionId, orderId: null, result: 0, code: '50027' }])
  futures.quote('buy', 60_000, 100)
  const closed = await ann.post('order/close_all_position', { clientId: 'all-1' })
  expect(closed.data.list).toMatchObject([{ positionId, result: 1, code: '0' }])
  // What is opened since stays open under the same key.
  futures.quote('sell', 60_000, 10)
  await create({ positionType: 2, volume: '10' })
  futures.quote('buy', 60_000, 100)
  const again = await ann.post('order/close_all_position', { clientId: 'all-1' })
  expect([again.data, again.headers['idempotent-replay']]).toEqual([closed.data, '1'])
  expect(await positions()).toHaveLength(1)
  expect((await ann.post('order/close_all_position', { clientId: 'all-1', contractId: id })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
  expect((await ann.post('order/close_all_position', { contractId: id })).data.list).toMatchObject([{ result: 1 }])
  expect((await ann.post('order/close_all_position')).failure.name).toBe('NOTHING_TO_CLOSE')
})

it('SEC-002 [part] positions of others are not found, by any call', async () => {
  const positionId = await long()
  const bob = await futures.customer('bob', 100)
  const order = { triggerType: 2, triggerPrice: '66000' }
  for (const [tail, body] of [
    ['order/light_close', {}],
    ['order/reverse_position', {}],
    ['order/order_tpsl_create', { orders: [order] }],
    ['position/change_position_margin', { amount: '1' }],
  ] as const)
    expect((await bob.post(tail, { positionId, ...body })).failure.name, tail).toBe('POSITION_NOT_FOUND')
  expect((await bob.read('order/take_profit_stop_loss', { positionId })).failure.name).toBe('POSITION_NOT_FOUND')
  expect((await bob.read('position/history_position_list')).data.count).toBe(0)
  expect((await bob.read('position/get_assets_list')).data.positionList).toEqual([])
})

it('PERP-011 a preview tells cost, fees and the prices that follow, places nothing, and refuses as placing would', async () => {
  const preview = (over: Record<string, unknown> = {}) => ann.read('order/order_preview', orderOf(futures.contract, over))
  const { durableSeq } = world.exchange
  const { data } = await preview()
  expect(data).toMatchObject({ cost: '305.85', openFee: '3', closeFee: '2.85', initialMargin: '300', tier: 1, estAvgPrice: '60000' })
  expect((await preview({ price: '60100' })).data.cost).toBe('316.35975')
  expect((await preview({ volume: '1.5' })).failure.name).toBe('CO_VOLUME_STEP')
  expect((await preview({ volume: '1000' })).failure).toMatchObject({
    name: 'MARGIN_INSUFFICIENT',
    params: { need: '3058.5', available: '1000' },
  })
  expect((await preview({ leverageLevel: 5 })).failure.name).toBe('LEVERAGE_MISMATCH')
  expect(world.exchange.durableSeq).toBe(durableSeq)
  // It is a read, though of an order: what it does not know it ignores.
  expect((await preview({ other: 1 })).code).toBe('0')
})

it('PERP-013 an order of 305.85 is refused to 305.84, and nothing is reserved', async () => {
  const poor = await futures.customer('cent', 306)
  const back = { coinId: '1', amount: '0.16', fromAccount: 2, toAccount: 1 }
  await world.post('/api/assets-web/v1/transfer/all', back, { token: poor.token })
  const order = orderOf(futures.contract)
  expect((await poor.post('order/order_create', order)).failure).toMatchObject({
    name: 'MARGIN_INSUFFICIENT',
    params: { need: '305.85', available: '305.84', coin: 'USDT' },
  })
  expect((await poor.read('position/get_assets_list')).data.accountList[0]).toMatchObject({ canUseAmount: '305.84', lockAmount: '0' })
  await world.post('/api/assets-web/v1/transfer/all', { ...back, amount: '0.01', fromAccount: 1, toAccount: 2 }, { token: poor.token })
  expect((await poor.post('order/order_create', order)).data.status).toBe(1)
  expect((await poor.read('position/get_assets_list')).data.accountList[0]).toMatchObject({ canUseAmount: '0', lockAmount: '305.85' })
  await poor.read('order/cancel_all')
})

it('what changed the contract account is listed by type, and goes out as files', async () => {
  const positionId = await long()
  futures.quote('buy', 60_100, 100)
  await ann.post('order/light_close', { positionId })
  const list = async (body: object = {}) => (await ann.read('record/get_transaction_list', { symbol: 'USDT', ...body })).data
  const { transList } = await list()
  expect(transList.map(({ amount }) => Number(amount)).reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(1000 - 3 - 3.005 + 10, 6)
  expect((await list({ type: 1 })).transList).toMatchObject([{ type: 1, typeName: 'transferIn', amount: '1000', balanceAfter: '1000' }])
  expect((await list({ type: 11 })).count).toBe(0)
  expect((await ann.read('record/get_transaction_list', { symbol: 'BTC' })).failure.name).toBe('COIN_NOT_FOUND')
  const range = { beginTime: 0, endTime: 366 * 86_400_000 }
  const now = world.exchange.now()
  for (const [kind, column] of [
    ['order', 'realizedAmount'],
    ['trade', 'contractOtherName'],
    ['bill', 'balanceAfter'],
    ['position', 'openEndPrice'],
  ] as const) {
    const file = await ann.read('record/export', { kind, beginTime: now - 1000, endTime: now + 1000, timezone: 'Asia/Tokyo' })
    expect(file.headers['content-type'], kind).toBe('text/csv; charset=utf-8')
    expect(file.text.split('\r\n')[0], kind).toContain(column)
    expect(file.text, kind).toContain('+09:00')
  }
  expect((await ann.read('record/export', { kind: 'order', ...range, endTime: range.endTime + 1 })).failure.name).toBe('TIME_RANGE_INVALID')
  expect((await ann.read('record/export', { kind: 'order' })).failure.name).toBe('VALIDATION_FAILED')
})

it('PERP-043 PERP-044 [part] a liquidation has a signed receipt, which its owner alone reads', async () => {
  const positionId = await long()
  futures.quote('buy', 56_900, 1000)
  // Far below: what the index says is what counts, with the book around it.
  setIndex(world.exchange, 56_000)
  futures.advance(60_000)
  world.exchange.must({ kind: 'tick' })
  setIndex(world.exchange, 56_000)
  expect(await positions()).toEqual([])
  const [gone] = (await ann.read('position/history_position_list')).data.positionList
  expect(gone).toMatchObject({ id: positionId, endCause: 'liquidation', receiptId: expect.any(String) })
  const receiptId = gone?.receiptId ?? ''
  const { data } = await ann.read('position/liquidation_receipt', { receiptId })
  expect(data).toMatchObject({
    receiptId,
    contractId: id,
    positionId,
    kind: 'full',
    side: 'BUY',
    volume: '100',
    positionVolume: '100',
    tier: 1,
    keepRate: '0.005',
    deduction: '0',
    marginBefore: '300',
    bankruptcyPrice: '57000',
    fee: '0',
  })
  const { signature, ...content } = data
  const { contractProInfo } = (await askFutures(world, '/fe-co-api/common/public_info', {})).data
  const x = contractProInfo.receiptKeys[data.keyId] ?? ''
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(verify(null, Buffer.from(canonicalJson(content)), key, Buffer.from(signature, 'base64url'))).toBe(true)
  const bob = await futures.join('bob')
  expect((await bob.read('position/liquidation_receipt', { receiptId })).failure.name).toBe('RECEIPT_NOT_FOUND')
  // A loss never goes beyond the margin of the position.
  expect((await account())?.accountBalance).toBe('697')
})

it('PERP-045 margin and profit that is not realised stay in the contract account', async () => {
  await long(false)
  const move = (amount: string) =>
    world.post('/api/assets-web/v1/transfer/all', { coinId: '1', amount, fromAccount: 2, toAccount: 1 }, { token: ann.token })
  const available = async (): Promise<unknown> =>
    (await world.post('/api/assets-web/v1/transfer/available', { coinId: '1', fromAccount: 2 }, { token: ann.token })).data
  expect(await available()).toEqual({ available: '697' })
  setIndex(world.exchange, 61_000)
  expect(Number((await account())?.unRealizedAmount)).toBeGreaterThan(0)
  expect(Number((await account())?.canUseAmount)).toBeGreaterThan(697)
  expect(await available()).toEqual({ available: '697' })
  expect((await move('697.000001')).failure).toMatchObject({ name: 'TRANSFER_EXCEEDS', params: { max: '697' } })
  expect((await move('697')).code).toBe('0')
  expect((await account())?.accountBalance).toBe('300')
})
