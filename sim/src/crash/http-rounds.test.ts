/** The product itself, killed while customers trade. More rounds: `npm run crash -- 200 http`. */
import { expect, test } from 'vitest'
import { httpKillRounds, isFlawless } from './http-rounds.ts'
import { seededNumbers } from './memory-disk.ts'

const ROUNDS = 8

test('REL-001 REL-002 REL-008 [part] the running product, killed eight times under load and while it starts, keeps every answer it gave over HTTP, once', async () => {
  const report = await httpKillRounds(ROUNDS, seededNumbers(20_261_121))
  expect(isFlawless(report), JSON.stringify(report)).toBe(true)
  expect(report).toMatchObject({ rounds: ROUNDS, startsKilled: 3, stops: 1 })
  expect(report.acknowledged).toBeGreaterThan(ROUNDS * 20)
  for (const kind of [report.repeated, report.cancelled, report.shrunk]) expect(kind).toBeGreaterThan(0)
}, 600_000)
