import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorFor, minorOf, unitsOf } from './stock.ts'

test('minor units for a fee are never less than it costs, and at most one more; what lies is never told as more than it is', () => {
  const scale = fc.integer({ min: 0, max: 18 })
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), scale, scale, (units, ledger, chainScale) => {
      const scales = { scale: ledger, chainScale }
      expect(unitsOf(minorFor(units, scales), scales)).toBeGreaterThanOrEqual(units)
      expect(minorFor(units, scales) - minorOf(units, scales)).toBeLessThanOrEqual(1n)
      expect(unitsOf(minorOf(units, scales), scales)).toBeLessThanOrEqual(units)
    }),
  )
  expect(minorFor(11n, { scale: 8, chainScale: 9 })).toBe(2n)
})
