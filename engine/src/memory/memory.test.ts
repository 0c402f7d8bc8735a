import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDER_BYTES, ORDER_ID } from '../../generated/layout.ts'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId } from '../ids/id.ts'
import { PLAIN_TERMS } from '../plain-terms.ts'
import { Deadlines } from './deadlines.ts'

/** An exchange with one seller, who places and cancels orders far from each other. */
function seller() {
  const exchange = new ExchangeDriver()
  exchange.open()
  const userId = exchange.join('ann', { [asAssetId(1)]: 10n ** 15n })
  const place = (price: number): number => {
    const terms = { ...PLAIN_TERMS, side: 'sell' as const, price, quantity: 1 }
    exchange.must({ kind: 'placeOrder', userId, instrumentId: asInstrumentId(1), terms, selfTrade: 'none', source: 'api', child: null })
    return exchange.seq * 8
  }
  const cancel = (orderId: number): void => {
    exchange.must({ kind: 'cancelOrder', userId, orderId: asOrderId(orderId), clientOrderId: '', orderListId: asOrderListId(0) })
  }
  return { state: exchange.state, place, cancel }
}

test('the index of orders finds live ones and nothing else, through growth and removal', () => {
  const { state, place, cancel } = seller()
  const live = new Set<number>()
  const gone = new Set<number>()
  const check = (): void => {
    for (const orderId of live) expect(state.orders.view.getFloat64(state.kernel.findOrder(orderId) + ORDER_ID, true)).toBe(orderId)
    for (const orderId of gone) expect(state.kernel.findOrder(orderId)).toBe(0)
    for (const stranger of [0, 1, 7, 2 ** 40, 2 ** 53 - 1]) expect(state.kernel.findOrder(stranger)).toBe(0)
    expect(state.orderIndex.count).toBe(live.size)
  }
  // More of them than the index first has room for.
  for (let count = 0; count < 3_000; count += 1) {
    live.add(place(100 + (count % 700)))
    if (count % 3 !== 0) continue
    const orderId = [...live][(count * 7) % live.size] ?? 0
    cancel(orderId)
    live.delete(orderId)
    gone.add(orderId)
  }
  check()
  for (const orderId of [...live].filter((_, position) => position % 4 !== 0)) {
    cancel(orderId)
    live.delete(orderId)
    gone.add(orderId)
  }
  check()
})

test('rows keep their content while others come and go, and freed rows come back, the last one first', () => {
  const { state, place, cancel } = seller()
  const ids = Array.from({ length: 100 }, (_, position) => place(100 + position))
  const rows = ids.map((orderId) => state.kernel.findOrder(orderId))
  expect(new Set(rows).size).toBe(100)
  const { used } = state.orders
  cancel(ids[5] ?? 0)
  cancel(ids[9] ?? 0)
  expect([place(1), place(2)].map((orderId) => state.kernel.findOrder(orderId))).toEqual([rows[9], rows[5]])
  expect([state.orders.used, state.orders.liveCount]).toEqual([used, 100])
  expect(state.kernel.findOrder(place(3))).toBe(used)
  expect(state.orders.used).toBe(used + ORDER_BYTES)
})

test('deadlines come out by time, class and id, whatever was set and cleared', () => {
  const entry = fc.record({
    at: fc.integer({ min: 0, max: 50 }),
    due: fc.integer({ min: 0, max: 3 }),
    id: fc.integer({ min: 1, max: 20 }),
    detail: fc.constant(0),
  })
  fc.assert(
    fc.property(fc.array(entry), fc.array(fc.nat(19)), (entries, cleared) => {
      let told = 0
      const deadlines = new Deadlines((next) => {
        told = next
      })
      const known = new Map<string, (typeof entries)[number]>()
      for (const one of entries) {
        deadlines.set(one)
        known.set(`${one.due}:${one.id}`, one)
      }
      for (const id of cleared) {
        deadlines.clear(1, id, 0)
        known.delete(`1:${id}`)
      }
      expect(told).toBe(deadlines.next())
      const taken = [...known].map(() => deadlines.take())
      const sorted = [...known.values()].sort((a, b) => a.at - b.at || a.due - b.due || a.id - b.id)
      expect(taken).toEqual(sorted)
      expect([deadlines.next(), told]).toEqual([Infinity, Infinity])
    }),
  )
})
