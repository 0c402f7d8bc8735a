import { expect, test } from 'vitest'
import { checkLedger } from './ledger-model.ts'

const ROWS = [
  { balance: '1000.5', change: '-99.5' },
  { balance: '1100', change: '100' },
  { balance: '1000', change: '1000' },
]

test('TRUST-008 [part] the lines of the insurance fund follow from each other and end in what it has', () => {
  expect(checkLedger(ROWS, '1000.5')).toEqual({ endsInNow: true, broken: undefined })
  expect(checkLedger(ROWS, '1000.6').endsInNow).toBe(false)
  expect(checkLedger(ROWS, undefined).endsInNow).toBeUndefined()
  expect(checkLedger([], '0')).toEqual({ endsInNow: undefined, broken: undefined })
  const torn = ROWS.map((row, index) => (index === 1 ? { ...row, change: '101' } : row))
  expect(checkLedger(torn, '1000.5').broken).toBe(1)
})
