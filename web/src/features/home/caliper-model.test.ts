import { expect, test } from 'vitest'
import { depthShape, purchase, reachOf, sumWithin } from './caliper-model.ts'

const PAIR = { priceScale: 2, quantityScale: 5, takerFee: '0.001' }

test('the example purchase is exact: rounded up where one pays, down where one receives', () => {
  const bids = [{ price: 6_741_237, quantity: 100_000 }]
  const asks = [
    { price: 6_741_238, quantity: 1000 },
    { price: 6_741_300, quantity: 100_000 },
  ]
  expect(purchase(bids, asks, PAIR, '1000')).toEqual({ pay: '999.73', cost: '0.01', fee: '0.00001483', receive: '0.01481517' })
})

test('an empty side or a budget below one lot buys nothing', () => {
  expect(purchase([], [{ price: 1, quantity: 1 }], PAIR, '1000')).toBeUndefined()
  expect(purchase([{ price: 1, quantity: 1 }], [{ price: 6_741_238, quantity: 1 }], PAIR, '0.01')).toBeUndefined()
})

test('depth is drawn as steps away from the gap', () => {
  const levels = [
    { price: 100, quantity: 5 },
    { price: 90, quantity: 5 },
    { price: 10, quantity: 99 },
  ]
  const { edge } = depthShape(levels, 100, 20, 10, { inner: 100, outer: 0, top: 0, bottom: 50 })
  expect(edge).toBe('M100 50H100V25H50V0H0')
  expect(sumWithin(levels, 100, 20)).toBe(10)
})

test('one order far away does not press the book into the gap', () => {
  const near = Array.from({ length: 30 }, (_, index) => ({ price: 1000 - index, quantity: 10 }))
  expect(reachOf([...near, { price: 10, quantity: 3 }], 1000)).toBe(28)
  expect(reachOf([], 1000)).toBe(10)
})
