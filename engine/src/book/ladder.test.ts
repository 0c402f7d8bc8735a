/** The sorted prices of one side against a plain sorted list, with more of them than any chunk holds. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  LADDER_CHUNKS,
  LADDER_COUNT,
  LEVEL_BETTER,
  LEVEL_PRICE,
  LEVEL_QUANTITY,
  LEVEL_WORSE,
  ORDER_BYTES,
  S_ARENA,
} from '../../generated/layout.ts'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId } from '../ids/id.ts'
import { BIDS, FALLING, LADDERS } from '../market/instrument.ts'
import { asHandle, type Handle } from '../memory/handle.ts'
import { PLAIN_TERMS } from '../plain-terms.ts'
import { depthOf } from '../read.ts'
import { instrumentAt } from '../state.ts'

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

test('SPOT-022 [part] each ladder finds, orders and removes like a sorted list, whatever the others hold', () => {
  const step = fc.record({ which: fc.constantFrom(...LADDERS), price: fc.integer({ min: 1, max: 1500 }), ends: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { minLength: 2000, maxLength: 4000, size: 'max' }), (steps) => {
      const exchange = new ExchangeDriver()
      exchange.open()
      const { state } = exchange
      const { kernel } = state
      const pair = instrumentAt(state, PAIR)
      if (pair === undefined) throw new Error('no pair')
      const { address } = pair
      const best = (which: number): number => pair.best(which)
      const levels = state.levels.view
      const models = LADDERS.map(() => new Set<number>())
      /** Prices from the best level on; walked back, they are the same. */
      const pricesOf = (which: number): number[] => {
        const prices: number[] = []
        const back: number[] = []
        let last = 0
        for (let level = best(which); level !== 0; level = levels.getInt32(level + LEVEL_WORSE, true)) {
          prices.push(levels.getFloat64(level + LEVEL_PRICE, true))
          expect(levels.getFloat64(level + LEVEL_QUANTITY, true)).toBe(1)
          last = level
        }
        for (let level = last; level !== 0; level = levels.getInt32(level + LEVEL_BETTER, true))
          back.unshift(levels.getFloat64(level + LEVEL_PRICE, true))
        expect(back).toEqual(prices)
        return prices
      }
      for (const [done, { which, price, ends }] of steps.entries()) {
        const model = models[which] ?? new Set()
        // One order for each price of a ladder, at a row of its own.
        const order = asHandle<'order'>((which * 2000 + price) * ORDER_BYTES)
        if (model.delete(price)) kernel.leaveQueue(address, order, 1)
        else {
          model.add(price)
          kernel.joinQueue(address, which, price, order, 1)
        }
        if (ends) kernel.reportLevels()
        if (done % 50 === 0)
          expect(pricesOf(which)).toEqual(
            [...model].sort((left, right) => (which === BIDS || which === FALLING ? right - left : left - right)),
          )
        state.out.reset()
      }
      kernel.reportLevels()
      expect(state.levels.liveCount).toBe(models.reduce((sum, model) => sum + model.size, 0))
    }),
    { numRuns: 6 },
  )
})

test('a price left alone of many that were near takes no memory of its own, wherever they were', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  const { kernel, memory, instruments } = exchange.state
  const instrument = instruments[0]?.address ?? 0
  let orderId = 0
  const rest = (price: number): Handle<'order'> => {
    orderId += 8
    const order = kernel.openPlain(orderId, price, 1, 1)
    kernel.joinQueue(instrument, BIDS, price, order, 1)
    return order
  }
  const used = (): number => memory.getUint32(S_ARENA, true)
  const rows: number[] = []
  for (let round = 1; round <= 400; round += 1) {
    if (round === 100) rows.push(used())
    const near = Array.from({ length: 256 }, (_, index) => rest(round * 1000 + index))
    for (const order of near.slice(1)) {
      kernel.leaveQueue(instrument, order, 1)
      kernel.closePlain(order)
      kernel.reportLevels()
      exchange.state.out.reset()
    }
  }
  // Three hundred prices more, in chunks of 3 KB that are at least a quarter full, and what their index needs.
  expect(used() - (rows[0] ?? 0)).toBeLessThan(40_000)
  const prices = depthOf(exchange.state, asInstrumentId(1), 'buy', 1000).map(({ price }) => price)
  expect(prices).toEqual(Array.from({ length: 400 }, (_, index) => (400 - index) * 1000))
})

test('chunks whose neighbours shrank later are joined too: all levels there may be fit the arena, however they came', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  const { kernel, memory, instruments } = exchange.state
  const { address = 0 } = instruments[0] ?? {}
  const ladder = instruments[0]?.ladder(BIDS) ?? 0
  const rest = (price: number): Handle<'order'> => {
    const order = kernel.openPlain(price * 8, price, 1, 1)
    kernel.joinQueue(address, BIDS, price, order, 1)
    return order
  }
  const leave = (order: Handle<'order'>): void => {
    kernel.leaveQueue(address, order, 1)
    kernel.closePlain(order)
    kernel.reportLevels()
    exchange.state.out.reset()
  }
  // Fifty chunks of half their room, every other one with 72 prices more.
  const chunks = Array.from({ length: 50 }, (_, chunk) => Array.from({ length: 128 }, (_one, place) => rest((chunk * 128 + place + 1) * 2)))
  for (const [chunk, orders] of chunks.entries())
    if (chunk % 2 === 1) for (let place = 0; place < 72; place += 1) orders.push(rest((chunk * 128 + place + 1) * 2 + 1))
  for (const [chunk, orders] of chunks.entries()) if (chunk % 2 === 0) orders.slice(1).forEach(leave)
  for (const [chunk, orders] of chunks.entries()) if (chunk % 2 === 1) orders.slice(65).forEach(leave)
  const levels = memory.getUint32(ladder + LADDER_COUNT, true)
  expect(levels).toBe(25 * 66)
  expect(memory.getUint32(ladder + LADDER_CHUNKS, true)).toBeLessThanOrEqual(levels / 64 + 1)
})
