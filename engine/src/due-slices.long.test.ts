/** However much is due at one time, an entry does a slice of it: counted, because a count is the same on every machine. */
import { expect, test } from 'vitest'
import { S_ROLL_HAND, VOLUME_BYTES } from '../generated/layout.ts'
import { ending, traders } from '../scenarios/crowd.ts'
import type { Command } from './command.ts'
import { asInstrumentId, type UserId } from './ids/id.ts'
import { orderTerms } from './plain-terms.ts'
import { userOf } from './read.ts'
import { DUE_ORDER_UNITS, DUE_PART_SHIFT, DUE_SLICE } from './schema/due.ts'
import { nextDeadline } from './state.ts'

const USERS = 1_000_000
const ORDERS = 200_000

const buy = (userId: UserId, price: number): Command => ({
  kind: 'placeOrder',
  userId,
  instrumentId: asInstrumentId(1),
  terms: orderTerms({ price, quantity: 1 }),
  selfTrade: 'none',
  source: 'api',
  child: null,
})

test('no entry closes a day for more than a slice of a million users, a command for less, and ticks close it for all', () => {
  const exchange = traders(USERS)
  const { state, users } = exchange
  const [ann] = users as [UserId]
  exchange.now = state.nextDay
  let hand = VOLUME_BYTES
  let entries = 0
  const passed = (command: Command): number => {
    const before = hand
    exchange.run(command)
    entries += 1
    hand = state.memory.getUint32(S_ROLL_HAND, true) || state.volumes.used
    return (hand - before) / VOLUME_BYTES
  }
  while (nextDeadline(state) <= exchange.now) {
    if (entries % 3 === 0) expect(passed(buy(ann, 90))).toBeLessThanOrEqual(DUE_SLICE >> DUE_PART_SHIFT)
    else expect(passed({ kind: 'tick' })).toBeLessThanOrEqual(DUE_SLICE)
  }
  expect(entries).toBeLessThan(2 * (USERS / DUE_SLICE))
  expect([100_003, 100_001 + USERS - 1].map((userId) => userOf(state, userId as UserId)?.volume30d)).toEqual([2n, BigInt(USERS - 1)])
}, 900_000)

test('no entry ends more than a slice of 200,000 orders that end at one time, and nobody trades with one whose turn has not come', () => {
  const { exchange, endsAt } = ending(ORDERS)
  const { state } = exchange
  const buyer = exchange.join('buyer', { 2: 10n ** 15n })
  exchange.now = endsAt
  let ended = 0
  let entries = 0
  const endedBy = (command: Command): number => {
    const before = exchange.events.length
    exchange.run(command)
    entries += 1
    const events = exchange.events.slice(before)
    expect(events.filter(({ kind }) => kind === 'traded')).toEqual([])
    const count = events.filter((event) => event.kind === 'orderClosed' && event.order.closeReason === 'gtd').length
    ended += count
    return count
  }
  const part = (DUE_SLICE >> DUE_PART_SHIFT) / DUE_ORDER_UNITS
  while (nextDeadline(state) <= exchange.now) {
    // Now and then a buyer meets the two orders of the best price that are left.
    if (entries % 50 === 7) expect(endedBy(buy(buyer, 1000 + Math.floor(entries / 50)))).toBeLessThanOrEqual(part + 100)
    else expect(endedBy({ kind: 'tick' })).toBeLessThanOrEqual(DUE_SLICE / DUE_ORDER_UNITS)
  }
  expect(ended).toBe(ORDERS)
  expect(entries).toBeLessThan(1.1 * (ORDERS / (DUE_SLICE / DUE_ORDER_UNITS)))
}, 900_000)
