/** What an order of a contract may be and what it leads to, once its owner has to bear what it does: bounds, refusals, orders of the house. */
import { createPublicKey, verify } from 'node:crypto'
import { insuranceBoundsOf, insuranceOf } from '@agio/engine/perp/insurance.ts'
import { canonicalJson } from '@agio/wire/canonical-json.ts'
import type { LiquidationReceipt } from '@agio/wire/futures/position-types.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setIndex, USDT } from '../../../testing/contract-fixtures.ts'
import { askFutures, type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'
import type { HttpWorld } from '../../../testing/http-world.ts'

let futures: FuturesWorld
let world: HttpWorld
let ann: FuturesTrader
let bob: FuturesTrader
let id: string
let before: readonly FuturesTrader[] = []
beforeAll(async () => {
  futures = await futuresWorld()
  world = futures.world
  id = String(futures.contract)
})
afterAll(() => world.close())
beforeEach(async () => {
  futures.beginAnew(...before)
  pass(120)
  setIndex(world.exchange, 60_000)
  ann = await futures.customer('ann', 10_000)
  bob = await futures.customer('bob', 10_000)
  before = [ann, bob]
})

/** So many seconds of samples of the mark, and of what the house offers. */
function pass(seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    futures.advance(1000)
    world.exchange.must({ kind: 'tick' })
  }
}
const create = (trader: FuturesTrader, over: Record<string, unknown> = {}) =>
  trader.post('order/order_create', orderOf(futures.contract, over))
const positionsOf = async (trader: FuturesTrader) => (await trader.read('position/get_assets_list')).data.positionList
const ended = async (trader: FuturesTrader) => (await trader.read('order/history_order_list')).data.orderList

/** Ann is long against Bob at 60,000, with margin of her own: 5 % of it, bankrupt at 57,000. */
async function against(volume: string): Promise<string> {
  await ann.post('user/margin_model_edit', { contractId: id, marginModel: 2 })
  await create(bob, { side: 'SELL', volume })
  await create(ann, { positionType: 2, volume })
  const [position] = await positionsOf(ann)
  return position?.id ?? ''
}

it('PERP-041 PERP-054 who is deleveraged has an order and a fill of it, without a fee, and nobody else sees a trade', async () => {
  await against('100')
  setIndex(world.exchange, 56_000)
  pass(120)
  expect(await positionsOf(bob)).toEqual([])
  const [order] = await ended(bob)
  // Nobody has filled the fund: the price of bankruptcy, which leaves him 300 of the 400 that he had won.
  expect(order).toMatchObject({
    ...{ source: 'adl', side: 'BUY', open: 'CLOSE', type: 2, status: 2, memo: 0, volume: '100', dealVolume: '100' },
    ...{ price: '0', avgPrice: '57000', tradeFee: '0', realizedAmount: '300', liqPositionMsg: expect.any(String) },
  })
  const fills = (await bob.read('order/his_trade_list')).data.tradeHisList
  expect(fills[0]).toMatchObject({ orderId: order?.id, price: '57000', volume: '100', fee: '0', open: 'CLOSE', realizedAmount: '300' })
  const own = await bob.read('order/get_trade_info', { contractId: id, orderId: order?.id })
  expect(own.data).toMatchObject({ count: 1, tradeHisList: [fills[0]] })
  const [tape] = (await askFutures(world, '/fe-co-api/common/trade_list', { contractId: id })).data
  expect(tape?.id).not.toBe(fills[0]?.id)
  const { data: receipt } = await bob.read('position/liquidation_receipt', { receiptId: order?.liqPositionMsg ?? '' })
  expect(receipt).toMatchObject({ kind: 'adl', fills: [{ price: '57000', volume: '100' }], disposed: 1, remaining: '0' })
  const now = world.exchange.now()
  for (const [kind, cell] of [
    ['order', 'adl'],
    ['trade', fills[0]?.id ?? ''],
  ] as const) {
    const file = await bob.read('record/export', { kind, beginTime: now - 200_000, endTime: now + 1000 })
    expect(file.text, kind).toContain(cell)
  }
})

