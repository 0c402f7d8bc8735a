/**
 * Postings: the only writers of balances. Every movement of money is a set of calls here whose amounts per asset add up to zero;
 * `trialBalance` proves it. Amounts ever issued are below 2^62 and users' balances are checked to stay at or above zero, so that nothing
 * leaves int64.
 */
import { record } from '../events/out'
import { broken, BROKEN_BALANCE } from '../host'
import { Account } from '../../generated/rows'
import * as event from '../constants/event'

/** Changes a user's balances and records it. A balance below zero breaks the engine. */
@inline export function post(account: Account, availableDelta: i64, heldDelta: i64, cause: i32, reference: f64): void {
  const available = account.available + availableDelta
  const held = account.held + heldDelta
  if ((available | held) < 0) broken(BROKEN_BALANCE)
  account.available = available
  account.held = held
  const at = record(event.RECORD_BALANCE | (<u32>cause << 8), event.BALANCE_BYTES)
  // owner and asset in one word
  store<u64>(at, account.ownerAndAsset, event.BALANCE_USER)
  store<f64>(at, reference, event.BALANCE_REFERENCE)
  store<i64>(at, availableDelta, event.BALANCE_AVAILABLE_DELTA)
  store<i64>(at, heldDelta, event.BALANCE_HELD_DELTA)
  store<i64>(at, available, event.BALANCE_AVAILABLE)
  store<i64>(at, held, event.BALANCE_HELD)
}

/** Changes a house account; it may be negative. */
@inline export function postHouse(account: Account, delta: i64): void {
  account.available += delta
}
