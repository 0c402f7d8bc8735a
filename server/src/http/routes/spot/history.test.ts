import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MarketApp, marketApp } from '../../../testing/market-app.ts'

const USER_WEB = '/api/user-web/v1'
let market: MarketApp

beforeEach(async () => {
  market = await marketApp()
  market.fund(market.ann, market.usdt, '100000')
  market.fund(market.bob, market.btc, '10')
})
afterEach(() => market.close())

const place = async (fields: Record<string, unknown>, user = market.ann): Promise<string> => {
  const body = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '60000', amount: '0.1', ...fields }
  const { data } = await market.post(`${USER_WEB}/order/createOrder`, body, user)
  return data.orderId ?? ''
}

describe('history', () => {
  it('SPOT-004 ORD-004 fills carry price, quantity, fee, coin, role and time and add up to their order', async () => {
    await place({ direction: 'SELL', amount: '0.04' }, market.bob)
    await place({ direction: 'SELL', amount: '0.06', price: '60100' }, market.bob)
    const orderId = await place({ price: '60100', clientOrderId: 'buy1' })
    const { data } = await market.post(`${USER_WEB}/user-trade/v1/trades`, { orderId }, market.ann)
    expect(data.total).toBe(2)
    expect(data.list[0]).toMatchObject({
      orderId,
      clientOrderId: 'buy1',
      role: 'taker',
      price: '60100',
      amount: '0.06',
      turnover: '3606',
      fee: '0.00006',
      feeCoin: 'BTC',
    })
    const detail = await market.get(`${USER_WEB}/order/detail?orderId=${orderId}`, market.ann)
    expect(detail.data).toMatchObject({
      status: 'FILLED',
      tradedAmount: '0.1',
      tradedTurnover: '6006',
      avgPrice: '60060',
      fee: '0.0001',
      reason: 'filled',
    })
    expect(detail.data.detail).toHaveLength(2)
    expect(detail.data.events.map((event: { kind: string }) => event.kind)).toEqual(['placed', 'ended'])
    const maker = await market.post(`${USER_WEB}/user-trade/v1/trades`, {}, market.bob)
    expect(maker.data.list.map((row: { role: string; direction: string }) => [row.role, row.direction])).toEqual([
      ['maker', 'SELL'],
      ['maker', 'SELL'],
    ])
    expect((await market.post(`${USER_WEB}/user-trade/v1/trades`, { orderId }, market.bob)).failure.name).toBe('ORDER_NOT_FOUND')
  })

  it('ORD-002 an id that can be none finds nothing, as an unknown one does, and never leaves its filter out', async () => {
    await place({ direction: 'SELL' }, market.bob)
    await place({})
    await place({ price: '59000' })
    const total = async (body: object) => (await market.post(`${USER_WEB}/order/exchangeOrderList`, body, market.ann)).data.total
    for (const state of [0, 1, 2]) {
      expect(await total({ state })).toBe(state === 0 ? 2 : 1)
      for (const id of ['999', 'abc', '0', '9'.repeat(16), '9'.repeat(40)]) {
        expect(await total({ state, orderId: id }), id).toBe(0)
        if (id !== '999') expect(await total({ state, orderListId: id }), id).toBe(0)
      }
    }
    const fills = (fromTradeId: string) => market.post(`${USER_WEB}/user-trade/v1/trades`, { fromTradeId }, market.ann)
    for (const fromTradeId of ['abc', '-1', '1a', '9'.repeat(40)]) {
      expect((await fills(fromTradeId)).data, fromTradeId).toMatchObject({
        name: 'VALIDATION_FAILED',
        params: { issues: [{ path: 'fromTradeId', rule: 'format' }] },
      })
    }
    expect((await fills('1')).data.total).toBe(1)
    expect((await market.post(`${USER_WEB}/user-trade/v1/trades`, { orderId: 'abc' }, market.ann)).failure.name).toBe('ORDER_NOT_FOUND')
  })

  it('ORD-001 [part] without a time the list tells what has ended in the last 90 days, however long ago it was placed', async () => {
    const day = 86_400_000
    const placed = market.exchange.clock
    const orderId = await place({})
    const total = async (body: object) => (await market.post(`${USER_WEB}/order/exchangeOrderList`, body, market.ann)).data.total
    market.exchange.clock = placed + 200 * day
    expect([await total({ state: 1 }), await total({ state: 2 })]).toEqual([1, 0])
    await market.post(`${USER_WEB}/order/revocationOrder`, { orderId }, market.ann)
    expect([await total({ state: 1 }), await total({ state: 2 })]).toEqual([0, 1])
    // A time that is given is that of its placing.
    expect([await total({ state: 2, startTime: placed + day }), await total({ state: 2, endTime: placed + day })]).toEqual([0, 1])
    market.exchange.clock = placed + 292 * day
    expect(await total({ state: 2 })).toBe(0)
  })

  it('ORD-002 filters by market, side, type, status and date narrow the list', async () => {
    await place({})
    await place({ price: '59000', type: 'STOP_LIMIT', triggerPrice: '61000' })
    await place({ direction: 'SELL', price: '70000' }, market.bob)
    const list = async (body: object, user = market.ann): Promise<number> =>
      (await market.post(`${USER_WEB}/order/exchangeOrderList`, body, user)).data.total
    for (const state of [0, 1]) {
      expect(await list({ state })).toBe(2)
      expect(await list({ state, types: ['STOP_LIMIT'] })).toBe(1)
      expect(await list({ state, statuses: ['NEW'] })).toBe(1)
      expect(await list({ state, direction: 'SELL' })).toBe(0)
      expect(await list({ state, symbol: 'ETH/USDT' })).toBe(0)
      expect(await list({ state, coinSymbol: 'BTC' })).toBe(2)
      expect(await list({ state, baseSymbol: 'BTC' })).toBe(0)
      expect(await list({ state, types: ['NONSENSE'] })).toBe(0)
    }
    expect(await list({ startTime: market.exchange.clock + 1, endTime: market.exchange.clock + 2 })).toBe(0)
    expect((await market.post(`${USER_WEB}/order/exchangeOrderList`, { startTime: 5, endTime: 4 }, market.ann)).failure.name).toBe(
      'TIME_RANGE_INVALID',
    )
  })

  it('ORD-005 a cancelled order leaves the open list at once and appears once in history', async () => {
    const orderId = await place({})
    await market.post(`${USER_WEB}/order/revocationOrder`, { orderId }, market.ann)
    const list = async (state: number) => (await market.post(`${USER_WEB}/order/exchangeOrderList`, { state }, market.ann)).data.list
    expect(await list(1)).toEqual([])
    expect(await list(2)).toMatchObject([{ orderId, status: 'CANCELED', reason: 'user', frozen: '0' }])
  })

  it('API-016 pages run from 1 to 100 rows and tell the total; a page past the end is empty', async () => {
    for (let count = 0; count < 5; count += 1) await place({})
    const list = (body: object) => market.post(`${USER_WEB}/order/exchangeOrderList`, body, market.ann)
    expect((await list({ state: 1, pageSize: 2, pageNo: 3 })).data).toMatchObject({ total: 5, pageNo: 3, pageSize: 2 })
    expect((await list({ state: 1, pageSize: 2, pageNo: 3 })).data.list).toHaveLength(1)
    expect((await list({ pageSize: 2, pageNo: 9 })).data).toMatchObject({ list: [], total: 5 })
    for (const pageSize of [0, 101, -1, 1.5, '10'])
      expect((await list({ pageSize })).failure.name, String(pageSize)).toBe('VALIDATION_FAILED')
  })

  it('ORD-006 ORD-001 pages come newest first and the following ones stand at the sequence of the first [part]', async () => {
    const ids = [await place({}), await place({}), await place({})]
    const asked: (number | undefined)[] = []
    const { orders } = market.models
    Object.assign(market.models, {
      orders: (query: Parameters<typeof orders>[0]) => {
        asked.push(query.asOf)
        return orders(query)
      },
    })
    const list = (body: object) => market.post(`${USER_WEB}/order/exchangeOrderList`, { pageSize: 2, ...body }, market.ann)
    const first = await list({})
    expect(first.data.list.map((row: { orderId: string }) => row.orderId)).toEqual([ids[2], ids[1]])
    expect(first.data.asOf).toBe(market.exchange.durableSeq)
    await list({ pageNo: 2, asOf: first.data.asOf })
    expect(asked).toEqual([undefined, first.data.asOf])
  })

  it('ORD-007 files hold exactly the rows of their filter, newest first', async () => {
    const old = await place({})
    market.exchange.clock += 1000
    const startTime = market.exchange.clock
    const ids = [await place({ symbol: 'ETH/USDT' }), await place({ price: '59000' })]
    await place({ direction: 'SELL', price: '70000' }, market.bob)
    const rowsOf = async (filter: object): Promise<(string | undefined)[]> => {
      const { text } = await market.post(`${USER_WEB}/order/export`, { kind: 'spotOrder', ...filter }, market.ann)
      const [, ...rows] = text.trim().split('\r\n')
      return rows.map((row) => row.split(',')[0])
    }
    expect(await rowsOf({})).toEqual([ids[1], ids[0], old])
    expect(await rowsOf({ symbol: 'BTC/USDT' })).toEqual([ids[1], old])
    expect(await rowsOf({ startTime })).toEqual([ids[1], ids[0]])
    expect(await rowsOf({ symbol: 'ETH/USDT', endTime: startTime - 1 })).toEqual([])
  })

  it('ORD-007 a file is an attachment with ids, UTC times and a row an order', async () => {
    const orderId = await place({ clientOrderId: 'x-1' })
    const file = await market.post(`${USER_WEB}/order/export`, { kind: 'spotOrder', symbol: 'BTC/USDT' }, market.ann)
    expect(file.headers['content-disposition']).toContain('attachment')
    const [header = '', row = ''] = file.text.replace('\ufeff', '').split('\r\n')
    expect(header.startsWith('orderId,clientOrderId,symbol')).toBe(true)
    expect(row.startsWith(`${orderId},x-1,BTC/USDT`)).toBe(true)
    expect(row).toContain(new Date(market.exchange.clock).toISOString())
  })
})

