/** How much a customer may store in a day. */
import { expect, it } from 'vitest'
import { Failure } from '../../core/failure.ts'
import { DayBound, dayOwner } from './day-bound.ts'

it('what would go over the bound is refused uncounted, and a day after the first thing there is room again', () => {
  const bound = new DayBound(10, 'file')
  bound.take('ann', 7, 1000)
  const refused = (): void => bound.take('ann', 4, 1500)
  expect(refused).toThrow(Failure)
  expect(refused).toThrow(expect.objectContaining({ errorName: 'VALIDATION_FAILED', params: { issues: [{ path: 'file', rule: 'max' }] } }))
  bound.take('ann', 3, 2000)
  bound.take('bob', 10, 2000)
  expect(() => bound.take('ann', 1, 86_400_999)).toThrow(Failure)
  bound.take('ann', 10, 86_401_000)
  expect(() => bound.take('ann', 1, 86_401_000)).toThrow(Failure)
})

it('customers of two tenants with one id have a bound each', () => {
  expect(dayOwner('agio', 100_001)).not.toBe(dayOwner('nova', 100_001))
})
