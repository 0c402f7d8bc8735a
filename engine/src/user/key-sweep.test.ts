import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import type { Command } from '../command.ts'
import type { Outcome } from '../event.ts'
import { stateHash } from '../hash.ts'
import { asInstrumentId, asOrderId, asOrderListId, type UserId } from '../ids/id.ts'
import { KEY_BYTES } from '../layout.ts'
import { PLAIN_TERMS } from '../plain-terms.ts'
import { State } from '../state.ts'

const DAY_MS = 86_400_000

function opened(state?: State): ExchangeDriver {
  const exchange = new ExchangeDriver(state)
  exchange.open()
  return exchange
}

function buy(userId: UserId, price = 100): Command {
  const terms = { ...PLAIN_TERMS, price, quantity: 1 }
  return { kind: 'placeOrder', userId, instrumentId: asInstrumentId(1), terms, selfTrade: 'none', source: 'api', child: null }
}

function cancel(userId: UserId, orderId: number): Command {
  return { kind: 'cancelOrder', userId, orderId: asOrderId(orderId), clientOrderId: '', orderListId: asOrderListId(0) }
}

/** Uses a key for an order that ends at once. */
function useKey(exchange: ExchangeDriver, userId: UserId, key: string): Outcome {
  const outcome = exchange.run(buy(userId), key)
  if (!outcome.replayed) exchange.run(cancel(userId, outcome.orders[0]?.orderId ?? 0))
  return outcome
}

test('SPOT-044 [part] a key that is used again after it was forgotten stands for its second use', () => {
  const exchange = opened()
  const userId = exchange.join('ann', { 2: 10n ** 17n })
  const first = useKey(exchange, userId, 'again')
  for (let count = 0; count < 999; count += 1) useKey(exchange, userId, `k${count}`)
  expect(useKey(exchange, userId, 'again')).toMatchObject({ replayed: true, orders: [first.orders[0]] })
  useKey(exchange, userId, 'k999')
  const second = exchange.run(buy(userId, 101), 'again')
  expect([second.reason, second.replayed]).toEqual(['none', false])
  expect(exchange.run(buy(userId, 101), 'again')).toMatchObject({ replayed: true, orders: [{ orderId: second.orders[0]?.orderId }] })
  expect(exchange.run(buy(userId), 'again').reason).toBe('clientIdConflict')
  exchange.run(cancel(userId, second.orders[0]?.orderId ?? 0))
  exchange.now += DAY_MS
  const third = exchange.run(buy(userId), 'again')
  expect([third.reason, third.replayed]).toEqual(['none', false])
  expect(exchange.faults()).toEqual([])
})

test('rows of forgotten keys are used again: a busy user among quiet ones, whose keys stay', () => {
  const exchange = opened()
  const quiet = Array.from({ length: 60 }, (_, at) => exchange.join(`quiet ${at}`, { 2: 10n ** 15n }))
  const busy = exchange.join('busy', { 2: 10n ** 15n })
  let known = 0
  let most = 0
  for (let count = 0; count < 12_000; count += 1) {
    useKey(exchange, busy, `b${count}`)
    if (count % 10 === 0 && known < 600) useKey(exchange, quiet[known++ % 60] ?? busy, `q${count}`)
    most = Math.max(most, exchange.state.keys.liveCount)
  }
  expect(known).toBe(600)
  // a third more for what gathers before a round, and an eighth for what comes during it
  expect(most).toBeLessThan((1600 * 4 * 9) / (3 * 8) + 10)
  for (let at = 0; at < 600; at += 1) expect(useKey(exchange, quiet[at % 60] ?? busy, `q${at * 10}`).replayed, `${at}`).toBe(true)
  expect(useKey(exchange, busy, 'b11000').replayed).toBe(true)
  expect(useKey(exchange, busy, 'b10999').replayed).toBe(false)
  expect(exchange.state.keys.used).toBeLessThan((most + 2) * KEY_BYTES)
})

