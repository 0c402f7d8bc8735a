/** A request that is made again, and what of it may have been another time. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import type { OrderTerms, PlaceOrder } from './command.ts'
import { asInstrumentId, type UserId } from './ids/id.ts'
import { orderTerms } from './plain-terms.ts'
import { outcomeOfKey } from './read.ts'
import { repeatOf } from './repeat.ts'

const LIFE_MS = 100_000
const KEY = 'dated'

const order = (userId: UserId, over: Partial<OrderTerms>): PlaceOrder => ({
  kind: 'placeOrder',
  userId,
  instrumentId: asInstrumentId(1),
  terms: orderTerms({ quantity: 5, price: 100, timeInForce: 'gtd', ...over }),
  selfTrade: 'none',
  source: 'api',
  child: null,
})

test('REL-008 [part] the first of several dates that a key stands for is found, long after the order has ended, and no other one', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  const ann = exchange.join('ann', { 2: 10n ** 15n })
  const expireAt = exchange.now + LIFE_MS
  const placed = exchange.run(order(ann, { expireAt }), KEY)
  const at = exchange.now
  exchange.now += 2 * LIFE_MS
  exchange.run({ kind: 'tick' })
  const made = (over: Partial<OrderTerms>): PlaceOrder[] =>
    [0, 1, 2].map((late) => order(ann, { expireAt: at + 1 + LIFE_MS - late, ...over }))
  expect(outcomeOfKey(exchange.state, ann, 0, KEY)).toEqual({ seq: placed.seq, at, reason: 'none', orderId: placed.orders[0]?.orderId })
  expect(repeatOf(exchange.state, ann, KEY, made({}))).toEqual(order(ann, { expireAt }))
  expect(repeatOf(exchange.state, ann, KEY, made({ quantity: 6 }))).toBeUndefined()
  expect(repeatOf(exchange.state, ann, 'another', made({}))).toBeUndefined()
})
