import { expect, it } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { asUserId } from '../ids/id.ts'
import { commissionRateOf, userOf } from '../read.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'

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
