/** Placing, changing and cancelling over HTTP, with the real engine behind it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MarketApp, marketApp } from '../../../testing/market-app.ts'

const ORDER = '/api/user-web/v1/order'
let market: MarketApp

beforeEach(async () => {
  market = await marketApp({
    quantityMin: 10,
    quantityMax: 1_000_000,
    notionalMin: 500_000_000n,
    limitPriceCap: 10_000_000,
    priceBandE8: 10_000_000,
    referencePrice: 6_000_000,
  })
  market.fund(market.ann, market.usdt, '100000')
  market.fund(market.bob, market.btc, '10')
})
afterEach(() => market.close())

const limit = (fields: Record<string, unknown> = {}) => ({
  symbol: 'BTC/USDT',
  direction: 'BUY',
  type: 'LIMIT',
  price: '60000',
  amount: '0.5',
  ...fields,
})
const place = (fields: Record<string, unknown> = {}, user = market.ann) => market.post(`${ORDER}/createOrder`, limit(fields), user)
const balance = async (assetId: number, user = market.ann) => {
  const { data } = await market.post(`/api/assets-web/v1/user-wallet/userBalance?coinId=${assetId}`, {}, user)
  return { free: data.balance, held: data.frozenBalance }
}

describe('placing', () => {
  it('SPOT-002 SPOT-013 API-024 an accepted limit order is in the next list, found by both ids, and holds its money', async () => {
    const { code, data } = await place({ clientOrderId: 'my.order:1/a' })
    expect(code).toBe('0')
    expect(data).toMatchObject({
      clientOrderId: 'my.order:1/a',
      status: 'NEW',
      orderListId: null,
      orders: [{ orderId: data.orderId, type: 'LIMIT' }],
    })
    const list = await market.post(`${ORDER}/exchangeOrderList`, { state: 1 }, market.ann)
    expect(list.data).toMatchObject({
      total: 1,
      list: [{ orderId: data.orderId, symbol: 'BTC/USDT', price: '60000', amount: '0.5', frozen: '30000', frozenCoin: 'USDT' }],
    })
    const byClient = await market.get(`${ORDER}/detail?clientOrderId=my.order%3A1%2Fa`, market.ann)
    expect(byClient.data).toMatchObject({ orderId: data.orderId, status: 'NEW', detail: [] })
    expect(await balance(market.usdt)).toEqual({ free: '70000', held: '30000' })
  })

  it('SPOT-013 a limit sell holds the coin, a market buy its amount; the rest of the amount comes back', async () => {
    await place({ direction: 'SELL' }, market.bob)
    expect(await balance(market.btc, market.bob)).toEqual({ free: '9.5', held: '0.5' })
    const market100 = await market.post(
      `${ORDER}/createOrder`,
      { symbol: 'BTC/USDT', direction: 'BUY', type: 'MARKET', turnover: '100' },
      market.ann,
    )
    expect(market100.data.status).toBe('FILLED')
    // 100 USDT at 60,000 buy 0.00166 BTC for 99.6; 0.4 is left.
    expect(await balance(market.usdt)).toEqual({ free: '99900.4', held: '0' })
  })

  it('SPOT-006 a pair or a side that is off refuses by name, and cancelling goes on', async () => {
    const { data } = await place()
    market.change({ buyEnabled: false })
    expect((await place()).data).toMatchObject({ name: 'PAIR_SIDE_DISABLED', params: { symbol: 'BTC/USDT', direction: 'BUY' } })
    expect((await place({ direction: 'SELL', price: '61000' }, market.bob)).code).toBe('0')
    market.change({ buyEnabled: true, enabled: false })
    expect((await place()).failure.name).toBe('PAIR_DISABLED')
    expect((await market.post(`${ORDER}/revocationOrder`, { orderId: data.orderId }, market.ann)).data.list[0]?.result).toBe(1)
  })

  it('SPOT-007 SPOT-012 a figure off its step or that is no number is refused and nothing is held', async () => {
    expect((await place({ price: '60000.001' })).data).toMatchObject({ name: 'PRICE_TICK', params: { tick: '0.01' } })
    expect((await place({ amount: '0.000001' })).data).toMatchObject({ name: 'AMOUNT_STEP', params: { step: '0.00001' } })
    for (const amount of ['-1', '0', 'NaN', '1e5', '1,5', '０', '', '9'.repeat(40), 1e21]) {
      expect((await place({ amount })).failure.name, String(amount)).toBe('VALIDATION_FAILED')
    }
    expect(await balance(market.usdt)).toEqual({ free: '100000', held: '0' })
  })

  it('SPOT-036 [part] a shown part of nothing is refused, of the order and of its child', async () => {
    for (const visibleAmount of ['0', '0.000']) {
      expect((await place({ visibleAmount })).failure.name).toBe('VALIDATION_FAILED')
      const then = { type: 'LIMIT', price: '61000', visibleAmount }
      expect((await place({ then })).failure.name).toBe('VALIDATION_FAILED')
    }
    expect((await place({ visibleAmount: '0.1' })).code).toBe('0')
  })

  it('SPOT-005 the first failing check is the answer, also before a figure that is off its step', async () => {
    expect((await place({ price: '200000', amount: '0.000001' })).failure.name).toBe('PRICE_RANGE')
    expect((await place({ price: '200000.001', amount: '0.000001' })).failure.name).toBe('PRICE_TICK')
    market.change({ enabled: false })
    expect((await place({ price: '60000.001' })).failure.name).toBe('PAIR_DISABLED')
    expect((await place({ symbol: 'ABC/USDT', price: '60000.001' })).failure.name).toBe('PAIR_NOT_FOUND')
  })

  it('SPOT-008 SPOT-009 SPOT-010 bounds themselves pass, one step beyond is refused with the bounds', async () => {
    expect((await place({ amount: '0.0001' })).code).toBe('0')
    expect((await place({ amount: '0.00009' })).data).toMatchObject({ name: 'AMOUNT_RANGE', params: { min: '0.0001', max: '10' } })
    expect((await place({ amount: '10.00001' })).failure.name).toBe('AMOUNT_RANGE')
    expect((await place({ price: '49900', amount: '0.0001' })).data).toMatchObject({ name: 'TURNOVER_RANGE', params: { min: '5' } })
    expect((await place({ price: '100000.01' })).data).toMatchObject({ name: 'PRICE_RANGE', params: { max: '100000' } })
  })

  it('SPOT-011 the price band answers with its bounds', async () => {
    expect((await place({ price: '66000.01', amount: '0.01' })).data).toMatchObject({
      name: 'PRICE_BAND',
      params: { low: '54000', high: '66000' },
    })
    expect((await place({ price: '66000', amount: '0.01' })).code).toBe('0')
    expect((await place({ direction: 'SELL', price: '53999.99' }, market.bob)).failure.name).toBe('PRICE_BAND')
  })

  it('SPOT-016 too little money is refused with what is needed and what there is', async () => {
    const refused = await place({ amount: '2' })
    expect(refused.data).toMatchObject({ name: 'BALANCE_INSUFFICIENT', params: { coinName: 'USDT', need: '120000', available: '100000' } })
    expect(await balance(market.usdt)).toEqual({ free: '100000', held: '0' })
  })

  it('SPOT-044 a repeated client id answers the first result and places nothing; with another body it conflicts', async () => {
    const first = await place({ clientOrderId: 'k1' })
    const again = await place({ clientOrderId: 'k1' })
    expect(again.data).toEqual(first.data)
    expect(again.headers['idempotent-replay']).toBe('1')
    expect(first.headers['idempotent-replay']).toBeUndefined()
    expect((await place({ clientOrderId: 'k1', amount: '0.4' })).data).toMatchObject({
      name: 'IDEMPOTENCY_CONFLICT',
      params: { key: 'k1' },
    })
    expect((await market.post(`${ORDER}/exchangeOrderList`, { state: 1 }, market.ann)).data.total).toBe(1)
  })

  it('API-015 an unknown field of a money call is refused, of a read ignored', async () => {
    const refused = await place({ leverage: 3 })
    expect(refused.data).toMatchObject({ name: 'VALIDATION_FAILED', params: { issues: [{ path: 'leverage', rule: 'exclusive' }] } })
    expect((await market.post(`${ORDER}/exchangeOrderList`, { leverage: 3 }, market.ann)).code).toBe('0')
  })

  it('REL-013 a busy engine is 503 with Retry-After and the key stays free', async () => {
    market.exchange.refusal = 'busy'
    const busy = await place({ clientOrderId: 'k2' })
    expect(busy).toMatchObject({ status: 503, code: '99004', headers: { 'retry-after': '2' }, failure: { name: 'ENGINE_BUSY' } })
    market.exchange.refusal = undefined
    expect((await place({ clientOrderId: 'k2' })).code).toBe('0')
  })

  it('SPOT-049 a preview tells hold, fee and average of the same order and changes nothing [part]', async () => {
    await place({ direction: 'SELL', price: '60000', amount: '0.1' }, market.bob)
    const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '60100', amount: '0.1' }
    const preview = await market.post(`${ORDER}/createOrder/test`, order, market.ann)
    expect(preview.data).toMatchObject({
      frozen: '6010',
      frozenCoin: 'USDT',
      feeCoin: 'BTC',
      estFee: '0.0001',
      estDiscountFee: null,
      discountCoin: null,
      estAvgPrice: '60000',
      estValue: '6000',
      estAmount: '0.1',
    })
    expect(await balance(market.usdt)).toEqual({ free: '100000', held: '0' })
  })

  it('SPOT-021 SPOT-049 a preview tells the fee in the platform coin for who pays with it, and the engine takes just that [part]', async () => {
    await place({ direction: 'SELL', price: '60000', amount: '0.1' }, market.bob)
    await market.exchange.submit({ kind: 'setFeeSchedule', levels: [], feeAssetId: market.usdt, feeAssetDiscountE8: 25_000_000 })
    const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '60100', amount: '0.1' }
    const ask = async () => (await market.post(`${ORDER}/createOrder/test`, order, market.ann)).data
    expect(await ask()).toMatchObject({ estFee: '0.0001', discountCoin: null })
    await market.exchange.submit({ kind: 'setUserTerms', userId: market.ann, payFeeInFeeAsset: true })
    const told = { estFee: '0', feeCoin: 'BTC', estDiscountFee: '4.5', discountCoin: 'USDT', estDiscountWorth: '4.5', estValue: '6000' }
    expect(await ask()).toMatchObject(told)
    // One that waits would pay so as well, and one that does both says it of both.
    const waiting = await market.post(`${ORDER}/createOrder/test`, { ...order, price: '59000' }, market.ann)
    expect(waiting.data).toMatchObject({
      estDiscountFee: '0',
      estWholeDiscountFee: '4.425',
      estWholeDiscountWorth: '4.425',
      estValue: null,
    })
    const both = await market.post(`${ORDER}/createOrder/test`, { ...order, amount: '0.2' }, market.ann)
    expect(both.data).toMatchObject({ estDiscountFee: '4.5', estWholeDiscountFee: '9.0075' })
    // What waits pays as a maker, and not out of what the order itself holds.
    market.change({ makerFeeE8: 50_000, takerFeeE8: 100_000 })
    const asMaker = await market.post(`${ORDER}/createOrder/test`, { ...order, price: '59000' }, market.ann)
    expect(asMaker.data).toMatchObject({ estWholeDiscountFee: '2.2125' })
    const allHeld = await market.post(`${ORDER}/createOrder/test`, { ...order, price: '50000', amount: '2' }, market.ann)
    expect(allHeld.data).toMatchObject({ frozen: '100000', estWholeDiscountFee: null })
    await market.post(`${ORDER}/createOrder`, order, market.ann)
    expect(await balance(market.usdt)).toEqual({ free: '93995.5', held: '0' })
    expect((await balance(market.btc)).free).toBe('0.1')
  })

  it('an order list answers with its id and both legs', async () => {
    await place({ price: '59000', amount: '0.01' })
    await place({ price: '59000', amount: '0.01', direction: 'SELL' }, market.bob)
    const oco = { direction: 'SELL', type: 'OCO', price: '61000', triggerPrice: '58000', amount: '0.1' }
    const { data } = await place(oco, market.bob)
    expect(data).toMatchObject({
      orderId: null,
      orders: [
        { type: 'LIMIT', status: 'NEW' },
        { type: 'STOP_MARKET', status: 'PENDING_TRIGGER' },
      ],
    })
    const cancelled = await market.post(`${ORDER}/revocationOrder`, { orderListId: data.orderListId }, market.bob)
    expect(cancelled.data.list.map((row: { result: number; status: string }) => [row.result, row.status])).toEqual([
      [1, 'CANCELED'],
      [1, 'CANCELED'],
    ])
  })
})

describe('changing and cancelling', () => {
  it('SPOT-039 a smaller amount keeps the place, another price is a new order in one step', async () => {
    const { data } = await place()
    const smaller = await market.post(`${ORDER}/updateOrder`, { orderId: data.orderId, amount: '0.4' }, market.ann)
    expect(smaller.data).toMatchObject({ orderId: data.orderId, priorityKept: 1, amount: '0.4', replacedOrderId: null })
    expect(await balance(market.usdt)).toEqual({ free: '76000', held: '24000' })
    const moved = await market.post(`${ORDER}/updateOrder`, { orderId: data.orderId, price: '59000' }, market.ann)
    expect(moved.data).toMatchObject({ priorityKept: 0, price: '59000', amount: '0.4', replacedOrderId: data.orderId })
    expect(moved.data.orderId).not.toBe(data.orderId)
  })

  it('SPOT-040 an amend that fails leaves the order as it was and names the reason', async () => {
    const { data } = await place()
    expect((await market.post(`${ORDER}/updateOrder`, { orderId: data.orderId, price: '60000.001' }, market.ann)).failure.name).toBe(
      'PRICE_TICK',
    )
    expect((await market.post(`${ORDER}/updateOrder`, { orderId: data.orderId, price: '60000' }, market.ann)).failure.name).toBe(
      'AMEND_NO_CHANGE',
    )
    expect((await market.post(`${ORDER}/updateOrder`, { orderId: data.orderId, amount: '5' }, market.ann)).failure.name).toBe(
      'BALANCE_INSUFFICIENT',
    )
    expect(await balance(market.usdt)).toEqual({ free: '70000', held: '30000' })
  })

  it('SPOT-041 cancelling frees the hold; an ended order and a stranger get their own answers', async () => {
    const { data } = await place()
    const cancel = (body: object, user = market.ann) => market.post(`${ORDER}/revocationOrder`, body, user)
    expect((await cancel({ orderId: data.orderId }, market.bob)).failure.name).toBe('ORDER_NOT_FOUND')
    expect((await cancel({ orderId: data.orderId })).data.list).toEqual([
      { orderId: data.orderId, clientOrderId: data.clientOrderId, symbol: 'BTC/USDT', result: 1, code: '0', status: 'CANCELED' },
    ])
    expect(await balance(market.usdt)).toEqual({ free: '100000', held: '0' })
    expect((await cancel({ orderId: data.orderId })).data).toMatchObject({ name: 'ORDER_CLOSED', params: { status: 'CANCELED' } })
    expect((await cancel({ clientOrderId: 'never' })).failure.name).toBe('ORDER_NOT_FOUND')
  })

  it('API-024 an order without a client id is cancelled by the one it was given', async () => {
    const { data } = await place()
    const cancelled = await market.post(`${ORDER}/revocationOrder`, { clientOrderId: data.clientOrderId }, market.ann)
    expect(cancelled.data.list[0]).toMatchObject({ orderId: data.orderId, result: 1 })
  })

  it('API-024 a client id has 1 to 36 characters of letters, digits and .:/_-', async () => {
    const longest = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabc019.:/_-'.slice(1)
    expect(longest).toHaveLength(36)
    for (const clientOrderId of [longest, '-', 'z'.repeat(36)]) {
      expect((await place({ clientOrderId })).data, clientOrderId).toMatchObject({ clientOrderId, status: 'NEW' })
      const found = await market.get(`${ORDER}/detail?clientOrderId=${encodeURIComponent(clientOrderId)}`, market.ann)
      expect(found.data.clientOrderId).toBe(clientOrderId)
      const cancelled = await market.post(`${ORDER}/revocationOrder`, { clientOrderId }, market.ann)
      expect(cancelled.data.list).toMatchObject([{ clientOrderId, result: 1 }])
    }
    for (const clientOrderId of ['', `${longest}x`, 'a b', 'a+b', 'ü', 'a;b', 'a\n'.repeat(2), 7])
      expect((await place({ clientOrderId })).failure.name, String(clientOrderId)).toBe('VALIDATION_FAILED')
  })

  it('API-015 the smallest figures come back as plain decimals, never with an exponent', async () => {
    market.change({ notionalMin: 0n, quantityMin: 0, priceBandE8: 0 })
    await place({ direction: 'SELL', price: '0.01', amount: '0.00001' }, market.bob)
    const { data } = await place({ price: '0.01', amount: '0.00001' })
    expect(data.status).toBe('FILLED')
    const row = await market.get(`${ORDER}/detail?orderId=${data.orderId}`, market.ann)
    expect(row.data).toMatchObject({ tradedAmount: '0.00001', tradedTurnover: '0.0000001', fee: '0.00000001' })
    const bills = await market.post('/api/assets-web/v1/bill/queryByCategory', {}, market.ann)
    expect(bills.data.list.map(({ amount }) => amount)).toContain('-0.0000001')
    for (const { text } of [row, bills]) expect(text).not.toMatch(/\d[eE][+-]?\d/)
  })

  it('SPOT-042 cancel all, for a pair or all, reports each order with its result', async () => {
    const ids = [(await place()).data.orderId, (await place({ price: '59000' })).data.orderId]
    const named = { clientOrderId: `o-${ids[0]}`, symbol: 'BTC/USDT', status: 'CANCELED' }
    const cancel = () => market.post(`${ORDER}/revocationOrder`, { orderIds: [ids[0], '999', 'none'] }, market.ann)
    const unknown = { clientOrderId: null, symbol: null, result: 0, code: '40022', status: '' }
    const unknowns = ['999', 'none'].map((orderId) => ({ orderId, ...unknown }))
    expect((await cancel()).data.list).toEqual([{ orderId: ids[0], ...named, result: 1, code: '0' }, ...unknowns])
    expect((await cancel()).data.list).toEqual([{ orderId: ids[0], ...named, result: 0, code: '40023' }, ...unknowns])
    const all = await market.post(`${ORDER}/revocationOrder`, { all: 1, symbol: 'BTC/USDT' }, market.ann)
    expect(all.data.list).toMatchObject([{ orderId: ids[1], result: 1, status: 'CANCELED' }])
    expect((await market.post(`${ORDER}/revocationOrder`, { all: 1 }, market.ann)).data.list).toEqual([])
  })

  it('SPOT-043 the cancel-all timer fires at its time and not before; 0 switches it off', async () => {
    await place()
    const armed = await market.post(`${ORDER}/cancelAllAfter`, { timeout: 10_000 }, market.ann)
    expect(armed.data.triggerTime).toBe(market.exchange.clock + 10_000)
    market.exchange.clock += 9_999
    market.exchange.must({ kind: 'tick' })
    expect((await market.post(`${ORDER}/exchangeOrderList`, { state: 1 }, market.ann)).data.total).toBe(1)
    market.exchange.clock += 1
    market.exchange.must({ kind: 'tick' })
    const ended = await market.post(`${ORDER}/exchangeOrderList`, { state: 2 }, market.ann)
    expect(ended.data.list).toMatchObject([{ status: 'CANCELED', reason: 'cancelAllAfter' }])
    expect((await market.post(`${ORDER}/cancelAllAfter`, { timeout: 0 }, market.ann)).data).toEqual({ triggerTime: null })
    for (const [timeout, rule] of [
      [4999, 'min'],
      [600_001, 'max'],
    ] as const) {
      const { failure } = await market.post(`${ORDER}/cancelAllAfter`, { timeout }, market.ann)
      expect(failure.params.issues).toEqual([{ path: 'timeout', rule }])
    }
  })

  it('SPOT-041 the id of an order that is in no list names no list, live or ended', async () => {
    const { data } = await place()
    const asList = () => market.post(`${ORDER}/revocationOrder`, { orderListId: data.orderId }, market.ann)
    expect((await asList()).failure.name).toBe('ORDER_NOT_FOUND')
    expect((await market.post(`${ORDER}/revocationOrder`, { orderId: data.orderId }, market.ann)).code).toBe('0')
    expect((await asList()).failure.name).toBe('ORDER_NOT_FOUND')
    const oco = { direction: 'SELL', type: 'OCO', price: '61000', triggerPrice: '58000', amount: '0.1' }
    await place({ price: '59000', amount: '0.01' })
    await place({ price: '59000', amount: '0.01', direction: 'SELL' }, market.bob)
    const { orderListId } = (await place(oco, market.bob)).data
    const cancel = () => market.post(`${ORDER}/revocationOrder`, { orderListId }, market.bob)
    expect((await cancel()).code).toBe('0')
    expect((await cancel()).data).toMatchObject({ name: 'ORDER_CLOSED', params: { status: 'CANCELED' } })
  })

  it('MKT-006 a hidden pair takes no order, and its orders stay visible and cancellable to their owner', async () => {
    const { data } = await place()
    market.change({ visible: false })
    expect((await place()).failure.name).toBe('PAIR_NOT_FOUND')
    expect((await market.get('/api/home-web/v1/open/market/tickers')).data.map((row: { symbol: string }) => row.symbol)).toEqual([
      'ETH/USDT',
    ])
    expect((await market.post(`${ORDER}/exchangeOrderList`, { state: 1 }, market.ann)).data.total).toBe(1)
    expect((await market.post(`${ORDER}/revocationOrder`, { orderId: data.orderId }, market.ann)).code).toBe('0')
  })

  it('WS: no token is a named answer', async () => {
    expect(await market.post(`${ORDER}/createOrder`, limit())).toMatchObject({ status: 401, code: '10001' })
  })
})
