/**
 * A share of a fee for whoever invited the one who paid it: out of what the house earned, in the asset of the fee, rounded down, in the
 * entry of the trade. Only fills of users with an inviter come here.
 */
import { findAccount, openAccount } from '../ledger/account'
import { post, postHouse } from '../ledger/posting'
import { hasRoom } from '../memory/tables'
import { shareOf } from '../money'
import { CAUSE_COMMISSION, DISABLED } from '../constants/code'
import { USER_ID, USER_INVITER, USER_STATUS } from '../constants/layout'
import { S_COMMISSION, T_ACCOUNTS, USERS } from '../constants/map'
import { userHandle } from '../user/user'

/** Pays the inviter of `user` the share of a fee, which the account `house` has earned; the line's reference is who paid the fee. */
export function payCommission(user: usize, house: usize, fee: i64, assetId: i32): void {
  const share = shareOf(fee, load<i64>(S_COMMISSION))
  if (share == 0) return
  const inviter = load<i32>(user, USERS + USER_INVITER)
  // A closed account can never be opened again: what it were paid would be lost to everybody. A frozen one may thaw.
  if (<i32>load<u8>(userHandle(inviter), USERS + USER_STATUS) == DISABLED) return
  const account = accountOf(inviter, assetId)
  if (account == 0) return
  postHouse(house, -share)
  post(account, share, 0, CAUSE_COMMISSION, <f64>load<i32>(user, USERS + USER_ID))
}

/** 0 when the table of accounts is full: a trade must not fail for a share of its fee. */
function accountOf(inviter: i32, assetId: i32): usize {
  const known = findAccount(inviter, assetId)
  return known == 0 && hasRoom(T_ACCOUNTS, 1) ? openAccount(inviter, assetId) : known
}
