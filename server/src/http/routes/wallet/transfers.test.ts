import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MarketApp, marketApp } from '../../../testing/market-app.ts'

const ASSETS = '/api/assets-web/v1'
const [SPOT, CONTRACT, FINANCIAL] = [1, 2, 3]
let market: MarketApp

beforeEach(async () => {
  market = await marketApp({ referencePrice: 6_000_000 })
  market.fund(market.ann, market.usdt, '1000')
})
afterEach(() => market.close())

const move = (fromAccount: number, toAccount: number, amount: string, more: object = {}) =>
  market.post(`${ASSETS}/transfer/all`, { coinId: String(market.usdt), amount, fromAccount, toAccount, ...more }, market.ann)
const total = async (accountType: number) =>
  (await market.post(`${ASSETS}/user-wallet/userBalanceAll`, { accountType }, market.ann)).data.totalU
const available = async (fromAccount: number) =>
  (await market.post(`${ASSETS}/transfer/available`, { coinId: String(market.usdt), fromAccount }, market.ann)).data.available

test('WAL-035 [part] coins move at once and free, the sum stays, and both sides show a line', async () => {
  market.features.add('financial')
  const moved = await move(SPOT, FINANCIAL, '400.5')
  expect(moved.data).toEqual({
    id: moved.data.id,
    coinId: String(market.usdt),
    coinName: 'USDT',
    amount: '400.5',
    fromAccount: SPOT,
    toAccount: FINANCIAL,
    status: 1,
    createTime: market.exchange.clock,
  })
  expect([await total(SPOT), await total(FINANCIAL)]).toEqual(['599.5', '400.5'])
  expect([await available(SPOT), await available(FINANCIAL), await available(CONTRACT)]).toEqual(['599.5', '400.5', '0'])
  const overview = await market.get(`${ASSETS}/user-wallet/overview`, market.ann)
  expect(overview.data).toMatchObject({ totalU: '1000', spotU: '599.5', contractU: '0', financialU: '400.5', todayPnlU: '0' })
  const results = async (accountType: number) => {
    const { data } = await market.get(`${ASSETS}/user-wallet/getUserBalanceByDay?days=1&accountType=${accountType}`, market.ann)
    return data.map(({ totalU, pnlU }) => [totalU, pnlU])
  }
  expect([await results(SPOT), await results(FINANCIAL), await results(0)]).toEqual([[['599.5', '0']], [['400.5', '0']], [['1000', '0']]])
  const lines = async (accountType: number) =>
    (await market.post(`${ASSETS}/bill/queryByCategory`, { category: 'transfer', accountType }, market.ann)).data.list
  const facts = { category: 'transfer', refId: moved.data.id, refType: 'transfer' }
  expect(await lines(SPOT)).toMatchObject([{ ...facts, accountType: SPOT, amount: '-400.5', balanceAfter: '599.5' }])
  expect(await lines(FINANCIAL)).toMatchObject([{ ...facts, accountType: FINANCIAL, amount: '400.5', balanceAfter: '400.5' }])
})

test('WAL-036 [part] what may not move is refused by name, and nothing moves', async () => {
  market.features.add('financial')
  const refused = async (...asked: Parameters<typeof move>) => (await move(...asked)).failure
  expect((await refused(SPOT, SPOT, '1')).name).toBe('TRANSFER_SAME_ACCOUNT')
  expect((await refused(SPOT, FINANCIAL, '0')).name).toBe('VALIDATION_FAILED')
  expect((await refused(SPOT, FINANCIAL, '-1')).name).toBe('VALIDATION_FAILED')
  expect(await refused(SPOT, FINANCIAL, '0.000000001')).toMatchObject({
    name: 'DECIMAL_SCALE',
    params: { field: 'amount', maxScale: '8' },
  })
  expect(await refused(SPOT, FINANCIAL, '1000.00000001')).toMatchObject({
    name: 'BALANCE_INSUFFICIENT',
    params: { coinName: 'USDT', need: '1000.00000001', available: '1000' },
  })
  expect((await refused(SPOT, FINANCIAL, '999999999999999999')).name).toBe('VALIDATION_FAILED')
  expect((await refused(SPOT, FINANCIAL, '1', { coinId: '99' })).name).toBe('COIN_NOT_FOUND')
  expect([await total(SPOT), await total(FINANCIAL)]).toEqual(['1000', '0'])
})

test('WAL-035 [part] nothing goes into an account whose switch is closed, and everything comes out of it', async () => {
  market.features.add('financial')
  await move(SPOT, FINANCIAL, '400')
  market.features.delete('financial')
  expect((await move(SPOT, FINANCIAL, '1')).failure).toMatchObject({
    name: 'TRANSFER_CLOSED',
    params: { coinName: 'USDT', account: String(FINANCIAL) },
  })
  expect((await move(SPOT, CONTRACT, '1')).failure.name).toBe('TRANSFER_CLOSED')
  expect((await move(FINANCIAL, SPOT, '400')).code).toBe('0')
  market.features.add('contract')
  expect((await move(SPOT, CONTRACT, '1')).failure.name).toBe('CONTRACT_NOT_OPENED')
  expect([await total(SPOT), await total(FINANCIAL)]).toEqual(['1000', '0'])
})

test('WAL-035 [part] a key moves coins once: asked again it tells of the first, also after the switch was closed, and of another it refuses', async () => {
  market.features.add('financial')
  const first = await move(SPOT, FINANCIAL, '10', { clientId: 'one' })
  market.exchange.clock += 1000
  market.features.delete('financial')
  const again = await move(SPOT, FINANCIAL, '10', { clientId: 'one' })
  expect(again.headers['idempotent-replay']).toBe('1')
  expect(again.data).toEqual(first.data)
  expect((await move(SPOT, FINANCIAL, '11', { clientId: 'one' })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
  expect(await total(FINANCIAL)).toBe('10')
})

test('WAL-035 [part] the list has every transfer, newest first, and filters by coin, side and time', async () => {
  market.features.add('financial')
  market.fund(market.ann, market.btc, '1')
  const start = market.exchange.clock
  await move(SPOT, FINANCIAL, '10')
  market.exchange.clock += 1000
  await move(SPOT, FINANCIAL, '0.5', { coinId: String(market.btc) })
  market.exchange.clock += 1000
  await move(FINANCIAL, SPOT, '4')
  const listed = async (query: object, user = market.ann) => {
    const { data } = await market.post(`${ASSETS}/transfer/records`, query, user)
    return [data.total, data.list.map((row: { amount: string }) => row.amount)]
  }
  expect(await listed({})).toEqual([3, ['4', '0.5', '10']])
  expect(await listed({ pageSize: 1, pageNo: 2 })).toEqual([3, ['0.5']])
  expect(await listed({ coinId: String(market.btc) })).toEqual([1, ['0.5']])
  expect(await listed({ fromAccount: FINANCIAL })).toEqual([1, ['4']])
  expect(await listed({ toAccount: FINANCIAL })).toEqual([2, ['0.5', '10']])
  expect(await listed({ startTime: start + 500, endTime: start + 1500 })).toEqual([1, ['0.5']])
  expect(await listed({}, market.bob)).toEqual([0, []])
})
