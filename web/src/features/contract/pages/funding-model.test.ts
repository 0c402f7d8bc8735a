import { expect, test } from 'vitest'
import { readAddress, writeAddress } from './data-address.ts'
import { fundingPicture } from './funding-model.ts'

test('PERP-030 [part] settled rates are drawn from the oldest on, above the line where longs paid', () => {
  const picture = fundingPicture([
    { ctime: 3, fundingRate: '-0.0002' },
    { ctime: 2, fundingRate: '0' },
    { ctime: 1, fundingRate: '0.0001' },
  ])
  const third = expect.closeTo(1 / 3)
  expect(picture.bars.map(({ at, x, y, height, isPaid }) => [at, x, y, height, isPaid])).toEqual([
    [1, 0, expect.closeTo(0), third, true],
    [2, third, third, 0, true],
    [3, expect.closeTo(2 / 3), third, expect.closeTo(2 / 3), false],
  ])
  expect([picture.highest, picture.lowest, picture.zero]).toEqual(['0.0001', '-0.0002', third])
  const still = fundingPicture([{ ctime: 1, fundingRate: '0' }])
  expect([still.bars[0]?.height, still.zero]).toEqual([0, 1])
  // Where nobody but longs paid, zero is the lower edge: the bars have the whole height.
  expect(fundingPicture([{ ctime: 1, fundingRate: '0.0001' }])).toMatchObject({ zero: 1, lowest: '0', bars: [{ y: 0, height: 1 }] })
})

test('the view and its choice stand in the address', () => {
  const round = (query: string) => writeAddress(readAddress(new URLSearchParams(query))).toString()
  expect(round('view=prices&contract=E-BTC-USDT&coin=USDT')).toBe('view=prices&contract=E-BTC-USDT')
  expect(round('view=insurance&contract=E-BTC-USDT&coin=USDT')).toBe('view=insurance&coin=USDT')
  expect(round('view=nothing')).toBe('')
  expect(round('view=prices&at=2026-07-14T16:31')).toBe('view=prices&at=2026-07-14T16%3A31')
  expect(round('view=prices&at=2026-07-34T16:31')).toBe('view=prices')
  expect(round('at=2026-07-14T16:31')).toBe('')
})
