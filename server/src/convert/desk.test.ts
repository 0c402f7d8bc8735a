import type { SourceState } from '@agio/engine/command.ts'
import { convertStateOf, inventoryOf } from '@agio/engine/convert/read-convert.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { orderTerms } from '@agio/engine/plain-terms.ts'
import { balancesOf, houseBalancesOf, openOrdersOf } from '@agio/engine/read.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MarketApp, marketApp } from '../testing/market-app.ts'
import { Desk } from './desk.ts'
import { LiveSettings } from './live-settings.ts'

const U = 10n ** 8n
const WHY = { actor: 'test', why: 'test' } as const
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
let market: MarketApp
let settings: LiveSettings
let desk: Desk
let trades: { maker: number; taker: number; quantity: number; price: number }[]

async function open(): Promise<void> {
  market = await marketApp({ referencePrice: 6_000_000 })
  const { exchange, btc, usdt, bob, feeds } = market
  exchange.must({ kind: 'setIndexTerms', unitAssetId: usdt, sources: ['one'], freshMs: 86_000_000, capE8: 1_000_000, ...WHY })
  say(60_000n)
  for (const [assetId, amount] of [
    [usdt, 10_000_000n * U],
    [btc, 10n * U],
  ] as const)
    exchange.must({ kind: 'fundInventory', assetId, amount, reference: 'test', ...WHY })
  market.fund(bob, usdt, '100000000')
  market.fund(bob, btc, '1000')
  settings = new LiveSettings({ exchange, models: market.models, log: silent })
  await settings.load()
  desk = new Desk({ exchange, settings, feeds, log: silent })
  trades = []
  exchange.onDurable(({ events }) => {
    for (const { event } of readEvents(events, new Set(['traded'] as const)))
      if (event.kind === 'traded' && event.takerUserId !== bob)
        trades.push({ maker: event.makerUserId, taker: event.takerUserId, quantity: event.quantity, price: event.price })
  })
}
beforeEach(open)
afterEach(() => {
  settings.stop()
  return market.close()
})

const say = (price: bigint, state: SourceState = 'live'): void => {
  const items = [{ assetId: market.btc, source: 0, price: price * 10n ** 12n, at: market.exchange.clock, state }]
  market.exchange.must({ kind: 'reportPrices', items })
}
/** In whole coins; and what the desk may trade in a minute. */
function limits(least: string, most: string, perMinuteU = '100000000', usdtLeast = '0'): void {
  const document = { coins: { BTC: { least, most }, USDT: { least: usdtLeast } }, hedge: { perMinuteU, slip: '0.003' } }
  const place = { userId: asUserId(0), collection: 'convert', id: 'settings', actor: 'test' } as const
  market.exchange.must({ kind: 'saveDocument', ...place, document })
}
/** Price in ticks of 0.01, quantity in lots of 0.00001. */
const rest = (side: 'buy' | 'sell', price: number, quantity: number): void => {
  const order = { userId: market.bob, instrumentId: market.btcUsdt, terms: orderTerms({ side, price, quantity }) } as const
  market.exchange.must({ kind: 'placeOrder', ...order, selfTrade: 'none', source: 'api', child: null })
}
const stock = () => [inventoryOf(market.exchange.state, market.btc), inventoryOf(market.exchange.state, market.usdt)] as const
const deskUser = () => convertStateOf(market.exchange.state).deskUserId

test('what is beyond a limit is sold near the index, what is short is bought, and everything comes back to the stock', async () => {
  rest('buy', 5_995_000, 300_000)
  limits('1', '8')
  await desk.round()
  // 2 BTC at 59,950, less a fee of a thousandth.
  expect(stock()).toEqual([8n * U, 10_000_000n * U + 119_900n * U - 11_990_000_000n])
  rest('sell', 6_010_000, 300_000)
  limits('9.00001', '12')
  await desk.round()
  expect(stock()[0]).toBe(8n * U + 100_001_000n - 100_001n)
  expect(trades).toMatchObject([
    { maker: market.bob, taker: deskUser(), quantity: 200_000, price: 5_995_000 },
    { maker: market.bob, taker: deskUser(), quantity: 100_001, price: 6_010_000 },
  ])
  expect(balancesOf(market.exchange.state, deskUser() || asUserId(0)).every(({ available, held }) => available + held === 0n)).toBe(true)
})

