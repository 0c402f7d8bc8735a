import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSteps, parseSteps } from './steps.ts'

describe('steps', () => {
  it('SPOT-007 refuses digits beyond the step and never rounds them', () => {
    expect(parseSteps('60000.001', 2)).toBe('tooManyDecimals')
    expect(parseSteps('0.000001', 5)).toBe('tooManyDecimals')
    expect(parseSteps('60000.010', 2)).toBe(6_000_001)
    expect(parseSteps('12', 0)).toBe(12)
    expect(parseSteps('12.0', 0)).toBe(12)
  })

  it('SPOT-012 refuses everything that is not a plain decimal', () => {
    for (const text of ['-1', 'NaN', '1e5', '1,5', '０', '', '.', '.5', '5.', '01', '1'.repeat(40), '+1', ' 1', '1.2.3']) {
      expect(parseSteps(text, 8), text).toBe('badNumber')
    }
    expect(parseSteps('999999999999999999', 8)).toBe('tooLarge')
    expect(parseSteps('0', 8)).toBe(0)
  })

  it('agrees with the ledger parser and printer on every safe value', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 - 1 }), fc.nat({ max: 1000 }), fc.integer({ min: 0, max: 9 }), (low, high, scale) => {
        const steps = high * 2 ** 31 + low
        const text = formatSteps(steps, scale)
        expect(text).toBe(formatDecimal(BigInt(steps), scale))
        expect(parseSteps(text, scale)).toBe(steps)
        expect(parseDecimal(text, scale)).toBe(BigInt(steps))
      }),
    )
  })
})
