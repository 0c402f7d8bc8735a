/** Readers of what the house has to pay out, and of the transactions with which it does. */
import type { HoldingPlace, WithdrawalStatus } from '../event.ts'
import { type AddressId, asAddressId, type ListingId, type NetworkId, type PaymentId, type UserId, type WithdrawalId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'
import { listingIdOf } from './wallet-rows.ts'

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

function paymentAt(state: State, row: Handle<'payment'>): Payment {
  const { networks, payments, withdrawals } = state
  const payment = payments.at(row)
  const paid: PayableWithdrawal[] = []
  for (let next = payment.withdrawals; next !== 0; next = withdrawals.at(next).nextPaid) paid.unshift(payableAt(state, next))
  return {
    paymentId: payment.id,
    networkId: networks.at(payment.network).id,
    listingId: listingIdOf(state, payment.listing),
    from: payment.from,
    to: payment.to,
    amount: payment.amount,
    isSigned: payment.signed,
    mined: MINED[payment.mined] ?? 'no',
    height: payment.height,
    withdrawals: paid,
  }
}

/** Withdrawals of all customers that wait for a payment, the oldest first. Walks over all withdrawals: for a start. */
export function queuedWithdrawals(state: State): readonly PayableWithdrawal[] {
  const leaving = [...state.withdrawals.live()].filter((row) => {
    const { receiver, status } = state.withdrawals.at(row)
    return status === 'queued' && receiver === 0
  })
  return leaving.map((row) => payableAt(state, row)).sort((one, other) => one.withdrawalId - other.withdrawalId)
}

function payableAt(state: State, row: Handle<'withdrawal'>): PayableWithdrawal {
  const { users, wallets, withdrawals } = state
  const { amount, fee, id, listing, wallet } = withdrawals.at(row)
  return { userId: users.at(wallets.at(wallet).user).id, withdrawalId: id, listingId: listingIdOf(state, listing), amount, fee }
}

/** How a withdrawal stands; undefined = the engine does not keep it any more. */
export function withdrawalStatus(state: State, userId: UserId, withdrawalId: WithdrawalId): WithdrawalStatus | undefined {
  const user = userHandle(state, userId)
  const wallet = user === 0 ? 0 : state.kernel.findWallet(user)
  const row = wallet === 0 ? 0 : state.kernel.withdrawalOf(wallet, withdrawalId)
  return row === 0 ? undefined : state.withdrawals.at(row).status
}

export interface HouseAddress {
  readonly addressId: AddressId
  readonly family: number
  readonly place: HoldingPlace
}

/** Addresses of the house itself, in the order in which they were made. Walks over all addresses: for a start. */
export const houseAddresses = ({ addresses }: State): readonly HouseAddress[] =>
  [...addresses.live()].flatMap((row) => {
    const { family, place, wallet } = addresses.at(row)
    return wallet === 0 ? [{ addressId: asAddressId(addresses.numberOf(row)), family, place }] : []
  })
