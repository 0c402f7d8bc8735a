/** Two persons with two accounts each get nothing on a pair whose index stands still: some thousand commands. More in `npm run proof`. */
import { expect, test } from 'vitest'
import { equalSeeds } from '../../equal-seeds.ts'
import { runSteps } from '../../simulation.ts'
import { makeSpotAttack } from './spot-steps.ts'
import { watchSpot } from './watch-spot.ts'

test.each([1, 2, 3])(
  'SPOT-029 SPOT-047 [part] seed %i: no stop, halt or list of a stranger is moved for less than the rules say',
  (seed) => {
    const watch = watchSpot(seed, 8_000)
    expect(watch.faults).toEqual([])
    expect(watch.fills).toBeGreaterThan(500)
    expect(watch.fired).toBeGreaterThan(20)
  },
)

equalSeeds(
  'R2 SPOT-029 [part] seed %i: engine and reference agree after each command of two persons against strangers',
  { first: 1, last: 3, commands: 800, option: ' --spot-attack' },
  (seed, commands) => runSteps(seed, makeSpotAttack(seed, commands)),
)
