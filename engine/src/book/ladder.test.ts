/** The sorted prices of one side against a plain sorted list, with more of them than any chunk holds. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId } from '../ids/id.ts'
import { PLAIN_TERMS } from '../plain-terms.ts'
import { depthOf } from '../read.ts'

const LEVELS = 3_000
const PAIR = asInstrumentId(1)

/** The same numbers in [0, bound) everywhere. */
function numbers(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

test.each(['buy', 'sell'] as const)(
  'SPOT-022 [part] thousands of %s levels, added and removed in any order, stay sorted and whole',
  (side) => {
    const exchange = new ExchangeDriver()
    exchange.open()
    const ann = exchange.join('ann', { [asAssetId(1)]: 10n ** 15n, [asAssetId(2)]: 10n ** 17n })
    const random = numbers(side === 'buy' ? 7 : 11)
    const model = new Map<number, { readonly orderId: number; readonly quantity: number }>()
    const shown = () => depthOf(exchange.state, PAIR, side, 10_000).map(({ price, quantity }) => [price, quantity])
    const expected = () =>
      [...model].sort(([left], [right]) => (side === 'buy' ? right - left : left - right)).map(([price, { quantity }]) => [price, quantity])
    const place = (price: number): void => {
      const quantity = 1 + random(9)
      const command = { kind: 'placeOrder', userId: ann, instrumentId: PAIR, selfTrade: 'expireTaker', source: 'api', child: null } as const
      const [order] = exchange.run({ ...command, terms: { ...PLAIN_TERMS, side, price, quantity } }).orders
      model.set(price, { orderId: order?.orderId ?? 0, quantity })
    }
    while (model.size < LEVELS) {
      const price = 10_000 + random(20_000)
      if (!model.has(price)) place(price)
    }
    expect(shown()).toEqual(expected())
    for (let round = 0; round < 4; round += 1) {
      for (const price of [...model.keys()].filter(() => random(3) === 0)) {
        const orderId = asOrderId(model.get(price)?.orderId ?? 0)
        exchange.must({ kind: 'cancelOrder', userId: ann, orderId, clientOrderId: '', orderListId: asOrderListId(0) })
        model.delete(price)
      }
      expect(shown()).toEqual(expected())
      for (let added = 0; added < 500; added += 1) {
        const price = 10_000 + random(20_000)
        if (!model.has(price)) place(price)
      }
      expect(shown()).toEqual(expected())
    }
  },
)
