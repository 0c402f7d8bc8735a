import { expect, test } from 'vitest'
import { ExchangeDriver, SPOT_FIXTURE } from '../../scenarios/exchange-driver.ts'
import { runRandomMarket } from '../../scenarios/random-commands.ts'
import { createState } from '../create-state.ts'
import { apply } from '../engine.ts'
import { entryLength } from '../entry.ts'
import type { Event } from '../event.ts'
import { hasDocuments, lastOutcome, readEvents, readOutcomes, readTotals } from '../event-buffer.ts'
import { asInstrumentId } from '../ids/id.ts'
import { balancesOf, depthOf, openOrdersOf, tradeCount } from '../read.ts'
import { EVENT_KINDS, EVENTS } from '../schema/events.ts'

const exchange = new ExchangeDriver()
runRandomMarket(exchange, { ...SPOT_FIXTURE, breakerMoveE8: 330_000, breakerHaltMs: 10_000 }, 41, 500)
const { events, state, users } = exchange

test('WAL-037 [part] the balance events of a user add up to the balance, and each says what it left', () => {
  const left = new Map<string, { available: bigint; held: bigint }>()
  for (const event of events) {
    if (event.kind !== 'balanceChanged') continue
    const name = `${event.userId} ${event.assetId}`
    const before = left.get(name) ?? { available: 0n, held: 0n }
    const after = { available: before.available + event.availableDelta, held: before.held + event.heldDelta }
    expect({ available: event.available, held: event.held }).toEqual(after)
    left.set(name, after)
  }
  for (const userId of users)
    for (const { assetId, available, held } of balancesOf(state, userId))
      expect(left.get(`${userId} ${assetId}`)).toEqual({ available, held })
})

test('API-018 [part] the level events fold to the book', () => {
  const levels = { buy: new Map<number, number>(), sell: new Map<number, number>() }
  for (const event of events) {
    if (event.kind !== 'levelChanged') continue
    if (event.quantity === 0) levels[event.side].delete(event.price)
    else levels[event.side].set(event.price, event.quantity)
  }
  for (const side of ['buy', 'sell'] as const) {
    const folded = [...levels[side]].map(([price, quantity]) => ({ price, quantity }))
    folded.sort((first, second) => (side === 'buy' ? second.price - first.price : first.price - second.price))
    expect(depthOf(state, asInstrumentId(1), side, 1000)).toEqual(folded)
  }
})

test('SPOT-004 [part] the trades of an order sum up to it: quantity, value and fee', () => {
  const sums = new Map<number, { quantity: number; value: bigint; fee: bigint }>()
  let trades = 0
  for (const event of events) {
    if (event.kind !== 'traded') continue
    trades += 1
    expect(event.tradeId).toBe(trades)
    for (const [orderId, fee, feeAssetId] of [
      [event.makerOrderId, event.makerFee, event.makerFeeAssetId],
      [event.takerOrderId, event.takerFee, event.takerFeeAssetId],
    ] as const) {
      const sum = sums.get(orderId) ?? { quantity: 0, value: 0n, fee: 0n }
      sum.quantity += event.quantity
      sum.value += event.notional
      if (exchange.orders.get(orderId)?.feeAssetId === feeAssetId) sum.fee += fee
      sums.set(orderId, sum)
    }
  }
  expect([trades, trades > 50]).toEqual([tradeCount(state), true])
  for (const order of exchange.orders.values()) {
    const sum = sums.get(order.orderId) ?? { quantity: 0, value: 0n, fee: 0n }
    expect({ quantity: order.executedQuantity, value: order.executedQuote, fee: order.fee }).toEqual(sum)
  }
})

test('the last event of every live order is the order as it is read', () => {
  for (const userId of users) for (const order of openOrdersOf(state, userId)) expect(exchange.orders.get(order.orderId)).toEqual(order)
})

test('a buffer of several entries reads as they did one by one, and a filter leaves out the other kinds', () => {
  const replayed = createState()
  const { out } = replayed
  const outcomes = []
  let count = 0
  for (let at = 0; at < exchange.length; at += entryLength(exchange.bytes, at)) {
    apply(replayed, exchange.bytes, at)
    outcomes.push(lastOutcome(out))
    count += 1
  }
  const all = [...readEvents(out.bytes())]
  expect(all.map(({ event }) => event)).toEqual(events)
  expect(all.every(({ seq }, position) => seq >= (all[position - 1]?.seq ?? 0))).toBe(true)
  expect([...readOutcomes(out.bytes())]).toEqual(outcomes)
  expect(outcomes.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, position) => position + 1))
  for (const kind of EVENT_KINDS)
    expect([...readEvents(out.bytes(), new Set([kind]))], kind).toEqual(all.filter(({ event }) => event.kind === kind))

  const totals = [...readTotals(out.bytes(), new Set(EVENT_KINDS))]
  const keepsTotal = (event: Event): boolean => event.kind === 'balanceChanged' && event.availableDelta + event.heldDelta === 0n
  expect(totals).toEqual(all.filter(({ event }) => !keepsTotal(event)))
  expect(totals.length).toBeLessThan(all.length)
})

test('an entry says whether it has anything but orders, trades, balances, levels and statuses', () => {
  const replayed = createState()
  const seen = new Set<boolean>()
  for (let at = 0; at < exchange.length; at += entryLength(exchange.bytes, at)) {
    replayed.out.reset()
    apply(replayed, exchange.bytes, at)
    const bytes = replayed.out.bytes()
    const has = [...readEvents(bytes)].some(({ event }) => EVENTS[event.kind].form === 'document')
    expect(hasDocuments(bytes)).toBe(has)
    seen.add(has)
  }
  expect(seen.size).toBe(2)
})
