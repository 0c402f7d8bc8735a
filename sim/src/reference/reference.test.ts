/** The reference is only worth something when it is right itself: the worked figures of the criteria, computed by it. */
import type { Command, InstrumentTerms, OrderTerms } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { expect, test } from 'vitest'
import { applyCommand, type Step } from './exchange.ts'
import { availableOf, heldOf } from './ledger.ts'
import { createWorld, type World } from './model.ts'

const USDT = 1
const BTC = 2
const E8 = 10n ** 8n
const ANN = 100_001
const BEN = 100_002

const TERMS = pairTerms({ baseAssetId: asAssetId(BTC), quoteAssetId: asAssetId(USDT), referencePrice: 6_000_000 })

interface Venue {
  readonly world: World
  send(command: Command): Step
  place(userId: number, terms: Partial<OrderTerms>): Step
  wait(ms: number): void
}

function venue(terms: Partial<InstrumentTerms> = {}): Venue {
  const world = createWorld()
  let seq = 0
  let at = Date.UTC(2026, 0, 15)
  const send = (command: Command): Step => {
    seq += 1
    return applyCommand(world, seq, at, '', command)
  }
  for (const symbol of ['USDT', 'BTC']) send({ kind: 'defineAsset', symbol, scale: 8, document: {} })
  send({ kind: 'defineInstrument', terms: { ...TERMS, ...terms } })
  for (const accountKey of ['ann', 'ben']) send({ kind: 'registerUser', accountKey, document: {}, role: 'customer' })
  for (const userId of [ANN, BEN]) {
    for (const assetId of [USDT, BTC]) {
      send({
        kind: 'creditUser',
        userId: asUserId(userId),
        assetId: asAssetId(assetId),
        amount: 100_000n * E8,
        cause: 'airdrop',
        reference: '',
      })
    }
  }
  return {
    world,
    send,
    place: (userId, order) =>
      send({
        kind: 'placeOrder',
        userId: asUserId(userId),
        instrumentId: asInstrumentId(1),
        terms: orderTerms(order),
        selfTrade: 'expireTaker',
        source: 'api',
        child: null,
      }),
    wait(ms) {
      at += ms
    },
  }
}

test('SPOT-013 SPOT-017 a buy of 0.5 at 60 000 holds 30 000 and gives 5 back when it fills at 59 990', () => {
  const { world, place } = venue()
  place(BEN, { side: 'sell', price: 5_999_000, quantity: 50_000 })
  expect(heldOf(world, BEN, BTC)).toBe(E8 / 2n)
  place(ANN, { price: 6_000_000, quantity: 50_000 })
  expect([availableOf(world, ANN, USDT), heldOf(world, ANN, USDT)]).toEqual([100_000n * E8 - 29_995n * E8, 0n])
})

test('SPOT-018 a buy of 0.00013 at rate 0.00075 pays 0.00000010 and is credited 0.00012990', () => {
  const { world, place } = venue({ buyFeeE8: 75_000 })
  place(BEN, { side: 'sell', price: 6_000_000, quantity: 13 })
  place(ANN, { price: 6_000_000, quantity: 13 })
  expect(availableOf(world, ANN, BTC)).toBe(100_000n * E8 + 12_990n)
})

test('SPOT-025 a market buy of 100 takes 0.001 and 0.00066 and gets 0.3934 back', () => {
  const { world, place } = venue()
  place(BEN, { side: 'sell', price: 6_000_000, quantity: 100 })
  place(BEN, { side: 'sell', price: 6_001_000, quantity: 100 })
  const { trades, outcome } = place(ANN, { type: 'market', quoteAmount: 100n * E8 })
  expect(trades.map(({ quantity }) => quantity)).toEqual([100, 66])
  expect(outcome.orders[0]?.status).toBe('filled')
  expect(100_000n * E8 - availableOf(world, ANN, USDT)).toBe(9_960_660_000n)
})

