/**
 * Postings: the only writers of balances. Every movement of money is a set of calls here whose amounts per asset add up to zero;
 * `trialBalance` proves it. Amounts ever issued are below 2^62 and users' balances are checked to stay at or above zero, so that nothing
 * leaves int64.
 */
import { broken, BROKEN_BALANCE } from '../host'
import { BalanceRecord } from '../../generated/records'
import { Account } from '../../generated/rows'
import { DEBT_ACCOUNT } from '../constants/code'

/** Changes a user's balances and records it. A balance below zero breaks the engine. */
@inline export function post(account: Account, availableDelta: i64, heldDelta: i64, cause: i32, reference: f64): void {
  const available = account.available + availableDelta
  const held = account.held + heldDelta
  if ((available | held) < 0) broken(BROKEN_BALANCE)
  account.available = available
  account.held = held
  writePosting(account, availableDelta, heldDelta, available, held, cause, reference)
}

/** Changes what a customer owes: a debt is a balance below zero, and nothing else of a customer's is. */
export function postDebt(account: Account, delta: i64, cause: i32): void {
  const available = account.available + delta
  if (account.kind != DEBT_ACCOUNT || available > 0) broken(BROKEN_BALANCE)
  account.available = available
  writePosting(account, delta, 0, available, 0, cause, 0)
}

/** The change and what it left. */
@inline function writePosting(account: Account, availableDelta: i64, heldDelta: i64, available: i64, held: i64, cause: i32, reference: f64): void {
  const record = BalanceRecord.begin(cause, account.kind)
  record.ownerAndAsset = account.ownerAndAsset
  record.reference = reference
  record.availableDelta = availableDelta
  record.heldDelta = heldDelta
  record.available = available
  record.held = held
}

/** Changes a house account; it may be negative. */
@inline export function postHouse(account: Account, delta: i64): void {
  account.available += delta
}
