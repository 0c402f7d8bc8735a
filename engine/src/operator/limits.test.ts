/** What the tables of assets, pairs and fee levels have room for. */
import { expect, test } from 'vitest'
import { FEE_LEVELS_MOST, INSTRUMENTS_MOST } from '../../generated/map.ts'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { asAssetId } from '../ids/id.ts'
import { ASSETS_MOST } from '../memory/map.ts'
import { PLAIN_PAIR } from '../plain-terms.ts'
import { feeRatesOf } from '../read.ts'

test('an exchange takes as many pairs as it has room for, each of which trades, and refuses one more by name', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  const define = (symbol: string) => exchange.run({ kind: 'defineInstrument', terms: { ...PLAIN_PAIR, symbol } })
  for (let id = 2; id <= INSTRUMENTS_MOST; id += 1) expect(define(`pair ${id}`)).toMatchObject({ reason: 'none', value: id })
  expect(define('one more').reason).toBe('engineFull')
  expect(exchange.state.instruments).toHaveLength(INSTRUMENTS_MOST)
  expect(exchange.faults()).toEqual([])
})

test('an exchange refuses an asset that it has no room for by name', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  const { assets } = exchange.state
  const [first] = assets
  while (first !== undefined && assets.length < ASSETS_MOST - 2) assets.push({ ...first, assetId: asAssetId(assets.length + 1) })
  const define = (symbol: string) => exchange.run({ kind: 'defineAsset', symbol, scale: 8, document: {} })
  expect(define('LAST')).toMatchObject({ reason: 'none', value: ASSETS_MOST - 1 })
  expect(define('MORE').reason).toBe('engineFull')
})

test('an asset has whole decimals from none to eight', () => {
  const exchange = new ExchangeDriver()
  const define = (scale: number) => exchange.run({ kind: 'defineAsset', symbol: `S${scale}`, scale, document: {} }).reason
  expect([-1, 0, 8, 9, 0.5, Number.NaN].map(define)).toEqual([
    'badParameter',
    'none',
    'none',
    'badParameter',
    'badParameter',
    'badParameter',
  ])
})

test('a fee schedule has at most so many levels, and volumes beyond 64 bits are reached by nobody', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  const ann = exchange.join('ann', {})
  const level = (volumeMin: bigint, makerFeeE8: number) => ({ volumeMin, makerFeeE8, takerFeeE8: 7 })
  const set = (levels: readonly ReturnType<typeof level>[]) =>
    exchange.run({ kind: 'setFeeSchedule', levels, feeAssetId: asAssetId(0), feeAssetDiscountE8: 0 }).reason
  const most = Array.from({ length: FEE_LEVELS_MOST }, (_, position) => level(BigInt(position), position))
  expect(set([...most, level(2n ** 60n, 1)])).toBe('badParameter')
  expect(set(most)).toBe('none')
  exchange.must({ kind: 'setUserTerms', userId: ann, feeLevel: FEE_LEVELS_MOST - 1 })
  const [pair] = exchange.state.instruments
  const rates = () => feeRatesOf(exchange.state, ann, pair?.instrumentId as never)
  expect(rates()).toMatchObject({ makerFeeE8: FEE_LEVELS_MOST - 1, takerFeeE8: 7 })
  exchange.must({ kind: 'setUserTerms', userId: ann, feeLevel: null })
  expect(set([level(-(2n ** 80n), 5), level(2n ** 80n, 6)])).toBe('none')
  expect(rates()).toMatchObject({ makerFeeE8: 5, takerFeeE8: 7 })
  expect(exchange.faults()).toEqual([])
})

test('whatever admission lets in finds a label, a level and a key: their tables hold more rows than orders and extras do', () => {
  const { orders, extras, levels, labels, keys } = new ExchangeDriver().state
  const most = Math.min(orders.rowsMax, extras.rowsMax)
  expect(most).toBeGreaterThan(3_000_000)
  for (const table of [levels, labels, keys]) expect(table.rowsMax).toBeGreaterThan(most + 1000)
})
