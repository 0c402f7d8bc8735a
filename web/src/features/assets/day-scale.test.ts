import { expect, test } from 'vitest'
import { dayScale, namedDays } from './day-scale.ts'

test('WAL-003 [part] rules of the course stand at round amounts around its days', () => {
  expect(dayScale([61_200, 66_255])).toEqual({ low: 60_000, high: 68_000, rules: [68_000, 66_000, 64_000, 62_000, 60_000], decimals: 0 })
  expect(dayScale([0, 9_022.57]).rules).toEqual([10_000, 7_500, 5_000, 2_500, 0])
  expect(dayScale([85_100, 85_109])).toMatchObject({ low: 85_100, high: 85_125 })
  const cents = dayScale([0.1, 0.9])
  expect([cents.low, cents.rules.length, cents.decimals]).toEqual([0, 6, 1])
})

test('days that are all alike stand between two rules, and an empty account has none', () => {
  const { low, high, rules } = dayScale([5_500, 5_500])
  expect(rules.length).toBeGreaterThan(1)
  expect(low).toBeLessThanOrEqual(5_500)
  expect(high).toBeGreaterThan(5_500)
  expect(dayScale([0, 0]).rules).toEqual([])
})

test('no more than five days are named, the first and the last among them', () => {
  expect(namedDays(30)).toEqual([0, 7, 15, 22, 29])
  expect(namedDays(7)).toEqual([0, 2, 3, 5, 6])
  expect(namedDays(2)).toEqual([0, 1])
  expect(namedDays(1)).toEqual([0])
  expect(namedDays(0)).toEqual([])
})
