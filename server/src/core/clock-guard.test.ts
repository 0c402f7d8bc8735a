/** A clock that somebody sets. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { OPERATOR_COMMANDS } from '../operator/commands.ts'
import { runOperatorCommand } from '../operator/run-command.ts'
import type { Refused } from '../sequencer/exchange.ts'
import { openExchange } from '../sequencer/open-exchange.ts'
import { ClockGuard } from './clock-guard.ts'

const START = Date.UTC(2026, 10, 25, 9)
const HOUR = 3_600_000

function watched(holds: boolean) {
  const machine = { wall: START, passed: 5000.5 }
  const lines: string[] = []
  const write = (level: string) => (text: string) => void lines.push(`${level}: ${text}`)
  const log = { warn: write('warn'), error: write('error') }
  const clock = new ClockGuard({ holds, log, wall: () => machine.wall, monotonic: () => machine.passed })
  const pass = (ms: number): void => {
    machine.wall += ms
    machine.passed += ms
  }
  return { machine, lines, clock, pass }
}

it('follows small steps of the machine, and time that only passes never steps', () => {
  const { machine, lines, clock, pass } = watched(true)
  pass(1000)
  machine.wall += 59_000
  expect(clock.now()).toBe(START + 60_000)
  machine.wall -= 59_000
  expect([clock.now(), clock.steady(), clock.isHeld, lines]).toEqual([START + 1000, START + 1000, false, []])
})

it('in production a jump is told and not followed before an operator accepts it', async () => {
  const { machine, lines, clock, pass } = watched(true)
  const operate = (command: string, why = '') =>
    runOperatorCommand(
      [{ tenantId: 'agio', config: {} } as never],
      { tenantId: 'agio', command, given: {}, actor: 'ann', why },
      'production',
      clock,
    )
  expect((await operate('clock show')).text).toContain('orders are taken')
  machine.wall += 2 * HOUR
  pass(1000)
  expect([clock.now(), clock.isHeld, clock.jumpMs]).toEqual([START + 1000, true, 2 * HOUR])
  pass(HOUR)
  expect([clock.now(), clock.steady()]).toEqual([START + HOUR + 1000, START + HOUR + 1000])
  expect(lines).toEqual(['error: the clock jumped'])
  expect((await operate('clock show')).text).toContain('7200 s ahead of that; orders are held')
  expect((await operate('clock accept')).ok).toBe(false)
  expect(await operate('clock accept', 'the time service was wrong before')).toMatchObject({ ok: true })
  expect([clock.now(), clock.steady(), clock.isHeld]).toEqual([START + 3 * HOUR + 1000, START + HOUR + 1000, false])
  expect(await operate('clock accept', 'again')).toEqual({ ok: false, text: 'nothing is held' })
  expect(lines.at(-1)).toBe('warn: the clock is accepted')
  expect(OPERATOR_COMMANDS.find(({ name }) => name === 'clock accept')?.needsReason).toBe(true)
})

it('elsewhere a jump is followed, with a line in the log', () => {
  const { machine, lines, clock } = watched(false)
  machine.wall += 2 * HOUR
  expect([clock.now(), clock.steady(), clock.isHeld, lines]).toEqual([START + 2 * HOUR, START, false, ['error: the clock jumped']])
})

it('a clock that was set back while nobody ran is found at the start', () => {
  const { lines, clock } = watched(true)
  clock.compare(START + 30_000)
  expect(clock.isHeld).toBe(false)
  clock.compare(START + HOUR)
  expect([clock.now(), clock.isHeld, clock.jumpMs, lines]).toEqual([START + HOUR, true, -HOUR, ['error: the clock is behind the journal']])
})

it('REL-013 [part] while nobody knows what time it is orders are refused by name, and cancels and the rest are taken', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'agio-clock-'))
  const { machine, clock } = watched(true)
  const exchange = await openExchange({ tenantId: 'agio', dir, clock })
  const [userId, instrumentId] = [asUserId(100_001), asInstrumentId(1)]
  const place = { kind: 'placeOrder', userId, instrumentId } as Parameters<typeof exchange.submit>[0]
  machine.wall += 2 * HOUR
  expect(clock.now()).toBe(START)
  await expect(exchange.submit(place)).rejects.toMatchObject({ refusal: 'clock' } satisfies Partial<Refused>)
  await exchange.submit({ kind: 'cancelAllOrders', userId, instrumentId: asInstrumentId(0) })
  await exchange.submit({ kind: 'tick' })
  expect(exchange.now() - START).toBeLessThan(HOUR)
  await exchange.stop()
  rmSync(dir, { recursive: true, force: true })
})
