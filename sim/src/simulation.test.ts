/** The engine against the naive reference: the same random commands, compared after each of them. */
import type { Ignored } from '@agio/engine/schema/handlers.ts'
import { MEETINGS_MOST } from '@agio/engine/schema/work.ts'
import { describe, expect, test } from 'vitest'
import { equalSeeds } from './equal-seeds.ts'
import { runSteps, simulate } from './simulation.ts'
import { FEATURES, MADE_BY, makeWorkload } from './workload.ts'

/** Of each seed. The rest of forty seeds in `npm run proof`. */
const COMMANDS = 2_500

describe('random commands equal the reference', () => {
  equalSeeds(
    'SPOT-022 SPOT-023 SPOT-045 R2 seed %i: outcomes, trades, end states, balances and books are equal',
    { first: 1, last: 12, commands: COMMANDS },
    simulate,
  )
})

/** Seeds that once differed, with the number of commands that showed it. */
const REGRESSIONS = [
  [82, 600],
  [101, 450],
  [143, 1_600],
  [200, 700],
  [217, 1_700],
  [108, 1_970],
  [164, 460],
  [168, 1_665],
  [323, 130],
  [12, 3_400],
  [203, 4_100],
] as const

test.each(REGRESSIONS)('R2 seed %i stays equal over %i commands', (seed, commands) => {
  expect(simulate(seed, commands).differences).toEqual([])
})

test('REL-007 [part] all features at once: after 20,000 commands every asset sums up to zero and no balance is negative', () => {
  const verdict = runSteps(9_001, makeWorkload(9_001, 20_000, new Set(FEATURES)), { slice: 1_024, meetings: MEETINGS_MOST })
  expect(verdict.differences).toEqual([])
  expect(verdict.trades).toBeGreaterThan(1_000)
})

test('REL-003 REL-006 [part] live, replay and snapshot with tail have one state hash, and a seed always the same one', () => {
  const first = simulate(77, 1_500)
  const again = simulate(77, 1_500)
  expect(first.differences).toEqual([])
  expect(again).toEqual(first)
})

test('the workload makes every command that it says it makes', () => {
  const made = new Set([5, 9_001].flatMap((seed) => makeWorkload(seed, 4_000, new Set(FEATURES)).map(({ command }) => command.kind)))
  const promised = Object.entries<string | Ignored>(MADE_BY).flatMap(([kind, by]) => (typeof by === 'string' ? [kind] : []))
  expect([...made].sort()).toEqual(promised.sort())
})
