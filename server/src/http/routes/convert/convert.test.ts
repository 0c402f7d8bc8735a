import type { JsonObject, SourceState } from '@agio/engine/command.ts'
import { inventoryOf } from '@agio/engine/convert/read-convert.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MarketApp, marketApp } from '../../../testing/market-app.ts'

const ROOT = '/api/user-web/v1/trade_convert'
const USDT = 10n ** 12n
let market: MarketApp

/** In whole USDT; the first source is enough. */
function say(price: number, state: SourceState = 'live'): void {
  const at = market.exchange.clock
  market.exchange.must({ kind: 'reportPrices', items: [{ assetId: market.btc, source: 0, price: BigInt(price) * USDT, at, state }] })
}

const settings = (document: JsonObject): void => {
  const saved = { kind: 'saveDocument', userId: asUserId(0), collection: 'convert', id: 'settings', actor: 'test' } as const
  market.exchange.must({ ...saved, document })
}

function terms(dailyLimit: bigint, isClosed = false): void {
  const set = { kind: 'setConvertTerms', lossBound: 0n, deskUserId: asUserId(0), actor: 'test', why: 'test' } as const
  market.exchange.must({ ...set, dailyLimit, isClosed })
}

const stock = (assetId: typeof market.btc, amount: bigint): void => {
  market.exchange.must({ kind: 'fundInventory', assetId, amount, reference: 'test', actor: 'test', why: 'test' })
}

beforeEach(async () => {
  market = await marketApp({ referencePrice: 6_000_000 })
  const { usdt, btc, ann } = market
  const rules = { unitAssetId: usdt, sources: ['one'], freshMs: 600_000, capE8: 1_000_000, actor: 'test', why: 'test' }
  market.exchange.must({ kind: 'setIndexTerms', ...rules })
  say(60_000)
  stock(usdt, 10n ** 14n)
  stock(btc, 10n ** 10n)
  market.fund(ann, usdt, '10000')
  market.features.add('flashConvert')
})
afterEach(() => market.close())

const price = (send: string, receive: string) => market.get(`${ROOT}/price/${send}/${receive}`, market.ann)
const quote = (query: string, pair = 'USDT/BTC', user = market.ann) =>
  market.get(`${ROOT}/pre_trade/${pair}?${query}` as `${typeof ROOT}/pre_trade/USDT/BTC`, user)
const given = async (query = 'sendAmount=100', pair = 'USDT/BTC') => (await quote(query, pair)).data
type Given = Awaited<ReturnType<typeof given>>
const accept = ({ quoteId, sendCoin, receiveCoin, sendAmount }: Given, more: object = {}, user = market.ann) =>
  market.post(`${ROOT}/trade`, { quoteId, sendCoin, receiveCoin, sendAmount, ...more }, user)
const config = async () => (await market.post(`${ROOT}/config`, {}, market.ann)).data
const records = async (query: object = {}, user = market.ann) => (await market.post(`${ROOT}/records`, query, user)).data
const balances = async () => {
  const { data } = await market.post('/api/assets-web/v1/user-wallet/userBalanceAll', { hideZero: 1 }, market.ann)
  return Object.fromEntries(data.list.map(({ coinName, balance }) => [coinName, balance]))
}

test('CONV-001 the configuration lists coins that have an index, with bounds, limit and what of it is used; also while the switch is off', async () => {
  const data = await config()
  expect(data).toEqual({
    flashConvertSwitch: 1,
    minTradeU: '0',
    maxTradeU: '0',
    quoteSeconds: 10,
    dailyLimitU: '0',
    usedTodayU: '0',
    sendCoins: [
      { coinId: String(market.usdt), coinName: 'USDT', iconUrl: null, scale: 8, balance: '10000' },
      { coinId: String(market.btc), coinName: 'BTC', iconUrl: null, scale: 8, balance: '0' },
    ],
    receiveCoins: data.sendCoins,
    pairs: [],
  })
  market.features.delete('flashConvert')
  settings({ minTradeU: '10', maxTradeU: '1000', quoteSeconds: 20, coins: { BTC: { isClosed: true } }, closedPairs: ['USDT/ETH'] })
  terms(500n * 10n ** 8n)
  const closed = await config()
  expect(closed).toMatchObject({ flashConvertSwitch: 0, minTradeU: '10', maxTradeU: '1000', quoteSeconds: 20, dailyLimitU: '500' })
  expect([closed.sendCoins.map(({ coinName }) => coinName), closed.pairs]).toEqual([
    ['USDT'],
    [{ send: 'USDT', receive: 'ETH', status: 2 }],
  ])
})