test('no order is given far from the index, beyond what a minute allows, while the index is frozen or conversion closed, nor with the last of the money', async () => {
  rest('buy', 5_981_000, 300_000)
  limits('1', '8')
  await desk.round()
  expect(trades).toEqual([])
  rest('buy', 6_000_000, 300_000)
  limits('1', '8', '30000')
  await desk.round()
  await desk.round()
  // Half a coin a minute, the rest of a lot left out.
  expect(trades.map(({ quantity }) => quantity)).toEqual([49_999])
  market.exchange.clock += 60_000
  await desk.round()
  expect(trades.map(({ quantity }) => quantity)).toEqual([49_999, 49_999])
  limits('20', '30', '100000000', '9999999')
  rest('sell', 6_000_000, 600_000)
  const terms = { dailyLimit: 0n, lossBound: 0n, deskUserId: deskUser() || asUserId(0) }
  market.exchange.must({ kind: 'setConvertTerms', ...terms, isClosed: true, ...WHY })
  await desk.round()
  market.exchange.must({ kind: 'setConvertTerms', ...terms, isClosed: false, ...WHY })
  expect(trades).toHaveLength(2)
  say(60_000n, 'silent')
  await desk.round()
  expect(trades).toHaveLength(2)
  say(60_000n)
  const [, money] = stock()
  await desk.round()
  expect([trades.length, stock()[1] < money, stock()[1] >= 9_999_999n * U]).toEqual([3, true, true])
})

test('what a stop left with the desk is moved back before anything else, and the account is opened once', async () => {
  rest('buy', 6_000_000, 300_000)
  limits('1', '8')
  await desk.round()
  const opened = deskUser()
  market.exchange.must({ kind: 'moveInventory', assetId: market.btc, amount: U, actor: 'system' })
  limits('0', '100')
  const next = new Desk({ exchange: market.exchange, settings, feeds: market.feeds, log: silent })
  await next.round()
  expect([stock()[0], deskUser()]).toEqual([8n * U, opened])
  // The exchange takes nothing for a moment in the middle of a round: nothing is lost either.
  limits('0', '7')
  const { submit } = market.exchange
  market.exchange.submit = (command, key) => {
    if (command.kind === 'placeOrder') market.exchange.refusal = 'busy'
    return submit.call(market.exchange, command, key)
  }
  await expect(next.round()).rejects.toThrow('busy')
  market.exchange.submit = submit
  market.exchange.refusal = undefined
  limits('0', '100')
  await next.round()
  expect(stock()[0]).toBe(8n * U)
})

test('over random books, limits and prices nothing is lost between stock and desk, which never trades with itself and never rests', async () => {
  const side = fc.constantFrom('buy' as const, 'sell' as const)
  const order = fc.record({ side, away: fc.integer({ min: -400, max: 400 }), quantity: fc.integer({ min: 1, max: 200_000 }) })
  const step = fc.record({ price: fc.bigInt({ min: 50_000n, max: 70_000n }), orders: fc.array(order, { maxLength: 4 }), most: fc.nat(20) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const { price, orders, most } of steps) {
        market.exchange.clock += 60_000
        say(price)
        for (const { side: of, away, quantity } of orders) rest(of, Number(price) * 100 + away * 100, quantity)
        limits(String(Math.max(0, most - 3)), String(most), '500000')
        const before = stock()
        const from = trades.length
        await desk.round()
        const own = trades.slice(from)
        const { state } = market.exchange
        const user = deskUser() || asUserId(0)
        expect(own.every(({ maker, taker }) => maker !== taker)).toBe(true)
        expect(openOrdersOf(state, user)).toEqual([])
        expect(balancesOf(state, user).every(({ available, held }) => available + held === 0n)).toBe(true)
        expect(own.length === 0).toBe(stock()[0] === before[0])
        for (const assetId of [market.btc, market.usdt]) {
          const house = houseBalancesOf(state).filter((row) => row.assetId === assetId)
          const users = [market.ann, market.bob, user]
            .flatMap((userId) => balancesOf(state, userId))
            .filter((row) => row.assetId === assetId)
          const sum = [...house.map(({ amount }) => amount), ...users.map(({ available, held }) => available + held)]
          expect(sum.reduce((total, amount) => total + amount, 0n)).toBe(0n)
        }
      }
    }),
    { numRuns: 25 },
  )
})
