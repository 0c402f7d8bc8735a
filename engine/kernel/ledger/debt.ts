/** What a reversal could not take: the customer owes it, is frozen as long as he does, and pays it first of what he is credited later. */
import { findAccount, openAccount } from './account'
import { post, postDebt } from './posting'
import { Account, User } from '../../generated/rows'
import { CAUSE_DEBT, DEBT_ACCOUNT, SPOT_ACCOUNT } from '../constants/code'

/**
 * Takes an amount back from a customer's spot account; what is not there becomes a debt. The caller has made sure of room for two accounts,
 * and of what the house gets for it.
 */
export function takeBack(user: User, assetId: i32, amount: i64, cause: i32): void {
  const account = openAccount(user.id, assetId, SPOT_ACCOUNT)
  const available = account.available
  const taken = available < amount ? available : amount
  if (taken != 0) post(account, -taken, 0, cause, 0)
  if (taken == amount) return
  const debt = openAccount(user.id, assetId, DEBT_ACCOUNT)
  if (debt.available == 0) user.debts += 1
  postDebt(debt, taken - amount, cause)
}

/** Pays a debt in an asset from what is available of it. For whatever credits a spot account, right behind its posting. */
export function payDebt(user: User, account: Account): void {
  if (user.debts == 0) return
  const debt = findAccount(user.id, account.asset, DEBT_ACCOUNT)
  if (!debt.exists || debt.available == 0) return
  const owed = -debt.available
  const paid = owed < account.available ? owed : account.available
  if (paid == 0) return
  post(account, -paid, 0, CAUSE_DEBT, 0)
  postDebt(debt, paid, CAUSE_DEBT)
  if (paid == owed) user.debts -= 1
}
