/** The product itself, killed while customers trade. More rounds: `npm run crash -- 20 http`. */
import { expect, test } from 'vitest'
import { httpKillRounds } from './http-rounds.ts'
import { seededNumbers } from './memory-disk.ts'

test('REL-001 REL-008 the running product, killed under load, has every order that it had answered over HTTP, once', async () => {
  const report = await httpKillRounds(3, seededNumbers(20_261_121))
  expect(report).toMatchObject({ rounds: 3, lost: 0, doubled: 0, differing: 0 })
  expect(report.acknowledged).toBeGreaterThan(20)
  expect(report.repeated).toBeGreaterThan(0)
}, 300_000)