test('CONV-003 values of the bounds pass, those beyond are refused; without bounds only what fetches nothing is', async () => {
  expect((await quote('sendAmount=0.00000001')).failure).toMatchObject({
    name: 'CONVERT_AMOUNT_RANGE',
    params: { minTradeU: '0', maxTradeU: '0', valueU: '0.00000001' },
  })
  expect((await quote('sendAmount=9000000')).code).toBe('0')
  settings({ minTradeU: '10', maxTradeU: '1000' })
  for (const amount of ['10', '1000']) expect((await quote(`sendAmount=${amount}`)).data.valueU).toBe(amount)
  for (const amount of ['9.99', '1000.01', '9.9999999999', '999999999999999999'])
    expect((await quote(`sendAmount=${amount}`)).failure).toMatchObject({
      name: 'CONVERT_AMOUNT_RANGE',
      params: { minTradeU: '10', maxTradeU: '1000' },
    })
  expect(await given('sendAmount=500')).toMatchObject({ minAmount: '10', maxAmount: '1000' })
  expect(await given('sendAmount=0.01', 'BTC/USDT')).toMatchObject({ minAmount: '0.00016667', maxAmount: '0.01666666' })
  expect((await quote('sendAmount=10.0000000001')).failure).toMatchObject({
    name: 'DECIMAL_SCALE',
    params: { field: 'sendAmount', maxScale: '8' },
  })
})

test('CONV-004 a price binds nobody; a quote holds for ten seconds, and taking it moves exactly what it says', async () => {
  expect((await price('USDT', 'BTC')).data).toEqual({
    sendCoin: 'USDT',
    receiveCoin: 'BTC',
    price: '0.000016658333333333',
    inversePrice: '60030.015007504953076838',
    time: market.exchange.clock,
  })
  const now = market.exchange.clock
  const shown = await given()
  expect(shown).toEqual({
    ...{ quoteId: shown.quoteId, sendCoin: 'USDT', receiveCoin: 'BTC', side: 'send', sendAmount: '100', receiveAmount: '0.00166583' },
    ...{ price: '0.000016658333333333', inversePrice: '60030.015007504953076838', midPrice: '0.000016666666666666', spread: '0.0005' },
    ...{ valueU: '100', minAmount: '0.00060031', maxAmount: null, balance: '10000', createTime: now, validTimestamp: now + 10_000 },
  })
  const { data } = await accept(shown)
  expect(data).toEqual({
    ...{ id: data.id, quoteId: shown.quoteId, sendCoin: 'USDT', sendAmount: '100', receiveCoin: 'BTC', receiveAmount: '0.00166583' },
    ...{ price: shown.price, fee: '0', feeCoin: 'BTC', status: 1, reason: null, createTime: now, finishTime: now },
  })
  expect(await balances()).toEqual({ USDT: '9900', BTC: '0.00166583' })
  expect([inventoryOf(market.exchange.state, market.usdt), inventoryOf(market.exchange.state, market.btc)]).toEqual([
    10n ** 14n + 10n ** 10n,
    10n ** 10n - 166_583n,
  ])
  expect((await config()).usedTodayU).toBe('100')
})

test('CONV-005 CONV-006 either amount may be given: what is received is rounded down, what is sent up', async () => {
  expect((await given('sendAmount=100')).receiveAmount).toBe('0.00166583')
  expect(await given('receiveAmount=0.001')).toMatchObject({ side: 'receive', sendAmount: '60.03001501', receiveAmount: '0.001' })
  expect((await quote('sendAmount=1&receiveAmount=1')).failure.name).toBe('VALIDATION_FAILED')
})

