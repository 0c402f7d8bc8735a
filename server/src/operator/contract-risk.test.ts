/** The need under brackets that are only asked about is that of the engine's rule: V × rate − deduction. */
import type { MarginTier } from '@agio/engine/command.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { maintenanceOf, percentOf, wouldFall } from './contract-risk.ts'

const UNIT = 10n ** 8n
const TIERS: readonly MarginTier[] = [
  { upTo: 50_000n * UNIT, rateE8: 400_000, maxLeverage: 125 },
  { upTo: 250_000n * UNIT, rateE8: 500_000, maxLeverage: 100 },
  { upTo: null, rateE8: 1_000_000, maxLeverage: 50 },
]

it('OPS-008 [part] maintenance of a value is the sum of its parts in the brackets, continuous where they meet, and rounded up', () => {
  const need = (value: bigint) => maintenanceOf(TIERS, value)
  expect(need(0n)).toBe(0n)
  expect(need(10_000n * UNIT)).toBe(40n * UNIT)
  // 50,000 × 0.4 % and 50,000 × 0.5 %: 100,000 × 0.5 % − 50
  expect(need(100_000n * UNIT)).toBe(450n * UNIT)
  // 300,000 × 1 % − 1,300
  expect(need(300_000n * UNIT)).toBe(1700n * UNIT)
  for (const edge of [50_000n * UNIT, 250_000n * UNIT]) expect(need(edge + 1n) - need(edge)).toBeLessThanOrEqual(1n)
  expect(need(1n)).toBe(1n)
})

it('OPS-008 [part] falls what needs all that stands behind it or more, and nobody who needs nothing', () => {
  const standing = (wouldNeed: bigint, equity: bigint) => ({
    userId: asUserId(100_001),
    positionId: 0 as const,
    maintenance: 1n,
    wouldNeed,
    equity,
  })
  expect([wouldFall(standing(99n, 100n)), wouldFall(standing(100n, 100n)), wouldFall(standing(5n, -1n))]).toEqual([false, true, true])
  expect(wouldFall(standing(0n, 0n))).toBe(false)
  expect([percentOf(1n, 3n), percentOf(1n, 0n)]).toEqual([33.33, Number.POSITIVE_INFINITY])
})