describe('pairs', () => {
  it('MKT-003 MKT-015 API-013 a pair carries every field and its four book steps; both price calls answer the same', async () => {
    const { data } = await market.get(`${USER_WEB}/open/exchange-coin/exchangeCoinList`)
    expect(Object.keys(data[0] ?? {}).sort()).toEqual(
      (
        'id symbol baseSymbol coinSymbol groupStatus isFavorite classLabel baseCoinScale coinScale buyFee sellFee depthOne depthTwo depthThree depthFour ' +
        'enable enableBuy enableSell show maxBaseVolume minBaseVolume maxVolume minVolume maxCurrentPrice maxMarketPrice openingPrice priceOffset price ' +
        'yesterdayPrice quantity priceChangePercent state makerFee takerFee maxOpenOrders maxTriggerOrders sort'
      )
        .split(' ')
        .sort(),
    )
    expect(data[0]).toMatchObject({
      symbol: 'BTC/USDT',
      coinSymbol: 'BTC',
      baseSymbol: 'USDT',
      baseCoinScale: 2,
      coinScale: 5,
      depthOne: '0.01',
      depthTwo: '0.1',
      depthThree: '1',
      depthFour: '10',
      buyFee: '0.001',
    })
    const got = await market.get(`${USER_WEB}/exchange-coin/exchangeCoinAllPrice`)
    const posted = await market.post('/api/home-web/v1/open/exchangeCoinAllPrice', {})
    expect(got.data).toEqual(posted.data)
    expect(got.data).toHaveLength(2)
    const some = await market.post('/api/home-web/v1/open/exchangeCoinAllPrice', { symbols: ['ETH/USDT'] })
    expect(some.data.map((row: { symbol: string }) => row.symbol)).toEqual(['ETH/USDT'])
  })

  it('MKT-007 MKT-008 favourites are marked and unmarked at once, only with a token', async () => {
    const list = '/exchange-coin/userExchangeCoinTypeList/1'
    expect((await market.get(`${USER_WEB}${list}`)).status).toBe(401)
    const add = await market.post(`${USER_WEB}/exchange-coin/addUserExchangeCoinType`, { symbol: 'BTC/USDT' }, market.ann)
    expect(add.data).toEqual({ symbol: 'BTC/USDT', isFavorite: 1 })
    await market.post(`${USER_WEB}/exchange-coin/addUserExchangeCoinType`, { symbol: 'BTC/USDT' }, market.ann)
    expect((await market.get(`${USER_WEB}${list}`, market.ann)).data).toMatchObject([{ symbol: 'BTC/USDT', sort: 1 }])
    expect((await market.get(`${USER_WEB}/exchange-coin/exchangeCoinList`, market.ann)).data[0]?.isFavorite).toBe(1)
    expect((await market.get(`${USER_WEB}/exchange-coin/exchangeCoinList`, market.bob)).data[0]?.isFavorite).toBe(0)
    await market.post(`${USER_WEB}/exchange-coin/canalUserExchangeCoinType`, { symbol: 'BTC/USDT' }, market.ann)
    expect((await market.get(`${USER_WEB}${list}`, market.ann)).data).toEqual([])
    expect((await market.post(`${USER_WEB}/exchange-coin/addUserExchangeCoinType`, { symbol: 'NO/PAIR' }, market.ann)).failure.name).toBe(
      'PAIR_NOT_FOUND',
    )
  })

  it('MKT-002 groups name their pairs; rates are the user own', async () => {
    expect((await market.get(`${USER_WEB}/open/group/getExchangeGroup`)).data).toEqual([
      { id: 'USDT', groupName: 'USDT', groupStatus: 1, sort: 1, symbols: ['BTC/USDT', 'ETH/USDT'] },
    ])
    expect((await market.get(`${USER_WEB}/fee/myRates?symbol=BTC%2FUSDT`, market.ann)).data).toEqual([
      { symbol: 'BTC/USDT', buyFee: '0.001', sellFee: '0.001', makerFee: null, takerFee: null, volume30d: '0' },
    ])
  })
})
