/** Withdrawals: set aside, verified, judged, taken back, run out. */
import type { CancelWithdrawal, JudgeWithdrawal, RequestWithdrawal, VerifyWithdrawal } from '@agio/engine/command.ts'
import type { WithdrawalStatus } from '@agio/engine/event.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { type Answer, no, ok } from './answer.ts'
import { boundByLeaving } from './bounds.ts'
import { availableOf, balanceAt, move, owes, payDebt, userAccount } from './ledger.ts'
import { AMOUNT_LIMIT, ceilDiv, DAY_MS, indexAt, larger, smaller, type World } from './model.ts'
import { counted, worthOf } from './stock.ts'
import type { RefListing, RefWithdrawal } from './wallet-model.ts'

const FACTOR_MS = 30 * 60_000
const WEEK_MS = 7 * 86_400_000
/** From the signature on nobody takes it back. */
const BEFORE_SIGNING: readonly WithdrawalStatus[] = ['created', 'awaitsFactor', 'verified', 'review', 'approved', 'queued']

export const pendingAccount = (userId: number, assetId: number): string => userAccount(userId, assetId, 'available', 'pending')

const stepOf = (world: World, { terms }: RefListing): bigint =>
  10n ** BigInt((world.assets[terms.assetId - 1]?.scale ?? 0) - terms.withdrawScale)

function feeOf(world: World, listing: RefListing, amount: bigint, receiverId: number): bigint {
  const { fee, feeRateE8 } = listing.terms
  if (receiverId !== 0) return 0n
  if (feeRateE8 === 0) return fee
  const step = stepOf(world, listing)
  return larger(fee, ceilDiv(ceilDiv(amount * BigInt(feeRateE8), 100_000_000n), step) * step)
}

/** Neither more of the asset than is not locked, nor more value than all that is not. */
export function withdrawable(world: World, userId: number, assetId: number): bigint {
  const locked = [...world.wallet.deposits.values()].filter((deposit) => deposit.userId === userId && deposit.status === 'credited')
  const lockedHere = locked.filter(({ listing }) => listing.terms.assetId === assetId).reduce((sum, { amount }) => sum + amount, 0n)
  const left = larger(availableOf(world, userId, assetId) - lockedHere, 0n)
  const { price } = indexAt(world, assetId)
  if (left === 0n || price === 0n || locked.length === 0) return left
  const free = world.assets.reduce((sum, asset) => {
    const saved = balanceAt(world, userAccount(userId, asset.assetId, 'available', 'financial'))
    return sum + worthOf(world, asset.assetId, availableOf(world, userId, asset.assetId)) + worthOf(world, asset.assetId, saved)
  }, 0n)
  const taken = locked.reduce((sum, { listing, amount }) => sum + worthOf(world, listing.terms.assetId, amount), 0n)
  const value = counted(free) - counted(taken)
  if (value <= 0n) return 0n
  if (worthOf(world, assetId, left) <= value) return left
  const unit = 10n ** BigInt(world.assets[assetId - 1]?.scale ?? 0)
  return smaller((value * unit * 10_000n) / price, (1n << 63n) - 1n)
}

/** What an amount counts for a limit: rounded up. */
function limitValue(world: World, assetId: number, amount: bigint): bigint {
  const scale = world.assets[assetId - 1]?.scale ?? 0
  return counted(ceilDiv(amount * indexAt(world, assetId).price, 10n ** BigInt(scale + 4)))
}

export function usedOf(world: World, userId: number, windowMs: number): bigint {
  const counted = [...world.wallet.withdrawals.values()].filter(
    (withdrawal) => withdrawal.userId === userId && withdrawal.at > world.time - windowMs,
  )
  return counted.reduce((sum, { value }) => sum + value, 0n)
}

function standing(world: World, userId: number): Reason {
  const user = world.users.get(userId)
  if (user?.status === 'disabled') return 'accountDisabled'
  if (user?.status === 'frozen' || owes(world, userId)) return 'accountFrozen'
  return 'none'
}

