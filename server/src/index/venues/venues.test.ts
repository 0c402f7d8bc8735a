/** Answers here are written after each venue's documentation, which its adapter names; none was recorded from a live one. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { quotedPrice } from '../quoted-price.ts'
import type { Fault, IndexSource } from '../source.ts'
import { binance } from './binance.ts'
import { bitstamp } from './bitstamp.ts'
import { ccxtVenue } from './ccxt-venue.ts'
import { coinbase } from './coinbase.ts'
import { type Got, type HttpGet, httpGet } from './http-get.ts'
import { kraken } from './kraken.ts'
import { okx } from './okx.ts'
import type { PairOverrides } from './venue.ts'

const ARRIVED = 1_700_000_010_000
const COINS = ['BTC', 'ETH', 'DOGE', 'OWN']
const never = new AbortController().signal

const got = (body: unknown, status = 200): Got => ({ body, status, arrivedAt: ARRIVED })

/** Answers by what the address asks for, and remembers what it was asked. */
function answering(answer: (url: string) => Got | Fault): HttpGet & { readonly asked: string[] } {
  const asked: string[] = []
  return Object.assign(
    (url: string) => {
      asked.push(decodeURIComponent(url))
      return Promise.resolve(answer(decodeURIComponent(url)))
    },
    { asked },
  )
}

async function quotes(source: IndexSource, coins: readonly string[] = COINS) {
  const answer = await source.read(coins, never)
  return answer.fault ?? Object.fromEntries(answer.quotes)
}

it('Binance: one question for all, without those that it does not know', async () => {
  const row = (symbol: string, bidPrice: string, askPrice: string) => ({ symbol, bidPrice, bidQty: '31.21', askPrice, askQty: '0.5' })
  const known = [
    row('BTCUSDT', '60000.00000000', '60000.01000000'),
    row('ETHUSDT', '0.00000000', '3000.10000000'),
    row('DOGEUSDT', '0.1264', '0.1263'),
  ]
  const get = answering((url) => {
    const asked = JSON.parse(new URL(url).searchParams.get('symbols') ?? '[]') as string[]
    const missing = asked.some((symbol) => !known.some((each) => each.symbol === symbol))
    return missing ? got({ code: -1121, msg: 'Invalid symbol.' }, 400) : got(known.filter(({ symbol }) => asked.includes(symbol)))
  })
  const source = binance({ get })
  const first = await quotes(source)
  expect(first).toEqual({
    BTC: { bid: '60000.00000000', ask: '60000.01000000', ageMs: 0 },
    ETH: { bid: '0.00000000', ask: '3000.10000000', ageMs: 0 },
    DOGE: { bid: '0.1264', ask: '0.1263', ageMs: 0 },
  })
  expect(get.asked).toHaveLength(5)
  // Whom it does not know it is not asked for again.
  expect(await quotes(source)).toEqual(first)
  expect(get.asked.slice(5)).toEqual(['https://api.binance.com/api/v3/ticker/bookTicker?symbols=["BTCUSDT","ETHUSDT","DOGEUSDT"]'])
  expect(quotedPrice({ bid: '0.00000000', ask: '3000.10000000', ageMs: 0 })).toBeUndefined()
  expect(quotedPrice({ bid: '0.1264', ask: '0.1263', ageMs: 0 })).toEqual({ price: 126_350_000_000n, isCrossed: true })
})

it('OKX: all spot pairs in one answer, dated by the venue; its refusals come as 200', async () => {
  const row = (instId: string, bidPx: string, askPx: string) => ({
    ...{
      instType: 'SPOT',
      instId,
      last: '60001',
      lastSz: '0.1',
      askPx,
      askSz: '1',
      bidPx,
      bidSz: '2',
      open24h: '59000',
      ts: '1700000009250',
    },
  })
  const get = answering(() =>
    got({ code: '0', msg: '', data: [row('BTC-USDT', '60000', '60002'), row('BTC-EUR', '1', '2'), row('ETH-USDT', '', '')] }),
  )
  expect(await quotes(okx({ get }))).toEqual({
    BTC: { bid: '60000', ask: '60002', last: '60001', ageMs: 750 },
    ETH: { bid: '', ask: '', last: '60001', ageMs: 750 },
  })
  expect(get.asked).toEqual(['https://www.okx.com/api/v5/market/tickers?instType=SPOT'])
  expect(quotedPrice({ bid: '', ask: '', last: '60001', ageMs: 0 })?.price).toBe(60_001n * 10n ** 12n)
  expect(await quotes(okx({ get: answering(() => got({ code: '50011', msg: 'Too Many Requests', data: [] })) }))).toEqual({
    reason: 'limited',
  })
  expect(await quotes(okx({ get: answering(() => got({ code: '50001', msg: 'Service unavailable', data: [] })) }))).toEqual({
    reason: 'badAnswer',
  })
})

