import type { EarnAsset } from '@agio/wire/earn/types.ts'
import { expect, test } from 'vitest'
import { plus } from '../../data/amounts.ts'
import { earnAssetRows } from './earn-asset-model.ts'

const asset = (coinId: string, principal: string, available: string): EarnAsset => ({
  ...{ coinId, coinName: `C${coinId}`, principal, flexible: principal, fixed: '0', available },
  ...{ accruedInterest: '0', paidInterest: '0', yesterdayInterest: '0', valueU: '1' },
})

test('WAL-001 WAL-002 [part] what is free counts in a coin’s total and its worth, which is rounded down for itself', () => {
  const prices = new Map([
    ['1', '67412.38'],
    ['2', '0.999999995'],
  ])
  const rows = earnAssetRows([asset('2', '9007199254740993.1', '0.00000001'), asset('1', '0.5', '0.042137')], prices)
  expect(rows.map(({ total, totalU }) => [total, totalU])).toEqual([
    ['9007199254740993.10000001', '9007199209704996.82629504'],
    ['0.542137', '36546.74545606'],
  ])
  expect(plus(...rows.map(({ totalU }) => totalU ?? ''))).toBe('9007199209741543.5717511')
})

test('WAL-001 [part] the most valuable coin comes first; one that left nothing is worth nothing, one without a price is not guessed', () => {
  const rows = earnAssetRows([asset('1', '0', '0'), asset('9', '5', '5'), asset('2', '0', '7')], new Map([['2', '1']]))
  expect(rows.map(({ coinId, totalU }) => [coinId, totalU])).toEqual([
    ['2', '7'],
    ['1', '0'],
    ['9', undefined],
  ])
})
