/** Two persons with two accounts each win nothing of conversion and savings: some thousand commands. More in `npm run proof`. */
import { expect, test } from 'vitest'
import { equalSeeds } from '../../equal-seeds.ts'
import { ALL_AT_ONCE, runSteps } from '../../simulation.ts'
import { makeConvertAttack } from './convert-steps.ts'
import { watchConvert } from './watch-convert.ts'

test.each([1, 2, 3])(
  'CONV-011 CONV-012 [part] seed %i: at an index that stands still two persons never have more than they brought',
  (seed) => {
    const { faults, counts } = watchConvert(seed, 6_000, true)
    expect(faults).toEqual([])
    expect(counts.conversions).toBeGreaterThan(1_000)
    expect(counts.hedges).toBeGreaterThan(20)
    expect(counts.interest).toBeGreaterThan(100)
  },
)

test.each([1, 2, 3])('CONV-011 [part] seed %i: whatever the index does, a quote brings no more than the last look lets', (seed) => {
  const { faults, counts } = watchConvert(seed, 6_000, false)
  expect(faults).toEqual([])
  expect(counts.outrun).toBeGreaterThan(50)
  expect(counts.closed).toBeGreaterThan(1)
})

equalSeeds(
  'R2 CONV-011 [part] seed %i: engine and reference agree after each command of two persons against the stock',
  { first: 1, last: 3, commands: 800, option: ' --convert-attack' },
  (seed, commands) => runSteps(seed, makeConvertAttack(seed, commands, false), ALL_AT_ONCE),
)
