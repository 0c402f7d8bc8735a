/** Readers of what the house has to pay out, and of the transactions with which it does. */
import * as layout from '../../generated/layout.ts'
import { HOLDING_PLACES, WITHDRAWAL_QUEUED, WITHDRAWAL_STATUSES } from '../../generated/vocabularies.ts'
import { wordOf } from '../codec/code.ts'
import type { HoldingPlace, WithdrawalStatus } from '../event.ts'
import {
  type AddressId,
  asAddressId,
  asListingId,
  asNetworkId,
  asPaymentId,
  asUserId,
  asWithdrawalId,
  type ListingId,
  type NetworkId,
  type PaymentId,
  type UserId,
  type WithdrawalId,
} from '../ids/id.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'

/** A withdrawal that waits for a payment, or that one pays. */
export interface PayableWithdrawal {
  readonly userId: UserId
  readonly withdrawalId: WithdrawalId
  readonly listingId: ListingId
  /** With the fee, in minor units. */
  readonly amount: bigint
  readonly fee: bigint
}

/** A transaction of the house that is under way: begun, and neither final nor given up. */
export interface Payment {
  readonly paymentId: PaymentId
  readonly networkId: NetworkId
  readonly listingId: ListingId
  readonly from: HoldingPlace
  readonly to: HoldingPlace
  /** That leaves, or is moved, in minor units. */
  readonly amount: bigint
  /** Bytes of it exist that the chain may take. */
  readonly isSigned: boolean
  readonly mined: 'no' | 'done' | 'failed'
  /** Of its block; 0 = it is in none. */
  readonly height: number
  /** In the order in which they are paid; none = it moves coins. */
  readonly withdrawals: readonly PayableWithdrawal[]
}

const MINED = ['no', 'done', 'failed'] as const

/** Payments of all networks, the oldest first. */
export function paymentsOf(state: State): readonly Payment[] {
  const found = [...state.payments.live()].map((row) => paymentAt(state, row))
  return found.sort((one, other) => one.paymentId - other.paymentId)
}

function paymentAt(state: State, row: number): Payment {
  const { networks, payments, withdrawals } = state
  const { view } = payments
  const paid: PayableWithdrawal[] = []
  let next = view.getUint32(row + layout.PAYMENT_WITHDRAWALS, true)
  for (; next !== 0; next = withdrawals.view.getUint32(next + layout.WITHDRAWAL_NEXT_PAID, true)) paid.unshift(payableAt(state, next))
  const network = view.getUint32(row + layout.PAYMENT_NETWORK, true)
  return {
    paymentId: asPaymentId(view.getFloat64(row + layout.PAYMENT_ID, true)),
    networkId: asNetworkId(networks.view.getInt32(network + layout.NETWORK_ID, true)),
    listingId: asListingId(view.getUint32(row + layout.PAYMENT_LISTING, true) / layout.LISTING_BYTES),
    from: wordOf(HOLDING_PLACES, view.getUint8(row + layout.PAYMENT_FROM)),
    to: wordOf(HOLDING_PLACES, view.getUint8(row + layout.PAYMENT_TO)),
    amount: view.getBigInt64(row + layout.PAYMENT_AMOUNT, true),
    isSigned: view.getUint8(row + layout.PAYMENT_SIGNED) === 1,
    mined: MINED[view.getUint8(row + layout.PAYMENT_MINED)] ?? 'no',
    height: view.getFloat64(row + layout.PAYMENT_HEIGHT, true),
    withdrawals: paid,
  }
}

/** Withdrawals of all customers that wait for a payment, the oldest first. Walks over all withdrawals: for a start. */
export function queuedWithdrawals(state: State): readonly PayableWithdrawal[] {
  const { view } = state.withdrawals
  const rows = [...state.withdrawals.live()].filter((row) => view.getUint8(row + layout.WITHDRAWAL_STATUS) === WITHDRAWAL_QUEUED)
  const leaving = rows.filter((row) => view.getInt32(row + layout.WITHDRAWAL_RECEIVER, true) === 0)
  return leaving.map((row) => payableAt(state, row)).sort((one, other) => one.withdrawalId - other.withdrawalId)
}

function payableAt({ users, wallets, withdrawals: { view } }: State, row: number): PayableWithdrawal {
  const wallet = view.getUint32(row + layout.WITHDRAWAL_WALLET, true)
  const user = wallets.view.getUint32(wallet + layout.WALLET_USER, true)
  return {
    userId: asUserId(users.view.getInt32(user + layout.USER_ID, true)),
    withdrawalId: asWithdrawalId(view.getFloat64(row + layout.WITHDRAWAL_ID, true)),
    listingId: asListingId(view.getUint32(row + layout.WITHDRAWAL_LISTING, true) / layout.LISTING_BYTES),
    amount: view.getBigInt64(row + layout.WITHDRAWAL_AMOUNT, true),
    fee: view.getBigInt64(row + layout.WITHDRAWAL_FEE, true),
  }
}

/** How a withdrawal stands; undefined = the engine does not keep it any more. */
export function withdrawalStatus(state: State, userId: UserId, withdrawalId: WithdrawalId): WithdrawalStatus | undefined {
  const user = userHandle(state, userId)
  const wallet = user === 0 ? 0 : state.kernel.findWallet(user)
  const row = wallet === 0 ? 0 : state.kernel.withdrawalOf(wallet, withdrawalId)
  return row === 0 ? undefined : wordOf(WITHDRAWAL_STATUSES, state.withdrawals.view.getUint8(row + layout.WITHDRAWAL_STATUS))
}

export interface HouseAddress {
  readonly addressId: AddressId
  readonly family: number
  readonly place: HoldingPlace
}

/** Addresses of the house itself, in the order in which they were made. Walks over all addresses: for a start. */
export function houseAddresses({ addresses }: State): readonly HouseAddress[] {
  const { view } = addresses
  const rows = [...addresses.live()].filter((row) => view.getUint32(row + layout.ADDRESS_WALLET, true) === 0)
  return rows.map((row) => ({
    addressId: asAddressId(row / layout.ADDRESS_BYTES),
    family: view.getUint8(row + layout.ADDRESS_FAMILY),
    place: wordOf(HOLDING_PLACES, view.getUint8(row + layout.ADDRESS_PLACE)),
  }))
}
