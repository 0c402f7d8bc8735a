import { expect, test } from 'vitest'
import { billFilterOf, isBillFiltered, NO_BILL_FILTER, reachesNow, readBillAddress, writeBillAddress } from './bill-address.ts'

const at = (text: string) => readBillAddress(new URLSearchParams(text))
const DAY = 86_400_000

test('ORD-002 [part] filters of bills stand in the address and come back from it; what is not known is ignored', () => {
  const text = 'account=earn&coin=USDT&kind=earn&from=2026-07-07&to=2026-07-14'
  expect(writeBillAddress(at(text)).toString()).toBe(text)
  expect(at('account=contract&coin=%3Cx%3E&kind=rebate&from=2026-02-30&to=soon')).toEqual(NO_BILL_FILTER)
  expect(['', 'x=1', 'account=spot', 'from=2026-07-07', 'to=2026-07-07', 'coin=btc'].map((one) => isBillFiltered(at(one)))).toEqual([
    ...[false, false, false],
    ...[true, true, true],
  ])
})

test('ORD-002 [part] days are asked for whole, both included, and each by itself', () => {
  expect(billFilterOf(NO_BILL_FILTER, undefined)).toEqual({ accountType: 1 })
  const { startTime = 0, endTime = 0, ...others } = billFilterOf(at('account=earn&kind=earn&from=2026-07-07&to=2026-07-08'), '5')
  expect(others).toEqual({ accountType: 3, category: 'earn', coinId: '5' })
  expect([new Date(startTime).getDate(), new Date(startTime).getHours(), endTime + 1 - startTime]).toEqual([7, 0, 2 * DAY])
  expect(Object.keys(billFilterOf(at('to=2026-07-08'), undefined))).toEqual(['accountType', 'endTime'])
})

test('WAL-037 [part] lines add up to the balance of now only where the newest of them are shown', () => {
  const now = new Date(2026, 6, 14, 12).getTime()
  const isWhole = (text: string) => reachesNow(billFilterOf(at(text), '2'), now)
  expect(['', 'from=2026-07-01', 'to=2026-07-14', 'to=2026-07-13', 'kind=fee'].map(isWhole)).toEqual([true, true, true, false, false])
})
