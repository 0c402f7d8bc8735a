/** Commands about transactions of the house: begun, signed, given up. What a block has of them comes with the block. */
import * as code from '../../generated/vocabularies.ts'
import { codeOf } from '../codec/code.ts'
import type { BeginPayment, DropPayment, SignPayment } from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import { asPaymentId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'
import { HOUSE_ACCOUNTS } from './network-admin.ts'
import { listingRow, networkOf, networkRow } from './wallet-rows.ts'
import { rowOf, statusAt } from './withdrawal-admin.ts'

/** Withdrawals that one payment may pay. */
const PAID_MOST = 1000

/** The new payment's id, or why not. */
export function beginPayment(state: State, command: BeginPayment): number | Reason {
  const { listingId, withdrawals, from, to, amount, plan, actor } = command
  const listing = listingRow(state, listingId)
  if (listing === 0) return 'listingNotFound'
  const [fromCode, toCode] = [codeOf(code.HOLDING_PLACES, from), codeOf(code.HOLDING_PLACES, to)]
  const arePlaces = Math.max(fromCode, toCode) < code.HOLDING_PLACES.length
  if (!arePlaces || withdrawals.length > PAID_MOST) return 'badParameter'
  const { kernel } = state
  const isMove = withdrawals.length === 0
  if (isMove && (amount <= 0n || amount > kernel.heldAt(listing, fromCode))) return 'badNumber'
  if (!isMove && (amount !== 0n || fromCode !== code.HOT)) return 'badParameter'
  const rows = withdrawals.map(({ userId, withdrawalId }) => rowOf(state, userHandle(state, userId), withdrawalId))
  const fault = isMove ? undefined : checkPaid(state, listing, rows)
  if (fault !== undefined) return fault
  if (!state.payments.hasRoom(1)) return 'engineFull'
  const payment = kernel.openPayment(listing, fromCode, toCode, amount)
  const paymentId = asPaymentId(state.seq)
  writeDocument(state.out, { kind: 'paymentBegun', paymentId, listingId, from, to, plan, actor })
  for (const row of rows) kernel.payWith(payment, row)
  kernel.tellBegun(payment)
  return paymentId
}

/** Every one of them waits for a payment, is of this listing, and stands there once. */
function checkPaid(state: State, listing: Handle<'listing'>, rows: readonly Handle<'withdrawal'>[]): Reason | undefined {
  const { listings, networks, withdrawals } = state
  if (listings.at(listing).halted || networks.at(networkOf(state, listing)).halted) return 'withdrawHalted'
  if (rows.includes(0)) return 'withdrawalNotFound'
  if (!rows.every((row) => statusAt(state, row) === 'queued')) return 'withdrawalState'
  const areOne = rows.every((row) => withdrawals.at(row).listing === listing)
  return areOne && new Set(rows).size === rows.length ? undefined : 'badParameter'
}

export function signPayment(state: State, { networkId, paymentId, tx, bytes, fee }: SignPayment): Reason {
  const network = networkRow(state, networkId)
  if (network === 0) return 'networkNotFound'
  const payment = state.kernel.paymentOf(network, paymentId)
  if (payment === 0) return 'paymentNotFound'
  if (!state.accounts.hasRoom(HOUSE_ACCOUNTS)) return 'engineFull'
  writeDocument(state.out, { kind: 'paymentSigned', paymentId, networkId, tx, bytes, ...(fee && { fee }) })
  state.kernel.signPayment(payment)
  return 'none'
}

/** One that a block has is not dead. */
export function dropPayment(state: State, { networkId, paymentId, waitAgain, actor, why }: DropPayment): Reason {
  const network = networkRow(state, networkId)
  if (network === 0) return 'networkNotFound'
  const payment = state.kernel.paymentOf(network, paymentId)
  if (payment === 0) return 'paymentNotFound'
  if (state.payments.at(payment).mined !== 0) return 'badParameter'
  if (!state.accounts.hasRoom(HOUSE_ACCOUNTS + PAID_MOST * 2)) return 'engineFull'
  writeDocument(state.out, { kind: 'paymentDropped', paymentId, networkId, waitAgain, actor, why })
  state.kernel.dropPayment(payment, waitAgain ? 1 : 0)
  return 'none'
}