it('PERP-053 PERP-054 while the fund may pay for it the mark is paid, and its bounds know what that cost', async () => {
  const fund = { kind: 'fundInsurance', assetId: USDT, amount: 20_000n * 10n ** 8n, actor: 'ops', why: 'test' } as const
  world.exchange.must(fund)
  const { mostOfOne, lost } = insuranceBoundsOf(world.exchange.state, USDT) ?? expect.fail()
  expect(mostOfOne).toBeGreaterThanOrEqual(400n * 10n ** 8n)
  await against('100')
  setIndex(world.exchange, 56_000)
  pass(120)
  const [order] = await ended(bob)
  expect(order).toMatchObject({ source: 'adl', dealVolume: '100' })
  const price = Number(order?.avgPrice)
  expect(price).toBeLessThan(57_000)
  const after = insuranceBoundsOf(world.exchange.state, USDT) ?? expect.fail()
  expect(Number(after.lost - lost) / 1e8).toBeCloseTo((57_000 - price) * 0.1, 6)
  expect(after.debt).toBe(0n)
  world.exchange.must({ ...fund, amount: -insuranceOf(world.exchange.state, USDT) })
})

it('PERP-043 a receipt is told while the house still sells, replaced by the final one, and the first one stays', async () => {
  const positionId = await against('100')
  futures.quote('buy', 57_190, 30)
  // Above the price of bankruptcy, below what its maintenance needs.
  setIndex(world.exchange, 57_200)
  pass(15)
  const [gone] = (await ann.read('position/history_position_list')).data.positionList
  const receiptId = gone?.receiptId ?? ''
  const read = async (more: object = {}) => (await ann.read('position/liquidation_receipt', { receiptId, ...more })).data
  const { receiptKeys } = (await askFutures(world, '/fe-co-api/common/public_info', {})).data.contractProInfo
  const isSigned = ({ signature, ...content }: LiquidationReceipt): boolean => {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: receiptKeys[content.keyId] ?? '' }, format: 'jwk' })
    return verify(null, Buffer.from(canonicalJson(content)), key, Buffer.from(signature, 'base64url'))
  }
  const first = await read({ first: 1 })
  expect(first).toMatchObject({ positionId, kind: 'full', volume: '100', disposed: 0, remaining: '100', fills: [], insuranceChange: '0' })
  const sofar = await read()
  expect(sofar).toMatchObject({ disposed: 0, remaining: '70', volume: '100', fills: [{ price: '57190', volume: '30' }] })
  // 30 of 100 contracts at 190 above the price of bankruptcy.
  expect(sofar.insuranceChange).toBe('5.7')
  futures.quote('buy', 57_190, 70)
  pass(2)
  const final = await read()
  expect(final).toMatchObject({ disposed: 1, remaining: '0', insuranceChange: '19', receiptId })
  expect(final.fills.map(({ volume }) => volume)).toEqual(['30', '70'])
  expect(final.time).toBeGreaterThan(first.time)
  expect(await read({ first: 1 })).toEqual(first)
  expect(await read({ first: 0 })).toEqual(final)
  expect([first, sofar, final].map(isSigned)).toEqual([true, true, true])
  expect((await ann.post('position/liquidation_receipt', { receiptId, first: 2 })).failure.name).toBe('VALIDATION_FAILED')
})

