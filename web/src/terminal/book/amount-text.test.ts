import { describe, expect, it } from 'vitest'
import { amountText } from './amount-text.ts'

describe('amounts of the book', () => {
  it('SPOT-001 [part] are rounded half up to the column and never shown as nothing', () => {
    expect(amountText(19, 5, 4)).toBe('0.0002')
    expect(amountText(15, 5, 4)).toBe('0.0002')
    expect(amountText(14, 5, 4)).toBe('0.0001')
    expect(amountText(123_456, 5, 4)).toBe('1.2346')
    expect(amountText(4, 5, 4)).toBe('0.00004')
    expect(amountText(5, 5, 4)).toBe('0.0001')
    expect(amountText(49, 5, 3)).toBe('0.00049')
    expect(amountText(7, 2, 4)).toBe('0.07')
  })
})
