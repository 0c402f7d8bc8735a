/**
 * Postings: the only writers of balances. Every movement of money is a set of calls here whose amounts per asset add up to zero;
 * `trialBalance` proves it. Stored values are wrapped to int64 for machine arithmetic; the wrap never changes them, because the
 * amounts ever issued are below 2^62 and balances are checked to stay at or above zero.
 */
import { InvariantViolation } from '../assert.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as event from '../events/event-layout.ts'
import * as layout from '../layout.ts'
import type { State } from '../state.ts'

const {
  BALANCE_ASSET,
  BALANCE_AVAILABLE,
  BALANCE_AVAILABLE_DELTA,
  BALANCE_BYTES,
  BALANCE_CAUSE,
  BALANCE_HELD,
  BALANCE_HELD_DELTA,
  BALANCE_REFERENCE,
  BALANCE_USER,
  RECORD_BALANCE,
} = event
const { ACCOUNT_ASSET, ACCOUNT_AVAILABLE, ACCOUNT_HELD, ACCOUNT_OWNER } = layout

/** Changes a user's balances and records it. Throws InvariantViolation when a balance would fall below zero. */
export function post(
  state: State,
  out: EventBuffer,
  account: number,
  availableDelta: bigint,
  heldDelta: bigint,
  cause: number,
  reference: number,
): void {
  const view = state.accounts.view
  const available = BigInt.asIntN(64, view.getBigInt64(account + ACCOUNT_AVAILABLE, true) + availableDelta)
  const held = BigInt.asIntN(64, view.getBigInt64(account + ACCOUNT_HELD, true) + heldDelta)
  if (available < 0n || held < 0n) throw new InvariantViolation('a balance fell below zero')
  view.setBigInt64(account + ACCOUNT_AVAILABLE, available, true)
  view.setBigInt64(account + ACCOUNT_HELD, held, true)
  const at = out.record(RECORD_BALANCE, BALANCE_BYTES)
  const record = out.view
  record.setUint8(at + BALANCE_CAUSE, cause)
  record.setInt32(at + BALANCE_USER, view.getInt32(account + ACCOUNT_OWNER, true), true)
  record.setInt32(at + BALANCE_ASSET, view.getInt32(account + ACCOUNT_ASSET, true), true)
  record.setFloat64(at + BALANCE_REFERENCE, reference, true)
  record.setBigInt64(at + BALANCE_AVAILABLE_DELTA, availableDelta, true)
  record.setBigInt64(at + BALANCE_HELD_DELTA, heldDelta, true)
  record.setBigInt64(at + BALANCE_AVAILABLE, available, true)
  record.setBigInt64(at + BALANCE_HELD, held, true)
}

/** Changes a house account; it may be negative. */
export function postHouse(state: State, account: number, delta: bigint): void {
  const view = state.accounts.view
  const balance = BigInt.asIntN(64, view.getBigInt64(account + ACCOUNT_AVAILABLE, true) + delta)
  view.setBigInt64(account + ACCOUNT_AVAILABLE, balance, true)
}

/** What a user may spend. */
export function availableOf(state: State, account: number): bigint {
  return state.accounts.view.getBigInt64(account + ACCOUNT_AVAILABLE, true)
}