test('CONV-007 a quote is taken at its last instant; a millisecond later it has expired and nothing moves', async () => {
  const first = await given()
  market.exchange.clock = first.validTimestamp
  expect((await accept(first)).code).toBe('0')
  const second = await given()
  market.exchange.clock = second.validTimestamp + 1
  expect((await accept(second)).failure).toMatchObject({ name: 'QUOTE_EXPIRED', params: { validTimestamp: second.validTimestamp } })
  expect(await balances()).toEqual({ USDT: '9900', BTC: '0.00166583' })
})

test('CONV-008 two that take one quote at the same time convert once, and the other is told by what', async () => {
  const shown = await given()
  const answers = await Promise.all([accept(shown), accept(shown)])
  const [done, refused] = answers[0].code === '0' ? answers : [answers[1], answers[0]]
  expect(refused?.failure).toMatchObject({ name: 'QUOTE_USED', params: { id: done?.data.id } })
  expect(await balances()).toEqual({ USDT: '9900', BTC: '0.00166583' })
})

test('CONV-009 another customer’s quote, another coin or amount and one that nobody gave are not found', async () => {
  const shown = await given()
  const names = [
    await accept(shown, {}, market.bob),
    await accept(shown, { sendAmount: '99' }),
    await accept(shown, { sendAmount: '100.000000001' }),
    await accept(shown, { sendCoin: 'BTC', receiveCoin: 'USDT' }),
    await accept(shown, { receiveCoin: 'ETH' }),
    await accept({ ...shown, quoteId: String(Number(shown.quoteId) + 1) }),
    await accept({ ...shown, quoteId: 'abc' }),
  ].map(({ failure }) => failure.name)
  expect(names).toEqual(names.map(() => 'QUOTE_NOT_FOUND'))
  // The same number in another spelling is the same number.
  expect((await accept(shown, { sendAmount: '100.00' })).code).toBe('0')
})

test('CONV-008 [part] another body behind the key of a conversion is a conflict, not an unknown quote', async () => {
  const shown = await given()
  const done = await accept(shown, { clientId: 'c1' })
  for (const changed of [{ sendAmount: '99' }, { receiveCoin: 'ETH' }])
    expect((await accept(shown, { clientId: 'c1', ...changed })).failure).toMatchObject({
      name: 'IDEMPOTENCY_CONFLICT',
      params: { key: 'c1' },
    })
  expect((await accept(shown, { clientId: 'c1' })).data).toEqual(done.data)
})

test('CONV-010 the balance is looked at again; short of it the quote stays unused', async () => {
  const shown = await given('sendAmount=9000')
  const moved = { kind: 'transferBetweenAccounts', userId: market.ann, from: 'spot', to: 'financial', assetId: market.usdt } as const
  market.exchange.must({ ...moved, amount: 2000n * 10n ** 8n })
  const refused = await accept(shown)
  expect(refused.failure).toMatchObject({ name: 'BALANCE_INSUFFICIENT', params: { coinName: 'USDT', need: '9000', available: '8000' } })
  market.fund(market.ann, market.usdt, '1000')
  expect((await accept(shown)).code).toBe('0')
})

test('CONV-011 a price that ran away from the house, a frozen index and a short stock are refused by name', async () => {
  const shown = await given('sendAmount=0.01', 'BTC/USDT')
  market.fund(market.ann, market.btc, '1')
  // 0.15 % is 90
  say(59_909)
  expect((await accept(shown)).failure.name).toBe('QUOTE_MOVED')
  say(60_000)
  say(60_000, 'silent')
  expect((await accept(shown)).failure.name).toBe('INDEX_UNAVAILABLE')
  expect((await quote('sendAmount=100')).failure.name).toBe('INDEX_UNAVAILABLE')
  say(60_000)
  const late = await given()
  stock(market.btc, -(10n ** 10n))
  expect((await accept(late)).failure.name).toBe('CONVERT_INVENTORY')
  // who has the amount is told at the quote
  expect((await quote('sendAmount=100')).failure.name).toBe('CONVERT_INVENTORY')
  expect(await balances()).toEqual({ USDT: '10000', BTC: '1' })
})

