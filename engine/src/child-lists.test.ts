/** Orders that wait for another: when it is filled they stand on their own, and its place in memory may be anyone's. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import type { Command, OrderTerms } from './command.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, type UserId } from './ids/id.ts'
import { PLAIN_TERMS } from './plain-terms.ts'
import { orderOf } from './read.ts'

const PAIR = asInstrumentId(1)

const place = (userId: UserId, terms: Partial<OrderTerms>, child: Partial<OrderTerms> | null = null): Command => ({
  kind: 'placeOrder',
  userId,
  instrumentId: PAIR,
  terms: { ...PLAIN_TERMS, quantity: 5, ...terms },
  selfTrade: 'expireTaker',
  source: 'api',
  child: child === null ? null : { ...PLAIN_TERMS, side: 'sell', quantity: 5, ...child },
})

test('SPOT-034 SPOT-035 [part] a list whose parent was filled ends without touching the order that took the parent’s place', () => {
  const exchange = new ExchangeDriver()
  exchange.open({ referencePrice: 10_000 })
  const money = { [asAssetId(1)]: 10n ** 12n, [asAssetId(2)]: 10n ** 15n }
  const [ann, bob] = [exchange.join('ann', money), exchange.join('bob', money)]
  const statusOf = (orderId: number | undefined) => exchange.orders.get(orderId ?? 0)?.status
  const list = { type: 'oneCancelsOther', price: 10_500, triggerPrice: 9_500 } as const
  const first = exchange.run(place(ann, { price: 10_000 }, list)).orders
  expect(first.map(({ orderId }) => statusOf(orderId))).toEqual(['new', 'pendingNew', 'pendingNew'])
  exchange.run(place(bob, { side: 'sell', price: 10_000 }))
  expect(first.map(({ orderId }) => statusOf(orderId))).toEqual(['filled', 'new', 'pendingTrigger'])
  // Enough of them that one sits where the filled parent was.
  const others = Array.from({ length: 6 }, () => exchange.run(place(ann, { price: 9_900 }, { price: 10_400 })).orders)
  for (const leg of [first[2], first[1]]) {
    const name = { orderId: asOrderId(leg?.orderId ?? 0), clientOrderId: '', orderListId: asOrderListId(0) }
    exchange.run({ kind: 'cancelOrder', userId: ann, ...name })
  }
  expect(first.map(({ orderId }) => statusOf(orderId))).toEqual(['filled', 'canceled', 'canceled'])
  exchange.run(place(bob, { side: 'sell', price: 9_900, quantity: 30 }))
  for (const other of others) expect(other.map(({ orderId }) => statusOf(orderId))).toEqual(['filled', 'new'])
  expect(exchange.faults()).toEqual([])
})

test('SPOT-015 [part] a leg that fires and needs less than its list held says what it holds then', () => {
  const exchange = new ExchangeDriver()
  exchange.open({ referencePrice: 10_000 })
  const money = { [asAssetId(1)]: 10n ** 12n, [asAssetId(2)]: 10n ** 15n }
  const [ann, bob, cat] = [exchange.join('ann', money), exchange.join('bob', money), exchange.join('cat', money)]
  const list = { type: 'oneCancelsOther', price: 9_000, triggerPrice: 10_500, triggerLimitPrice: 8_900 } as const
  const [limit, stop] = exchange.run(place(ann, list)).orders
  const held = exchange.orders.get(limit?.orderId ?? 0)?.held ?? 0n
  exchange.run(place(bob, { side: 'sell', price: 10_500, quantity: 1 }))
  exchange.run(place(cat, { price: 10_500, quantity: 1 }))
  const fired = exchange.orders.get(stop?.orderId ?? 0)
  expect(fired).toMatchObject({ status: 'new', triggered: true, price: 8_900, held: (held / 9_000n) * 8_900n })
  expect(orderOf(exchange.state, asOrderId(stop?.orderId ?? 0))).toEqual(fired)
  expect(exchange.faults()).toEqual([])
})
