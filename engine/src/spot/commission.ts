/**
 * A share of a fee for whoever invited the one who paid it: out of what the house earned, in the asset of the fee, rounded down, in the
 * entry of the trade. Only fills of users with an inviter come here.
 */
import * as code from '../codec/code.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as layout from '../layout.ts'
import { findAccount, openAccount } from '../ledger/account.ts'
import { FILL, FILL_FEE, post, postHouse } from '../ledger/posting.ts'
import { mulRate } from '../money/rounding.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'

const { CAUSE_COMMISSION, DISABLED } = code
const { USER_ID, USER_INVITER, USER_STATUS } = layout

/** The share of a fee, rounded down to the minor unit. @param rateE8 at most 1e8 */
export const commissionOf = (fee: bigint, rateE8: number): bigint => mulRate(fee, rateE8, 'floor')

/** Pays the inviter of `user` the share of the fee at FILL_FEE, which the account `house` has earned; the line's reference is who paid the fee. */
export function payCommission(state: State, out: EventBuffer, user: number, house: number, assetId: number): void {
  const share = commissionOf(FILL.getBigInt64(FILL_FEE, true), state.commissionE8)
  if (share === 0n) return
  const inviter = state.users.view.getInt32(user + USER_INVITER, true)
  // A closed account can never be opened again: what it were paid would be lost to everybody. A frozen one may thaw.
  if (state.users.view.getUint8(userHandle(state, inviter) + USER_STATUS) === DISABLED) return
  const account = accountOf(state, inviter, assetId)
  if (account === 0) return
  postHouse(state, house, -share)
  post(state, out, account, share, 0n, CAUSE_COMMISSION, state.users.view.getInt32(user + USER_ID, true))
}

/** 0 when the table of accounts is full: a trade must not fail for a share of its fee. */
function accountOf(state: State, inviter: number, assetId: number): number {
  const known = findAccount(state, inviter, assetId)
  return known === 0 && state.accounts.hasRoom(1) ? openAccount(state, inviter, assetId) : known
}
