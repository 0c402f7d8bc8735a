/**
 * A share of a fee for whoever invited the one who paid it: out of what the house earned, in the asset of the fee, rounded down, in the
 * entry of the trade. Only fills of users with an inviter come here.
 */
import { findAccount, openAccount } from '../ledger/account'
import { payDebt } from '../ledger/debt'
import { post, postHouse } from '../ledger/posting'
import { hasRoom } from '../memory/tables'
import { shareOf } from '../money/exact'
import { mayGive } from '../user/bound'
import { isSamePerson } from '../user/person'
import { userHandle } from '../user/user'
import { Account, accountsTable, Order, state } from '../../generated/rows'
import { CAUSE_COMMISSION, DISABLED, SPOT_ACCOUNT } from '../constants/code'

/** Pays the inviter of an order's owner the share of its fee, which the account `house` has earned; the line's reference is who paid the fee. */
export function payCommission(order: Order, house: Account, fee: i64, assetId: i32): void {
  const share = shareOf(fee, state.commission)
  if (share == 0) return
  const user = order.desk.user
  const inviter = user.inviter
  // A closed account can never be opened again: what it were paid would be lost to everybody. A frozen one may thaw.
  const invitedBy = userHandle(inviter)
  if (<i32>invitedBy.status == DISABLED || isSamePerson(user, invitedBy)) return
  const account = accountOf(inviter, assetId)
  if (!account.exists || !mayGive(order, assetId, share)) return
  postHouse(house, -share)
  post(account, share, 0, CAUSE_COMMISSION, <f64>user.id)
  payDebt(invitedBy, account)
}

/** None when the table of accounts is full: a trade must not fail for a share of its fee. */
function accountOf(inviter: i32, assetId: i32): Account {
  const known = findAccount(inviter, assetId, SPOT_ACCOUNT)
  return !known.exists && hasRoom(accountsTable, 1) ? openAccount(inviter, assetId, SPOT_ACCOUNT) : known
}
