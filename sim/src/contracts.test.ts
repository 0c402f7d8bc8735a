/** Perpetual contracts: the engine against the naive reference, with prices that crash, gap, stand still and fail. */
import { PERP_COMMANDS } from '@agio/engine/schema/commands/perp.ts'
import { kindsIn } from '@agio/engine/schema/handlers.ts'
import { expect, test } from 'vitest'
import { metNothing, runAlone } from './contracts-alone.ts'
import { equalSeeds } from './equal-seeds.ts'
import { ALL_AT_ONCE, runSteps, simulatePerp } from './simulation.ts'
import { makePerpWorkload } from './workload-perp.ts'
import { makeTightWorkload } from './workload-tight.ts'

/** Of each seed. Thirty seeds of more in `npm run proof`. */
const COMMANDS = 800

equalSeeds(
  'R2 PERP-009 PERP-040 [part] seed %i: positions, accounts, marks, settings and every balance are equal, whatever the price does',
  { first: 1, last: 4, commands: COMMANDS, option: ' --perp' },
  simulatePerp,
)

test('the workload with contracts makes every command of theirs', () => {
  const made = new Set([1, 6].flatMap((seed) => makePerpWorkload(seed, 3_000).map(({ command }) => command.kind)))
  expect(kindsIn(PERP_COMMANDS).filter((kind) => !made.has(kind))).toEqual([])
})

test('REL-003 [part] a seed with contracts always comes to one state', () => {
  const steps = makePerpWorkload(3, 400)
  const [first, again] = [1, 2].map(() => runSteps(3, steps, ALL_AT_ONCE))
  expect(first).toEqual(again)
  expect(first?.differences).toEqual([])
})

test('PERP-040 [part] seed 169: who is short of margin for a contract without an index alone keeps his balance until it has one', () => {
  const met = metNothing()
  expect(runAlone(169, 1_700, met, makeTightWorkload)).toEqual([])
  expect(met.takenOver).toBeGreaterThan(5)
})
