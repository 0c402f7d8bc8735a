import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import { InvariantViolation } from './assert.ts'
import { apply } from './engine.ts'
import { encodeEntry } from './entry.ts'
import { lastOutcome } from './event-buffer.ts'

/** Commands in a second of processor time that even a busy machine must reach; what the engine really does is measured by the benchmark. */
const FLOOR = 200_000

test('REL-010 [part] the engine with holds, fees and ledger takes at least 200,000 commands in a second of processor time', () => {
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