it('Coinbase: a question a product; the time of the last trade dates the last price alone', async () => {
  const get = answering((url) => {
    if (url.includes('BTC-USDT'))
      return got({
        ask: '60002.5',
        bid: '60001.5',
        volume: '5360.2',
        trade_id: 86_326_522,
        price: '1',
        size: '0.1',
        time: '2023-11-14T22:13:20.000Z',
      })
    if (url.includes('ETH-USDT')) return got({ price: '3000.5', size: '0.1', time: '2023-11-14T22:13:20.000Z', trade_id: 1, volume: '3' })
    if (url.includes('DOGE-USDT')) return got({ message: 'Internal server error' }, 500)
    return got({ message: 'NotFound' }, 404)
  })
  expect(await quotes(coinbase({ get }))).toEqual({
    BTC: { bid: '60001.5', ask: '60002.5', ageMs: 0 },
    ETH: { last: '3000.5', ageMs: 10_000 },
  })
  expect(get.asked[0]).toBe('https://api.exchange.coinbase.com/products/BTC-USDT/ticker')
  expect(await quotes(coinbase({ get: answering(() => ({ reason: 'limited', retryAfterMs: 1000 })) }), ['BTC'])).toEqual({
    reason: 'limited',
    retryAfterMs: 1000,
  })
  expect(await quotes(coinbase({ get: answering(() => got({ message: 'x' }, 503)) }), ['BTC'])).toEqual({ reason: 'status' })
})

it('Kraken: XBT and XDG, long names of old pairs, errors inside of a 200', async () => {
  const ticker = (ask: string, bid: string, last: string) => ({
    a: [ask, '1', '1.000'],
    b: [bid, '2', '2.000'],
    c: [last, '0.1'],
    v: ['1', '2'],
    t: [1, 2],
    o: '1',
  })
  const known: Readonly<Record<string, unknown>> = {
    XBTUSDT: ticker('60000.10000', '60000.00000', '60000.05000'),
    XDGUSDT: ticker('0.1264', '0.1263', '0.1263'),
    ETHUSD: ticker('3000.10', '3000.00', '3000.05'),
  }
  const get = answering((url) => {
    const asked = (new URL(url).searchParams.get('pair') ?? '').split(',')
    if (asked.some((pair) => known[pair] === undefined)) return got({ error: ['EQuery:Unknown asset pair'] })
    return got({ error: [], result: Object.fromEntries(asked.map((pair) => [pair === 'ETHUSD' ? 'XETHZUSD' : pair, known[pair]])) })
  })
  const overrides: PairOverrides = new Map([['ETH', 'ETHUSD']])
  expect(await quotes(kraken({ get, overrides }))).toEqual({
    BTC: { bid: '60000.00000', ask: '60000.10000', last: '60000.05000', ageMs: 0 },
    DOGE: { bid: '0.1263', ask: '0.1264', last: '0.1263', ageMs: 0 },
    ETH: { bid: '3000.00', ask: '3000.10', last: '3000.05', ageMs: 0 },
  })
  const refusing = (error: string) => quotes(kraken({ get: answering(() => got({ error: [error] })) }))
  expect(await refusing('EAPI:Rate limit exceeded')).toEqual({ reason: 'limited' })
  expect(await refusing('EGeneral:Too many requests')).toEqual({ reason: 'limited' })
  expect(await refusing('EService:Unavailable')).toEqual({ reason: 'badAnswer' })
})

it('Bitstamp: all pairs in one answer, dated in seconds', async () => {
  const row = (pair: string) => ({
    timestamp: '1700000008',
    open: '1',
    high: '2',
    low: '1',
    last: '60001',
    volume: '9',
    vwap: '1',
    bid: '60000',
    ask: '60002',
    side: '0',
    pair,
  })
  const get = answering(() => got([row('BTC/USD'), row('BTC/USDT'), row('ETH/USDT')]))
  const quote = { bid: '60000', ask: '60002', last: '60001', ageMs: 2000 }
  expect(await quotes(bitstamp({ get }))).toEqual({ BTC: quote, ETH: quote })
  expect(get.asked).toEqual(['https://www.bitstamp.net/api/v2/ticker/'])
})

const VENUES = { binance, okx, coinbase, kraken, bitstamp }

