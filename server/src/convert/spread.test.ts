import { asAssetId } from '@agio/engine/ids/id.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IndexMoves } from './index-moves.ts'
import { readSettings } from './settings.ts'
import { SPREAD_LEAST, SPREAD_MOST, type Stock, spreadOf, strayOf } from './spread.ts'

const U = 10n ** 8n
const BTC = asAssetId(2)
const stockAt = (amount: bigint): Stock => ({ amount, least: 100n, target: 200n, most: 400n })
const TERMS = { base: 50_000n, volatility: 10_000_000n, size: 10_000n, skew: 100_000n }
const QUIET = { value: 100n * U, range: 0n, widening: 0n, send: stockAt(200n), receive: stockAt(200n) }

test('a small conversion in a quiet market costs the base alone, and never less than 5 bps', () => {
  expect(spreadOf(TERMS, QUIET)).toBe(50_000n)
  expect(spreadOf({ ...TERMS, base: 0n }, QUIET)).toBe(SPREAD_LEAST)
  expect(spreadOf({ ...TERMS, base: 99_999_999n }, QUIET)).toBe(SPREAD_MOST)
})

test('volatility, size and skew are each added, rounded against the customer', () => {
  expect(spreadOf(TERMS, { ...QUIET, range: 200_001n })).toBe(50_000n + 20_001n)
  expect(spreadOf(TERMS, { ...QUIET, widening: 123_456n })).toBe(50_000n + 123_456n)
  expect(spreadOf(TERMS, { ...QUIET, value: 101_000n * U })).toBe(50_000n + 10_000n)
  expect(spreadOf(TERMS, { ...QUIET, value: 1_000n * U + 1n })).toBe(50_001n)
  expect(spreadOf(TERMS, { ...QUIET, send: stockAt(400n) })).toBe(50_000n + 50_000n)
  expect(spreadOf(TERMS, { ...QUIET, send: stockAt(400n), receive: stockAt(100n) })).toBe(50_000n + 100_000n)
  // What brings both stocks back costs less, but not less than the least.
  expect(spreadOf({ ...TERMS, base: 200_000n }, { ...QUIET, send: stockAt(100n), receive: stockAt(400n) })).toBe(100_000n)
  expect(spreadOf(TERMS, { ...QUIET, send: stockAt(100n), receive: stockAt(400n) })).toBe(SPREAD_LEAST)
})

test('a stock strays from half the way to its limit on, and a coin without limits never does', () => {
  expect([100n, 125n, 150n, 200n, 300n, 350n, 400n, 900n, 0n].map((amount) => strayOf(stockAt(amount)))).toEqual([
    ...[-U, -U / 2n, 0n, 0n, 0n, U / 2n, U, U, -U],
  ])
  expect(strayOf({ amount: 5n, least: undefined, target: undefined, most: undefined })).toBe(0n)
})

test('no spread leaves its bounds, and more value never costs a smaller share', () => {
  const term = fc.bigInt({ min: 0n, max: 99_999_999n })
  const amount = fc.bigInt({ min: 0n, max: 10n ** 18n })
  fc.assert(
    fc.property(term, term, term, term, amount, amount, amount, (base, volatility, size, skew, value, more, stock) => {
      const terms = { base, volatility, size, skew }
      const facts = { ...QUIET, range: value % (2n * U), send: stockAt(stock % 500n), receive: stockAt(more % 500n) }
      const spread = spreadOf(terms, { ...facts, value })
      expect(spread >= SPREAD_LEAST && spread <= SPREAD_MOST).toBe(true)
      expect(spreadOf(terms, { ...facts, value: value + more }) >= spread).toBe(true)
    }),
  )
})

test('the index went as far as its highest and lowest of a minute, the one that stood before it included; a pinned one nowhere', () => {
  const moves = new IndexMoves()
  expect(moves.range(BTC, 0)).toBe(0n)
  for (const [at, price] of [
    [1000, 100n],
    [2000, 102n],
    [30_000, 101n],
  ] as const)
    moves.note(BTC, price, at, false)
  expect(moves.range(BTC, 30_000)).toBe(2_000_000n)
  // At 62 s the 102 of the second second is what the minute began with.
  expect(moves.range(BTC, 62_000)).toBe(990_100n)
  expect(moves.range(BTC, 90_001)).toBe(0n)
  moves.note(BTC, 200n, 90_002, true)
  expect(moves.range(BTC, 90_002)).toBe(0n)
})

test('terms of a pair count before those of its coins, the larger of these before the tenant’s own', () => {
  const settings = readSettings({
    spread: { base: '0.001', skew: '0' },
    spreads: { BTC: { base: '0.002' }, ETH: { base: '0.003', size: '0.01' }, 'BTC/USDT': { base: '0' } },
  })
  const base = (send: string, receive: string) => settings?.spread(send, receive).base
  expect([base('SOL', 'USDT'), base('USDT', 'BTC'), base('BTC', 'ETH'), base('BTC', 'USDT')]).toEqual([100_000n, 200_000n, 300_000n, 0n])
  expect(settings?.spread('ETH', 'BTC')).toEqual({ base: 300_000n, volatility: 10_000_000n, size: 1_000_000n, skew: 0n })
  for (const bad of [{ spread: { base: '1' } }, { minTradeU: '0.000000001' }, { closedPairs: ['BTC'] }, { quoteSeconds: 0 }])
    expect(readSettings(bad)).toBeUndefined()
})
