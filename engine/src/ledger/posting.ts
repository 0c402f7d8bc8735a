/**
 * Postings: the only writers of balances. Every movement of money is a set of calls here whose amounts per asset add up to zero;
 * `trialBalance` proves it. Stored values are wrapped to int64 for machine arithmetic; the wrap never changes them, because the
 * amounts ever issued are below 2^62 and balances are checked to stay at or above zero.
 */
import { InvariantViolation } from '../assert.ts'
import * as code from '../codec/code.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as event from '../events/event-layout.ts'
import * as layout from '../layout.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import type { State } from '../state.ts'

const HANDLE = HANDLE_MASK

const {
  BALANCE_AVAILABLE,
  BALANCE_AVAILABLE_DELTA,
  BALANCE_BYTES,
  BALANCE_HELD,
  BALANCE_HELD_DELTA,
  BALANCE_REFERENCE,
  BALANCE_USER,
  RECORD_BALANCE,
  RECORD_KIND,
} = event
const { ACCOUNT_AVAILABLE, ACCOUNT_HELD, ACCOUNT_OWNER, ORDER_HELD, ORDER_ID } = layout
const { CAUSE_FEE, CAUSE_HOLD, CAUSE_RELEASE, CAUSE_TRADE } = code

/** Amounts of the fill that is settled, int64, by the offsets below: through memory, because a bigint handed to a function is an object. */
export const FILL = new DataView(new ArrayBuffer(24))
export const FILL_NOTIONAL = 0
export const FILL_AMOUNT = 8
export const FILL_FEE = 16

const amounts = FILL
const FEE_AT = FILL_FEE

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
  account &= HANDLE
  out.reserve(BALANCE_BYTES)
  change(state.accounts.view, out, account, availableDelta, heldDelta, cause, reference)
}

/** As `post`, where the caller has reserved the record's room: small enough to become part of its callers. */
function change(
  accounts: DataView,
  out: EventBuffer,
  account: number,
  availableDelta: bigint,
  heldDelta: bigint,
  cause: number,
  reference: number,
): void {
  account &= HANDLE
  const available = BigInt.asIntN(64, accounts.getBigInt64(account + ACCOUNT_AVAILABLE, true) + availableDelta)
  const held = BigInt.asIntN(64, accounts.getBigInt64(account + ACCOUNT_HELD, true) + heldDelta)
  if (available < 0n || held < 0n) throw new InvariantViolation('a balance fell below zero')
  accounts.setBigInt64(account + ACCOUNT_AVAILABLE, available, true)
  accounts.setBigInt64(account + ACCOUNT_HELD, held, true)
  const record = out.view
  const at = out.length & HANDLE
  out.length = at + BALANCE_BYTES
  out.recordCount += 1
  record.setInt32(at, BALANCE_BYTES, true)
  record.setInt32(at + RECORD_KIND, RECORD_BALANCE | (cause << 8), true)
  record.setBigInt64(at + BALANCE_USER, accounts.getBigInt64(account + ACCOUNT_OWNER, true), true)
  record.setFloat64(at + BALANCE_REFERENCE, reference, true)
  record.setBigInt64(at + BALANCE_AVAILABLE_DELTA, availableDelta, true)
  record.setBigInt64(at + BALANCE_HELD_DELTA, heldDelta, true)
  record.setBigInt64(at + BALANCE_AVAILABLE, available, true)
  record.setBigInt64(at + BALANCE_HELD, held, true)
}

/** Puts what an order holds on hold in the account that pays for it. */
export function postHold(state: State, out: EventBuffer, account: number, order: number): void {
  account &= HANDLE
  order &= HANDLE
  const orders = state.orders.view
  const amount = orders.getBigInt64(order + ORDER_HELD, true)
  out.reserve(BALANCE_BYTES)
  change(state.accounts.view, out, account, BigInt.asIntN(64, -amount), amount, CAUSE_HOLD, orders.getFloat64(order + ORDER_ID, true))
}

/** Frees all that an order holds. */
export function postRelease(state: State, out: EventBuffer, account: number, order: number): void {
  account &= HANDLE
  order &= HANDLE
  const orders = state.orders.view
  const amount = orders.getBigInt64(order + ORDER_HELD, true)
  orders.setBigInt64(order + ORDER_HELD, 0n, true)
  out.reserve(BALANCE_BYTES)
  change(state.accounts.view, out, account, amount, BigInt.asIntN(64, -amount), CAUSE_RELEASE, orders.getFloat64(order + ORDER_ID, true))
}

/**
 * Posts one side of a fill: what it pays, out of its hold, what it gains, and its fee out of that, which the house earns.
 *
 * @param paidAt where FILL has what is paid, `gainedAt` what is gained; the fee stands at FILL_FEE
 */
export function postFill(
  state: State,
  out: EventBuffer,
  paying: number,
  gaining: number,
  house: number,
  paidAt: number,
  gainedAt: number,
): void {
  paying &= HANDLE
  gaining &= HANDLE
  paidAt &= HANDLE
  gainedAt &= HANDLE
  const accounts = state.accounts.view
  out.reserve(3 * BALANCE_BYTES)
  change(accounts, out, paying, 0n, BigInt.asIntN(64, -amounts.getBigInt64(paidAt, true)), CAUSE_TRADE, state.tradeCount)
  change(accounts, out, gaining, amounts.getBigInt64(gainedAt, true), 0n, CAUSE_TRADE, state.tradeCount)
  if (house === 0) return
  const fee = amounts.getBigInt64(FEE_AT, true)
  change(accounts, out, gaining, BigInt.asIntN(64, -fee), 0n, CAUSE_FEE, state.tradeCount)
  const earned = BigInt.asIntN(64, accounts.getBigInt64(house + ACCOUNT_AVAILABLE, true) + fee)
  accounts.setBigInt64(house + ACCOUNT_AVAILABLE, earned, true)
}

/** Changes a house account; it may be negative. */
export function postHouse(state: State, account: number, delta: bigint): void {
  account &= HANDLE
  const view = state.accounts.view
  const balance = BigInt.asIntN(64, view.getBigInt64(account + ACCOUNT_AVAILABLE, true) + delta)
  view.setBigInt64(account + ACCOUNT_AVAILABLE, balance, true)
}

/** What a user may spend. */
export function availableOf(state: State, account: number): bigint {
  account &= HANDLE
  return state.accounts.view.getBigInt64(account + ACCOUNT_AVAILABLE, true)
}
