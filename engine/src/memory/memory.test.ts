import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DUE_AT, DUE_DETAIL, DUE_ID, DUE_WORK, LIST_AT, ORDER_BYTES, ORDER_ID, Q_DUES } from '../../generated/layout.ts'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { createState } from '../create-state.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId } from '../ids/id.ts'
import { PLAIN_TERMS } from '../plain-terms.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'
import { nextDeadline, type State } from '../state.ts'

/** An exchange with one seller, who places and cancels orders far from each other. */
function seller() {
  const exchange = new ExchangeDriver()
  exchange.open()
  const userId = exchange.join('ann', { [asAssetId(1)]: 10n ** 15n })
  const place = (price: number): number => {
    const terms = { ...PLAIN_TERMS, side: 'sell' as const, price, quantity: 1 }
    const instrumentId = asInstrumentId(1)
    const command = { kind: 'placeOrder', userId, instrumentId, terms, selfTrade: 'none', source: 'api', child: null } as const
    return exchange.places(command)
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

interface Work {
  readonly at: number
  readonly due: number
  readonly id: number
  readonly detail: number
}

/** The row in front of the queue of what is due. */
function firstOf({ dues, memory }: State): Work {
  const row = memory.getUint32(memory.getUint32(Q_DUES + LIST_AT, true), true)
  const { view } = dues
  return {
    at: view.getFloat64(row + DUE_AT, true),
    due: view.getUint8(row + DUE_WORK),
    id: view.getFloat64(row + DUE_ID, true),
    detail: view.getInt32(row + DUE_DETAIL, true),
  }
}

test('what is due comes out by time, class, id and detail, whatever was scheduled, moved and cleared, and in a state that was restored', () => {
  const entry = fc.record({
    at: fc.integer({ min: 1, max: 50 }),
    due: fc.integer({ min: 1, max: 3 }),
    id: fc.integer({ min: 1, max: 20 }),
    detail: fc.integer({ min: 0, max: 1 }),
  })
  const live = createState()
  const inOrder = (state: State, count: number): Work[] =>
    Array.from({ length: count }, () => {
      const first = firstOf(state)
      expect(nextDeadline(state)).toBe(first.at)
      state.kernel.clearDue(first.due, first.id, first.detail)
      return first
    })
  const check = (entries: readonly Work[], cleared: readonly number[], isRestored: boolean): void => {
    const known = new Map<string, Work>()
    for (const { at, due, id, detail } of entries) {
      live.kernel.setDue(at, due, id, detail)
      known.set(`${due}:${id}:${detail}`, { at, due, id, detail })
    }
    for (const id of cleared) {
      live.kernel.clearDue(1, id, 0)
      known.delete(`1:${id}:0`)
    }
    const sorted = [...known.values()].sort((a, b) => a.at - b.at || a.due - b.due || a.id - b.id || a.detail - b.detail)
    if (isRestored) expect(inOrder(decodeSnapshot(encodeSnapshot(live)), sorted.length)).toEqual(sorted)
    expect(inOrder(live, sorted.length)).toEqual(sorted)
    expect([nextDeadline(live), live.dues.liveCount]).toEqual([Infinity, 0])
  }
  fc.assert(fc.property(fc.array(entry), fc.array(fc.nat(19)), (entries, cleared) => check(entries, cleared, false)))
  fc.assert(
    fc.property(fc.array(entry, { minLength: 20 }), (entries) => check(entries, [3], true)),
    { numRuns: 3 },
  )
})
