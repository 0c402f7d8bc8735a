import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createState } from '../create-state.ts'
import { feeOf } from './notional.ts'
import { mulRate } from './rounding.ts'

const { affordableLots, mulDivCeil, mulDivFloor } = createState().kernel

const amounts = fc.bigInt({ min: 0n, max: 2n ** 62n - 1n })
const rates = fc.bigInt({ min: 0n, max: 100_000_000n })

test('feeOf is ceil(amount × rate ÷ 1e8), and mulRate agrees in both roundings, up to the last bit of the bounds', () => {
  fc.assert(
    fc.property(amounts, rates, (amount, rate) => {
      const exact = amount * rate
      const floor = exact / 100_000_000n
      const ceil = exact % 100_000_000n === 0n ? floor : floor + 1n
      expect(feeOf(amount, rate)).toBe(ceil)
      expect(mulRate(amount, Number(rate), 'ceil')).toBe(ceil)
      expect(mulRate(amount, Number(rate), 'floor')).toBe(floor)
    }),
    { numRuns: 2000 },
  )
  expect(feeOf(100_000_000_000_000n, 100_000n)).toBe(100_000_000_000n)
})

test('what a hold affords with its fee in quote is the largest quantity that costs no more', () => {
  const lots = fc.bigInt({ min: 1n, max: 2n ** 40n })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 60n }), lots, rates, (held, lot, rate) => {
      const cost = (quantity: bigint): bigint => quantity * lot + feeOf(quantity * lot, rate)
      const most = BigInt(affordableLots(held, lot, rate))
      if (most > BigInt(Number.MAX_SAFE_INTEGER)) return
      expect([cost(most) <= held, cost(most + 1n) <= held]).toEqual([true, false])
    }),
    { numRuns: 1000 },
  )
})

test('a product of 128 bits is divided with the rounding that is named, and 2^63 − 1 stands for more', () => {
  const edges = [0n, 1n, 2n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 62n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]
  const word = fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.bigInt({ min: 0n, max: 2n ** 33n }))
  const signed = (value: bigint): bigint => BigInt.asIntN(64, value)
  const most = 2n ** 63n - 1n
  const bounded = (value: bigint): bigint => (value > most ? most : value)
  fc.assert(
    fc.property(word, word, word, (a, b, divisor) => {
      if (divisor === 0n) return
      const floor = (a * b) / divisor
      const ceil = floor * divisor === a * b ? floor : floor + 1n
      expect(mulDivFloor(signed(a), signed(b), signed(divisor))).toBe(bounded(floor))
      expect(mulDivCeil(signed(a), signed(b), signed(divisor))).toBe(bounded(ceil))
    }),
    { numRuns: 20_000 },
  )
})
