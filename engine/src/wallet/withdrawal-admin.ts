/** Commands about withdrawals: asked for, verified, judged, taken back. */
import * as code from '../../generated/vocabularies.ts'
import type { CancelWithdrawal, JudgeWithdrawal, RequestWithdrawal, VerifyWithdrawal } from '../command.ts'
import type { WithdrawalStatus } from '../event.ts'
import { writeDocument } from '../events/write-document.ts'
import { asWithdrawalId, type UserId, type WithdrawalId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import { REASONS, type Reason } from '../reason.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'
import { listingRow } from './wallet-rows.ts'

const LIMIT_MOST = 2n ** 60n
const AMOUNT_MOST = 2n ** 62n
const WINDOW_MOST_MS = 604_800_000
/** Bounds of a customer where a request names none, and what a request may name at most: below them no hundred customers fill the table. */
const OPEN_USUAL = 20
const DAY_USUAL = 50
const OPEN_MOST = 100
const DAY_MOST = 300
/** Why a person looks at what has no price. */
const NO_INDEX = 'noIndex'
/** Actor of what a customer himself does. */
const CUSTOMER = 'user'
/** Accounts that the end of a withdrawal may open: two of each side and one for fees. */
const ROOM = 8

/** The new withdrawal's id, or why not. @param user the row of whose it is */
export function requestWithdrawal(state: State, user: Handle<'user'>, command: RequestWithdrawal): number | Reason {
  const { userId, listingId, amount, receiverId, limit, windowMs, isVerified, reviews, document } = command
  const { openMost = OPEN_USUAL, dayMost = DAY_USUAL } = command
  const listing = listingRow(state, listingId)
  if (listing === 0) return 'listingNotFound'
  if (amount <= 0n || amount >= AMOUNT_MOST) return 'badNumber'
  const isReceiver = receiverId === 0 || (receiverId !== userId && userHandle(state, receiverId) !== 0)
  const areCounts = isCount(openMost, OPEN_MOST) && isCount(dayMost, DAY_MOST)
  if (!isWindowSound(windowMs) || !isReceiver || !areCounts || limit < 0n || limit >= LIMIT_MOST) return 'badParameter'
  const { kernel, listings } = state
  const checked = kernel.checkWithdrawal(user, listing, amount, receiverId, limit, windowMs, openMost, dayMost)
  const reason = REASONS[checked] ?? 'badParameter'
  if (reason !== 'none') return reason
  const value = kernel.limitValueOf(listings.at(listing).asset, amount)
  const withdrawalId = asWithdrawalId(state.seq)
  writeDocument(state.out, { kind: 'withdrawalRequested', withdrawalId, userId, listingId, document })
  const fee = kernel.feeOf(listing, amount, receiverId)
  const row = kernel.openWithdrawal(kernel.openWallet(user), listing, amount, fee, value, receiverId)
  if (isVerified) verify(state, row, { userId, withdrawalId, reviews: reviewsOf(state, user, listing, reviews) })
  return withdrawalId
}

const isCount = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most

/** Why a person has to look: what the caller says, and a price that is missing, which makes nothing free. */
function reviewsOf(
  { kernel, listings }: State,
  user: Handle<'user'>,
  listing: Handle<'listing'>,
  reviews: readonly string[],
): readonly string[] {
  return kernel.lacksPrice(user, listings.at(listing).asset) === 0 || reviews.includes(NO_INDEX) ? reviews : [...reviews, NO_INDEX]
}

/** It is judged again, as locks and limits are now. What the house changed of the coin since is that of later requests. */
export function verifyWithdrawal(state: State, user: Handle<'user'>, command: VerifyWithdrawal): Reason {
  const { userId, withdrawalId, reviews, limit = 0n, windowMs = 0 } = command
  const row = rowOf(state, user, withdrawalId)
  if (row === 0) return 'withdrawalNotFound'
  if (statusAt(state, row) !== 'awaitsFactor') return 'withdrawalState'
  if (!isWindowSound(windowMs) || limit < 0n || limit >= LIMIT_MOST) return 'badParameter'
  const { kernel, withdrawals } = state
  const { listing } = withdrawals.at(row)
  const reason = REASONS[kernel.checkStanding(user)] ?? 'badParameter'
  if (reason !== 'none') return reason
  if (limit !== 0n && kernel.usedSince(kernel.findWallet(user), state.at - windowMs) > limit) return 'withdrawLimit'
  if (!state.accounts.hasRoom(ROOM)) return 'engineFull'
  verify(state, row, { userId, withdrawalId, reviews: reviewsOf(state, user, listing, reviews) })
  return 'none'
}

const isWindowSound = (windowMs: number): boolean => Number.isInteger(windowMs) && windowMs >= 0 && windowMs <= WINDOW_MOST_MS

interface Verified {
  readonly userId: UserId
  readonly withdrawalId: WithdrawalId
  readonly reviews: readonly string[]
}

function verify({ kernel, out }: State, row: Handle<'withdrawal'>, { userId, withdrawalId, reviews }: Verified): void {
  kernel.stopExpiry(row)
  kernel.setWithdrawal(row, code.WITHDRAWAL_VERIFIED)
  kernel.setWithdrawal(row, code.WITHDRAWAL_REVIEW)
  if (reviews.length === 0) kernel.approve(row)
  else writeDocument(out, { kind: 'withdrawalReviewed', withdrawalId, userId, reviews, isApproved: null, actor: '', why: '' })
}

export function judgeWithdrawal(state: State, user: Handle<'user'>, command: JudgeWithdrawal): Reason {
  const { userId, withdrawalId, isApproved, actor, why } = command
  const row = rowOf(state, user, withdrawalId)
  if (row === 0) return 'withdrawalNotFound'
  if (statusAt(state, row) !== 'review') return 'withdrawalState'
  if (!state.accounts.hasRoom(ROOM)) return 'engineFull'
  writeDocument(state.out, { kind: 'withdrawalReviewed', withdrawalId, userId, reviews: [], isApproved, actor, why })
  if (isApproved) state.kernel.approve(row)
  else state.kernel.endUnpaid(row, code.WITHDRAWAL_REJECTED)
  return 'none'
}

/** Before a payment takes it. */
const TAKEN_BACK: readonly WithdrawalStatus[] = ['created', 'awaitsFactor', 'verified', 'review', 'approved', 'queued']

/** Until a payment takes it; one that expires still waits for its proof. */
export function cancelWithdrawal(state: State, user: Handle<'user'>, command: CancelWithdrawal): Reason {
  const { userId, withdrawalId, actor, isExpired = false } = command
  const row = rowOf(state, user, withdrawalId)
  if (row === 0) return 'withdrawalNotFound'
  const status = statusAt(state, row)
  if (isExpired ? status !== 'awaitsFactor' : !TAKEN_BACK.includes(status)) return 'withdrawalState'
  if (!state.accounts.hasRoom(ROOM)) return 'engineFull'
  // That the house took it back is told; of a customer it goes without saying.
  if (!isExpired && actor !== CUSTOMER)
    writeDocument(state.out, { kind: 'withdrawalReviewed', withdrawalId, userId, reviews: [], isApproved: false, actor, why: '' })
  state.kernel.endUnpaid(row, isExpired ? code.WITHDRAWAL_EXPIRED : code.WITHDRAWAL_CANCELED)
  return 'none'
}

/** Row of a user's withdrawal, 0 = none of that id is kept. */
export function rowOf({ kernel }: State, user: Handle<'user'>, withdrawalId: number): Handle<'withdrawal'> {
  const wallet = kernel.findWallet(user)
  return wallet === 0 ? 0 : kernel.withdrawalOf(wallet, withdrawalId)
}

export const statusAt = ({ withdrawals }: State, row: Handle<'withdrawal'>): WithdrawalStatus => withdrawals.at(row).status
