import { describe, expect, it } from 'vitest'
import { balanceRows, toldSince } from './assets-model.ts'

const balance = (asset: string, total: string, value: string, held = '0', debt = '0') => ({
  assetId: asset,
  asset,
  iconUrl: null,
  available: total,
  held,
  total,
  debt,
  usdtPrice: '1',
  value,
  pending: '0',
  locked: '0',
})

describe('balances', () => {
  it('WAL-002 [part] are sorted by value with exact shares; dust is marked and empty assets are left out', () => {
    const rows = balanceRows([balance('A', '1', '0.5'), balance('B', '2', '29.5'), balance('C', '0', '0'), balance('D', '1', '70')])
    expect(rows.map((row) => [row.asset, row.shareE3, row.small])).toEqual([
      ['D', 700, false],
      ['B', 295, false],
      ['A', 5, true],
    ])
  })

  it('WAL-002 [part] what is told of amounts stands above the answer, and does not hold the worth of an amount that stays', () => {
    const answer = [{ ...balance('A', '2', '140'), usdtPrice: '70' }, balance('B', '5', '5')]
    const told = [{ ...balance('A', '2.0', '120', '1'), usdtPrice: '60' }, balance('B', '4', '4'), balance('C', '1', '1')]
    const rows = toldSince(answer, told).map(({ asset, total, held, value, usdtPrice }) => [asset, total, held, value, usdtPrice])
    expect(rows).toEqual([
      ['A', '2.0', '1', '140', '70'],
      ['B', '4', '0', '4', '1'],
      ['C', '1', '0', '1', '1'],
    ])
  })

  it('WAL-002 WAL-019 [part] what waits to leave is held, so that available and held still add up to the total', () => {
    const [row] = balanceRows([{ ...balance('A', '3', '3', '0.5'), available: '1', pending: '1.5' }])
    expect([row?.available, row?.held, row?.total]).toEqual(['1', '2', '3'])
  })

  it('WAL-012 [part] a coin of which nothing is left but a debt is shown, and is not hidden as small', () => {
    const [row] = balanceRows([balance('A', '0', '0', '0', '12.5'), balance('B', '0', '0')])
    expect([row?.asset, row?.debt, row?.small, row?.shareE3]).toEqual(['A', '12.5', false, 0])
  })
})
