import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import type { Command } from '../command.ts'
import { CALLER_MAX } from '../entry.ts'
import { asInstrumentId, asOrderId, asOrderListId, type UserId } from '../ids/id.ts'
import { PLAIN_TERMS } from '../plain-terms.ts'
import { highestCallerOf, openOrdersOf, orderByClientId } from '../read.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'

const DAY_MS = 86_400_000

function opened(): { readonly exchange: ExchangeDriver; readonly userId: UserId } {
  const exchange = new ExchangeDriver()
  exchange.open()
  return { exchange, userId: exchange.join('ann', { 2: 10n ** 17n }) }
}

function buy(userId: UserId, price: number): Command {
  const terms = { ...PLAIN_TERMS, price, quantity: 1 }
  return { kind: 'placeOrder', userId, instrumentId: asInstrumentId(1), terms, selfTrade: 'none', source: 'api', child: null }
}

function cancel(userId: UserId, orderId: number): Command {
  return { kind: 'cancelOrder', userId, orderId: asOrderId(orderId), clientOrderId: '', orderListId: asOrderListId(0) }
}

test('SPOT-044 a key is remembered for 24 hours, and longer while its order lives', () => {
  const { exchange, userId } = opened()
  const short = exchange.run(buy(userId, 100), 'short').orders[0]?.orderId ?? 0
  exchange.run(buy(userId, 100), 'long')
  exchange.run(cancel(userId, short))
  exchange.now += DAY_MS - 1
  expect(exchange.run(buy(userId, 100), 'short')).toMatchObject({ replayed: true, orders: [{ orderId: short }] })
  exchange.now += 1
  expect(exchange.run(buy(userId, 100), 'short').replayed).toBe(false)
  expect(exchange.run(buy(userId, 100), 'long').replayed).toBe(true)
  expect(exchange.run(buy(userId, 101), 'long').reason).toBe('clientIdConflict')
  expect(orderByClientId(exchange.state, userId, 0, 'long')?.clientOrderId).toBe('long')
})

test('SPOT-044 REL-008 a key is its caller’s own, also behind a snapshot; its order tells whose it is', () => {
  const { exchange, userId } = opened()
  const by = (caller: number, price: number) => exchange.run({ ...buy(userId, price), caller } as Command, 'same').orders[0]?.orderId
  const ids = [by(0, 100), by(7, 101), by(9, 102)]
  expect(new Set(ids).size).toBe(3)
  expect(by(7, 101)).toBe(ids[1])
  const restored = decodeSnapshot(encodeSnapshot(exchange.state))
  for (const state of [exchange.state, restored]) {
    const found = [0, 7, 9, 8].map((caller) => orderByClientId(state, userId, caller, 'same'))
    expect(found.map((order) => order?.orderId)).toEqual([...ids, undefined])
    expect(found.map((order) => order?.caller)).toEqual([0, 7, 9, undefined])
    expect(highestCallerOf(state, userId)).toBe(9)
  }
  expect(exchange.events.flatMap((event) => (event.kind === 'orderPlaced' ? [event.order.caller] : []))).toEqual([0, 7, 9])
  const amended = exchange.run({
    ...{ kind: 'amendOrder', userId, orderId: asOrderId(0), clientOrderId: 'same', caller: 7 },
    ...{ price: 90, quantity: 0, triggerPrice: 0 },
  })
  expect(amended.orders[0]?.replacedOrderId).toBe(ids[1])
  expect(orderByClientId(exchange.state, userId, 7, 'same')).toMatchObject({ price: 90, caller: 7 })
  expect(exchange.faults()).toEqual([])
})

test('REL-008 [part] one text of all callers that a user can have is as many keys, though some of them share a bucket', () => {
  const { exchange, userId } = opened()
  const met: number[] = []
  for (let caller = 1; caller <= CALLER_MAX; caller += 1)
    if (exchange.run({ ...buy(userId, 100), caller } as Command, 'same').replayed) met.push(caller)
  expect(met).toEqual([])
})

test('SPOT-044 of each user the last thousand keys are remembered, and more while their orders live', () => {
  const { exchange, userId } = opened()
  const other = exchange.join('bob', { 2: 10n ** 17n })
  exchange.run(buy(other, 100), 'k0')
  exchange.run(buy(userId, 100), 'live')
  for (let count = 0; count < 1000; count += 1) {
    const placed = exchange.run(buy(userId, 100), `k${count}`)
    exchange.run(cancel(userId, placed.orders[0]?.orderId ?? 0))
  }
  expect(exchange.run(buy(userId, 100), 'k0').replayed).toBe(true)
  exchange.run(buy(userId, 100), 'one more')
  expect(exchange.run(buy(userId, 100), 'k0').replayed).toBe(false)
  expect(exchange.run(buy(userId, 100), 'live').replayed).toBe(true)
  expect(exchange.run(buy(other, 100), 'k0').replayed).toBe(true)
})

test('REL-008 [part] any repeats of any keys have one effect each, also across a snapshot', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 3 })), { maxLength: 60 }), (uses) => {
      const { exchange, userId } = opened()
      const first = new Map<number, { price: number; orderId: number }>()
      for (const [key, price] of uses) {
        const outcome = exchange.run(buy(userId, price), `key ${key}`)
        const known = first.get(key)
        if (known === undefined) first.set(key, { price, orderId: outcome.orders[0]?.orderId ?? 0 })
        else if (known.price !== price) expect(outcome.reason).toBe('clientIdConflict')
        else expect([outcome.replayed, outcome.orders[0]?.orderId]).toEqual([true, known.orderId])
      }
      const restored = decodeSnapshot(encodeSnapshot(exchange.state))
      const open = (state: typeof restored): number[] => openOrdersOf(state, userId).map((order) => order.orderId)
      expect(open(exchange.state)).toEqual([...first.values()].map(({ orderId }) => orderId))
      expect(open(restored)).toEqual(open(exchange.state))
    }),
    { numRuns: 12 },
  )
})
