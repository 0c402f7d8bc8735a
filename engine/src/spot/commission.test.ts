import { expect, it } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { asUserId } from '../ids/id.ts'
import { commissionRateOf, userOf } from '../read.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'
import { commissionOf } from './commission.ts'

it('INV-005 the share is rounded down to the minor unit, and never more than the rate of the fee', () => {
  expect(commissionOf(100_000_000n, 20_000_000)).toBe(20_000_000n)
  expect(commissionOf(4n, 20_000_000)).toBe(0n)
  expect(commissionOf(9n, 20_000_000)).toBe(1n)
  expect(commissionOf(2n ** 61n, 50_000_000)).toBe(2n ** 60n)
})

it('INV-005 REL-002 [part] a snapshot keeps the rate and who invited whom', () => {
  const exchange = new ExchangeDriver()
  const inviterId = exchange.join('cat', {})
  exchange.must({ kind: 'registerUser', accountKey: 'dan', document: {}, role: 'customer', inviterId })
  exchange.must({ kind: 'setCommission', rateE8: 12_345_678, actor: 'olga', why: 'test' })
  const again = decodeSnapshot(encodeSnapshot(exchange.state))
  expect(commissionRateOf(again)).toBe(12_345_678)
  expect(userOf(again, asUserId(inviterId + 1))?.inviterId).toBe(inviterId)
  expect(encodeSnapshot(again)).toEqual(encodeSnapshot(exchange.state))
})
