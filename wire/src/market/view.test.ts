import { expect, it } from 'vitest'
import { changePercent } from './view.ts'

it('MKT-004 the day change is a percentage of yesterday, 0 without a usable yesterday', () => {
  expect([changePercent(110, 100), changePercent(90, 100)]).toEqual(['10', '-10'])
  expect([changePercent(110, 0), changePercent(110, -1), changePercent(0, 100)]).toEqual(['0', '0', '0'])
})

it('MKT-004 the change has two decimals, halves away from zero, at any size', () => {
  expect([changePercent(200_001, 200_000), changePercent(20_001, 20_000), changePercent(19_999, 20_000)]).toEqual(['0', '0.01', '-0.01'])
  expect(changePercent(9_007_199_254_740_991, 1)).toBe('900719925474099000')
})
