/**
 * Withdrawals: coins are set aside when one is asked for, and leave what is set aside when the transaction that pays them is signed. No
 * status is skipped: each is told, with its time.
 */
import { clearDue, findDue, removeDue, setDue } from '../due/queue'
import { makeSure } from '../events/out'
import { tellTime } from '../events/told'
import { findAccount, openAccount, openHouseAccount } from '../ledger/account'
import { payDebt } from '../ledger/debt'
import { post, postHouse } from '../ledger/posting'
import { allocateZeroed, release } from '../memory/tables'
import { boundByLeaving } from '../user/bound'
import { userHandle } from '../user/user'
import { INCOME_WITHDRAW_FEE, setOut } from './holding'
import { findWallet } from './wallet'
import { WithdrawalRecord } from '../../generated/records'
import { Listing, none, Payment, state, User, Wallet, Withdrawal, withdrawalsTable } from '../../generated/rows'
import {
  CAUSE_WITHDRAW,
  PENDING_ACCOUNT,
  SPOT_ACCOUNT,
  WITHDRAWAL_APPROVED,
  WITHDRAWAL_AWAITS_FACTOR,
  WITHDRAWAL_BROADCAST,
  WITHDRAWAL_COMPLETED,
  WITHDRAWAL_CONFIRMING,
  WITHDRAWAL_CREATED,
  WITHDRAWAL_EXPIRED,
  WITHDRAWAL_QUEUED,
  WITHDRAWAL_SIGNING,
} from '../constants/code'
import { DUE_WITHDRAWAL, DUE_WITHDRAWAL_DAY, DUE_WITHDRAWAL_PAST } from '../constants/due'
import { WITHDRAWAL_BYTES } from '../constants/layout'
import { WITHDRAWALS } from '../constants/map'

/** How long one waits for the second factor. */
const FACTOR_MS: f64 = 1_800_000
const DAY_MS: f64 = 86_400_000
/** The longest window of a limit: so long a withdrawal that was paid is kept. */
const WINDOW_MOST_MS: f64 = 604_800_000

/** Values count up to 2^60, above every limit, so that no sum of them leaves int64. */
export const COUNTED_MOST: i64 = 1 << 60

/** A user's withdrawal by its id, none when none of that id is kept. */
export function withdrawalOf(wallet: Wallet, id: f64): Withdrawal {
  if (!wallet.exists) return none<Withdrawal>()
  let withdrawal = wallet.withdrawals
  while (withdrawal.exists && withdrawal.id != id) withdrawal = withdrawal.nextOwn
  return withdrawal
}

/** Is it over, one way or the other? */
@inline export function isOver(withdrawal: Withdrawal): bool {
  return <i32>withdrawal.status >= WITHDRAWAL_COMPLETED
}

/** Value that counts for a limit: of what was asked for since, less what came to nothing. */
export function usedSince(wallet: Wallet, since: f64): i64 {
  let used: i64 = 0
  if (!wallet.exists) return used
  for (let withdrawal = wallet.withdrawals; withdrawal.exists && withdrawal.at > since; withdrawal = withdrawal.nextOwn)
    if (<i32>withdrawal.status <= WITHDRAWAL_COMPLETED) used = min(used + withdrawal.value, COUNTED_MOST)
  return used
}

/** A new withdrawal, whose coins are set aside. Checks and room are the caller's. */
export function openWithdrawal(wallet: Wallet, listing: Listing, amount: i64, fee: i64, value: i64, receiver: i32): Withdrawal {
  const withdrawal = allocateZeroed<Withdrawal>(WITHDRAWALS, withdrawalsTable, WITHDRAWAL_BYTES)
  withdrawal.wallet = wallet
  withdrawal.listing = listing
  withdrawal.receiver = receiver
  withdrawal.id = state.seq
  withdrawal.at = state.at
  withdrawal.amount = amount
  withdrawal.fee = fee
  withdrawal.value = value
  const next = wallet.withdrawals
  withdrawal.nextOwn = next
  if (next.exists) next.previousOwn = withdrawal
  wallet.withdrawals = withdrawal
  wallet.open += 1
  const userId = wallet.user.id
  setDue(state.at + DAY_MS, DUE_WITHDRAWAL_DAY, <f64>wallet.asked, userId)
  wallet.asked += 1
  post(openAccount(userId, listing.asset, SPOT_ACCOUNT), -amount, 0, CAUSE_WITHDRAW, withdrawal.id)
  post(openAccount(userId, listing.asset, PENDING_ACCOUNT), amount, 0, CAUSE_WITHDRAW, withdrawal.id)
  boundByLeaving(wallet.user)
  setDue(state.at + FACTOR_MS, DUE_WITHDRAWAL, withdrawal.id, userId)
  setDue(state.at + WINDOW_MOST_MS, DUE_WITHDRAWAL_PAST, withdrawal.id, userId)
  setWithdrawal(withdrawal, WITHDRAWAL_CREATED)
  setWithdrawal(withdrawal, WITHDRAWAL_AWAITS_FACTOR)
  return withdrawal
}