function faultOf(world: World, listing: RefListing, command: RequestWithdrawal): Reason {
  const { userId, amount, receiverId, limit, windowMs } = command
  const { terms } = listing
  if (!terms.withdrawOpen) return 'withdrawClosed'
  if (listing.isHalted || world.wallet.networks[terms.networkId - 1]?.isHalted === true) return 'withdrawHalted'
  const reason = standing(world, userId)
  if (reason !== 'none') return reason
  const isMore = terms.maxWithdraw !== 0n && amount > terms.maxWithdraw
  if (amount < terms.minWithdraw || isMore || amount <= feeOf(world, listing, amount, receiverId)) return 'withdrawRange'
  if (amount % stepOf(world, listing) !== 0n) return 'withdrawScale'
  if (withdrawable(world, userId, terms.assetId) < amount) return 'insufficientBalance'
  const isOpen = (withdrawal: RefWithdrawal): boolean => withdrawal.userId === userId && withdrawal.status !== 'completed'
  const openCount = [...world.wallet.withdrawals.values()].filter(isOpen).length
  const dayCount = world.wallet.requests.filter((request) => request.userId === userId && request.at > world.time - DAY_MS).length
  if (openCount >= (command.openMost ?? 20) || dayCount >= (command.dayMost ?? 50)) return 'tooManyWithdrawals'
  const value = limitValue(world, terms.assetId, amount)
  return limit !== 0n && usedOf(world, userId, windowMs) + value > limit ? 'withdrawLimit' : 'none'
}

/** Nobody can say what it, or what is locked beside it, is worth: a person looks at it. */
function withNoIndex(world: World, userId: number, assetId: number, reviews: readonly string[]): readonly string[] {
  const locked = [...world.wallet.deposits.values()].filter((deposit) => deposit.userId === userId && deposit.status === 'credited')
  const isMissing = [assetId, ...locked.map(({ listing }) => listing.terms.assetId)].some((id) => indexAt(world, id).price === 0n)
  return isMissing ? [...reviews, 'noIndex'] : reviews
}

export function requestWithdrawal(world: World, command: RequestWithdrawal): Answer {
  const { userId, listingId, amount, receiverId, limit, windowMs, isVerified, reviews, openMost = 20, dayMost = 50 } = command
  if (!world.users.has(userId)) return no('userNotFound')
  const listing = world.wallet.listings[listingId - 1]
  if (listing === undefined) return no('listingNotFound')
  if (amount <= 0n || amount >= AMOUNT_LIMIT) return no('badNumber')
  const isReceiver = receiverId === 0 || (receiverId !== userId && world.users.has(receiverId))
  const isWindow = Number.isInteger(windowMs) && windowMs >= 0 && windowMs <= WEEK_MS
  const isCount = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most
  if (!isCount(openMost, 100) || !isCount(dayMost, 300)) return no('badParameter')
  if (!isReceiver || !isWindow || limit < 0n || limit >= 1n << 60n) return no('badParameter')
  const reason = faultOf(world, listing, command)
  if (reason !== 'none') return no(reason)
  const { assetId } = listing.terms
  const facts = { fee: feeOf(world, listing, amount, receiverId), value: limitValue(world, assetId, amount), at: world.time }
  const withdrawal: RefWithdrawal = {
    id: world.seq,
    userId,
    listing,
    receiverId,
    amount,
    status: 'awaitsFactor',
    pastAt: world.time + WEEK_MS,
    ...facts,
  }
  world.wallet.withdrawals.set(withdrawal.id, withdrawal)
  world.wallet.requests.push({ userId, at: world.time })
  move(world, userAccount(userId, assetId, 'available'), pendingAccount(userId, assetId), amount)
  boundByLeaving(world, userId)
  if (isVerified) verify(world, withdrawal, withNoIndex(world, userId, assetId, reviews))
  return ok(withdrawal.id)
}

function verify(world: World, withdrawal: RefWithdrawal, reviews: readonly string[]): void {
  withdrawal.status = 'review'
  if (reviews.length === 0) approve(world, withdrawal)
}

