import { describe, expect, it } from 'vitest'
import { filterOf, isFiltered, readAddress, writeAddress } from './filters.ts'

describe('order filters', () => {
  it('ORD-002 [part] stand in the address and come back from it unchanged', () => {
    const address = readAddress(
      new URLSearchParams('tab=history&symbol=BTC_USDT&side=sell&type=stopLimit&status=canceled&from=2026-07-07&to=2026-07-14'),
    )
    expect(readAddress(writeAddress(address))).toEqual(address)
    expect(filterOf(address)).toEqual({
      symbol: 'BTC/USDT',
      side: 'sell',
      kind: 'stopLimit',
      state: 'canceled',
      from: 1_783_382_400_000,
      to: 1_784_073_599_999,
    })
  })

  it('ORD-002 [part] ignores what it does not know; a reset leaves an empty address', () => {
    const address = readAddress(new URLSearchParams('tab=x&symbol=btc&side=up&from=2026-02-30'))
    expect(address.tab).toBe('open')
    expect(isFiltered(address)).toBe(false)
    expect(writeAddress(address).toString()).toBe('')
  })
})
