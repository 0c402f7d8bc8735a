import { describe, expect, it } from 'vitest'
import { bidShare, groupPrice, ladder } from './grouping.ts'

describe('book grouping', () => {
  it('MKT-015 step 10 shows bids 60 009.99 and 60 001.00 as one 60 000 level and raises asks to 60 010', () => {
    const step = 1000
    const bids = ladder(
      [
        { price: 6_000_999, quantity: 3 },
        { price: 6_000_100, quantity: 4 },
        { price: 5_999_999, quantity: 5 },
      ],
      'bids',
      step,
      10,
    )
    expect(bids.map((row) => [row.price, row.quantity, row.cumulative])).toEqual([
      [6_000_000, 7, 7],
      [5_999_000, 5, 12],
    ])
    const asks = ladder(
      [
        { price: 6_000_100, quantity: 1 },
        { price: 6_001_000, quantity: 2 },
        { price: 6_001_001, quantity: 9 },
      ],
      'asks',
      step,
      10,
    )
    expect(asks.map((row) => [row.price, row.quantity])).toEqual([
      [6_001_000, 3],
      [6_002_000, 9],
    ])
  })

  it('keeps ungrouped prices exact and stops at the wanted number of rows', () => {
    const levels = Array.from({ length: 100 }, (_, index) => ({ price: 1000 - index, quantity: 1 }))
    const rows = ladder(levels, 'bids', 1, 8)
    expect(rows).toHaveLength(8)
    expect(rows.at(-1)).toEqual({ price: 993, quantity: 1, cumulative: 8, cumulativeValue: 7972n })
    expect(groupPrice(995, 1, 'asks')).toBe(995)
  })

  it('says which share of the shown quantity buyers hold', () => {
    const row = (cumulative: number) => [{ price: 1, quantity: cumulative, cumulative, cumulativeValue: 0n }]
    expect(bidShare(row(64), row(36))).toBe(64)
    // Of an empty book nothing is known.
    expect(bidShare([], [])).toBeUndefined()
  })
})
