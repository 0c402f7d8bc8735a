import { expect, it } from 'vitest'
import { summarize } from './summary.ts'

it('A11Y-007 [part] a chart is also a sentence: count, span, open, close, high, low and change', () => {
  const bar = (at: number, open: number, high: number, low: number, close: number) => ({ at, open, high, low, close, quantity: 1 })
  expect(summarize([bar(1, 100, 120, 90, 110), bar(2, 110, 115, 80, 105)])).toEqual({
    count: 2,
    from: 1,
    to: 2,
    open: 100,
    close: 105,
    high: 120,
    low: 80,
    changePercent: 5,
  })
  expect(summarize([])).toBeUndefined()
})
