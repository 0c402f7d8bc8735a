/** A deadline lives as long as what it is for: nothing wakes the engine for an order that is gone. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import type { Command, OrderTerms } from './command.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, type UserId } from './ids/id.ts'
import { PLAIN_TERMS } from './plain-terms.ts'
import { nextDeadline } from './state.ts'

const LIFE_MS = 3_600_000
const PAIR = asInstrumentId(1)

function opened(): { exchange: ExchangeDriver; ann: UserId; bob: UserId } {
  const exchange = new ExchangeDriver()
  exchange.open()
  const money = { [asAssetId(1)]: 10n ** 12n, [asAssetId(2)]: 10n ** 15n }
  const [ann, bob] = [exchange.join('ann', money), exchange.join('bob', money)]
  return { exchange, ann, bob }
}

const place = (userId: UserId, terms: Partial<OrderTerms>): Command => ({
  kind: 'placeOrder',
  userId,
  instrumentId: PAIR,
  terms: { ...PLAIN_TERMS, price: 100, quantity: 5, ...terms },
  selfTrade: 'expireTaker',
  source: 'api',
  child: null,
})

const ends: readonly (readonly [string, (exchange: ExchangeDriver, ann: UserId, bob: UserId, orderId: number) => void])[] = [
  [
    'cancelled',
    (exchange, ann, _, orderId) => {
      const name = { orderId: asOrderId(orderId), clientOrderId: '', orderListId: asOrderListId(0) }
      exchange.must({ kind: 'cancelOrder', userId: ann, ...name })
    },
  ],
  ['cancelled with all others', (exchange, ann) => void exchange.must({ kind: 'cancelAllOrders', userId: ann, instrumentId: PAIR })],
  ['filled', (exchange, _, bob) => void exchange.run(place(bob, { side: 'sell' }))],
  [
    'expired',
    (exchange) => {
      exchange.now += LIFE_MS
      exchange.run({ kind: 'tick' })
    },
  ],
]

test.each(ends)('SPOT-028 [part] a dated order that is %s leaves no deadline behind', (_, end) => {
  const { exchange, ann, bob } = opened()
  const expireAt = exchange.now + LIFE_MS
  const [order] = exchange.run(place(ann, { timeInForce: 'gtd', expireAt })).orders
  expect(nextDeadline(exchange.state)).toBe(expireAt)
  end(exchange, ann, bob, order?.orderId ?? 0)
  expect(exchange.openOrders()).toEqual([])
  expect(nextDeadline(exchange.state)).not.toBe(expireAt)
  expect(exchange.faults()).toEqual([])
})

test('SPOT-043 [part] a cancel-all timer that is switched off leaves no deadline behind', () => {
  const { exchange, ann } = opened()
  const timer = (timeoutMs: number): Command => ({ kind: 'setCancelAllTimer', userId: ann, instrumentId: PAIR, timeoutMs })
  const quiet = nextDeadline(exchange.state)
  exchange.must(timer(10_000))
  expect(nextDeadline(exchange.state)).toBe(exchange.now + 10_000)
  exchange.must(timer(0))
  expect(nextDeadline(exchange.state)).toBe(quiet)
})
