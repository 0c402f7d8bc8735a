import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import type { Side } from '../command.ts'
import { asInstrumentId, asOrderId, asOrderListId, type UserId } from '../ids/id.ts'
import { PLAIN_TERMS } from '../plain-terms.ts'
import { depthOf } from '../read.ts'

interface Resting {
  readonly orderId: number
  readonly price: number
  quantity: number
}

const PAIR = asInstrumentId(1)

function place(exchange: ExchangeDriver, userId: UserId, side: Side, price: number, quantity: number): number {
  const terms = { ...PLAIN_TERMS, side, price, quantity, timeInForce: side === 'buy' ? ('ioc' as const) : ('gtc' as const) }
  const command = { kind: 'placeOrder', userId, instrumentId: PAIR, terms, selfTrade: 'none', source: 'api', child: null } as const
  return exchange.places(command)
}

/** What a plain list would do: best price first, then earliest arrival. */
function sweep(book: Resting[], worst: number, wanted: number): [number, number][] {
  const fills: [number, number][] = []
  let left = wanted
  for (const one of [...book].sort((first, second) => first.price - second.price || first.orderId - second.orderId)) {
    if (left === 0 || one.price > worst) break
    const quantity = Math.min(left, one.quantity)
    one.quantity -= quantity
    left -= quantity
    fills.push([one.orderId, quantity])
    if (one.quantity === 0) book.splice(book.indexOf(one), 1)
  }
  return fills
}

const step = fc.record({
  act: fc.constantFrom('rest', 'rest', 'rest', 'cancel', 'take'),
  price: fc.integer({ min: 100, max: 112 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  which: fc.nat(),
})

test('SPOT-022 the queues of a side serve like a sorted list, through resting, cancelling and taking', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
      const exchange = new ExchangeDriver()
      exchange.open()
      const maker = exchange.join('maker', { 1: 10n ** 15n })
      const taker = exchange.join('taker', { 2: 10n ** 17n })
      const book: Resting[] = []
      for (const { act, price, quantity, which } of steps) {
        const chosen = book[which % Math.max(1, book.length)]
        if (act === 'rest') book.push({ orderId: place(exchange, maker, 'sell', price, quantity), price, quantity })
        else if (act === 'cancel' && chosen !== undefined) {
          const orderId = asOrderId(chosen.orderId)
          exchange.must({ kind: 'cancelOrder', userId: maker, orderId, clientOrderId: '', orderListId: asOrderListId(0) })
          book.splice(book.indexOf(chosen), 1)
        } else if (act === 'take') {
          const from = exchange.events.length
          place(exchange, taker, 'buy', price, quantity * 4)
          const traded = exchange.events
            .slice(from)
            .flatMap((event) => (event.kind === 'traded' ? [[event.makerOrderId, event.quantity]] : []))
          expect(traded).toEqual(sweep(book, price, quantity * 4))
        }
        const levels = new Map<number, number>()
        for (const one of book) levels.set(one.price, (levels.get(one.price) ?? 0) + one.quantity)
        const sorted = [...levels].sort((first, second) => first[0] - second[0]).map(([at, shown]) => ({ price: at, quantity: shown }))
        expect(depthOf(exchange.state, PAIR, 'sell', 100)).toEqual(sorted)
      }
    }),
    { numRuns: 30 },
  )
})
