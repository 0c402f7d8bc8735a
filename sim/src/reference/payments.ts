/** Transactions of the house: begun, signed, in a block, final, given up. */
import type { BeginPayment, DropPayment, MinedPayment, SignPayment } from '@agio/engine/command.ts'
import type { HoldingPlace } from '@agio/engine/event.ts'
import { type Answer, no, ok } from './answer.ts'
import { move, payDebt, userAccount } from './ledger.ts'
import type { World } from './model.ts'
import { addDust, gasAccount, hold, placeAccount, shift, withdrawFeeAccount } from './networks.ts'
import type { RefListing, RefNetwork, RefPayment, RefWithdrawal } from './wallet-model.ts'
import { endUnpaid, endWithdrawal, pendingAccount } from './withdrawals.ts'

const PLACES: readonly HoldingPlace[] = ['addresses', 'hot', 'warm', 'cold']

export function beginPayment(world: World, command: BeginPayment): Answer {
  const { listingId, withdrawals, from, to, amount } = command
  const listing = world.wallet.listings[listingId - 1]
  if (listing === undefined) return no('listingNotFound')
  if (!PLACES.includes(from) || !PLACES.includes(to) || withdrawals.length > 1000) return no('badParameter')
  const isMove = withdrawals.length === 0
  if (isMove && (amount <= 0n || amount > listing.held[from])) return no('badNumber')
  if (!isMove && (amount !== 0n || from !== 'hot')) return no('badParameter')
  const paid = withdrawals.map(({ userId, withdrawalId }) => {
    const withdrawal = world.wallet.withdrawals.get(withdrawalId)
    return withdrawal?.userId === userId ? withdrawal : undefined
  })
  const fault = isMove ? undefined : faultOf(world, listing, paid)
  if (fault !== undefined) return fault
  const all = paid.filter((withdrawal) => withdrawal !== undefined)
  for (const withdrawal of all) withdrawal.status = 'signing'
  const sum = isMove ? amount : all.reduce((total, withdrawal) => total + withdrawal.amount - withdrawal.fee, 0n)
  const fresh = { isSigned: false, mined: 'no', height: 0, gasListing: undefined, gas: 0n, gasDust: 0n } as const
  world.wallet.payments.set(world.seq, { id: world.seq, listing, withdrawals: all, from, to, amount: sum, ...fresh })
  return ok(world.seq)
}

function faultOf(world: World, listing: RefListing, paid: readonly (RefWithdrawal | undefined)[]): Answer | undefined {
  if (listing.isHalted || world.wallet.networks[listing.terms.networkId - 1]?.isHalted === true) return no('withdrawHalted')
  if (paid.includes(undefined)) return no('withdrawalNotFound')
  if (!paid.every((withdrawal) => withdrawal?.status === 'queued')) return no('withdrawalState')
  const isOnce = new Set(paid).size === paid.length && paid.every((withdrawal) => withdrawal?.listing === listing)
  return isOnce ? undefined : no('badParameter')
}

function named(world: World, { networkId, paymentId }: { readonly networkId: number; readonly paymentId: number }): RefPayment | Answer {
  if (world.wallet.networks[networkId - 1] === undefined) return no('networkNotFound')
  const payment = world.wallet.payments.get(paymentId)
  return payment?.listing.terms.networkId === networkId ? payment : no('paymentNotFound')
}

export function signPayment(world: World, command: SignPayment): Answer {
  const payment = named(world, command)
  if ('reason' in payment) return payment
  if (!payment.isSigned) for (const withdrawal of payment.withdrawals) setOut(world, withdrawal)
  payment.isSigned = true
  return ok()
}

/** What is sent is on the way, the fee is the house's. */
function setOut(world: World, withdrawal: RefWithdrawal): void {
  const { amount, fee, listing, userId } = withdrawal
  const { assetId } = listing.terms
  const sent = amount - fee
  listing.onTheWay -= sent
  move(world, pendingAccount(userId, assetId), placeAccount('onTheWay', assetId), sent)
  move(world, pendingAccount(userId, assetId), withdrawFeeAccount(assetId), fee)
  withdrawal.status = 'broadcast'
}

/** The opposite, to the customer or to what is set aside. */
function comeBack(world: World, withdrawal: RefWithdrawal, waitsAgain: boolean): void {
  const { amount, fee, listing, userId } = withdrawal
  const { assetId } = listing.terms
  const account = waitsAgain ? pendingAccount(userId, assetId) : userAccount(userId, assetId, 'available')
  listing.onTheWay += amount - fee
  move(world, placeAccount('onTheWay', assetId), account, amount - fee)
  move(world, withdrawFeeAccount(assetId), account, fee)
  if (!waitsAgain) payDebt(world, userId, assetId)
  if (waitsAgain) withdrawal.status = 'queued'
  else endWithdrawal(world, withdrawal, 'failed')
}

/** A block has it; one that is not under way is nobody's. */
export function mine(world: World, network: RefNetwork, mined: MinedPayment): void {
  const payment = world.wallet.payments.get(mined.paymentId)
  if (payment?.listing.terms.networkId !== network.networkId || !payment.isSigned || payment.mined !== 'no') return
  const { height, gas, gasDust } = mined
  Object.assign(payment, { height, gas, gasDust, mined: mined.succeeded ? 'done' : 'failed' })
  payment.gasListing = world.wallet.listings[mined.gasListingId - 1]
  pass(world, payment, 1n)
  for (const withdrawal of payment.withdrawals) withdrawal.status = 'confirming'
}

/** What it cost, and what it moved. @param sign 1 = it happened, −1 = it did not after all */
function pass(world: World, payment: RefPayment, sign: bigint): void {
  const { amount, from, gasListing, listing, to } = payment
  const { assetId } = listing.terms
  if (gasListing !== undefined) {
    hold(world, gasListing, from, -sign * payment.gas, gasAccount(gasListing.terms.assetId))
    addDust(world, gasListing, from, -sign * payment.gasDust)
  }
  if (payment.mined !== 'done') return
  if (payment.withdrawals.length > 0) {
    listing.onTheWay += sign * amount
    hold(world, listing, from, -sign * amount, placeAccount('onTheWay', assetId))
    return
  }
  listing.held[from] -= sign * amount
  listing.held[to] += sign * amount
  shift(world, placeAccount(to, assetId), placeAccount(from, assetId), sign * amount)
}

export function leaveBlock(world: World, payment: RefPayment): void {
  pass(world, payment, -1n)
  Object.assign(payment, { height: 0, mined: 'no' })
  for (const withdrawal of payment.withdrawals) withdrawal.status = 'broadcast'
}

/** Deep enough: paid, or failed for good. */
export function finish(world: World, payment: RefPayment): void {
  for (const withdrawal of payment.withdrawals)
    if (payment.mined === 'failed') comeBack(world, withdrawal, false)
    else withdrawal.status = 'completed'
  world.wallet.payments.delete(payment.id)
}

export function dropPayment(world: World, command: DropPayment): Answer {
  const payment = named(world, command)
  if ('reason' in payment) return payment
  if (payment.mined !== 'no') return no('badParameter')
  for (const withdrawal of payment.withdrawals) {
    if (payment.isSigned) comeBack(world, withdrawal, command.waitAgain)
    else if (command.waitAgain) withdrawal.status = 'queued'
    else endUnpaid(world, withdrawal, 'failed')
  }
  world.wallet.payments.delete(payment.id)
  return ok()
}
