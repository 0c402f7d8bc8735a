import { expect, it } from 'vitest'
import { ladder } from '../model/grouping.ts'
import { sweepTotal } from './sweep-tip.tsx'

const MARKET = { symbol: 'E-BTC-USDT', base: 'BTC', quote: 'USDT', priceScale: 1, depthSteps: [1] }
const through = (quantity: number) => ladder([{ price: 674_000, quantity }], 'asks', 1, 1)[0] ?? { cumulativeValue: 0n }

it('PERP-008 [part] what a sweep of the book costs is the same, whether it is counted in coins or in contracts', () => {
  // 0.650 BTC, in lots of a thousandth, and 650 contracts of a thousandth each, at 67,400.0.
  expect(sweepTotal(through(650), { ...MARKET, quantityScale: 3 })).toBe('43810')
  const contracts = { ...MARKET, base: 'Cont.', quantityScale: 0 }
  expect(sweepTotal(through(650), { ...contracts, worth: { lots: 1, scale: 3 } })).toBe('43810')
  // A contract of ten whole coins.
  expect(sweepTotal(through(3), { ...contracts, worth: { lots: 10, scale: 0 } })).toBe('2022000')
})