it.each(Object.entries(VENUES))('%s: a bad answer or status is a fault by name and never a throw', async (name, open) => {
  const reasons = async (answer: Got | Fault) => (await open({ get: answering(() => answer) }).read(['BTC'], never)).fault?.reason
  expect(open({ get: answering(() => got({})) }).name).toBe(name)
  for (const body of [
    undefined,
    null,
    'no',
    7,
    [7],
    { error: 7 },
    { code: 0, data: {} },
    [{ pair: 1 }],
    { bid: 1, ask: 2 },
    { error: [], result: { XBTUSDT: { a: [] } } },
  ])
    expect(await reasons(got(body)), JSON.stringify(body)).toBe('badAnswer')
  for (const status of [302, 400, 403, 451, 500, 503]) expect(await reasons(got({ message: 'no' }, status))).toBe('status')
  for (const reason of ['timeout', 'unreachable', 'limited', 'tooLarge'] as const) expect(await reasons({ reason })).toBe(reason)
  const absent = open({ get: answering(() => got({}, 500)), overrides: new Map([['BTC', null]]) })
  expect(await absent.read(['BTC', 'not a coin', '../x'], never)).toEqual({ quotes: new Map() })
})

it('prices are read exactly: no float, no rounding up, nothing beyond what the engine holds', () => {
  const price = (last: string) => quotedPrice({ last, ageMs: 0 })?.price
  expect(price('0.1')).toBe(100_000_000_000n)
  expect(price('67412.380000000000')).toBe(67_412_380_000_000_000n)
  expect(price('0.0000000000019')).toBe(1n)
  for (const absurd of [
    '0.0000000000001',
    '0',
    '00',
    '-1',
    '+1',
    '1e-7',
    '1E5',
    'NaN',
    'Infinity',
    '',
    ' 1',
    '1,000',
    '0x10',
    '9223372.036854775808',
    '99999999999999999999',
  ])
    expect(price(absurd), absurd).toBeUndefined()
  expect(price('9223372.036854775807')).toBe(2n ** 63n - 1n)
  expect(quotedPrice({ bid: '1', ask: '1.000000000001', ageMs: 0 })).toEqual({ price: 10n ** 12n, isCrossed: false })
  expect(quotedPrice({ bid: '1', ageMs: 0 })).toBeUndefined()
})

it('ccxt: a named error while it is not installed; its numbers become text', async () => {
  await expect(ccxtVenue('kraken', new Map())).rejects.toThrow('the index source ccxt-kraken needs the library ccxt')
  const load = (answer: () => Promise<unknown>) => () =>
    Promise.resolve({
      default: {
        kraken: class {
          fetchTickers = answer
        },
      },
    })
  await expect(
    ccxtVenue(
      'nobody',
      new Map(),
      load(() => Promise.resolve({})),
    ),
  ).rejects.toThrow('ccxt knows no venue nobody')
  const source = await ccxtVenue(
    'kraken',
    new Map([['OWN', null]]),
    load(() => Promise.resolve({ 'BTC/USDT': { bid: 60_000.5, ask: 60_001, last: Number.NaN }, 'ETH/USDT': { last: 5e-7 } })),
  )
  const { quotes: read } = await source.read(COINS, never)
  expect(Object.fromEntries(read)).toEqual({
    BTC: { bid: '60000.5', ask: '60001', ageMs: 0 },
    ETH: { last: '0.000000500000000000', ageMs: 0 },
  })
  class RateLimitExceeded extends Error {}
  const tired = await ccxtVenue(
    'kraken',
    new Map(),
    load(() => Promise.reject(new RateLimitExceeded())),
  )
  expect((await tired.read(COINS, never)).fault).toEqual({ reason: 'limited' })
})

let server: Server
let base = ''
let respond: (response: ServerResponse) => void = () => undefined
beforeAll(async () => {
  server = createServer((_, response) => respond(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('a venue that sends too much, nothing, a redirect or no JSON is bounded, and one that is busy is heard', async () => {
  const get = httpGet(() => ARRIVED, 1000)
  const ask = async (answer: (response: ServerResponse) => void, signal = never) => {
    respond = answer
    return get(base, signal)
  }
  expect(await ask((response) => response.end('{"a": 1}'))).toEqual({ body: { a: 1 }, status: 200, arrivedAt: ARRIVED })
  expect(await ask((response) => response.end('<html>'))).toEqual({ body: undefined, status: 200, arrivedAt: ARRIVED })
  expect(await ask((response) => response.end(JSON.stringify('x'.repeat(2000))))).toEqual({ reason: 'tooLarge' })
  expect(await ask((response) => response.writeHead(302, { location: '/x' }).end())).toEqual({ reason: 'unreachable' })
  expect(await ask((response) => response.destroy())).toEqual({ reason: 'unreachable' })
  expect(await ask((response) => response.writeHead(429, { 'retry-after': '7' }).end('no'))).toEqual({
    reason: 'limited',
    retryAfterMs: 7000,
  })
  expect(await ask((response) => response.writeHead(418).end())).toEqual({ reason: 'limited' })
  const end = new AbortController()
  const hanging = ask((response) => {
    response.write('{')
    end.abort()
  }, end.signal)
  expect(await hanging).toEqual({ reason: 'timeout' })
})
