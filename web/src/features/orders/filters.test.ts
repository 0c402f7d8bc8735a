import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filterOf, isFiltered, readAddress, writeAddress } from './filters.ts'

beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
afterEach(() => void vi.unstubAllEnvs())

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

  it.each([
    // Ten hours behind: the evening of the 24th there is the 25th in UTC.
    ['Pacific/Honolulu', '2026-11-24', '2026-11-24T10:00:00.000Z', '2026-11-25T09:59:59.999Z'],
    ['Asia/Tokyo', '2026-11-24', '2026-11-23T15:00:00.000Z', '2026-11-24T14:59:59.999Z'],
    // The clock is put forward on the one and back on the other: days of 23 and of 25 hours.
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // A day of the end of a month, and one that a half hour's zone begins.
    ['Asia/Kolkata', '2026-02-28', '2026-02-27T18:30:00.000Z', '2026-02-28T18:29:59.999Z'],
  ])('ORD-002 [part] a day is the day of the rows: %s %s', (zone, day, first, last) => {
    vi.stubEnv('TZ', zone)
    const { from, to } = filterOf(readAddress(new URLSearchParams(`tab=history&from=${day}&to=${day}`)))
    expect([from, to].map((at) => new Date(at ?? 0).toISOString())).toEqual([first, last])
  })
})
