/** What a round of planning is given and what comes of it: payments that are to be begun. */
import type { FeeQuote, Payment } from '@agio/chain/port.ts'
import type { ListingId } from '@agio/engine/ids/id.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { NetworkChain } from '../parts.ts'
import { toChain, type Units } from './amounts.ts'
import type { BookedPayment } from './payment-book.ts'
import type { Payer, StoredPlan } from './plan-json.ts'
import type { Waiting } from './waiting.ts'
import type { Destination, QueuedWithdrawal } from './withdrawal-queue.ts'

/** A coin on the network, as a round needs it. */
export interface PaidListing {
  readonly listingId: ListingId
  readonly token: string | null
  readonly units: Units
}

/** A withdrawal with the payment that the chain is to make of it. */
export interface Payable {
  readonly queued: QueuedWithdrawal
  readonly payment: Payment
}

export interface Draft {
  readonly listingId: ListingId
  readonly withdrawals: readonly QueuedWithdrawal[]
  readonly stored: StoredPlan
}

/** What could not be planned, with why. */
export interface PassedOver {
  readonly withdrawals: readonly QueuedWithdrawal[]
  readonly waiting: Waiting
}

export interface Round {
  readonly network: KnownNetwork
  readonly port: NetworkChain
  /** Addresses that may pay now. */
  readonly hot: readonly Payer[]
  /** Payments of the network that no block has. */
  readonly under: readonly BookedPayment[]
  /** First nonce of an address that no payment in a block has, as far as blocks are booked. */
  spentBelow(address: string): number
  readonly fee: FeeQuote
  /** Unconfirmed payments of one address at a time. */
  readonly most: number
  /** Withdrawals in one transaction. */
  readonly batch: number
  /** Withdrawals of one listing each, the one that waits longest first. */
  readonly payable: readonly Payable[]
}

export interface Planned {
  readonly drafts: readonly Draft[]
  readonly passed: readonly PassedOver[]
}

/** What a customer gets: amount less fee. @throws RangeError where the chain cannot write it */
export function paymentOf(queued: QueuedWithdrawal, { address, memo }: Destination, { token, units }: PaidListing): Payment {
  return { to: address, tag: memo === '' ? null : memo, token, amount: toChain(queued.amount - queued.fee, units) }
}

/** Parts of one listing each, no larger than a batch and than each of them may be in. */
export function groupsOf(payable: readonly Payable[], batch: number, mostOf: (one: Payable) => number): readonly (readonly Payable[])[] {
  const groups: Payable[][] = []
  const open = new Map<ListingId, { readonly group: Payable[]; most: number }>()
  for (const one of payable) {
    const { listingId } = one.queued
    const known = open.get(listingId)
    const most = Math.max(1, Math.min(batch, mostOf(one)))
    if (known !== undefined && known.group.length < Math.min(known.most, most)) {
      known.group.push(one)
      known.most = Math.min(known.most, most)
      continue
    }
    const group = [one]
    groups.push(group)
    open.set(listingId, { group, most })
  }
  return groups
}

/** With noFunds the first withdrawal alone is too large; otherwise any may be at fault, and all are passed over. */
export function passedOf(group: readonly Payable[], waiting: Waiting): PassedOver {
  const withdrawals = group.map(({ queued }) => queued)
  return { withdrawals: waiting.why === 'noFunds' ? withdrawals.slice(0, 1) : withdrawals, waiting }
}

/** The plan of a group. */
export function draftOf(group: readonly Payable[], stored: Omit<StoredPlan, 'purpose'>): Draft {
  const withdrawals = group.map(({ queued }) => queued)
  const paid = withdrawals.map(({ userId, withdrawalId }) => ({ userId, withdrawalId }))
  return { listingId: withdrawals[0]?.listingId as ListingId, withdrawals, stored: { ...stored, purpose: { kind: 'withdrawals', paid } } }
}