function approve(world: World, withdrawal: RefWithdrawal): void {
  withdrawal.status = 'queued'
  const { amount, listing, receiverId, userId } = withdrawal
  if (receiverId === 0) return
  const { assetId } = listing.terms
  move(world, pendingAccount(userId, assetId), userAccount(receiverId, assetId, 'available'), amount)
  payDebt(world, receiverId, assetId)
  withdrawal.status = 'completed'
}

/** A user's withdrawal in one of these statuses, or what is wrong. */
function named(
  world: World,
  { userId, withdrawalId }: { readonly userId: number; readonly withdrawalId: number },
  statuses: readonly WithdrawalStatus[],
): RefWithdrawal | Answer {
  if (!world.users.has(userId)) return no('userNotFound')
  const withdrawal = world.wallet.withdrawals.get(withdrawalId)
  if (withdrawal?.userId !== userId) return no('withdrawalNotFound')
  return statuses.includes(withdrawal.status) ? withdrawal : no('withdrawalState')
}

export function verifyWithdrawal(world: World, command: VerifyWithdrawal): Answer {
  const withdrawal = named(world, command, ['awaitsFactor'])
  if ('reason' in withdrawal) return withdrawal
  const { userId, limit = 0n, windowMs = 0 } = command
  const isWindow = Number.isInteger(windowMs) && windowMs >= 0 && windowMs <= WEEK_MS
  if (!isWindow || limit < 0n || limit >= 1n << 60n) return no('badParameter')
  const reason = standing(world, userId)
  if (reason !== 'none') return no(reason)
  if (limit !== 0n && usedOf(world, userId, windowMs) > limit) return no('withdrawLimit')
  verify(world, withdrawal, withNoIndex(world, userId, withdrawal.listing.terms.assetId, command.reviews))
  return ok()
}

export function judgeWithdrawal(world: World, command: JudgeWithdrawal): Answer {
  const withdrawal = named(world, command, ['review'])
  if ('reason' in withdrawal) return withdrawal
  if (command.isApproved) approve(world, withdrawal)
  else endUnpaid(world, withdrawal, 'rejected')
  return ok()
}

export function cancelWithdrawal(world: World, command: CancelWithdrawal): Answer {
  const isExpired = command.isExpired === true
  const withdrawal = named(world, command, isExpired ? ['awaitsFactor'] : BEFORE_SIGNING)
  if ('reason' in withdrawal) return withdrawal
  endUnpaid(world, withdrawal, isExpired ? 'expired' : 'canceled')
  return ok()
}

/** All of it comes back, and pays what is owed first. */
export function endUnpaid(world: World, withdrawal: RefWithdrawal, status: WithdrawalStatus): void {
  const { amount, listing, userId } = withdrawal
  const { assetId } = listing.terms
  move(world, pendingAccount(userId, assetId), userAccount(userId, assetId, 'available'), amount)
  payDebt(world, userId, assetId)
  endWithdrawal(world, withdrawal, status)
}

/** It came to nothing: history alone has it. */
export function endWithdrawal(world: World, withdrawal: RefWithdrawal, status: WithdrawalStatus): void {
  withdrawal.status = status
  world.wallet.withdrawals.delete(withdrawal.id)
}

/** When a withdrawal runs out; Infinity = it does not. */
export const runsOutAt = ({ status, at }: RefWithdrawal): number => (status === 'awaitsFactor' ? at + FACTOR_MS : Number.POSITIVE_INFINITY)

export function runOut(world: World, withdrawal: RefWithdrawal): number {
  endUnpaid(world, withdrawal, 'expired')
  return 16
}

/** It counts for no limit any more: forgotten, or looked at again a day later. */
export function pass(world: World, withdrawal: RefWithdrawal): number {
  if (withdrawal.status === 'completed') world.wallet.withdrawals.delete(withdrawal.id)
  else withdrawal.pastAt += DAY_MS
  return 16
}

/** Before a user's command: what of his ran out has run out. */
export function reachWithdrawals(world: World, userId: number): void {
  for (const withdrawal of world.wallet.withdrawals.values())
    if (withdrawal.userId === userId && runsOutAt(withdrawal) <= world.time) runOut(world, withdrawal)
}
