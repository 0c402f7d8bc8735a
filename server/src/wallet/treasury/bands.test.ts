import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bands, type Held, shiftsOf } from './bands.ts'

const USUAL: Bands = { hotLow: 2, hotHigh: 5, warmLow: 10, warmHigh: 15 }

const at = (hot: bigint, warm: bigint, cold: bigint, addresses = 0n): Held => ({ addresses, hot, warm, cold })
const said = (held: Held) =>
  shiftsOf(held, USUAL).map(({ from, to, amount, isProposed }) => `${isProposed ? 'propose ' : ''}${from} ${to} ${amount}`)

test('OPS-016 [part] between its bands nothing moves, at the edges neither', () => {
  expect(said(at(30n, 120n, 850n))).toEqual([])
  expect([said(at(20n, 100n, 880n)), said(at(50n, 150n, 800n))]).toEqual([[], []])
  expect(said(at(0n, 0n, 0n))).toEqual([])
})

test('OPS-016 [part] hot is filled from warm to the middle of its band, and what warm lacks then is proposed from cold', () => {
  expect(said(at(10n, 140n, 850n))).toEqual(['warm hot 25'])
  expect(said(at(0n, 100n, 900n))).toEqual(['warm hot 35', 'propose cold warm 60'])
  expect(said(at(0n, 20n, 980n))).toEqual(['warm hot 20', 'propose cold hot 15', 'propose cold warm 125'])
})

test('OPS-016 [part] hot is emptied into warm as far as its band goes, the rest is proposed for cold', () => {
  expect(said(at(60n, 100n, 840n))).toEqual(['hot warm 25'])
  expect(said(at(900n, 0n, 100n))).toEqual(['hot warm 125', 'propose hot cold 740'])
  expect(said(at(30n, 300n, 670n))).toEqual(['propose warm cold 175'])
})

test('what lies on deposit addresses counts as held, and is moved by sweeps alone', () => {
  expect(said(at(0n, 0n, 0n, 1_000n))).toEqual([])
  expect(said(at(30n, 120n, 0n, 850n))).toEqual([])
})

test('shifts never make a place negative, nor change what is held, and once they are made nothing is left to do', () => {
  const amount = fc.bigInt(0n, 10n ** 20n)
  fc.assert(
    fc.property(amount, amount, amount, amount, (hot, warm, cold, addresses) => {
      const left = { hot, warm, cold }
      for (const shift of shiftsOf({ addresses, ...left }, USUAL)) {
        expect(shift.amount).toBeGreaterThan(0n)
        left[shift.from] -= shift.amount
        left[shift.to] += shift.amount
        expect(left[shift.from]).toBeGreaterThanOrEqual(0n)
      }
      expect(left.hot + left.warm + left.cold).toBe(hot + warm + cold)
      expect(shiftsOf({ addresses, ...left }, USUAL)).toEqual([])
    }),
  )
})
