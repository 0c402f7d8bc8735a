import { expect, test } from 'vitest'
import { createState } from '../state.ts'
import { addUser, FIRST_USER_ID } from '../user/user.ts'
import { findAccount, openAccount } from './account.ts'

test('an account is found among few and among many of its user, and nobody else’s is', () => {
  const state = createState()
  const ann = addUser(state, 0)
  const bob = addUser(state, 0)
  const opened = new Map<number, number>()
  for (let assetId = 1; assetId <= 9; assetId += 1) {
    expect(findAccount(state, ann, assetId)).toBe(0)
    opened.set(assetId, openAccount(state, ann, assetId))
    expect(openAccount(state, ann, assetId)).toBe(opened.get(assetId))
    for (const [known, account] of opened) expect(findAccount(state, ann, known)).toBe(account)
    expect(findAccount(state, bob, assetId)).toBe(0)
  }
  const house = openAccount(state, 2, 1)
  expect(findAccount(state, 2, 1)).toBe(house)
  for (const stranger of [0, 1, FIRST_USER_ID + 2, 2 ** 31 - 1]) expect(findAccount(state, stranger, 1)).toBe(0)
})
