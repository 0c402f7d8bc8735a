/** Conversion, savings and contracts in the running product, killed twice; ten more rounds in `npm run proof`, as many as wanted: `npm run crash -- 50 money`. */
import { expect, test } from 'vitest'
import { seededNumbers } from '../memory-disk.ts'
import { hasSettled, moneyKillRounds } from './money-rounds.ts'

const ROUNDS = 2

test('REL-001 REL-008 REL-009 [part] the running product, killed twice while its clock is put over instants of funding or just behind that, keeps and repeats every answer about conversion, savings and contracts', async () => {
  const report = await moneyKillRounds(ROUNDS, seededNumbers(20_261_126))
  expect(report).toMatchObject({ rounds: ROUNDS, findings: [], doubled: 0, wrongHashes: 0 })
  for (const [kind, count] of Object.entries(report.answered)) expect(count, kind).toBeGreaterThan(0)
  expect(report.repeated).toBeGreaterThan(0)
  expect(report.instants).toBeGreaterThan(0)
  expect(hasSettled(report), JSON.stringify(report)).toBe(true)
  expect(report.fundings).toBeGreaterThan(0)
}, 1_800_000)
