import { expect, test } from 'vitest'
import { billProof } from './bill-proof.ts'

const LINES = [
  { amount: '-0.1', balanceAfter: '0.2' },
  { amount: '0.000000000000000001', balanceAfter: '0.3' },
]

test('WAL-037 [part] what was there before the shown lines and their sum is what is there now, to the last decimal', () => {
  expect(billProof(LINES, '0.2', true)).toEqual({
    before: '0.299999999999999999',
    lines: '-0.099999999999999999',
    balance: '0.2',
    fits: true,
  })
  expect(billProof(LINES, '0.2', false).fits).toBe(false)
  expect(billProof(LINES, '0.200000000000000001', true).fits).toBe(false)
})

test('WAL-037 [part] where no line is shown, what is there now was there before; of another time nothing is known', () => {
  expect(billProof([], '12.5', true)).toEqual({ before: '12.5', lines: '0', balance: '12.5', fits: true })
  expect(billProof([], '12.5', false)).toEqual({ before: undefined, lines: '0', balance: '12.5', fits: false })
})

test('WAL-037 [part] nothing is told of lines or a balance that were not read', () => {
  expect(billProof(undefined, '12.5', true)).toEqual({ before: undefined, lines: undefined, balance: '12.5', fits: false })
  expect(billProof([], undefined, true)).toEqual({ before: undefined, lines: '0', balance: undefined, fits: false })
})
