/** Two persons with two accounts each, and a thief, carry nothing away that may be undone: some thousand commands. More in `npm run proof`. */
import { expect, test } from 'vitest'
import { equalSeeds } from '../../equal-seeds.ts'
import { ALL_AT_ONCE, runSteps } from '../../simulation.ts'
import { makeWalletAttack, watchWallet } from './wallet-steps.ts'

test.each([2, 4, 3, 7])(
  'WAL-010 [part] seed %i: at an index that stands still nobody carries away what is undone, nor what a victim has whose withdrawals rest',
  (seed) => {
    const { faults, counts } = watchWallet(seed, 8_000, true)
    expect(faults).toEqual([])
    expect(counts.fills).toBeGreaterThan(500)
    expect(counts.undone).toBeGreaterThan(100)
    expect(counts.uncovered).toBeGreaterThan(10)
    expect(counts.ended).toBeGreaterThan(10)
  },
)

test.each([102, 103])('WAL-010 [part] seed %i: at an index that jumps they carry away no more than it may have moved meanwhile', (seed) => {
  const { faults, counts } = watchWallet(seed, 8_000, false)
  expect(faults).toEqual([])
  expect(counts.undone).toBeGreaterThan(100)
})

equalSeeds(
  'R2 WAL-010 [part] seed %i: engine and reference agree after each command of those who carry away',
  { first: 1, last: 3, commands: 800, option: ' --wallet-attack' },
  (seed, commands) => runSteps(seed, makeWalletAttack(seed, commands, false), ALL_AT_ONCE),
)
