/** Orders whose end is due while the queue is behind: to everybody it is as if they had ended in time. */
import { expect, test } from 'vitest'
import { S_DUE_SLICE } from '../generated/layout.ts'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import type { OrderTerms } from './command.ts'
import type { Outcome } from './event.ts'
import { asInstrumentId, asOrderId, asOrderListId, type UserId } from './ids/id.ts'
import { orderTerms } from './plain-terms.ts'
import { nextDeadline } from './state.ts'

const PAIR = asInstrumentId(1)
const LIFE_MS = 100_000

interface Market {
  readonly exchange: ExchangeDriver
  readonly ann: UserId
  readonly bob: UserId
  readonly place: (userId: UserId, over: Partial<OrderTerms>) => Outcome
  /** Last known status and why it ended. */
  readonly fateOf: (outcome: Outcome) => string
}

/** Ann's sells at 100 and 101 end together; no command does anything of what is due. */
function behind(over: Partial<OrderTerms> = {}): Market & { readonly first: Outcome; readonly second: Outcome } {
  const exchange = new ExchangeDriver()
  exchange.open()
  const money = { 1: 10n ** 12n, 2: 10n ** 15n }
  const [ann, bob] = [exchange.join('ann', money), exchange.join('bob', money)]
  const place: Market['place'] = (userId, terms) =>
    exchange.run({
      kind: 'placeOrder',
      userId,
      instrumentId: PAIR,
      terms: orderTerms({ quantity: 5, price: 100, ...terms }),
      selfTrade: 'none',
      source: 'api',
      child: null,
    })
  const dated = { side: 'sell', timeInForce: 'gtd', expireAt: exchange.now + LIFE_MS, ...over } as const
  const [first, second] = [place(ann, dated), place(ann, { ...dated, price: 101 })]
  exchange.state.memory.setUint32(S_DUE_SLICE, 3, true)
  exchange.now += LIFE_MS
  const fateOf = ({ orders: [order] }: Outcome): string => {
    const known = exchange.orders.get(order?.orderId ?? 0)
    return `${known?.status} ${known?.closeReason}`
  }
  return { exchange, ann, bob, place, fateOf, first, second }
}

test('a taker passes through orders that are late, which end as if in time, and rests', () => {
  const { exchange, bob, place, fateOf, first, second } = behind()
  const taken = place(bob, {})
  expect([fateOf(taken), fateOf(first), fateOf(second)]).toEqual(['new none', 'expired gtd', 'new none'])
  expect(exchange.bookFaults()).toEqual([])
  expect(nextDeadline(exchange.state)).toBeLessThanOrEqual(exchange.now)
  exchange.run({ kind: 'tick' })
  expect([fateOf(second), nextDeadline(exchange.state)]).toEqual(['expired gtd', Infinity])
})

test('fill-or-kill and post-only orders do not see what is late', () => {
  const { bob, place, fateOf, first } = behind()
  expect(fateOf(place(bob, { timeInForce: 'fok' }))).toBe('expired fok')
  expect(fateOf(first)).toBe('new none')
  expect(fateOf(place(bob, { timeInForce: 'postOnly' }))).toBe('new none')
  expect(fateOf(first)).toBe('expired gtd')
})

test('whoever names his late order is told that it has ended, and its hold is free for the command', () => {
  const { exchange, ann, place, fateOf, first, second } = behind({ quantity: 500_000_000 })
  const [order] = first.orders
  const orderId = asOrderId(order?.orderId ?? 0)
  expect(exchange.run({ kind: 'cancelOrder', userId: ann, orderId, clientOrderId: '', orderListId: asOrderListId(0) }).reason).toBe(
    'orderClosed',
  )
  expect([fateOf(first), fateOf(second)]).toEqual(['expired gtd', 'expired gtd'])
  expect(place(ann, { side: 'sell', price: 200, quantity: 900_000_000 }).reason).toBe('none')
})

test('SPOT-043 [part] a timer that fired keeps orders from trading before its turn, and spares what its owner places afterwards', () => {
  const { exchange, ann, bob, place, fateOf } = behind()
  exchange.run({ kind: 'tick' })
  exchange.run({ kind: 'tick' })
  const kept = Array.from({ length: 3 }, (_, more) => place(ann, { side: 'sell', price: 100 + more }))
  exchange.must({ kind: 'setCancelAllTimer', userId: ann, instrumentId: PAIR, timeoutMs: 5_000 })
  exchange.now += 5_000
  expect(fateOf(place(bob, {}))).toBe('new none')
  expect(kept.map(fateOf)).toEqual(['canceled cancelAllTimer', 'new none', 'new none'])
  const fresh = place(ann, { side: 'sell', price: 150 })
  expect(kept.map(fateOf)).toEqual(Array.from({ length: 3 }, () => 'canceled cancelAllTimer'))
  for (let ticks = 0; ticks < 5; ticks += 1) exchange.run({ kind: 'tick' })
  expect([fateOf(fresh), nextDeadline(exchange.state)]).toEqual(['new none', Infinity])
})
