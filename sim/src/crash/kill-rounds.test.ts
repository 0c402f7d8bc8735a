/** Real processes, really killed; sixty rounds in `npm run proof`, the hundred of the criterion and more: `npm run crash -- 200`. */
import { expect, test } from 'vitest'
import { killRounds } from './kill-rounds.ts'
import { seededNumbers } from './memory-disk.ts'

test('REL-001 REL-002 REL-008 [part] a process killed at 6 random moments under load loses and doubles no acknowledged command, conversion or line of interest', async () => {
  const report = await killRounds(6, seededNumbers(20_261_121))
  expect(report.rounds).toBeGreaterThanOrEqual(6)
  expect(report).toMatchObject({ lost: 0, doubled: 0, differing: 0, wrongHashes: 0, faults: 0 })
  expect(report.cuts.roll).toBeGreaterThan(0)
  for (const met of ['conversions', 'redemptions'] as const) expect(report[met], met).toBeGreaterThan(0)
  expect(report.acknowledged).toBeGreaterThan(300)
  expect(report.repeated).toBeGreaterThan(200)
}, 900_000)
