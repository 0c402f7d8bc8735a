/**
 * Postings: the only writers of balances. Every movement of money is a set of calls here whose amounts per asset add up to zero;
 * `trialBalance` proves it. Amounts ever issued are below 2^62 and users' balances are checked to stay at or above zero, so that nothing
 * leaves int64.
 */
import { record } from '../events/out'
import { BROKEN_BALANCE, broken } from '../host'
import * as event from '../constants/event'
import { ACCOUNT_AVAILABLE, ACCOUNT_HELD, ACCOUNT_OWNER } from '../constants/layout'
import { ACCOUNTS } from '../constants/map'

/** Changes a user's balances and records it. A balance below zero breaks the engine. */
@inline export function post(account: usize, availableDelta: i64, heldDelta: i64, cause: i32, reference: f64): void {
  const available = load<i64>(account, ACCOUNTS + ACCOUNT_AVAILABLE) + availableDelta
  const held = load<i64>(account, ACCOUNTS + ACCOUNT_HELD) + heldDelta
  if ((available | held) < 0) broken(BROKEN_BALANCE)
  store<i64>(account, available, ACCOUNTS + ACCOUNT_AVAILABLE)
  store<i64>(account, held, ACCOUNTS + ACCOUNT_HELD)
  const at = record(event.RECORD_BALANCE | (<u32>cause << 8), event.BALANCE_BYTES)
  // owner and asset in one word
  store<u64>(at, load<u64>(account, ACCOUNTS + ACCOUNT_OWNER), event.BALANCE_USER)
  store<f64>(at, reference, event.BALANCE_REFERENCE)
  store<i64>(at, availableDelta, event.BALANCE_AVAILABLE_DELTA)
  store<i64>(at, heldDelta, event.BALANCE_HELD_DELTA)
  store<i64>(at, available, event.BALANCE_AVAILABLE)
  store<i64>(at, held, event.BALANCE_HELD)
}

/** Changes a house account; it may be negative. */
@inline export function postHouse(account: usize, delta: i64): void {
  store<i64>(account, load<i64>(account, ACCOUNTS + ACCOUNT_AVAILABLE) + delta, ACCOUNTS + ACCOUNT_AVAILABLE)
}

/** What a user may spend. */
@inline export function availableOf(account: usize): i64 {
  return load<i64>(account, ACCOUNTS + ACCOUNT_AVAILABLE)
}