test('CONV-012 the same coin, an unknown one, one without an index and what an operator closed have no price', async () => {
  settings({ closedPairs: ['BTC/USDT'] })
  for (const [send, receive] of [
    ['USDT', 'USDT'],
    ['USDT', 'NOPE'],
    ['ETH', 'USDT'],
    ['BTC', 'USDT'],
  ] as const) {
    const refused = { name: 'CONVERT_PAIR_NOT_FOUND', params: { send, receive } }
    expect((await price(send, receive)).failure).toMatchObject(refused)
    expect((await quote('sendAmount=100', `${send}/${receive}`)).failure).toMatchObject(refused)
  }
  expect((await price('USDT', 'BTC')).code).toBe('0')
  settings({ coins: { BTC: { isClosed: true } } })
  expect((await price('USDT', 'BTC')).failure.name).toBe('CONVERT_PAIR_NOT_FOUND')
  // What does not fit opens nothing.
  settings({ coins: 'none' })
  expect((await price('USDT', 'BTC')).failure.name).toBe('CONVERT_PAIR_NOT_FOUND')
})

test('CONV-013 records are what was executed, newest first, with two bill lines each; they filter by coin, status and time', async () => {
  const start = market.exchange.clock
  const first = (await accept(await given())).data
  market.exchange.clock += 1000
  say(60_000)
  const second = (await accept(await given('sendAmount=0.001', 'BTC/USDT'))).data
  const all = await records()
  expect([all.total, all.list]).toEqual([2, [second, first]])
  const ids = async (query: object) => (await records(query)).list.map(({ id }) => id)
  expect(await ids({ sendCoin: 'USDT' })).toEqual([first.id])
  expect(await ids({ receiveCoin: 'USDT' })).toEqual([second.id])
  expect([await ids({ status: 1 }), await ids({ status: 0 }), await ids({ sendCoin: 'NOPE' })]).toEqual([[second.id, first.id], [], []])
  expect(await ids({ startTime: start + 500, endTime: start + 1500 })).toEqual([second.id])
  expect((await records({}, market.bob)).total).toBe(0)
  const lines = (await market.post('/api/assets-web/v1/bill/queryByCategory', { category: 'convert', accountType: 1 }, market.ann)).data
    .list
  const line = { category: 'convert', refType: 'convert', refId: first.id }
  expect(lines.filter(({ refId }) => refId === first.id)).toMatchObject([
    { ...line, coinName: 'BTC', amount: '0.00166583', balanceAfter: '0.00166583' },
    { ...line, coinName: 'USDT', amount: '-100', balanceAfter: '9900' },
  ])
  expect(lines).toHaveLength(4)
})

test('CONV-012 [part] a quote is not taken once its coin or direction was closed, and is again when that was opened in time', async () => {
  const shown = await given()
  const before = await balances()
  const closed = { name: 'FEATURE_OFF', params: { feature: 'flashConvert' } }
  for (const document of [{ closedPairs: ['USDT/BTC'] }, { coins: { BTC: { isClosed: true } } }, { coins: { USDT: { isClosed: true } } }]) {
    settings(document)
    expect((await accept(shown)).failure).toMatchObject(closed)
  }
  expect(await balances()).toEqual(before)
  settings({ closedPairs: ['BTC/USDT'] })
  expect((await accept(shown, { clientId: 'later' })).code).toBe('0')
  // what was done under a key is answered again, whatever was closed since
  settings({ closedPairs: ['USDT/BTC'] })
  expect((await accept(shown, { clientId: 'later' })).code).toBe('0')
})

test('CONV-014 with the switch off, or closed by the house, nothing is priced, quoted or taken', async () => {
  const shown = await given()
  const off = { name: 'FEATURE_OFF', params: { feature: 'flashConvert' } }
  const refused = async () => {
    for (const answer of [await price('USDT', 'BTC'), await quote('sendAmount=100'), await accept(shown)])
      expect(answer.failure).toMatchObject(off)
  }
  market.features.delete('flashConvert')
  await refused()
  market.features.add('flashConvert')
  terms(0n, true)
  await refused()
  expect((await config()).flashConvertSwitch).toBe(0)
  terms(0n)
  expect((await accept(shown)).code).toBe('0')
})

