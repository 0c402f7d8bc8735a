import { expect, test } from 'vitest'
import { chosenRate, ratesOf, worth } from './rate-model.ts'

const list = [
  { id: '2', shortName: 'EUR', symbol: '€', status: 1, rate: '0.92' },
  { id: '1', shortName: 'USD', symbol: '$', status: 1, rate: '0.9997' },
  { id: '3', shortName: 'GBP', symbol: '£', status: 0, rate: '0.78' },
  { id: '4', shortName: 'BAD', symbol: '?', status: 1, rate: 'x' },
]

test('SHELL-021 [part] only rates with status 1 and a usable value are offered', () => {
  expect(ratesOf(list).map((rate) => rate.shortName)).toEqual(['EUR', 'USD'])
  expect(ratesOf(['text', null])).toEqual([])
})

test('SHELL-022 without a stored key USD is used, else the first', () => {
  const rates = ratesOf(list)
  expect(chosenRate(rates, undefined)?.shortName).toBe('USD')
  expect(chosenRate(rates, 'EUR')?.shortName).toBe('EUR')
  expect(chosenRate(ratesOf(list.slice(0, 1)), undefined)?.shortName).toBe('EUR')
  expect(chosenRate([], undefined)).toBeUndefined()
})

test('the worth of an amount is exact and rounded half up', () => {
  expect(worth('67412.38', '0.9997')).toBe('67392.15628600')
  expect(worth('-1', '0.5')).toBe('-0.50000000')
  expect(worth('0.00000001', '0.5')).toBe('0.00000001')
  expect(worth('0.000000009', '0.5')).toBe('0.00000000')
  expect(worth('1e5', '1')).toBeUndefined()
})
