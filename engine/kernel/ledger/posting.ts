/**
 * Postings: the only writers of balances. Every movement of money is a set of calls here whose amounts per asset add up to zero;
 * `trialBalance` proves it. Amounts ever issued are below 2^62 and users' balances are checked to stay at or above zero, so that nothing
 * leaves int64.
 */
import { broken, BROKEN_BALANCE } from '../host'
import { BalanceRecord } from '../../generated/records'
import { Account } from '../../generated/rows'

/** Changes a user's balances and records it. A balance below zero breaks the engine. */
@inline export function post(account: Account, availableDelta: i64, heldDelta: i64, cause: i32, reference: f64): void {
  const available = account.available + availableDelta
  const held = account.held + heldDelta
  if ((available | held) < 0) broken(BROKEN_BALANCE)
  account.available = available
  account.held = held
  const record = BalanceRecord.begin(cause)
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
