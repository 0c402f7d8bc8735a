/** The product itself, killed while customers trade, in a few rounds of fixed kinds. `npm run proof` has sixteen more of any kind, and as many as wanted: `npm run crash -- 200 http`. */
import { expect, test } from 'vitest'
import { httpKillRounds, isFlawless } from './http-rounds.ts'
import { seededNumbers } from './memory-disk.ts'

const ROUNDS = 2

test('REL-001 REL-002 REL-008 [part] the running product, killed twice under load and in its first start, keeps every answer it gave over HTTP, once', async () => {
  const report = await httpKillRounds(ROUNDS, seededNumbers(20_261_121))
  expect(isFlawless(report), JSON.stringify(report)).toBe(true)
  expect(report).toMatchObject({ rounds: ROUNDS, startsKilled: 1, stops: 0 })
  expect(report.acknowledged).toBeGreaterThan(ROUNDS * 20)
  expect(report.repeated).toBeGreaterThan(0)
}, 1_800_000)
