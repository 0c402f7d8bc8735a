import type { SourceState } from '@agio/engine/command.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openIndex } from '../../../index/open-index.ts'
import type { IndexSource } from '../../../index/source.ts'
import { type MarketApp, marketApp } from '../../../testing/market-app.ts'

const OPEN = '/api/home-web/v1/open'
const USDT = 10n ** 12n
let market: MarketApp

beforeEach(async () => {
  market = await marketApp({ referencePrice: 6_000_000 })
  market.exchange.must({
    kind: 'setIndexTerms',
    unitAssetId: market.usdt,
    sources: ['one', 'two', 'three'],
    freshMs: 30_000,
    capE8: 1_000_000,
    actor: 'test',
    why: 'test',
  })
})
afterEach(() => market.close())

function say(prices: readonly number[], state: SourceState = 'live'): void {
  const at = market.exchange.clock - 250
  const items = prices.map((price, source) => ({ assetId: market.btc, source, price: BigInt(price) * USDT, at, state }))
  market.exchange.must({ kind: 'reportPrices', items })
}

it('TRUST-007 [part] a minute of the index opens to its sources, and says by which rules it was made', async () => {
  const minute = Math.floor(market.exchange.clock / 60_000) * 60_000
  market.exchange.clock = minute + 59_000
  say([60_000, 60_010, 60_020])
  market.exchange.clock = minute + 61_000
  say([60_000, 60_010, 70_000])
  const { data } = await market.get(`${OPEN}/index/sources?coinName=BTC`)
  expect(data).toEqual({
    coinName: 'BTC',
    minute: minute + 60_000,
    cap: '0.01',
    freshMs: 30_000,
    index: [
      { time: minute + 59_000, price: '60010', live: 3 },
      { time: minute + 61_000, price: '60206.7', live: 3 },
    ],
    sources: ['60000', '60010', '70000'].map((price, number) => ({
      source: ['one', 'two', 'three'][number],
      weight: 1,
      prices: [{ time: minute + 61_000, at: minute + 60_750, price, state: 'live' }],
    })),
    before: ['60000', '60010', '60020'].map((price, number) => ({
      ...{ source: ['one', 'two', 'three'][number], time: minute + 59_000, at: minute + 58_750, price, state: 'live' },
    })),
  })
  // Other rules from here on: what was made before was made by the old ones.
  const why = { actor: 'test', why: 'test' }
  const weights = [{ assetId: market.btc, weights: [1, 2, 3] }]
  const changed = { unitAssetId: market.usdt, sources: ['one', 'two', 'three'], freshMs: 20_000, capE8: 2_000_000, weights, ...why }
  market.exchange.clock = minute + 120_000
  market.exchange.must({ kind: 'setIndexTerms', ...changed })
  const old = (await market.get(`${OPEN}/index/sources?coinName=BTC&minute=${minute + 60_000}`)).data
  expect([old.cap, old.freshMs, old.sources.map(({ weight }) => weight)]).toEqual(['0.01', 30_000, [1, 1, 1]])
  const now = (await market.get(`${OPEN}/index/sources?coinName=BTC&minute=${minute + 120_000}`)).data
  expect([now.cap, now.freshMs, now.sources.map(({ weight }) => weight)]).toEqual(['0.02', 20_000, [1, 2, 3]])
  const first = (await market.get(`${OPEN}/index/sources?coinName=BTC&minute=${minute + 5}`)).data
  expect([first.minute, first.index.length, first.before]).toEqual([minute, 1, []])
  const never = (await market.get(`${OPEN}/index/sources?coinName=ETH`)).data
  expect([never.minute, never.index, never.sources.map(({ prices }) => prices)]).toEqual([minute + 120_000, [], [[], [], []]])
  expect((await market.get(`${OPEN}/index/sources?coinName=NOPE`)).failure.name).toBe('COIN_NOT_FOUND')
})

it('WAL-001 [part] coins are worth their index, not what they last traded at here; one that never had an index keeps its last price', async () => {
  const coin = async (name: string) => {
    const { data } = await market.post(`${OPEN}/getUsdtPriceWithStables`, { coinNames: [name] })
    return data[0]?.price
  }
  const ticker = async () => (await market.get(`${OPEN}/market/tickers?symbol=BTC%2FUSDT`)).data[0]?.usdtPrice
  market.fund(market.ann, market.btc, '2')
  expect([await coin('BTC'), await ticker(), await coin('USDT')]).toEqual(['60000', '60000', '1'])
  say([61_000, 61_000, 61_000])
  expect([await coin('BTC'), await ticker()]).toEqual(['61000', '61000'])
  expect((await market.post('/api/assets-web/v1/user-wallet/userBalanceAll', { hideZero: 1 }, market.ann)).data.list).toMatchObject([
    { usdtPrice: '61000', valueU: '122000' },
  ])
  // Frozen: the last index stays, whatever is traded.
  say([61_000, 61_000, 61_000], 'silent')
  expect(await coin('BTC')).toBe('61000')
})

it('WAL-003 [part] a day that is over counts at the index that it ended with, and the result of today is measured from there', async () => {
  market.fund(market.ann, market.btc, '1')
  say([60_000, 60_000, 60_000])
  market.exchange.clock += 86_400_000
  say([61_000, 61_000, 61_000])
  const { data } = await market.get('/api/assets-web/v1/user-wallet/getUserBalanceByDay?days=2', market.ann)
  expect(data.map(({ totalU, pnlU }) => [totalU, pnlU])).toEqual([
    ['60000', '0'],
    ['61000', '1000'],
  ])
})

const DEV = '/api/auth/v1/dev/index'
const priceNow = async () => (await market.post(`${OPEN}/getUsdtPriceWithStables`, { coinNames: ['BTC'] })).data[0]?.price

it('PERP-026 [part] dev/index pins all sources of a coin or single ones, and the index stands there when the answer has come', async () => {
  await market.close()
  const source = (name: string): IndexSource => ({
    ...{ name, paceMs: 1_000_000 },
    read: () => Promise.resolve({ quotes: new Map([['BTC', { last: '60000', ageMs: 0 }]]) }),
  })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  market = await marketApp({}, (exchange) => openIndex({ exchange, sources: [source('one'), source('two')], log }))
  await market.post(DEV, { coinName: 'BTC', price: '50000' })
  expect(await priceNow()).toBe('50000')
  await market.post(DEV, { coinName: 'BTC', sources: { one: '40000.5', two: null } })
  expect(await priceNow()).toBe('40000.5')
  await market.post(DEV, { coinName: 'BTC', price: null })
  expect(await priceNow()).toBe('60000')
  const refused = async (body: object) => (await market.post(DEV, body)).failure
  expect(await refused({ coinName: 'NOPE', price: '1' })).toMatchObject({ name: 'COIN_NOT_FOUND' })
  for (const [path, body] of [
    ['sources.three', { coinName: 'BTC', sources: { three: '1' } }],
    ['price', { coinName: 'BTC', price: '0.0000000000001' }],
    ['price', { coinName: 'BTC', price: '9300000' }],
    ['price', { coinName: 'BTC', price: '-1' }],
    ['price', { coinName: 'USDT', price: '2' }],
  ] as const)
    expect(await refused(body), path).toMatchObject({ name: 'VALIDATION_FAILED', params: { issues: [{ path }] } })
  expect(await priceNow()).toBe('60000')
  const stranger = await market.app.inject({
    method: 'POST',
    url: DEV,
    remoteAddress: '198.51.100.7',
    payload: { coinName: 'BTC', price: '1' },
  })
  expect(stranger.statusCode).toBe(404)
})
