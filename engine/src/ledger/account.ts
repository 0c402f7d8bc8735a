/** Accounts: one row per (owner, asset) with an available and a held balance. */
import * as layout from '../layout.ts'
import { mixPair } from '../memory/handle-index.ts'
import { behindWalk, WALKED_MOST as WALKED } from '../memory/own-list.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import type { State } from '../state.ts'
import { FIRST_USER_ID, userHandle } from '../user/user.ts'

const HANDLE = HANDLE_MASK
const WALKED_MOST = WALKED

const { ACCOUNT_ASSET, ACCOUNT_NEXT, ACCOUNT_OWNER, USER_ACCOUNTS } = layout

/** Account of an owner, 0 = none yet. */
export function findAccount(state: State, owner: number, assetId: number): number {
  if (owner < FIRST_USER_ID) return searchAccount(state, owner, assetId)
  const accounts = state.accounts.view
  let account = state.users.view.getInt32((userHandle(state, owner) & HANDLE) + USER_ACCOUNTS, true) & HANDLE
  for (let walked = 0; walked < WALKED_MOST; walked += 1) {
    if (account === 0 || accounts.getInt32(account + ACCOUNT_ASSET, true) === assetId) return account
    account = accounts.getInt32(account + ACCOUNT_NEXT, true) & HANDLE
  }
  return account === 0 ? 0 : searchAccount(state, owner, assetId)
}

function searchAccount(state: State, owner: number, assetId: number): number {
  const { accountIndex, accounts } = state
  const hash = mixPair(owner, assetId)
  for (let slot = accountIndex.start(hash); ; slot = accountIndex.after(slot)) {
    const account = accountIndex.handleAt(slot)
    if (account === 0) return 0
    if (accountIndex.hashAt(slot) !== hash) continue
    if (
      accounts.view.getInt32(account + ACCOUNT_OWNER, true) === owner &&
      accounts.view.getInt32(account + ACCOUNT_ASSET, true) === assetId
    )
      return account
  }
}

/** Account of an owner, opened when there is none. */
export function openAccount(state: State, owner: number, assetId: number): number {
  const known = findAccount(state, owner, assetId)
  if (known !== 0) return known
  const account = state.accounts.allocateZeroed()
  const view = state.accounts.view
  view.setInt32(account + ACCOUNT_OWNER, owner, true)
  view.setInt32(account + ACCOUNT_ASSET, assetId, true)
  if (owner < FIRST_USER_ID) {
    state.accountIndex.add(mixPair(owner, assetId), account)
    return account
  }
  const users = state.users.view
  const user = userHandle(state, owner)
  view.setInt32(account + ACCOUNT_NEXT, users.getInt32(user + USER_ACCOUNTS, true), true)
  users.setInt32(user + USER_ACCOUNTS, account, true)
  const deeper = behindWalk(view, account, ACCOUNT_NEXT)
  if (deeper !== 0) state.accountIndex.add(mixPair(owner, view.getInt32(deeper + ACCOUNT_ASSET, true)), deeper)
  return account
}
