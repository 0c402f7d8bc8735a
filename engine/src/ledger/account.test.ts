import { expect, test } from 'vitest'
import { INDEX_MASK, INDEX_SPACE, USER_ID, X_ACCOUNTS } from '../../generated/layout.ts'
import { SPOT_ACCOUNT } from '../../generated/vocabularies.ts'
import { createState } from '../create-state.ts'
import { FIRST_USER_ID } from '../user/user.ts'

test('an account is found among few and among many of its user, and nobody else’s is', () => {
  const { kernel, users } = createState()
  const [ann, bob] = [kernel.addUser(0), kernel.addUser(0)].map((user) => users.view.getInt32(user + USER_ID, true)) as [number, number]
  expect([ann, bob]).toEqual([FIRST_USER_ID, FIRST_USER_ID + 1])
  const opened = new Map<number, number>()
  for (let assetId = 1; assetId <= 9; assetId += 1) {
    expect(kernel.findAccount(ann, assetId, SPOT_ACCOUNT)).toBe(0)
    opened.set(assetId, kernel.openAccount(ann, assetId, SPOT_ACCOUNT))
    expect(kernel.openAccount(ann, assetId, SPOT_ACCOUNT)).toBe(opened.get(assetId))
    for (const [known, account] of opened) expect(kernel.findAccount(ann, known, SPOT_ACCOUNT)).toBe(account)
    expect(kernel.findAccount(bob, assetId, SPOT_ACCOUNT)).toBe(0)
  }
  const house = kernel.openHouseAccount(2, 1)
  expect(kernel.findAccount(2, 1, SPOT_ACCOUNT)).toBe(house)
  for (const stranger of [0, 1, FIRST_USER_ID + 2, 2 ** 31 - 1]) expect(kernel.findAccount(stranger, 1, SPOT_ACCOUNT)).toBe(0)
})

test('an index that cannot grow any more finds all it holds, until hardly a slot is free', () => {
  const { kernel, memory } = createState()
  kernel.addUser(0)
  const bytes = memory.getUint32(X_ACCOUNTS + INDEX_MASK, true) + 1
  memory.setUint32(X_ACCOUNTS + INDEX_SPACE, bytes, true)
  const owner = FIRST_USER_ID
  // all but the newest four of a user are in the index
  const opened = Array.from({ length: bytes / 8 + 3 }, (_, position) => kernel.openAccount(owner, position + 1, SPOT_ACCOUNT))
  expect(memory.getUint32(X_ACCOUNTS + INDEX_MASK, true)).toBe(bytes - 1)
  for (const [position, account] of opened.entries()) expect(kernel.findAccount(owner, position + 1, SPOT_ACCOUNT)).toBe(account)
  expect(kernel.findAccount(owner, opened.length + 1, SPOT_ACCOUNT)).toBe(0)
})