test('after a day the rows of old keys are used again, two for each new key, but not those of live orders', () => {
  const exchange = opened()
  const patient = exchange.join('patient', { 2: 10n ** 17n })
  const users = Array.from({ length: 4 }, (_, at) => exchange.join(`user ${at}`, { 2: 10n ** 15n }))
  const live = exchange.run(buy(patient), 'live').orders[0]?.orderId ?? 0
  for (let count = 0; count < 400; count += 1) for (const userId of users) useKey(exchange, userId, `k${count}`)
  expect(exchange.state.keys.liveCount).toBe(1601)
  exchange.now += DAY_MS
  for (const userId of users) for (let count = 0; count < 400; count += 1) useKey(exchange, userId, `n${count}`)
  expect(exchange.state.keys.liveCount).toBe(1601)
  expect(exchange.state.keys.used).toBe(1602 * KEY_BYTES)
  exchange.now += DAY_MS
  for (const userId of users) for (let count = 0; count < 200; count += 1) useKey(exchange, userId, `m${count}`)
  expect(exchange.state.keys.liveCount).toBe(801)
  expect(exchange.run(buy(patient), 'live').orders[0]?.orderId).toBe(live)
  exchange.run(cancel(patient, live))
  expect(exchange.state.keys.liveCount).toBe(800)
})

test('REL-007 [part] a snapshot in the middle of a round of the sweeper, and at any other time, replays to one state', () => {
  const exchange = opened()
  const quiet = exchange.join('quiet', { 2: 10n ** 17n })
  const busy = exchange.join('busy', { 2: 10n ** 17n })
  const inRound: number[] = []
  for (let count = 0; count < 2_600; count += 1) {
    useKey(exchange, count % 4 === 0 && count < 2_400 ? quiet : busy, `k${count}`)
    if (exchange.state.keyRound !== 0) inRound.push(exchange.seq)
  }
  const live = stateHash(exchange.state)
  expect(inRound.length).toBeGreaterThan(20)
  for (const at of [inRound[0], inRound[10], inRound[inRound.length - 1], 1, 500, exchange.seq - 1])
    expect(stateHash(exchange.replayed(at ?? 0)), `at ${at}`).toBe(live)
})

test('when the table of keys is full, the oldest of all go one by one, and busy users lose their stale ones on the way', () => {
  const exchange = opened(new State(KEY_BYTES * 1_501))
  const quiet = exchange.join('quiet', { 2: 10n ** 17n })
  const busy = exchange.join('busy', { 2: 10n ** 17n })
  expect(exchange.state.keys.rowsMax).toBe(1_500)
  const held = exchange.run(buy(quiet), 'held').orders[0]?.orderId ?? 0
  for (let count = 0; count < 800; count += 1) useKey(exchange, quiet, `q${count}`)
  for (let count = 0; count < 699; count += 1) useKey(exchange, busy, `b${count}`)
  expect(exchange.state.keys.liveCount).toBe(1_500)
  expect(useKey(exchange, quiet, 'q0').replayed).toBe(true)
  useKey(exchange, busy, 'b699')
  expect(exchange.state.keys.liveCount).toBe(1_500)
  expect(useKey(exchange, quiet, 'q1').replayed).toBe(true)
  expect(exchange.run(buy(quiet), 'held').orders[0]?.orderId).toBe(held)
  expect(useKey(exchange, quiet, 'q0').replayed).toBe(false)
  expect(useKey(exchange, quiet, 'q1').replayed).toBe(false)
  for (let count = 700; count < 8_000; count += 1) useKey(exchange, busy, `b${count}`)
  expect(useKey(exchange, busy, 'b7000').replayed).toBe(true)
  expect(useKey(exchange, busy, 'b6999').replayed).toBe(false)
  expect(useKey(exchange, quiet, 'q799').replayed).toBe(true)
  expect(exchange.run(buy(quiet), 'held').orders[0]?.orderId).toBe(held)
})
