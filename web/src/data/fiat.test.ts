import { expect, test } from 'vitest'
import { isPriced, priceAbout, worthText } from './fiat.ts'

const fiat = (usdt: string): string => `$${usdt}`

test('what has no price is worth nothing that is known, and never 0', () => {
  expect([isPriced('0'), isPriced('0.000'), isPriced(''), isPriced('0.01')]).toEqual([false, false, false, true])
  expect([priceAbout(fiat, '0'), priceAbout(fiat, '')]).toEqual(['--', '--'])
  expect(priceAbout(fiat, '67391.5')).toBe('≈ $67391.5')
  expect(worthText(fiat, { total: '2', value: '0', usdtPrice: '0' })).toBe('--')
  // Of nothing the worth is known without a price.
  expect(worthText(fiat, { total: '0', value: '0', usdtPrice: '0' })).toBe('$0')
  expect(worthText(fiat, { total: '2', value: '3', usdtPrice: '1.5' })).toBe('$3')
})
