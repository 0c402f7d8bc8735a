/** Contracts in a process that is really killed, in the middle of liquidations and of settlements; twelve more rounds in `npm run proof`, as many as wanted: `npm run crash -- 50 contracts`. */
import { expect, test } from 'vitest'
import { killRounds } from './kill-rounds.ts'
import { seededNumbers } from './memory-disk.ts'

const ROUNDS = 4

test('REL-001 REL-002 PERP-031 [part] a process killed 4 times between slices of liquidations and of funding loses nothing, pays each position once and keeps every sum', async () => {
  const report = await killRounds(ROUNDS, seededNumbers(20_261_126), undefined, 'contracts')
  expect(report.rounds).toBeGreaterThanOrEqual(ROUNDS)
  expect(report).toMatchObject({ lost: 0, doubled: 0, differing: 0, wrongHashes: 0, faults: 0 })
  const { cuts, steps } = report
  expect(cuts.reached + cuts.disposal).toBeGreaterThan(0)
  expect(cuts.funding).toBeGreaterThan(0)
  for (const step of ['partial', 'full'] as const) expect(steps[step], step).toBeGreaterThan(0)
  // which of the two bears a loss depends on how far disposal came before the process died
  expect(steps.adl + steps.shared).toBeGreaterThan(0)
  expect(report.fundings).toBeGreaterThan(2_000)
  expect(report.acknowledged).toBeGreaterThan(200)
  expect(report.repeated).toBeGreaterThan(100)
}, 900_000)