/** Withdrawals that a user asked for within a day. */
export function askedInDay(wallet: Wallet): u32 {
  return wallet.asked - wallet.askedPast
}

/** One more of a user's was asked for a day ago. */
export function passDay(userId: i32): void {
  findWallet(userHandle(userId)).askedPast += 1
}

/** Those of a user that were asked for a day ago, which the queue has not come to, count no more. */
function reachDay(wallet: Wallet, userId: i32): void {
  for (;;) {
    const row = findDue(DUE_WITHDRAWAL_DAY, <f64>wallet.askedPast, userId)
    if (!row.exists || row.at > state.at) return
    removeDue(row)
    wallet.askedPast += 1
  }
}

/** Moves a withdrawal to a status and tells so. It is gone when it came to nothing: history has it, and it counts for no limit. */
export function setWithdrawal(withdrawal: Withdrawal, status: i32): void {
  tellWithdrawal(withdrawal, status)
  if (isOver(withdrawal)) withdrawal.wallet.open -= 1
  if (status > WITHDRAWAL_COMPLETED) forget(withdrawal)
}

function tellWithdrawal(withdrawal: Withdrawal, status: i32): void {
  withdrawal.status = status
  makeSure()
  const listing = withdrawal.listing
  const record = WithdrawalRecord.begin(status)
  record.userId = withdrawal.wallet.user.id
  record.assetId = listing.asset
  record.networkId = listing.network.id
  record.listingId = listing.id
  record.receiverId = withdrawal.receiver
  record.withdrawalId = withdrawal.id
  record.paymentId = withdrawal.payment.exists ? withdrawal.payment.id : 0
  record.amount = withdrawal.amount
  record.fee = withdrawal.fee
  record.value = withdrawal.value
}

/** The customer proved that he wants it: it does not run out any more. */
export function stopExpiry(withdrawal: Withdrawal): void {
  clearDue(DUE_WITHDRAWAL, withdrawal.id, withdrawal.wallet.user.id)
}

/** Nothing stands in its way: inside the house it is done at once, else it waits for a payment. */
export function approve(withdrawal: Withdrawal): void {
  setWithdrawal(withdrawal, WITHDRAWAL_APPROVED)
  setWithdrawal(withdrawal, WITHDRAWAL_QUEUED)
  if (withdrawal.receiver == 0) return
  for (let status: i32 = WITHDRAWAL_SIGNING; status <= WITHDRAWAL_CONFIRMING; status += 1) setWithdrawal(withdrawal, status)
  const assetId = withdrawal.listing.asset
  takePending(withdrawal)
  const receiver = userHandle(withdrawal.receiver)
  const account = openAccount(withdrawal.receiver, assetId, SPOT_ACCOUNT)
  post(account, withdrawal.amount, 0, CAUSE_WITHDRAW, withdrawal.id)
  payDebt(receiver, account)
  setWithdrawal(withdrawal, WITHDRAWAL_COMPLETED)
}

/** What was set aside goes. */
function takePending(withdrawal: Withdrawal): void {
  post(findAccount(withdrawal.wallet.user.id, withdrawal.listing.asset, PENDING_ACCOUNT), -withdrawal.amount, 0, CAUSE_WITHDRAW, withdrawal.id)
}

/** What was set aside comes back, and pays what is owed first. */
function giveBack(withdrawal: Withdrawal): void {
  const user: User = withdrawal.wallet.user
  const account = openAccount(user.id, withdrawal.listing.asset, SPOT_ACCOUNT)
  post(account, withdrawal.amount, 0, CAUSE_WITHDRAW, withdrawal.id)
  payDebt(user, account)
}

