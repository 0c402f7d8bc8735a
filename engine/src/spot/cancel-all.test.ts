/** Cancelling many orders at once: which, and in what order. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import type { Outcome } from '../event.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId } from '../ids/id.ts'
import { PLAIN_PAIR, PLAIN_TERMS } from '../plain-terms.ts'
import { openOrdersOf } from '../read.ts'

const step = fc.record({ pair: fc.integer({ min: 1, max: 3 }), price: fc.integer({ min: 1, max: 9 }), drop: fc.nat(3), which: fc.nat() })

test('SPOT-042 [part] all open orders of a user are cancelled and answered from the oldest on, of one pair or of all', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150, size: 'max' }), fc.integer({ min: 0, max: 3 }), (steps, chosen) => {
      const exchange = new ExchangeDriver()
      exchange.open()
      for (const symbol of ['second', 'third']) exchange.must({ kind: 'defineInstrument', terms: { ...PLAIN_PAIR, symbol } })
      const [ann, bob] = [exchange.join('ann', { [asAssetId(2)]: 10n ** 15n }), exchange.join('bob', { [asAssetId(2)]: 10n ** 15n })]
      const open: { readonly orderId: number; readonly pair: number }[] = []
      const run = (userId: typeof ann, pair: number, price: number): Outcome => {
        const terms = { ...PLAIN_TERMS, price, quantity: 1 }
        const rest = { terms, selfTrade: 'none', source: 'api', child: null } as const
        return exchange.run({ kind: 'placeOrder', userId, instrumentId: asInstrumentId(pair), ...rest })
      }
      for (const { pair, price, drop, which } of steps) {
        run(bob, pair, price)
        open.push({ orderId: run(ann, pair, price).orders[0]?.orderId ?? 0, pair })
        if (drop !== 0) continue
        const [gone] = open.splice(which % open.length, 1)
        const orderId = asOrderId(gone?.orderId ?? 0)
        exchange.must({ kind: 'cancelOrder', userId: ann, orderId, clientOrderId: '', orderListId: asOrderListId(0) })
      }
      const from = exchange.events.length
      const { orders } = exchange.run({ kind: 'cancelAllOrders', userId: ann, instrumentId: asInstrumentId(chosen) })
      const expected = open.filter(({ pair }) => chosen === 0 || pair === chosen).map(({ orderId }) => orderId)
      expect(orders.map(({ orderId }) => orderId)).toEqual(expected)
      const ended = exchange.events.slice(from).flatMap((event) => (event.kind === 'orderClosed' ? [event.order.orderId] : []))
      expect(ended).toEqual(expected)
      expect(openOrdersOf(exchange.state, ann)).toHaveLength(open.length - expected.length)
      expect(openOrdersOf(exchange.state, bob)).toHaveLength(steps.length)
    }),
    { numRuns: 20 },
  )
})
