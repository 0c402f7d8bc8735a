import { depthChecksum } from '@agio/wire/market/depth-checksum.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asset } from '../testing/market-fixtures.ts'
import { PublishedBook } from './published-book.ts'

const pair = { instrumentId: 1, symbol: 'BTC/USDT', base: asset(1, 'BTC'), quote: asset(2, 'USDT'), priceScale: 2, quantityScale: 5 }
const empty = { buy: [], sell: [] }

type Rows = readonly (readonly [string, string])[]
const applyRows = (book: Map<string, string>, rows: Rows): void => {
  for (const [price, quantity] of rows) {
    if (quantity === '0') book.delete(price)
    else book.set(price, quantity)
  }
}
const sorted = (book: Map<string, string>, side: 'buy' | 'sell'): Rows =>
  [...book].sort(([a], [b]) => (side === 'buy' ? Number(b) - Number(a) : Number(a) - Number(b)))

describe('published book', () => {
  it('API-018 a delta carries the absolute quantity of each changed level once, with the previous and its own sequence', () => {
    const book = new PublishedBook(pair, { buy: [{ price: 6_000_000, quantity: 50_000 }], sell: [] }, 7, 1000)
    book.change('sell', 6_000_100, 1, 8, 1001)
    book.change('sell', 6_000_100, 12_345, 9, 1002)
    book.change('buy', 6_000_000, 0, 10, 1003)
    expect(book.publish()).toEqual({
      seq: 10,
      prevSeq: 7,
      bids: [['60000', '0']],
      asks: [['60001', '0.12345']],
      checksum: depthChecksum([], [['60001', '0.12345']]),
    })
    expect(book.publish()).toBeUndefined()
    expect(book.seq).toBe(10)
  })

  it('API-018 a change that is taken back before it was published makes no delta', () => {
    const book = new PublishedBook(pair, empty, 1, 0)
    book.change('buy', 100, 5, 2, 1)
    book.change('buy', 100, 0, 3, 2)
    expect(book.publish()).toBeUndefined()
    expect(book.seq).toBe(1)
  })

  it('API-018 a snapshot plus all later deltas equals the book, also when levels move in and out of the published window', () => {
    const changes = fc.array(
      fc.record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        price: fc.integer({ min: 1, max: 30 }),
        quantity: fc.integer({ min: 0, max: 3 }),
        publish: fc.boolean(),
      }),
      { minLength: 60, maxLength: 160, size: 'max' },
    )
    fc.assert(
      fc.property(changes, (steps) => {
        const book = new PublishedBook(pair, empty, 0, 0, 8)
        const bids = new Map<string, string>()
        const asks = new Map<string, string>()
        const truth = { buy: new Map<number, number>(), sell: new Map<number, number>() }
        for (const [index, step] of steps.entries()) {
          book.change(step.side, step.price, step.quantity, index + 1, index)
          if (step.quantity === 0) truth[step.side].delete(step.price)
          else truth[step.side].set(step.price, step.quantity)
          if (!step.publish) continue
          const before = book.seq
          const delta = book.publish()
          if (delta === undefined) continue
          expect(delta.prevSeq).toBe(before)
          applyRows(bids, delta.bids)
          applyRows(asks, delta.asks)
          const snapshot = book.snapshot()
          expect(sorted(bids, 'buy')).toEqual(snapshot.bids)
          expect(sorted(asks, 'sell')).toEqual(snapshot.asks)
          expect(delta.checksum).toBe(depthChecksum(snapshot.bids, snapshot.asks))
          const bestBids = [...truth.buy].sort(([a], [b]) => b - a).slice(0, 8)
          const bestAsks = [...truth.sell].sort(([a], [b]) => a - b).slice(0, 8)
          expect(snapshot.bids.map(([price]) => Math.round(Number(price) * 100))).toEqual(bestBids.map(([price]) => price))
          expect(snapshot.asks.map(([, quantity]) => Math.round(Number(quantity) * 1e5))).toEqual(bestAsks.map(([, quantity]) => quantity))
        }
      }),
    )
  })
})
