/** What a quote may cost the stock: the last look and what it gives back, open quotes, pauses, sides, shares. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MarketApp, marketApp } from '../../../testing/market-app.ts'

const ROOT = '/api/user-web/v1/trade_convert'
const WHY = { actor: 'test', why: 'test' } as const
let market: MarketApp

function say(price: number): void {
  const item = { assetId: market.btc, source: 0, price: BigInt(price) * 10n ** 12n, at: market.exchange.clock, state: 'live' } as const
  market.exchange.must({ kind: 'reportPrices', items: [item] })
}

beforeEach(async () => {
  market = await marketApp({ referencePrice: 6_000_000 })
  const { usdt, btc, ann } = market
  market.exchange.must({ kind: 'setIndexTerms', unitAssetId: usdt, sources: ['one'], freshMs: 600_000, capE8: 1_000_000, ...WHY })
  say(60_000)
  for (const [assetId, amount] of [
    [usdt, 10n ** 14n],
    [btc, 10n ** 10n],
  ] as const)
    market.exchange.must({ kind: 'fundInventory', assetId, amount, reference: 'test', ...WHY })
  market.fund(ann, usdt, '10000')
  market.features.add('flashConvert')
})
afterEach(() => market.close())

const quote = (query: string, pair = 'USDT/BTC', user = market.ann) =>
  market.get(`${ROOT}/pre_trade/${pair}?${query}` as `${typeof ROOT}/pre_trade/USDT/BTC`, user)
const given = async (query = 'sendAmount=100', pair = 'USDT/BTC') => (await quote(query, pair)).data
type Given = Awaited<ReturnType<typeof given>>
const accept = ({ quoteId, sendCoin, receiveCoin, sendAmount }: Given, more: object = {}) =>
  market.post(`${ROOT}/trade`, { quoteId, sendCoin, receiveCoin, sendAmount, ...more }, market.ann)
const records = async () => (await market.post(`${ROOT}/records`, {}, market.ann)).data

test('CONV-011 [part] an index that went far for the house gives the customer what it is worth now, and the record says so', async () => {
  market.fund(market.ann, market.btc, '1')
  const shown = await given('sendAmount=0.01', 'BTC/USDT')
  expect(shown.receiveAmount).toBe('599.7')
  say(61_000)
  const { data } = await accept(shown, { clientId: 'better' })
  expect(data).toMatchObject({ receiveAmount: '609.695', price: '60969.5' })
  expect((await accept(shown, { clientId: 'better' })).data).toEqual(data)
  expect((await records()).list).toEqual([data])
})

test('CONV-012 [part] of a direction and coin one quote is open, three of a person at once, and each pauses when its coin jumps', async () => {
  const old = await given()
  const shown = await given('sendAmount=200')
  expect((await accept(old)).failure).toMatchObject({ name: 'QUOTE_EXPIRED', params: { validTimestamp: shown.createTime } })
  say(60_181)
  expect((await quote('sendAmount=1')).failure).toMatchObject({ name: 'CONVERT_PAUSED', params: { coinName: 'BTC', retryAfter: 3 } })
  market.exchange.clock += 3000
  say(60_181)
  expect((await quote('sendAmount=1')).code).toBe('0')
})

test('CONV-012 [part] a coin, a side and a share that are closed or used up are said at the quote', async () => {
  const rest = { target: 10n ** 10n, least: 9_999_000_000n, most: 2n * 10n ** 10n, ...WHY } as const
  market.exchange.must({ kind: 'setStockTerms', assetId: market.btc, ...rest })
  market.fund(market.ann, market.usdt, '1000000')
  expect((await quote('receiveAmount=0.021')).failure).toMatchObject({
    name: 'CONVERT_SIDE_CLOSED',
    params: { send: 'USDT', receive: 'BTC' },
  })
  market.exchange.must({ kind: 'setStockTerms', assetId: market.btc, ...rest, least: -1n })
  expect((await quote('receiveAmount=10.001')).failure).toMatchObject({ name: 'CONVERT_PERSON_LIMIT', params: { minutes: '10' } })
  const rules = { personShare: '100000000', coinLoss: '1' }
  const set = {
    kind: 'setConvertTerms',
    lossBound: 0n,
    dailyLimit: 0n,
    deskUserId: asUserId(0),
    isClosed: false,
    actor: 'test',
    why: 'test',
  } as const
  market.exchange.must({ ...set, rules })
  expect((await quote('receiveAmount=10.001')).code).toBe('0')
  market.exchange.must({ kind: 'setStockTerms', assetId: market.btc, ...rest, least: -1n, target: 2n * 10n ** 10n })
  expect((await quote('receiveAmount=10.001')).code).toBe('0')
  say(60_001)
  say(60_010)
  expect((await quote('sendAmount=1')).failure.name).toBe('CONVERT_COIN_CLOSED')
})
