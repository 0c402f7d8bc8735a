/** The product itself, killed while customers prove themselves and an operator decides. Eight rounds in `npm run proof`; more: `npm run crash -- 60 accounts`. */
import { expect, test } from 'vitest'
import { accountKillRounds } from './account-rounds.ts'
import { seededNumbers } from './memory-disk.ts'

const ROUNDS = 1

test('REL-001 REL-002 AUTH-001 [part] accounts, verifications and configuration survive kills whole, as they were answered, or not at all', async () => {
  const report = await accountKillRounds(ROUNDS, seededNumbers(20_261_122))
  expect(report).toMatchObject({ rounds: ROUNDS, findings: [], wrongHashes: 0 })
  expect(report.registered).toBeGreaterThan(0)
  expect(Object.keys(report.answered).length).toBeGreaterThan(0)
}, 600_000)
