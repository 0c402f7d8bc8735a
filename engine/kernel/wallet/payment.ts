/**
 * Transactions of the house. One exists once, by a nonce or by what it spends, and replacements are the same payment. From its signature on
 * it counts as on the way; the block that has it says what it cost; it is final when it is as deep as a deposit that may be withdrawn.
 */
import { makeSure } from '../events/out'
import { openHouseAccount } from '../ledger/account'
import { postHouse } from '../ledger/posting'
import { allocateZeroed, release } from '../memory/tables'
import { addDust, EXPENSE_GAS, hold, setOut } from './holding'
import { comeBack, endUnpaid, leavePayment, setOutWithdrawal, setWithdrawal } from './withdrawal'
import { PaymentRecord } from '../../generated/records'
import { Listing, Network, none, Payment, paymentsTable, state, Withdrawal } from '../../generated/rows'
import {
  PAYMENT_BEGUN,
  PAYMENT_DROPPED,
  PAYMENT_FAILED,
  PAYMENT_FINAL,
  PAYMENT_LEFT,
  PAYMENT_MINED,
  PAYMENT_SIGNED,
  WITHDRAWAL_BROADCAST,
  WITHDRAWAL_COMPLETED,
  WITHDRAWAL_CONFIRMING,
  WITHDRAWAL_FAILED,
  WITHDRAWAL_QUEUED,
  WITHDRAWAL_SIGNING,
} from '../constants/code'
import { PAYMENT_BYTES } from '../constants/layout'
import { PAYMENTS } from '../constants/map'

const DONE: i32 = 1
const FAILED: i32 = 2

/** A payment of a network that is under way, none when none of that id is. */
export function paymentOf(network: Network, id: f64): Payment {
  let payment = network.payments
  while (payment.exists && payment.id != id) payment = payment.next
  return payment
}

/** A new payment. Room for it is what admission has asked for. */
export function openPayment(listing: Listing, from: i32, to: i32, amount: i64): Payment {
  const payment = allocateZeroed<Payment>(PAYMENTS, paymentsTable, PAYMENT_BYTES)
  const network = listing.network
  payment.network = network
  payment.listing = listing
  payment.from = from
  payment.to = to
  payment.amount = amount
  payment.id = state.seq
  const next = network.payments
  payment.next = next
  if (next.exists) next.previous = payment
  network.payments = payment
  return payment
}

/** It pays a withdrawal too, which cannot be taken back from here on. */
export function payWith(payment: Payment, withdrawal: Withdrawal): void {
  withdrawal.payment = payment
  withdrawal.nextPaid = payment.withdrawals
  payment.withdrawals = withdrawal
  payment.amount += withdrawal.amount - withdrawal.fee
  setWithdrawal(withdrawal, WITHDRAWAL_SIGNING)
}

/** Tells what happened to a payment. */
export function tellPayment(payment: Payment, change: i32): void {
  makeSure()
  const record = PaymentRecord.begin(change)
  record.networkId = payment.network.id
  record.listingId = payment.listing.id
  record.paymentId = payment.id
  record.height = payment.height
  record.amount = payment.amount
  record.gas = payment.gas
  record.gasListingId = payment.gasListing.exists ? payment.gasListing.id : 0
}

export function tellBegun(payment: Payment): void {
  tellPayment(payment, PAYMENT_BEGUN)
}

/** Bytes of it exist that a chain may take. */
export function signPayment(payment: Payment): void {
  if (!payment.signed) {
    payment.signed = 1
    for (let withdrawal = payment.withdrawals; withdrawal.exists; withdrawal = withdrawal.nextPaid) setOutWithdrawal(withdrawal)
  }
  tellPayment(payment, PAYMENT_SIGNED)
}

@inline function isMove(payment: Payment): bool {
  return !payment.withdrawals.exists
}

/** A block has it: what it took is gone from its place, also where it failed. */
export function minePayment(payment: Payment, height: f64, succeeded: bool, gasListing: Listing, gas: i64, gasDust: i64): void {
  payment.height = height
  payment.mined = succeeded ? DONE : FAILED
  payment.gasListing = gasListing
  payment.gas = gas
  payment.gasDust = gasDust
  takeGas(payment, 1)
  if (succeeded) moveCoins(payment, 1)
  for (let withdrawal = payment.withdrawals; withdrawal.exists; withdrawal = withdrawal.nextPaid) setWithdrawal(withdrawal, WITHDRAWAL_CONFIRMING)
  tellPayment(payment, succeeded ? PAYMENT_MINED : PAYMENT_FAILED)
}

/** The chain's fee, in its own coin, from where the payment left. @param sign 1 = it was paid, −1 = it was not after all */
function takeGas(payment: Payment, sign: i64): void {
  const listing = payment.gasListing
  hold(listing, payment.from, -sign * payment.gas)
  postHouse(openHouseAccount(EXPENSE_GAS, listing.asset), -sign * payment.gas)
  addDust(listing, payment.from, -sign * payment.gasDust)
}

/** What was on the way is out of its place, or what moves is in another one. */
function moveCoins(payment: Payment, sign: i64): void {
  const listing = payment.listing
  hold(listing, payment.from, -sign * payment.amount)
  if (isMove(payment)) hold(listing, payment.to, sign * payment.amount)
  else setOut(listing, -sign * payment.amount)
}

/** Its block is not on the chain any more: it is on the way again. */
export function leavePaymentBlock(payment: Payment): void {
  if (payment.mined == DONE) moveCoins(payment, -1)
  takeGas(payment, -1)
  payment.height = 0
  payment.mined = 0
  for (let withdrawal = payment.withdrawals; withdrawal.exists; withdrawal = withdrawal.nextPaid) setWithdrawal(withdrawal, WITHDRAWAL_BROADCAST)
  tellPayment(payment, PAYMENT_LEFT)
}

/** As deep as it needs to be: what it paid is paid, or failed for good. */
export function finishPayment(payment: Payment): void {
  const failed = payment.mined == FAILED
  let withdrawal = payment.withdrawals
  while (withdrawal.exists) {
    const next = withdrawal.nextPaid
    if (failed) comeBack(withdrawal, false, WITHDRAWAL_FAILED)
    else {
      leavePayment(withdrawal)
      setWithdrawal(withdrawal, WITHDRAWAL_COMPLETED)
    }
    withdrawal = next
  }
  tellPayment(payment, PAYMENT_FINAL)
  closePayment(payment)
}

/** Proven dead, or never signed: its withdrawals wait again, or come back to whom they were of. */
export function dropPayment(payment: Payment, waitsAgain: bool): void {
  const status: i32 = waitsAgain ? WITHDRAWAL_QUEUED : WITHDRAWAL_FAILED
  let withdrawal = payment.withdrawals
  while (withdrawal.exists) {
    const next = withdrawal.nextPaid
    dropFrom(payment, withdrawal, waitsAgain, status)
    withdrawal = next
  }
  tellPayment(payment, PAYMENT_DROPPED)
  closePayment(payment)
}

function dropFrom(payment: Payment, withdrawal: Withdrawal, waitsAgain: bool, status: i32): void {
  if (payment.signed) comeBack(withdrawal, waitsAgain, status)
  else if (waitsAgain) {
    leavePayment(withdrawal)
    setWithdrawal(withdrawal, status)
  } else endUnpaid(withdrawal, status)
}

function closePayment(payment: Payment): void {
  const next = payment.next
  const previous = payment.previous
  if (next.exists) next.previous = previous
  if (previous.exists) previous.next = next
  else payment.network.payments = next
  release<Payment>(PAYMENTS, paymentsTable, payment)
}
