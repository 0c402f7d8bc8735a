import { expect, it } from 'vitest'
import { flashFile } from './flash-file.ts'
import { flashFilterOf, isFlashFiltered, readFlashAddress, writeFlashAddress } from './flash-filters.ts'

it('ORD-002 [part] filters of conversions stand in the address and come back from it unchanged', () => {
  const address = readFlashAddress(new URLSearchParams('send=usdt&receive=BTC&status=done&from=2026-07-07&to=2026-07-14'))
  expect(readFlashAddress(writeFlashAddress(address))).toEqual(address)
  expect(flashFilterOf(address)).toMatchObject({ send: 'USDT', receive: 'BTC', status: 1 })
  expect((flashFilterOf(address).to ?? 0) - (flashFilterOf(address).from ?? 0)).toBeGreaterThan(7.9 * 86_400_000)
})

it('ORD-002 [part] what is not known is ignored, and the one that is opened is no filter', () => {
  const address = readFlashAddress(new URLSearchParams('send=<x>&status=9&from=2026-02-30&id=904'))
  expect([isFlashFiltered(address), address.opened, writeFlashAddress(address).toString()]).toEqual([false, '904', ''])
})

it('ORD-007 [part] the file has the rows as the API has them, times in UTC, full decimals', () => {
  const row = {
    ...{ id: '1', quoteId: '2', sendCoin: 'USDT', sendAmount: '1000', receiveCoin: 'BTC', receiveAmount: '0.01481925' },
    ...{ price: '0.000014819252696657', fee: '0', feeCoin: 'USDT', reason: '=cmd', createTime: 0, finishTime: 86_400_000 },
    status: 1 as const,
  }
  const line = flashFile([row]).split('\r\n')[1]
  expect(line).toBe("1,2,,1970-01-02T00:00:00.000Z,USDT,1000,BTC,0.01481925,0.000014819252696657,0,USDT,1,'=cmd")
})
