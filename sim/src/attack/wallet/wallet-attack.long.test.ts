/** Two hundred thousand commands of those who carry away what may be undone, and many seeds beside the reference. */
import { expect, test } from 'vitest'
import { equalSeeds } from '../../equal-seeds.ts'
import { ALL_AT_ONCE, runSteps } from '../../simulation.ts'
import { makeWalletAttack, watchWallet } from './wallet-steps.ts'

test.each([70_001, 70_002])(
  'WAL-010 [part] seed %i: nobody carries away what is undone, nor what a victim has',
  (seed) => {
    for (const isStill of [true, false]) {
      const { faults, counts } = watchWallet(seed, 50_000, isStill)
      expect(faults).toEqual([])
      expect(counts.undone).toBeGreaterThan(1_000)
    }
  },
  600_000,
)

equalSeeds(
  'R2 WAL-010 [part] seed %i: engine and reference agree after each command of those who carry away',
  { first: 71_001, last: 71_003, commands: 2_000, option: ' --wallet-attack' },
  (seed, commands) => runSteps(seed, makeWalletAttack(seed, commands, false), ALL_AT_ONCE),
)