it('PERP-050 an order whose owner cannot bear its fill says so, and a condition that is short when it fires says that', async () => {
  const poor = await futures.customer('poor', 310)
  before = [...before, poor]
  // What its fill costs at a mark far below is all that he has, so that he can bear a part of it.
  await create(poor, { price: '60000' })
  setIndex(world.exchange, 56_900)
  pass(150)
  await create(bob, { side: 'SELL', price: '60000' })
  const [order] = await ended(poor)
  expect(order).toMatchObject({ status: 7, memo: 15, source: 'web' })
  expect(Number(order?.dealVolume)).toBeLessThan(100)
  expect((await poor.read('order/history_order_list', { status: 7 })).data.count).toBe(1)
  await create(poor, { isConditionOrder: true, type: 2, price: '0', triggerPrice: '57500', volume: '1000' })
  futures.quote('sell', 57_600, 1000)
  setIndex(world.exchange, 57_600)
  pass(150)
  expect((await ended(poor))[0]).toMatchObject({ status: 6, memo: 4 })
})

it('PERP-006 [part] no contract is traded with oneself, and what closes ends the own order in its way', async () => {
  const { failure } = await create(ann, { stpMode: 'NONE' })
  expect(failure).toMatchObject({ name: 'STP_MODE_UNSUPPORTED', params: { stpMode: 'NONE' } })
  expect((await create(ann, { stpMode: 'OTHER' })).failure.name).toBe('STP_MODE_UNSUPPORTED')
  await create(bob, { side: 'SELL' })
  await create(ann)
  const own = (await create(ann, { price: '59990', volume: '10' })).data.orderId
  await create(bob, { price: '59980', volume: '100' })
  const close = { open: 'CLOSE', side: 'SELL', type: 2, price: '0', volume: '100', stpMode: 'EXPIRE_TAKER' }
  expect((await create(ann, close)).data.status).toBe(2)
  expect((await ended(ann)).find((order) => order.id === own)).toMatchObject({ memo: 11, dealVolume: '0' })
})

it('PERP-052 [part] a limit that closes lies at the edge of the band where it was typed beyond it', async () => {
  await create(bob, { side: 'SELL' })
  await create(ann)
  const low = await create(ann, { open: 'CLOSE', side: 'SELL', price: '100', volume: '10' })
  const [order] = (await ann.read('order/current_order_list')).data.orderList
  expect([low.code, order?.price]).toEqual(['0', '30000'])
  // On the other side it rests where it was typed.
  expect((await create(ann, { open: 'CLOSE', side: 'SELL', price: '200000', volume: '10' })).code).toBe('0')
  expect((await ann.read('order/current_order_list')).data.orderList[0]?.price).toBe('200000')
  expect((await create(ann, { price: '100' })).failure.name).toBe('CO_PRICE_RANGE')
})

it('PERP-024 [part] an order that trails may have a limit, which rests once it fired', async () => {
  const trailing = { isConditionOrder: true, callbackRate: '0.01', side: 'SELL', price: '59000' }
  const { data } = await create(ann, trailing)
  const [waiting] = (await ann.read('order/trigger_order_list')).data.orderList
  expect(waiting).toMatchObject({ id: data.orderId, type: 1, timeInForce: 'GTC', price: '59000', callbackRate: '0.01', triggerPrice: null })
  setIndex(world.exchange, 59_100)
  pass(60)
  const [resting] = (await ann.read('order/current_order_list')).data.orderList
  expect(resting).toMatchObject({ id: data.orderId, type: 1, price: '59000', status: 1, isConditionOrder: true })
})

