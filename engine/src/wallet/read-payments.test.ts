import { expect, test } from 'vitest'
import { richExchange } from '../../scenarios/rich-exchange.ts'
import { asListingId, asWithdrawalId } from '../ids/id.ts'
import { houseAddresses, paymentsOf, queuedWithdrawals, withdrawalStatus } from './read-payments.ts'
import { withdrawalsOf } from './read-wallet.ts'

test('payments under way are told with what they pay, what waits for one with its customer, and the house’s own addresses', () => {
  const exchange = richExchange()
  const { state } = exchange
  const [paying, moving] = paymentsOf(state)
  const owner = paying?.withdrawals[0]?.userId
  if (owner === undefined || paying === undefined) throw new Error('no payment')
  expect(paying).toMatchObject({ from: 'hot', isSigned: true, mined: 'done', height: 18, listingId: asListingId(2) })
  expect(paying.withdrawals.map(({ amount }) => amount)).toEqual([10_000n, 20_000n])
  expect(paying.withdrawals.reduce((sum, { amount, fee }) => sum + amount - fee, 0n)).toBe(paying.amount)
  expect(moving).toMatchObject({ from: 'warm', to: 'cold', isSigned: false, mined: 'no', height: 0, amount: 5_000n, withdrawals: [] })
  expect(queuedWithdrawals(state)).toEqual([])
  const ask = { kind: 'requestWithdrawal', userId: owner, listingId: asListingId(2), amount: 500n, isVerified: true } as const
  const more = { receiverId: 0 as typeof owner, limit: 0n, windowMs: 0, reviews: [], document: {} }
  const withdrawalId = asWithdrawalId(exchange.must({ ...ask, ...more }))
  const [own] = withdrawalsOf(state, owner)
  expect(queuedWithdrawals(state)).toEqual([{ userId: owner, withdrawalId, listingId: 2, amount: 500n, fee: own?.fee }])
  expect([withdrawalStatus(state, owner, withdrawalId), withdrawalStatus(state, owner, asWithdrawalId(1))]).toEqual(['queued', undefined])
  expect(houseAddresses(state)).toEqual([{ addressId: 2, family: 3, place: 'hot' }])
})
