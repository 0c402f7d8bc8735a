/** Preventing a self-trade on an order that shows only a part of itself. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import type { Command, OrderTerms, SelfTradeMode } from '../command.ts'
import { asAssetId, asInstrumentId, type UserId } from '../ids/id.ts'
import { PLAIN_TERMS } from '../plain-terms.ts'
import { depthOf } from '../read.ts'

const PAIR = asInstrumentId(1)

const place = (userId: UserId, terms: Partial<OrderTerms>, selfTrade: SelfTradeMode = 'expireTaker'): Command => ({
  kind: 'placeOrder',
  userId,
  instrumentId: PAIR,
  terms: { ...PLAIN_TERMS, price: 100, ...terms },
  selfTrade,
  source: 'api',
  child: null,
})

test('SPOT-036 SPOT-038 [part] an iceberg that is reduced below its visible part shows what is left, and that can be taken', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  const money = { [asAssetId(1)]: 10n ** 12n, [asAssetId(2)]: 10n ** 15n }
  const [ann, bob] = [exchange.join('ann', money), exchange.join('bob', money)]
  const shown = () => depthOf(exchange.state, PAIR, 'sell', 5).map(({ price, quantity }) => [price, quantity])
  const [iceberg] = exchange.run(place(ann, { side: 'sell', quantity: 120, visibleQuantity: 100 })).orders
  expect(shown()).toEqual([[100, 100]])
  exchange.run(place(ann, { quantity: 50 }, 'decrement'))
  expect(exchange.orders.get(iceberg?.orderId ?? 0)).toMatchObject({ status: 'new', preventedQuantity: 50 })
  expect(shown()).toEqual([[100, 70]])
  const [taker] = exchange.run(place(bob, { quantity: 30 })).orders
  expect(exchange.orders.get(taker?.orderId ?? 0)?.status).toBe('filled')
  expect(shown()).toEqual([[100, 40]])
  exchange.run(place(bob, { quantity: 40 }))
  expect(shown()).toEqual([])
  expect(exchange.orders.get(iceberg?.orderId ?? 0)).toMatchObject({ status: 'filled', executedQuantity: 70 })
  expect(exchange.faults()).toEqual([])
})