test('SPOT-011 the band passes its bound and refuses the next tick', () => {
  const { place } = venue({ priceBandE8: 10_000_000 })
  expect(place(ANN, { price: 6_600_000, quantity: 1 }).outcome.reason).toBe('none')
  expect(place(ANN, { price: 6_600_001, quantity: 1 }).outcome.reason).toBe('priceBand')
  expect(place(BEN, { side: 'sell', price: 5_399_999, quantity: 1 }).outcome.reason).toBe('priceBand')
})

test('SPOT-032 a trailing sell of 100 bps fires at 60 390 after 61 000', () => {
  const { place, world } = venue()
  const { outcome } = place(ANN, { side: 'sell', type: 'trailingStop', quantity: 1, trailingBps: 100 })
  const orderId = outcome.orders[0]?.orderId ?? 0
  const tradeAt = (price: number): void => {
    place(BEN, { side: 'sell', price, quantity: 1 })
    place(ANN, { price, quantity: 1 })
  }
  tradeAt(6_100_000)
  tradeAt(6_039_001)
  expect(world.live.has(orderId)).toBe(true)
  tradeAt(6_039_000)
  expect(world.live.get(orderId)).toMatchObject({ triggered: true, status: 'new', type: 'stopLimit', price: 5_700_000 })
})

test('SPOT-036 an iceberg shows its part and goes to the back with each refill', () => {
  const { place } = venue()
  place(ANN, { side: 'sell', price: 6_000_000, quantity: 6, visibleQuantity: 2 })
  const other = place(ANN, { side: 'sell', price: 6_000_000, quantity: 3 }).outcome.orders[0]?.orderId
  const makers = place(BEN, { price: 6_000_000, quantity: 9 }).trades.map((trade) => [trade.makerOrderId === other, trade.quantity])
  expect(makers).toEqual([
    [false, 2],
    [true, 3],
    [false, 2],
    [false, 2],
  ])
})

test('SPOT-034 SPOT-035 the leg that trades ends the other, and a child comes when its parent is filled', () => {
  const { place, send, world } = venue()
  const list = place(ANN, { side: 'sell', type: 'oneCancelsOther', price: 6_100_000, triggerPrice: 5_900_000, quantity: 5 }).outcome.orders
  expect(heldOf(world, ANN, BTC)).toBe(5_000n)
  const child = orderTerms({ side: 'sell', price: 6_200_000, quantity: 5 })
  const terms = orderTerms({ price: 6_100_000, quantity: 5 })
  const bought = send({
    kind: 'placeOrder',
    userId: asUserId(BEN),
    instrumentId: asInstrumentId(1),
    terms,
    selfTrade: 'none',
    source: 'api',
    child,
  })
  expect(world.ended.get(list[1]?.orderId ?? 0)).toMatchObject({ status: 'canceled', closeReason: 'orderList' })
  expect(bought.outcome.orders.map(({ status }) => status)).toEqual(['filled', 'new'])
})

test('SPOT-047 a move of 11 % halts, and trading re-opens with one auction price of maximum volume', () => {
  const { place, send, wait, world } = venue({ breakerMoveE8: 10_000_000, referencePrice: 6_000_000 })
  place(BEN, { side: 'sell', price: 6_660_000, quantity: 1 })
  place(ANN, { price: 6_660_000, quantity: 1 })
  expect(world.instruments[0]?.status).toBe('halt')
  expect(place(ANN, { price: 6_000_000, quantity: 1 }).outcome.reason).toBe('pairHalted')
  wait(300_000)
  expect(place(ANN, { price: 6_500_000, quantity: 10 }).outcome.reason).toBe('none')
  place(BEN, { side: 'sell', price: 6_400_000, quantity: 4 })
  place(BEN, { side: 'sell', price: 6_500_000, quantity: 4 })
  wait(30_000)
  const { trades } = send({ kind: 'tick' })
  expect(trades.map(({ price, quantity }) => [price, quantity])).toEqual([
    [6_500_000, 4],
    [6_500_000, 4],
  ])
})
