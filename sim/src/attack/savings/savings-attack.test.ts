/** Two persons with two accounts each win nothing of savings beside two honest customers: some thousand commands. More in `npm run proof`. */
import { expect, test } from 'vitest'
import { equalSeeds } from '../../equal-seeds.ts'
import { ALL_AT_ONCE, runSteps } from '../../simulation.ts'
import { makeSavingsAttack } from './savings-steps.ts'
import { watchSavings } from './savings-watch.ts'

test.each([1, 2, 3])(
  'EARN-008 EARN-014 EARN-017 [part] seed %i: no quota is held for nothing, no pool used up with money of the day, no bracket had twice',
  (seed) => {
    const { faults, counts } = watchSavings(seed, 6_000)
    expect(faults).toEqual([])
    expect(counts.endedEarly).toBeGreaterThan(100)
    expect(counts.overQuota).toBeGreaterThan(100)
    expect(counts.dry).toBeGreaterThan(50)
    expect(counts.interest).toBeGreaterThan(1_000)
  },
)

equalSeeds(
  'R2 EARN-008 [part] seed %i: engine and reference agree after each command of two persons against savings',
  { first: 1, last: 3, commands: 800, option: ' --savings-attack' },
  (seed, commands) => runSteps(seed, makeSavingsAttack(seed, commands), ALL_AT_ONCE),
)
