import { describe, expect, it } from 'vitest'
import { addsUp, balanceRows } from './assets-model.ts'

const balance = (asset: string, total: string, value: string, held = '0') => ({
  assetId: asset,
  asset,
  iconUrl: null,
  available: total,
  held,
  total,
  usdtPrice: '1',
  value,
})

describe('balances', () => {
  it('WAL-002 [part] are sorted by value with exact shares; dust is marked and empty assets are left out', () => {
    const rows = balanceRows([balance('A', '1', '0.5'), balance('B', '2', '29.5'), balance('C', '0', '0'), balance('D', '1', '70')])
    expect(rows.map((row) => [row.asset, row.shareE3, row.small])).toEqual([
      ['D', 700, false],
      ['B', 295, false],
      ['A', 5, true],
    ])
    expect(addsUp(balance('A', '1', '1'))).toBe(true)
    expect(addsUp(balance('A', '1', '1', '0.1'))).toBe(false)
  })
})