/** It ends before anything was signed: amount and fee come back. */
export function endUnpaid(withdrawal: Withdrawal, status: i32): void {
  stopExpiry(withdrawal)
  takePending(withdrawal)
  giveBack(withdrawal)
  leavePayment(withdrawal)
  setWithdrawal(withdrawal, status)
}

/** The transaction that pays it is signed: it left what was set aside, and is on the way. */
export function setOutWithdrawal(withdrawal: Withdrawal): void {
  const listing = withdrawal.listing
  takePending(withdrawal)
  setOut(listing, withdrawal.amount - withdrawal.fee)
  postHouse(openHouseAccount(INCOME_WITHDRAW_FEE, listing.asset), withdrawal.fee)
  setWithdrawal(withdrawal, WITHDRAWAL_BROADCAST)
}

/** The transaction that was to pay it is dead, or failed for good: all of it comes back, to the customer or to what is set aside. */
export function comeBack(withdrawal: Withdrawal, waitsAgain: bool, status: i32): void {
  const listing = withdrawal.listing
  setOut(listing, withdrawal.fee - withdrawal.amount)
  postHouse(openHouseAccount(INCOME_WITHDRAW_FEE, listing.asset), -withdrawal.fee)
  if (waitsAgain)
    post(openAccount(withdrawal.wallet.user.id, listing.asset, PENDING_ACCOUNT), withdrawal.amount, 0, CAUSE_WITHDRAW, withdrawal.id)
  else giveBack(withdrawal)
  leavePayment(withdrawal)
  setWithdrawal(withdrawal, status)
}

@inline export function leavePayment(withdrawal: Withdrawal): void {
  withdrawal.payment = none<Payment>()
  withdrawal.nextPaid = none<Withdrawal>()
}

/** Nobody proved in time that he wants it. */
export function expireWithdrawal(id: f64, userId: i32): void {
  const withdrawal = withdrawalOf(findWallet(userHandle(userId)), id)
  if (withdrawal.exists && withdrawal.status == WITHDRAWAL_AWAITS_FACTOR) endUnpaid(withdrawal, WITHDRAWAL_EXPIRED)
}

/** Ends what of a user's ran out by now: asked while something is due that was not come to. */
export function reachWithdrawals(user: User): void {
  const wallet = findWallet(user)
  if (!wallet.exists) return
  reachDay(wallet, user.id)
  for (let late = firstLate(wallet); late.exists; late = firstLate(wallet)) {
    tellTime(late.at + FACTOR_MS)
    endUnpaid(late, WITHDRAWAL_EXPIRED)
  }
}

/** The oldest withdrawal of a wallet that ran out and was not ended. */
function firstLate(wallet: Wallet): Withdrawal {
  let first = none<Withdrawal>()
  for (let withdrawal = wallet.withdrawals; withdrawal.exists; withdrawal = withdrawal.nextOwn)
    if (withdrawal.status == WITHDRAWAL_AWAITS_FACTOR && withdrawal.at + FACTOR_MS <= state.at) first = withdrawal
  return first
}

/** It counts for no limit any more: forgotten where it is over, else looked at again a day later. */
export function passWithdrawal(id: f64, userId: i32, at: f64): void {
  const wallet = findWallet(userHandle(userId))
  const withdrawal = withdrawalOf(wallet, id)
  if (!withdrawal.exists) return
  if (!isOver(withdrawal)) {
    setDue(at + 86_400_000, DUE_WITHDRAWAL_PAST, id, userId)
    return
  }
  forget(withdrawal)
}

/** Takes a withdrawal that is over out of its wallet and the queue of what is due, and frees the row. */
function forget(withdrawal: Withdrawal): void {
  const wallet = withdrawal.wallet
  clearDue(DUE_WITHDRAWAL_PAST, withdrawal.id, wallet.user.id)
  const next = withdrawal.nextOwn
  const previous = withdrawal.previousOwn
  if (next.exists) next.previousOwn = previous
  if (previous.exists) previous.nextOwn = next
  else wallet.withdrawals = next
  release<Withdrawal>(WITHDRAWALS, withdrawalsTable, withdrawal)
}