test('the limit of a day counts what was taken, at the quote and when it is taken; the next day begins anew', async () => {
  terms(150n * 10n ** 8n)
  await accept(await given())
  market.fund(market.ann, market.btc, '1')
  terms(0n)
  const second = await given()
  terms(150n * 10n ** 8n)
  const over = { name: 'CONVERT_DAILY_LIMIT', params: { limitU: '150', usedU: '100' } }
  expect((await accept(second)).failure).toMatchObject(over)
  expect((await quote('sendAmount=51')).failure).toMatchObject(over)
  expect((await quote('sendAmount=50')).code).toBe('0')
  market.exchange.clock += 86_400_000
  say(60_000)
  expect((await quote('sendAmount=150')).code).toBe('0')
})

test('REL-008 a key takes a quote once: asked again it tells of the first, also when the quote is forgotten, and of another it refuses', async () => {
  const first = await given()
  const done = await accept(first, { clientId: 'one' })
  const second = await given()
  market.exchange.clock += 3000
  const again = await accept(first, { clientId: 'one' })
  expect([again.data, again.headers['idempotent-replay']]).toEqual([done.data, '1'])
  expect((await accept(second, { clientId: 'one' })).failure).toMatchObject({ name: 'IDEMPOTENCY_CONFLICT', params: { key: 'one' } })
  await market.forget()
  const later = await accept(first, { clientId: 'one' })
  expect([later.data, later.headers['idempotent-replay']]).toEqual([done.data, '1'])
  expect((await accept(first)).failure.name).toBe('QUOTE_NOT_FOUND')
  expect(await balances()).toEqual({ USDT: '9900', BTC: '0.00166583' })
})

test('REL-008 a key stands for its own quote also behind a restart: the body of another one is a conflict, converted or not', async () => {
  const first = await given()
  const done = await accept(first, { clientId: 'one' })
  const second = await given()
  await accept(second, { clientId: 'two' })
  const third = await given()
  await market.forget()
  for (const other of [second, third, { ...first, sendAmount: '99' }])
    expect((await accept(other, { clientId: 'one' })).failure).toMatchObject({ name: 'IDEMPOTENCY_CONFLICT', params: { key: 'one' } })
  const again = await accept(first, { clientId: 'one' })
  expect([again.data, again.headers['idempotent-replay']]).toEqual([done.data, '1'])
  expect(await balances()).toEqual({ USDT: '9800', BTC: '0.00333166' })
})

test('REL-008 a known key is answered as it was, also with the switch off and where it was refused', async () => {
  const first = await given()
  const done = await accept(first, { clientId: 'one' })
  const second = await given('sendAmount=9950')
  const refused = await accept(second, { clientId: 'two' })
  expect([refused.failure.name, refused.headers['idempotent-replay']]).toEqual(['BALANCE_INSUFFICIENT', undefined])
  market.features.delete('flashConvert')
  const [again, still] = [await accept(first, { clientId: 'one' }), await accept(second, { clientId: 'two' })]
  expect([again.data, again.headers['idempotent-replay']]).toEqual([done.data, '1'])
  expect([still.failure.name, still.headers['idempotent-replay']]).toEqual(['BALANCE_INSUFFICIENT', '1'])
  expect((await accept(second, { clientId: 'one' })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
  expect((await accept(second, { clientId: 'three' })).failure.name).toBe('FEATURE_OFF')
  expect(await balances()).toEqual({ USDT: '9900', BTC: '0.00166583' })
})

test('a quote that a restart forgot is not found; ids rise over it', async () => {
  const shown = await given()
  market.exchange.clock += 1
  await market.forget()
  expect((await accept(shown)).failure.name).toBe('QUOTE_NOT_FOUND')
  expect(Number((await given()).quoteId)).toBeGreaterThan(Number(shown.quoteId))
  expect(await balances()).toEqual({ USDT: '10000' })
})
