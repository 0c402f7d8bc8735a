import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDecimal, formatFixed, parseDecimal, rescaleFloor } from './decimal.ts'
import { divideCeil, divideFloor, divideHalfUp } from './rounding.ts'

const scales = fc.integer({ min: 0, max: 18 })
const minors = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n })

test('decimals come back as they went, at any scale', () => {
  fc.assert(
    fc.property(minors, scales, (minor, scale) => {
      expect(parseDecimal(formatDecimal(minor, scale), scale)).toBe(minor)
      expect(parseDecimal(formatFixed(minor, scale), scale)).toBe(minor)
      expect(formatDecimal(-minor, scale)).toBe(minor === 0n ? '0' : `-${formatDecimal(minor, scale)}`)
    }),
  )
})

test('SPOT-012 [part] texts that are no plain decimal number are refused, whatever the scale', () => {
  const texts = [
    '-1',
    'NaN',
    '1e5',
    '1,5',
    '０',
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '5.',
    '01',
    '0x10',
    'Infinity',
    '1'.repeat(40),
    `0.${'1'.repeat(40)}`,
  ]
  for (const text of texts) for (const scale of [0, 2, 8]) expect(parseDecimal(text, scale), text).toBe('badNumber')
})

test('SPOT-007 [part] a digit beyond the scale is a fault and never rounded; zeros there are none', () => {
  expect(parseDecimal('60000.001', 2)).toBe('tooManyDecimals')
  expect(parseDecimal('0.000001', 5)).toBe('tooManyDecimals')
  expect(parseDecimal('60000.0100', 2)).toBe(6_000_001n)
  expect(parseDecimal('0.00001', 5)).toBe(1n)
})

test('the divisions round to the side that their names say', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.bigInt({ min: 1n, max: 10n ** 10n }), (numerator, denominator) => {
      const floor = divideFloor(numerator, denominator)
      const ceil = divideCeil(numerator, denominator)
      expect(floor * denominator <= numerator && (floor + 1n) * denominator > numerator).toBe(true)
      expect(ceil * denominator >= numerator && (ceil - 1n) * denominator < numerator).toBe(true)
      const half = divideHalfUp(numerator, denominator)
      const distance = half * denominator - numerator
      expect((distance < 0n ? -distance : distance) * 2n <= denominator).toBe(true)
    }),
  )
  expect([divideHalfUp(5n, 2n), divideHalfUp(-5n, 2n)]).toEqual([3n, -3n])
})

test('rescaling down floors and back up loses at most the digits cut', () => {
  fc.assert(
    fc.property(minors, fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 }), (minor, from, to) => {
      const there = rescaleFloor(minor, from, to)
      if (to >= from) expect(rescaleFloor(there, to, from)).toBe(minor)
      else expect(minor - rescaleFloor(there, to, from) < 10n ** BigInt(from - to)).toBe(true)
    }),
  )
})
