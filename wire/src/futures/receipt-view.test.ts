import { expect, test } from 'vitest'
import { receiptView } from './position-view.ts'

const FACTS = {
  ...{
    instrumentId: 3,
    symbol: 'E-BTC-USDT',
    otherName: 'BTCUSDT',
    base: { assetId: 1, symbol: 'BTC', scale: 8 },
    quote: { assetId: 2, symbol: 'USDT', scale: 8 },
  },
  ...{ priceScale: 1, quantityScale: 3, multiplier: 1 },
}
const UNIT = 10n ** 8n

/** A long of 4,701 contracts of which a step sells 426, mark 39,467.0 and bankrupt at 39,448.3. */
const RECEIPT = {
  ...{ receiptId: 26, instrumentId: 3, positionId: 24, kind: 'partial' as const, isShort: false, quantity: 426, mark: 394_670 },
  ...{ indexFine: 39_056n * 10n ** 12n, indexInputs: [], tier: 2, rateE8: 1_000_000, deduction: 250n * UNIT, fills: [] },
  deleveraged: [] as { value: bigint; quantity: number; at: number }[],
  // 4,701 × 0.001 × 39,467.0 × 1 % − 250, and the value at 39,448.3.
  ...{ maintenance: 160_534_367_000n, margin: 0n, equity: 8_790_870_000n, bankruptcy: 18_544_645_830_000n },
  ...{ fee: 0n, insurance: 0n, share: 0n, at: 1, doneAt: 1 },
}
const viewOf = (change: Partial<typeof RECEIPT> = {}) => receiptView({ ...RECEIPT, ...change }, FACTS)

test('PERP-043 [part] a receipt says how large the position was, since margins and bankruptcy are those of the whole', () => {
  expect(viewOf()).toMatchObject({ volume: '426', positionVolume: '4701', bankruptcyPrice: '39448.3' })
})

test('maintenance that was rounded leaves the number of contracts as it was; of none it is what the step is about', () => {
  expect(viewOf({ maintenance: RECEIPT.maintenance + 1n }).positionVolume).toBe('4701')
  expect(viewOf({ maintenance: 0n }).positionVolume).toBe('426')
})

test('PERP-043 [part] a deleveraging of a part names the price at which that part was closed, and is its own fill', () => {
  const value = 40n * 57_018n * 100_000n
  const part = { kind: 'adl' as const, isShort: true, quantity: 40, tier: 1, rateE8: 500_000, deduction: 0n, mark: 572_056 }
  // Of 100 contracts: 5,720.56 × 0.5 %.
  const of = { maintenance: 2_860_280_000n, bankruptcy: value, deleveraged: [{ value, quantity: 40, at: 7 }] }
  expect(viewOf({ ...part, ...of } as never)).toMatchObject({
    ...{ volume: '40', positionVolume: '100', bankruptcyPrice: '57018' },
    fills: [{ price: '57018', volume: '40', ctime: 7 }],
  })
})

test('PERP-043 [part] what was closed by deleveraging stands among the trades, by time', () => {
  const fills = [
    { price: 394_500, quantity: 1, at: 3 },
    { price: 394_400, quantity: 2, at: 9 },
  ]
  const deleveraged = [{ value: 394_483n * 3n * 10_000n, quantity: 3, at: 5 }]
  expect(viewOf({ kind: 'full', fills, deleveraged } as never).fills).toEqual([
    { price: '39450', volume: '1', ctime: 3 },
    { price: '39448.3', volume: '3', ctime: 5 },
    { price: '39440', volume: '2', ctime: 9 },
  ])
})

test('PERP-043 [part] long and short that closed each other were reduced at the mark, and the receipt says against what', () => {
  const matched = viewOf({ kind: 'matched', fills: [{ price: 394_670, quantity: 426, at: 3 }] } as never)
  expect(matched).toMatchObject({ kind: 'partial', isMatched: 1, fee: '0', fills: [{ price: '39467', volume: '426', ctime: 3 }] })
  expect(viewOf()).toMatchObject({ kind: 'partial', isMatched: 0 })
})
