import { depthChecksum } from '@agio/wire/market/depth-checksum.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MarketApp, marketApp } from '../../../testing/market-app.ts'

const OPEN = '/api/home-web/v1/open'
const DAY = 86_400_000
let market: MarketApp

beforeEach(async () => {
  market = await marketApp()
  market.fund(market.ann, market.usdt, '1000000')
  market.fund(market.bob, market.btc, '100')
})
afterEach(() => market.close())

const place = (direction: string, price: string, amount = '0.1', user = direction === 'BUY' ? market.ann : market.bob) =>
  market.post('/api/user-web/v1/order/createOrder', { symbol: 'BTC/USDT', direction, type: 'LIMIT', price, amount }, user)
const trade = async (price: string, amount = '0.1') => {
  await place('SELL', price, amount)
  await place('BUY', price, amount)
}
const symbol = 'symbol=BTC%2FUSDT'

describe('market data', () => {
  it('MKT-005 MKT-004 tickers tell the day, the change and the rolling day', async () => {
    await trade('100')
    market.exchange.clock += DAY
    await trade('104')
    await trade('110', '0.3')
    const { data } = await market.get(`${OPEN}/market/tickers?${symbol}`)
    expect(data).toMatchObject([
      {
        symbol: 'BTC/USDT',
        price: '110',
        openingPrice: '104',
        yesterdayPrice: '100',
        high: '110',
        low: '104',
        quantity: '0.4',
        priceChangePercent: '10',
        usdtPrice: '110',
      },
    ])
    expect((await market.get(`${OPEN}/market/tickers?symbol=NO%2FPAIR`)).failure.name).toBe('PAIR_NOT_FOUND')
  })

  it('API-018 the HTTP book has the sequence and checksum of the published one, best first', async () => {
    await place('BUY', '99')
    await place('BUY', '100')
    await place('SELL', '102')
    await place('SELL', '101', '0.25')
    const read = async () => (await market.get(`${OPEN}/market/depth?${symbol}&limit=5`)).data
    await expect.poll(async () => (await read()).seq, { timeout: 10_000 }).toBe(market.exchange.durableSeq)
    const data = await read()
    expect(data.bids).toEqual([
      ['100', '0.1'],
      ['99', '0.1'],
    ])
    expect(data.asks[0]).toEqual(['101', '0.25'])
    expect(data.checksum).toBe(depthChecksum(data.bids, data.asks))
    expect(data.seq).toBe(market.exchange.durableSeq)
    expect((await market.get(`${OPEN}/market/depth?${symbol}&limit=1`)).data.bids).toHaveLength(1)
    for (const limit of ['0', '1001', 'x', '-1'])
      expect((await market.get(`${OPEN}/market/depth?${symbol}&limit=${limit}`)).failure.name).toBe('VALIDATION_FAILED')
  })

  it('MKT-016 candles repeat the close of minutes without a trade [part]', async () => {
    await trade('100')
    market.exchange.clock += 2 * 60_000
    await trade('101')
    const { data } = await market.get(`${OPEN}/market/klines?${symbol}&interval=1m&limit=3`)
    expect(data.map((row: unknown[]) => row.slice(1, 6))).toEqual([
      ['100', '100', '100', '100', '0.1'],
      ['100', '100', '100', '100', '0'],
      ['101', '101', '101', '101', '0.1'],
    ])
    expect((await market.get(`${OPEN}/market/klines?${symbol}&interval=7m`)).failure.name).toBe('VALIDATION_FAILED')
    const lines = await market.get(`${OPEN}/market/sparklines`)
    expect(lines.data).toEqual({ 'BTC/USDT': ['101'], 'ETH/USDT': [] })
  })

  it('MKT-016 candles up to a moment ahead of the clock are those up to now, and of the future there are none', async () => {
    await trade('100')
    market.exchange.clock += 4 * 60_000
    await trade('101')
    const now = market.exchange.clock
    const ask = (range: string) => market.get(`${OPEN}/market/klines?${symbol}&interval=1m&limit=3&${range}`)
    const closes = async (range: string) => (await ask(range)).data.map((row: unknown[]) => row[4])
    expect(await closes('')).toEqual(['100', '100', '101'])
    for (const ahead of [1, 60_000, 600_000, 86_400_000]) expect(await closes(`endTime=${now + ahead}`)).toEqual(['100', '100', '101'])
    expect(await closes(`startTime=${now - 60_000}&endTime=${now + 600_000}`)).toEqual(['100', '101'])
    expect(await closes(`startTime=${now + 60_000}&endTime=${now + 600_000}`)).toEqual([])
    expect((await ask(`startTime=${now}&endTime=${now - 1}`)).failure.name).toBe('TIME_RANGE_INVALID')
  })

  it('trades come newest first and page back by id', async () => {
    for (const price of ['100', '101']) await trade(price)
    const newest = async () => (await market.get(`${OPEN}/market/trades?${symbol}&limit=2`)).data[0]?.price
    expect([await newest(), await newest()]).toEqual(['101', '101'])
    await trade('102')
    const { data } = await market.get(`${OPEN}/market/trades?${symbol}&limit=2`)
    expect(data.map((row: { price: string; direction: string }) => [row.price, row.direction])).toEqual([
      ['102', 'BUY'],
      ['101', 'BUY'],
    ])
    const before = await market.get(`${OPEN}/market/trades?${symbol}&beforeId=${data[1]?.id}`)
    expect(before.data.map((row: { price: string }) => row.price)).toEqual(['100'])
  })

  it('HOME-002 HOME-003 rankings, hot list and USDT values come without a token', async () => {
    await trade('100')
    for (const [kind, first] of [
      [1, 'BTC/USDT'],
      [2, 'ETH/USDT'],
    ] as const) {
      expect((await market.get(`${OPEN}/trade_raking/${kind}`)).data[0]?.symbol).toBe(first)
    }
    // Nothing has moved since yesterday: nobody gained or lost.
    for (const kind of [3, 4]) expect((await market.get(`${OPEN}/trade_raking/${kind}?limit=1`)).data).toEqual([])
    expect((await market.post(`${OPEN}/hotMarketSymbol/list`, {})).data[0]?.symbol).toBe('BTC/USDT')
    const prices = await market.post(`${OPEN}/getUsdtPriceWithStables`, { coinNames: ['USDT', 'BTC'] })
    expect(prices.data).toEqual([
      { coinName: 'USDT', price: '1', isStable: 1 },
      { coinName: 'BTC', price: '100', isStable: 0 },
    ])
  })

  it('MKT-014 coin facts are given by name; an unknown coin is named as such', async () => {
    expect((await market.get(`${OPEN}/coin/info?coinName=BTC`)).data).toMatchObject({ coinName: 'BTC', fullName: 'BTC', intro: null })
    expect((await market.get(`${OPEN}/coin/info?coinName=NOPE`)).failure.name).toBe('COIN_NOT_FOUND')
    expect((await market.get(`${OPEN}/getClassLabel`)).data).toEqual([{ id: 'layer1', labelName: 'Layer 1', sort: 1 }])
    expect((await market.post(`${OPEN}/tenantCurrencyCoinAll`, {})).data.map((coin: { coinName: string }) => coin.coinName)).toEqual([
      'USDT',
      'BTC',
      'ETH',
    ])
  })
})
