/** Eighty thousand commands of two persons on a pair whose index stands still, and some seeds beside the reference. */
import { expect, test } from 'vitest'
import { equalSeeds } from '../../equal-seeds.ts'
import { runSteps } from '../../simulation.ts'
import { makeSpotAttack } from './spot-steps.ts'
import { watchSpot } from './watch-spot.ts'

test.each([70_001, 70_002])(
  'SPOT-029 SPOT-047 [part] seed %i: no stop, halt or list of a stranger is moved for less than the rules say',
  (seed) => {
    const watch = watchSpot(seed, 40_000)
    expect(watch.faults).toEqual([])
    expect(watch.fired).toBeGreaterThan(100)
  },
  600_000,
)

equalSeeds(
  'R2 SPOT-029 [part] seed %i: engine and reference agree after each command of two persons against strangers',
  { first: 71_001, last: 71_004, commands: 2_000, option: ' --spot-attack' },
  (seed, commands) => runSteps(seed, makeSpotAttack(seed, commands)),
)
