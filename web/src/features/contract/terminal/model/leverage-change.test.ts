import { expect, test } from 'vitest'
import { marginMove } from './leverage-change.ts'

/** 100 contracts of 0.001 at 60,000, 20×: 300 of its own, and nothing added. */
const POSITION = {
  ...{ entryPrice: '60000', volume: '100', value: '6000', margin: '300', added: '0', unrealised: '0', marginRatio: '0.1', leverage: 20 },
}
const moved = (times: number, change: Partial<typeof POSITION> = {}) => marginMove({ ...POSITION, ...change }, '0.001', times)

test('PERP-016 [part] a lower leverage takes what its margin lacks, of which what was added by hand counts', () => {
  expect(moved(10)).toEqual({ kind: 'takes', amount: '300' })
  expect(moved(10, { margin: '400', added: '100' })).toEqual({ kind: 'takes', amount: '200' })
  expect(moved(16, { margin: '400', added: '100' })).toEqual({ kind: 'keeps', amount: '0' })
})

test('PERP-016 [part] a higher one frees no more than both margins differ, nothing that was added, and nothing that has to stay', () => {
  expect(moved(40)).toEqual({ kind: 'frees', amount: '150' })
  expect(moved(40, { margin: '400', added: '100' })).toEqual({ kind: 'frees', amount: '150' })
  // Added before at a lower leverage: it is the base that frees.
  expect(moved(40, { margin: '300', added: '150' })).toEqual({ kind: 'keeps', amount: '0' })
  // A loss of 100 leaves 200: what is worth 5,900 has to have 147.5 at 40×.
  expect(moved(40, { value: '5900', unrealised: '-100', marginRatio: '0.1475' })).toEqual({ kind: 'frees', amount: '52.5' })
  expect(moved(40, { value: '5760', unrealised: '-240', marginRatio: '0.48' })).toEqual({ kind: 'keeps', amount: '0' })
  expect(moved(20)).toEqual({ kind: 'keeps', amount: '0' })
})
