import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import { InvariantViolation } from './assert.ts'
import { apply, applyAll } from './engine.ts'
import { encodeEntry } from './entry.ts'
import { lastOutcome, readOutcomes } from './event-buffer.ts'
import { asOrderId, asOrderListId, asUserId } from './ids/id.ts'

/** Commands in a second of processor time that even a busy machine must reach; what the engine really does is measured by the benchmark. */
const FLOOR = 200_000

// About time: a machine that is busy elsewhere may be late once.
test('REL-010 [part] the engine with holds, fees and ledger takes at least 200,000 commands in a second of processor time', {
  retry: 1,
}, () => {
  const script = fileURLToPath(new URL('../scenarios/speed.ts', import.meta.url))
  const { perSecond, trades, isBalanced } = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' }))
  expect(isBalanced).toBe(true)
  expect(trades).toBeGreaterThan(10_000)
  expect(perSecond).toBeGreaterThan(FLOOR)
})

test('a sequence that does not rise is the journal contradicting itself, and time never goes back', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  const bytes = new Uint8Array(256)
  const { out } = exchange.state
  encodeEntry(bytes, 0, exchange.seq, exchange.now, '', { kind: 'tick' })
  expect(() => apply(exchange.state, bytes)).toThrow(InvariantViolation)
  encodeEntry(bytes, 0, exchange.seq + 5, exchange.now - 1000, '', { kind: 'tick' })
  out.reset()
  apply(exchange.state, bytes)
  expect(lastOutcome(out)).toMatchObject({ seq: exchange.seq + 5, at: exchange.now, reason: 'none' })
})

test('sequences end below 2^53: they are exact numbers', () => {
  const exchange = new ExchangeDriver()
  const bytes = new Uint8Array(256)
  const entryOf = (seq: number) => encodeEntry(bytes, 0, seq, exchange.now, '', { kind: 'tick' })
  entryOf(2 ** 53 - 1)
  apply(exchange.state, bytes)
  expect(lastOutcome(exchange.state.out).seq).toBe(2 ** 53 - 1)
  entryOf(2 ** 53)
  expect(() => apply(exchange.state, bytes)).toThrow(InvariantViolation)
})

test('SPOT-038 [part] ids that no order can have are refused by name in the middle of a group as well', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  const bytes = new Uint8Array(4096)
  const ids = [Number.NaN, -8, 0.5, 1e300, Infinity, 2 ** 53, 2 ** 60, 8]
  const users = [exchange.join('ann', {}), asUserId(0), asUserId(7), asUserId(2 ** 31 - 1)]
  let length = 0
  let seq = exchange.seq + 1
  for (const userId of users)
    for (const id of ids) {
      const target = { orderId: asOrderId(id), clientOrderId: '', orderListId: asOrderListId(0) }
      length += encodeEntry(bytes, length, seq, exchange.now, '', { kind: 'cancelOrder', userId, ...target })
      seq += 1
    }
  const { out } = exchange.state
  out.reset()
  applyAll(exchange.state, bytes, 0, length)
  const reasons = [...readOutcomes(out.bytes())].map(({ reason }) => reason)
  expect(reasons).toEqual(users.flatMap((_, position) => ids.map(() => (position === 0 ? 'orderNotFound' : 'userNotFound'))))
})
