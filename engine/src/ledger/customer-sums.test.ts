import { expect, test } from 'vitest'
import { ACCOUNT_AVAILABLE, ACCOUNT_HELD, USER_ID } from '../../generated/layout.ts'
import { ACCOUNT_KINDS, SPOT_ACCOUNT } from '../../generated/vocabularies.ts'
import { codeOf } from '../codec/code.ts'
import { createState } from '../create-state.ts'
import { customerSums } from './customer-sums.ts'

test('TRUST-004 [part] what customers have counts in all their accounts, held or not; the house’s accounts and debts do not', () => {
  const state = createState()
  const { kernel, users, accounts } = state
  const [ann, bob] = [kernel.addUser(0), kernel.addUser(0)].map((user) => users.view.getInt32(user + USER_ID, true)) as [number, number]
  const has = (account: number, available: bigint, held = 0n): void => {
    accounts.view.setBigInt64(account + ACCOUNT_AVAILABLE, available, true)
    accounts.view.setBigInt64(account + ACCOUNT_HELD, held, true)
  }
  has(kernel.openAccount(ann, 1, SPOT_ACCOUNT), 10n, 5n)
  has(kernel.openAccount(ann, 1, codeOf(ACCOUNT_KINDS, 'pending')), 7n)
  has(kernel.openAccount(bob, 1, SPOT_ACCOUNT), 100n)
  has(kernel.openAccount(bob, 1, codeOf(ACCOUNT_KINDS, 'debt')), -30n)
  has(kernel.openAccount(bob, 2, codeOf(ACCOUNT_KINDS, 'financial')), 4n)
  has(kernel.openHouseAccount(2, 1), -1000n)
  expect([...customerSums(state)]).toEqual([
    [1, 122n],
    [2, 4n],
  ])
})
