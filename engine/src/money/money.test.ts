import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PriceWindow, referenceOfBuckets } from '../market/reference-price.ts'
import { feeOf, int64Of, notionalOf, shareOfTicks } from './notional.ts'
import { mulRate } from './rounding.ts'

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

test('int64Of and notionalOf are exact for safe integers', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.nat(2 ** 30), fc.nat(2 ** 30), (value, price, quantity) => {
      expect(int64Of(value)).toBe(BigInt(value))
      expect(notionalOf(price, quantity, 1n)).toBe(BigInt(price) * BigInt(quantity))
    }),
  )
})

test('int64Of is exact around the bound of its quick way', () => {
  for (const value of [0, 1, 2 ** 52 - 1, 2 ** 52, 2 ** 52 + 1, Number.MAX_SAFE_INTEGER]) expect(int64Of(value)).toBe(BigInt(value))
})

test('a share of a price floors exactly, also where the float quotient rounds up', () => {
  const expectFloor = (ticks: number, rate: number): void => {
    expect(BigInt(shareOfTicks(ticks, rate))).toBe((BigInt(ticks) * BigInt(rate)) / 100_000_000n)
  }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.nat(100_000_000), (ticks, rate) => expectFloor(ticks, rate)),
    { numRuns: 1000 },
  )
  // Products just below a multiple of 1e8, near the largest safe integer.
  for (let rate = 99_999_900; rate <= 100_000_000; rate += 1)
    for (let ticks = 90_071_000; ticks < 90_071_050; ticks += 1) expectFloor(ticks, rate)
})

test('the price window equals the mean of its buckets for any trades and times', () => {
  const trade = fc.record({ wait: fc.integer({ min: 0, max: 90_000 }), price: fc.integer({ min: 1, max: 2 ** 50 }) })
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 60 }), (trades) => {
      const window = new PriceWindow()
      const buckets = new Map<number, { openTime: number; count: bigint; sum: bigint }>()
      let now = 1_767_225_600_000
      for (const { wait, price } of trades) {
        now += wait
        const openTime = now - (now % 10_000)
        const known = buckets.get(openTime) ?? { openTime, count: 0n, sum: 0n }
        buckets.set(openTime, { openTime, count: known.count + 1n, sum: known.sum + BigInt(price) })
        window.add(price, now)
        expect(BigInt(window.mean(now))).toBe(referenceOfBuckets([...buckets.values()], 30, 10_000, now))
      }
    }),
  )
})
