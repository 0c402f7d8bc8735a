/** Accounts: one row per (owner, asset, kind) with an available and a held balance. */
import { after, hashAt, homeOf, indexAdd, mixPair, rowAt } from '../memory/handle-index'
import { WALKED_MOST } from '../memory/own-list'
import { allocateZeroed } from '../memory/tables'
import { FIRST_USER_ID, userHandle } from '../user/user'
import { Account, accountsIndex, accountsTable, none } from '../../generated/rows'
import { ACCOUNT_BYTES } from '../constants/layout'
import { ACCOUNTS } from '../constants/map'

/** Accounts of the house: see chart-of-accounts.ts of the engine. */
export const INCOME_FEE: i32 = 2
export const INVENTORY_CONVERT: i32 = 5
export const EXPENSE_SAVINGS_INTEREST: i32 = 6
export const INCOME_CONTRACT_FEE: i32 = 14
export const INCOME_LIQUIDATION_FEE: i32 = 15
export const FUND_INSURANCE: i32 = 16
export const INVENTORY_LIQUIDATION: i32 = 17
export const CLEARING_PNL: i32 = 18
export const CLEARING_FUNDING: i32 = 19
export const EQUITY_HOUSE: i32 = 1

/** Account of an owner, none when there is none yet. */
export function findAccount(owner: i32, assetId: i32, kind: i32): Account {
  if (owner < FIRST_USER_ID) return searchAccount(owner, assetId, kind)
  let account = userHandle(owner).accounts
  for (let walked: i32 = 0; walked < WALKED_MOST; walked += 1) {
    if (!account.exists || (account.asset == assetId && account.kind == kind)) return account
    account = account.next
  }
  return account.exists ? searchAccount(owner, assetId, kind) : none<Account>()
}

function searchAccount(owner: i32, assetId: i32, kind: i32): Account {
  const hash = mixAccount(owner, assetId, kind)
  let slot = homeOf(accountsIndex, hash)
  let account = rowAt<Account>(accountsIndex, slot)
  while (account.exists && (hashAt(accountsIndex, slot) != hash || !isOf(account, owner, assetId, kind))) {
    slot = after(accountsIndex, slot)
    account = rowAt<Account>(accountsIndex, slot)
  }
  return account
}

@inline function isOf(account: Account, owner: i32, assetId: i32, kind: i32): bool {
  return account.owner == owner && account.asset == assetId && account.kind == kind
}

/** Asset ids stay below 2^16. */
@inline function mixAccount(owner: i32, assetId: i32, kind: i32): i32 {
  return mixPair(owner, assetId | (kind << 16))
}

/** Account of the house, opened when there is none. */
@inline export function openHouseAccount(owner: i32, assetId: i32): Account {
  return openAccount(owner, assetId, 0)
}

/** Account of an owner, opened when there is none. */
export function openAccount(owner: i32, assetId: i32, kind: i32): Account {
  const known = findAccount(owner, assetId, kind)
  if (known.exists) return known
  const account = allocateZeroed<Account>(ACCOUNTS, accountsTable, ACCOUNT_BYTES)
  account.owner = owner
  account.asset = assetId
  account.kind = kind
  if (owner < FIRST_USER_ID) {
    indexAdd<Account>(accountsIndex, mixAccount(owner, assetId, kind), account)
    return account
  }
  const user = userHandle(owner)
  account.next = user.accounts
  user.accounts = account
  // the row that a walk from the new one does not reach any more
  let deeper = account
  for (let walked: i32 = 0; walked < WALKED_MOST && deeper.exists; walked += 1) deeper = deeper.next
  if (deeper.exists) indexAdd<Account>(accountsIndex, mixAccount(owner, deeper.asset, deeper.kind), deeper)
  return account
}