it('PERP-008 [part] more than an order may have answers the bound that holds, in contracts at its price', async () => {
  const { contract: instrumentId } = futures
  const { terms, contract } = world.agio.feeds.listings.contractFacts(instrumentId)
  const change = (over: object) =>
    world.exchange.must({ kind: 'changeContract', instrumentId, terms: { ...terms, ...over }, contract, actor: 'ops', why: 'test' })
  change({ notionalMax: 30_000n * 10n ** 8n, marketNotionalCap: 6_000n * 10n ** 8n })
  const refused = async (over: Record<string, unknown>): Promise<unknown> => (await create(ann, over)).failure
  // 30,000 ÷ 60 and ÷ 50, 6,000 ÷ 60.
  expect(await refused({ volume: '501' })).toMatchObject({ name: 'CO_VOLUME_RANGE', params: { min: '1', max: '500' } })
  expect(await refused({ volume: '601', price: '50000' })).toMatchObject({ params: { min: '1', max: '600' } })
  expect(await refused({ volume: '101', type: 2, price: '0' })).toMatchObject({ params: { min: '1', max: '100' } })
  expect(await refused({ volume: '100001' })).toMatchObject({ params: { min: '1', max: '500' } })
  const { orderId } = (await create(ann, { price: '50000', volume: '10' })).data
  const more = await ann.post('order/order_update', { contractId: id, orderId, volume: '601' })
  expect(more.failure).toMatchObject({ name: 'CO_VOLUME_RANGE', params: { min: '1', max: '600' } })
  change({})
  expect(await refused({ volume: '100001' })).toMatchObject({ params: { min: '1', max: '100000' } })
  await ann.read('order/cancel_all')
  const positionId = await against('100')
  const orders = [{ triggerType: 2, triggerPrice: '66000', volume: '101' }]
  const { failure } = await ann.post('order/order_tpsl_create', { positionId, orders })
  expect(failure).toMatchObject({ name: 'CO_VOLUME_RANGE', params: { min: '1', max: '100' } })
})

it('PERP-057 [part] while there is no index margin stays, leverage is not raised and the mode is kept; margin is added', async () => {
  const positionId = await against('100')
  setIndex(world.exchange, 0)
  const margin = (amount: string) => ann.post('position/change_position_margin', { positionId, amount })
  expect((await margin('50')).data.holdAmount).toBe('350')
  expect((await margin('-10')).failure.name).toBe('INDEX_UNAVAILABLE')
  expect((await ann.post('user/level_edit', { contractId: id, nowLevel: 40 })).failure.name).toBe('INDEX_UNAVAILABLE')
  expect((await ann.post('user/level_edit', { contractId: id, nowLevel: 10 })).data.nowLevel).toBe(10)
  const idle = await futures.customer('idle')
  expect((await idle.post('user/margin_model_edit', { contractId: id, marginModel: 2 })).failure.name).toBe('INDEX_UNAVAILABLE')
})

it('PERP-021 PERP-036 [part] a position that is being liquidated takes no orders, and takes margin, which ends that', async () => {
  const positionId = await against('1000')
  // In its second bracket, with nobody in the book: it waits for its reduction.
  setIndex(world.exchange, 57_320)
  pass(60)
  const [broken] = await positionsOf(ann)
  expect(Number(broken?.marginRate)).toBeGreaterThanOrEqual(1)
  const order = { positionType: 2, volume: '1', price: '57000' }
  expect((await create(ann, order)).failure.name).toBe('POSITION_IN_LIQUIDATION')
  const margin = (amount: string) => ann.post('position/change_position_margin', { positionId, amount })
  expect((await margin('-1')).failure.name).toBe('POSITION_IN_LIQUIDATION')
  expect((await margin('1000')).code).toBe('0')
  pass(2)
  const [kept] = await positionsOf(ann)
  expect([kept?.id, Number(kept?.marginRate) < 1]).toEqual([positionId, true])
  expect((await create(ann, order)).code).toBe('0')
})

it('PERP-016 [part] lowering the leverage takes what its margin lacks, raising frees nothing that was added by hand', async () => {
  const positionId = await against('100')
  const set = async (nowLevel: number) => {
    const { failure, code } = await ann.post('user/level_edit', { contractId: id, nowLevel })
    return code === '0' ? (await positionsOf(ann))[0]?.holdAmount : failure
  }
  await ann.post('position/change_position_margin', { positionId, amount: '100' })
  // 400 stand there: 375 are needed at 16, 600 at 10.
  expect(await set(16)).toBe('400')
  expect(await set(10)).toBe('600')
  expect(await set(20)).toBe('400')
  expect(await set(1)).toBe('6000')
})
