import { expect, it } from 'vitest'
import { priceChangePercentE2 } from './price-change.ts'

it('MKT-004 the day change is a percentage of yesterday, 0 without a usable yesterday', () => {
  expect(priceChangePercentE2(110, 100)).toBe(1000)
  expect(priceChangePercentE2(90, 100)).toBe(-1000)
  expect(priceChangePercentE2(110, undefined)).toBe(0)
  expect(priceChangePercentE2(110, 0)).toBe(0)
  expect(priceChangePercentE2(110, -1)).toBe(0)
})

it('MKT-004 the change has two decimals, halves away from zero, at any size', () => {
  expect(priceChangePercentE2(200_001, 200_000)).toBe(0)
  expect(priceChangePercentE2(20_001, 20_000)).toBe(1)
  expect(priceChangePercentE2(19_999, 20_000)).toBe(-1)
  expect(priceChangePercentE2(9_007_199_254_740_991, 1)).toBeGreaterThan(9e19)
})
