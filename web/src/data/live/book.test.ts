import { depthChecksum } from '@agio/wire/market/depth-checksum.ts'
import { describe, expect, it } from 'vitest'
import { Book, readDepth } from './book.ts'

const scales = { priceScale: 1, quantityScale: 2 }

describe('order book', () => {
  it('API-018 [part] a snapshot and its deltas give the book whose checksum the server sent', () => {
    const book = new Book(scales)
    expect(
      book.apply('snapshot', {
        bids: [
          ['100.1', '2'],
          ['100', '1.5'],
        ],
        asks: [
          ['100.2', '0.7'],
          ['100.3', '4'],
        ],
        checksum: 2072882749,
      }),
    ).toBe(true)
    const after = depthChecksum(
      [
        ['100.1', '2'],
        ['99.5', '3'],
      ],
      [
        ['100.2', '0.5'],
        ['100.3', '4'],
      ],
    )
    expect(
      book.apply('delta', {
        bids: [
          ['100', '0'],
          ['99.5', '3'],
        ],
        asks: [['100.2', '0.5']],
        checksum: after,
      }),
    ).toBe(true)
    expect(book.bids.map((level) => [level.price, level.quantity])).toEqual([
      [1001, 200],
      [995, 300],
    ])
    expect(book.asks.map((level) => [level.price, level.quantity])).toEqual([
      [1002, 50],
      [1003, 400],
    ])
  })

  it('API-019 [part] shows no level at all after a checksum that does not match', () => {
    const book = new Book(scales)
    book.apply('snapshot', { bids: [['100.1', '2']], asks: [], checksum: depthChecksum([['100.1', '2']], []) })
    expect(book.apply('delta', { bids: [['100', '1']], asks: [], checksum: 1 })).toBe(false)
    expect(book.ready).toBe(false)
    expect(book.bids).toHaveLength(0)
  })

  it('refuses data of another shape', () => {
    expect(readDepth({ bids: [['1', 2]], asks: [], checksum: 0 })).toBeUndefined()
    expect(readDepth({ bids: [], asks: [] })).toBeUndefined()
  })
})
