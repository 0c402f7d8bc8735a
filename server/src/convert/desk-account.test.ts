/** The desk’s account: opened once there is a stock, named in the terms, and the engine hedges by it. */
import { convertStateOf, inventoryOf } from '@agio/engine/convert/read-convert.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { orderTerms } from '@agio/engine/plain-terms.ts'
import { userByAccountKey } from '@agio/engine/read.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MarketApp, marketApp } from '../testing/market-app.ts'
import { DeskAccount } from './desk-account.ts'

const U = 10n ** 8n
const WHY = { actor: 'test', why: 'test' } as const
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
let market: MarketApp

beforeEach(async () => {
  market = await marketApp({ referencePrice: 6_000_000 })
})
afterEach(() => market.close())

const deskUser = () => convertStateOf(market.exchange.state).deskUserId

test('without a stock there is no account; with one it is opened once, and what was set beside it stays', async () => {
  const { exchange, btc, usdt } = market
  const desk = new DeskAccount({ exchange, log: silent })
  await desk.round()
  expect(userByAccountKey(exchange.state, 'house:desk')).toBeUndefined()
  exchange.must({ kind: 'setConvertTerms', dailyLimit: 5n, lossBound: 7n, deskUserId: asUserId(0), isClosed: true, ...WHY })
  exchange.must({ kind: 'fundInventory', assetId: btc, amount: 10n * U, reference: 'test', ...WHY })
  await desk.round()
  const opened = deskUser()
  expect(convertStateOf(exchange.state)).toMatchObject({ dailyLimit: 5n, lossBound: 7n, isClosedByOperator: true, deskUserId: opened })
  await desk.round()
  await new DeskAccount({ exchange, log: silent }).round()
  expect([opened, deskUser()]).toEqual([userByAccountKey(exchange.state, 'house:desk'), opened])

  exchange.must({ kind: 'setConvertTerms', dailyLimit: 0n, lossBound: 0n, deskUserId: asUserId(Number(opened)), isClosed: false, ...WHY })
  exchange.must({ kind: 'setIndexTerms', unitAssetId: usdt, sources: ['one'], freshMs: 86_000_000, capE8: 1_000_000, ...WHY })
  exchange.must({
    kind: 'reportPrices',
    items: [{ assetId: btc, source: 0, price: 60_000n * U * 10_000n, at: exchange.clock, state: 'live' }],
  })
  market.fund(market.bob, usdt, '1000000')
  const order = {
    userId: market.bob,
    instrumentId: market.btcUsdt,
    terms: orderTerms({ side: 'buy', price: 6_000_000, quantity: 300_000 }),
  }
  exchange.must({ kind: 'placeOrder', ...order, selfTrade: 'none', source: 'api', child: null })
  exchange.must({ kind: 'setStockTerms', assetId: btc, target: 8n * U, least: U, most: 9n * U, ...WHY })
  exchange.clock += 30_000
  exchange.must({ kind: 'tick' })
  expect(inventoryOf(exchange.state, btc)).toBe(9n * U)
})
