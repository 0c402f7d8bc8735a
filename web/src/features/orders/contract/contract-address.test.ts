import { expect, test } from 'vitest'
import { isFiltered, rangeOf, readAddress, writeAddress } from './contract-address.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))

test('ORD-002 [part] filters of contract orders live in the address, and a reload finds them', () => {
  const query = 'tab=history&contract=E-BTC-USDT&side=buy&type=2&status=7&from=2026-07-01&to=2026-07-14'
  expect(writeAddress(read(query)).toString()).toBe(query)
  expect(writeAddress(read('')).toString()).toBe('')
  expect(isFiltered(read(query))).toBe(true)
})

test('what a tab has not, or nobody knows, says nothing', () => {
  expect(writeAddress(read('tab=trades&status=7&kind=6&from=2026-07-01')).toString()).toBe('tab=trades&from=2026-07-01')
  expect(read('tab=nothing&side=up&type=9&from=2026-02-31&contract=<b>')).toEqual({ ...read(''), tab: 'open' })
  expect(isFiltered(read('tab=transactions&coin=USDT'))).toBe(false)
  expect(isFiltered(read('tab=transactions&coin=USDT&kind=6'))).toBe(true)
})

test('days are whole, where the reader is', () => {
  expect(rangeOf(read('tab=trades&from=2026-07-01&to=2026-07-01'))).toEqual({
    beginTime: new Date(2026, 6, 1).getTime(),
    endTime: new Date(2026, 6, 2).getTime() - 1,
  })
})
