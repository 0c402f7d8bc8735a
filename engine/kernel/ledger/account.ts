/** Accounts: one row per (owner, asset) with an available and a held balance. */
import { after, handleAt, hashAt, homeOf, indexAdd, mixPair } from '../memory/handle-index'
import { WALKED_MOST } from '../memory/own-list'
import { allocateZeroed } from '../memory/tables'
import { ACCOUNT_ASSET, ACCOUNT_BYTES, ACCOUNT_NEXT, ACCOUNT_OWNER, USER_ACCOUNTS } from '../constants/layout'
import { ACCOUNTS, T_ACCOUNTS, USERS, X_ACCOUNTS } from '../constants/map'
import { FIRST_USER_ID, userHandle } from '../user/user'

/** The house's account that earns fees: see chart-of-accounts.ts of the engine. */
export const INCOME_FEE: i32 = 2

/** Account of an owner, 0 = none yet. */
export function findAccount(owner: i32, assetId: i32): usize {
  if (owner < FIRST_USER_ID) return searchAccount(owner, assetId)
  let account = load<usize>(userHandle(owner), USERS + USER_ACCOUNTS)
  for (let walked: i32 = 0; walked < WALKED_MOST; walked += 1) {
    if (account == 0 || load<i32>(account, ACCOUNTS + ACCOUNT_ASSET) == assetId) return account
    account = load<usize>(account, ACCOUNTS + ACCOUNT_NEXT)
  }
  return account == 0 ? 0 : searchAccount(owner, assetId)
}

function searchAccount(owner: i32, assetId: i32): usize {
  const hash = mixPair(owner, assetId)
  let slot = homeOf(X_ACCOUNTS, hash)
  let account = handleAt(X_ACCOUNTS, slot)
  while (account != 0 && (hashAt(X_ACCOUNTS, slot) != hash || !isOf(account, owner, assetId))) {
    slot = after(X_ACCOUNTS, slot)
    account = handleAt(X_ACCOUNTS, slot)
  }
  return account
}

@inline function isOf(account: usize, owner: i32, assetId: i32): bool {
  return load<i32>(account, ACCOUNTS + ACCOUNT_OWNER) == owner && load<i32>(account, ACCOUNTS + ACCOUNT_ASSET) == assetId
}

/** Account of an owner, opened when there is none. */
export function openAccount(owner: i32, assetId: i32): usize {
  const known = findAccount(owner, assetId)
  if (known != 0) return known
  const account = allocateZeroed(ACCOUNTS, T_ACCOUNTS, ACCOUNT_BYTES)
  store<i32>(account, owner, ACCOUNTS + ACCOUNT_OWNER)
  store<i32>(account, assetId, ACCOUNTS + ACCOUNT_ASSET)
  if (owner < FIRST_USER_ID) {
    indexAdd(X_ACCOUNTS, mixPair(owner, assetId), account)
    return account
  }
  const user = userHandle(owner)
  store<usize>(account, load<usize>(user, USERS + USER_ACCOUNTS), ACCOUNTS + ACCOUNT_NEXT)
  store<usize>(user, account, USERS + USER_ACCOUNTS)
  // the row that a walk from the new one does not reach any more
  let deeper = account
  for (let walked: i32 = 0; walked < WALKED_MOST && deeper != 0; walked += 1) deeper = load<usize>(deeper, ACCOUNTS + ACCOUNT_NEXT)
  if (deeper != 0) indexAdd(X_ACCOUNTS, mixPair(owner, load<i32>(deeper, ACCOUNTS + ACCOUNT_ASSET)), deeper)
  return account
}
