/** A few of the wallet's kill rounds; `npm run proof` runs more, `npm run crash -- N wallet` as many as somebody wants. */
import { expect, test } from 'vitest'
import { seededNumbers } from '../memory-disk.ts'
import { walletKillRounds } from './wallet-rounds.ts'

test('WAL-011 WAL-025 WAL-038 [part] server, signer, keeper and nodes are killed: each deposit is credited once, each withdrawal paid once, ledger and chains are equal', async () => {
  const report = await walletKillRounds(5, seededNumbers(45), () => undefined)
  expect(report.findings).toEqual([])
  expect(Object.values(report.killed).reduce((sum, kills) => sum + kills, 0)).toBe(5)
  expect(report.completed).toBeGreaterThan(0)
  expect(report.deposits).toBeGreaterThan(0)
}, 1_800_000)
