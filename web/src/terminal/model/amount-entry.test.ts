import { describe, expect, it } from 'vitest'
import { readEntry } from './amount-entry.ts'

describe('amount entry', () => {
  it('reads a plain decimal exactly and refuses to round one', () => {
    expect(readEntry('67050.00', 2)).toEqual({ kind: 'plain', value: 6_705_000n })
    expect(readEntry('.5', 2)).toEqual({ kind: 'plain', value: 50n })
    expect(readEntry('67050.005', 2)).toEqual({ kind: 'fault', fault: 'tooManyDecimals' })
    expect(readEntry('', 2)).toEqual({ kind: 'empty' })
  })

  it('SPOT-012 [part] refuses -1, NaN, 1e5, 1,5, full-width digits and 40 digits in the field', () => {
    for (const text of ['-1', 'NaN', '1e5', '1,5', '０', '1'.repeat(40), '0x10', '+', '.', '1**2', '1/0', '--1'])
      expect(readEntry(text, 2), text).toMatchObject({ kind: 'fault' })
  })

  it('reads short forms, shares and sums exactly and cuts to the step', () => {
    expect(readEntry('1.5k', 2)).toEqual({ kind: 'computed', value: 150_000n })
    expect(readEntry('2m', 0)).toEqual({ kind: 'computed', value: 2_000_000n })
    expect(readEntry('25%', 5, 200_000n)).toEqual({ kind: 'computed', value: 50_000n })
    expect(readEntry('2*0.1+0.05', 5)).toEqual({ kind: 'computed', value: 25_000n })
    expect(readEntry('10/3', 2)).toEqual({ kind: 'computed', value: 333n })
    expect(readEntry('1 - 0.9', 1)).toEqual({ kind: 'computed', value: 1n })
    expect(readEntry('50%', 2)).toEqual({ kind: 'fault', fault: 'noReference' })
  })
})
