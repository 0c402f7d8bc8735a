/** Readers of networks, listings, addresses, deposits, withdrawals and payments, as they stand. */
import type { ListingTerms } from '../command.ts'
import type { DepositStatus, HoldingPlace, WithdrawalStatus } from '../event.ts'
import {
  type AddressId,
  type AssetId,
  asAddressId,
  asUserId,
  type DepositId,
  type ListingId,
  type NetworkId,
  type PaymentId,
  type UserId,
  type WithdrawalId,
} from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'
import { addressRow, listingIdOf, listingRow, listingTermsAt } from './wallet-rows.ts'

export interface Network {
  readonly networkId: NetworkId
  readonly family: number
  readonly isHalted: boolean
  /** Of the last booked block; 0 = none yet. */
  readonly height: number
}

/** An asset on a network, with what the house holds there in minor units; dust in units of the chain. */
export interface Listing {
  readonly listingId: ListingId
  readonly terms: ListingTerms
  readonly isHalted: boolean
  readonly held: Readonly<Record<HoldingPlace, bigint>>
  /** Set out and in no block yet, as a negative amount. */
  readonly onTheWay: bigint
  readonly dust: bigint
}

export interface OwnAddress {
  readonly addressId: AddressId
  /** 0 = the house. */
  readonly userId: UserId
  readonly family: number
  readonly place: HoldingPlace
  readonly tag: number
}

export interface Deposit {
  readonly depositId: DepositId
  readonly listingId: ListingId
  readonly status: DepositStatus
  /** 0 = in no block. */
  readonly height: number
  readonly amount: bigint
}

export interface Withdrawal {
  readonly withdrawalId: WithdrawalId
  readonly listingId: ListingId
  readonly receiverId: UserId
  readonly paymentId: PaymentId | 0
  readonly status: WithdrawalStatus
  readonly at: number
  readonly amount: bigint
  readonly fee: bigint
  readonly value: bigint
}

export const networksOf = ({ networks }: State): readonly Network[] =>
  [...networks.live()].map((row) => {
    const { family, halted, height, id } = networks.at(row)
    return { networkId: id, family, isHalted: halted, height }
  })

export const listingsOf = (state: State): readonly Listing[] =>
  [...state.listings.live()].map((row) => {
    const { cold, dust, halted, hot, onAddresses, onTheWay, warm } = state.listings.at(row)
    return {
      listingId: listingIdOf(state, row),
      terms: listingTermsAt(state, row),
      isHalted: halted,
      held: { addresses: onAddresses, hot, warm, cold },
      onTheWay,
      dust,
    }
  })

/** An address by its id, undefined when there is none. */
export function addressAt(state: State, addressId: number): OwnAddress | undefined {
  const row = addressRow(state, addressId)
  if (row === 0) return undefined
  const { family, place, tag, wallet } = state.addresses.at(row)
  return { addressId: asAddressId(addressId), userId: wallet === 0 ? asUserId(0) : userOfWallet(state, wallet), family, place, tag }
}

/** Addresses of a customer, the newest first. */
export function addressesOf(state: State, userId: UserId): readonly OwnAddress[] {
  const { addresses, wallets } = state
  const found: OwnAddress[] = []
  const wallet = walletOf(state, userId)
  for (let row = wallet === 0 ? 0 : wallets.at(wallet).addresses; row !== 0; row = addresses.at(row).next) {
    const address = addressAt(state, addresses.numberOf(row))
    if (address !== undefined) found.push(address)
  }
  return found
}

/** Rows of a customer's deposits, the newest first. */
function* ownDeposits(state: State, userId: UserId): Generator<Handle<'deposit'>> {
  const { deposits, wallets } = state
  const wallet = walletOf(state, userId)
  for (let row = wallet === 0 ? 0 : wallets.at(wallet).deposits; row !== 0; row = deposits.at(row).nextOwn) yield row
}

/** Deposits of a customer that the engine keeps, the newest first; older ones are history. */
export function depositsOf(state: State, userId: UserId): readonly Deposit[] {
  return [...ownDeposits(state, userId)].map((row) => {
    const { amount, height, id, listing, status } = state.deposits.at(row)
    const isGone = status === 'vanished'
    return { depositId: id, listingId: listingIdOf(state, listing), status, height: isGone ? 0 : height, amount }
  })
}

/** What of a customer's deposits he may trade and not withdraw yet, by asset; those that have none stand nowhere. */
export function lockedDepositsOf(state: State, userId: UserId): ReadonlyMap<AssetId, bigint> {
  const { deposits, listings } = state
  const locked = new Map<AssetId, bigint>()
  for (const row of ownDeposits(state, userId)) {
    const { amount, listing, status } = deposits.at(row)
    if (status !== 'credited') continue
    const { asset } = listings.at(listing)
    locked.set(asset, (locked.get(asset) ?? 0n) + amount)
  }
  return locked
}

/** Withdrawals of a customer that are under way, and those of the last week that were paid, the newest first; others are history. */
export function withdrawalsOf(state: State, userId: UserId): readonly Withdrawal[] {
  const { payments, wallets, withdrawals } = state
  const found: Withdrawal[] = []
  const wallet = walletOf(state, userId)
  for (let row = wallet === 0 ? 0 : wallets.at(wallet).withdrawals; row !== 0; row = withdrawals.at(row).nextOwn) {
    const withdrawal = withdrawals.at(row)
    const { payment } = withdrawal
    found.push({
      withdrawalId: withdrawal.id,
      listingId: listingIdOf(state, withdrawal.listing),
      receiverId: withdrawal.receiver,
      paymentId: payment === 0 ? 0 : payments.at(payment).id,
      status: withdrawal.status,
      at: withdrawal.at,
      amount: withdrawal.amount,
      fee: withdrawal.fee,
      value: withdrawal.value,
    })
  }
  return found
}

/** What of a customer's spot account in an asset may leave: see `kernel/wallet/request.ts`. */
export function withdrawableOf(state: State, userId: UserId, assetId: number): bigint {
  const user = userHandle(state, userId)
  return user === 0 ? 0n : state.kernel.withdrawableOf(user, assetId)
}

/** What a withdrawal costs by the terms of its listing, minor units; one to another customer nothing. 0 where there is no such listing. */
export function withdrawalFee(state: State, listingId: number, amount: bigint, isInternal: boolean): bigint {
  const listing = listingRow(state, listingId)
  return listing === 0 ? 0n : state.kernel.feeOf(listing, amount, isInternal ? 1 : 0)
}

/** What an amount counts for a limit at the current index, 1e-8 of the unit asset, rounded up; 0 without a price. */
export const limitValueNow = ({ assets, kernel }: State, assetId: AssetId, amount: bigint): bigint =>
  assets[assetId - 1] === undefined ? 0n : kernel.limitValueOf(assetId, amount)

/** Value that a customer took out in a window, 1e-8 of the unit asset. */
export function withdrawnSince(state: State, userId: UserId, since: number): bigint {
  const wallet = walletOf(state, userId)
  return wallet === 0 ? 0n : state.kernel.usedSince(wallet, since)
}

/** The same of all accounts of the person whose account it is. */
export function withdrawnByPersonSince(state: State, userId: UserId, since: number): bigint {
  const user = userHandle(state, userId)
  if (user === 0) return 0n
  const { users, kernel } = state
  const rows = state.accountsOfPerson.get(users.at(user).person) ?? [user]
  return [...rows].reduce((sum, row) => {
    const wallet = kernel.findWallet(row)
    return wallet === 0 ? sum : sum + kernel.usedSince(wallet, since)
  }, 0n)
}

function walletOf(state: State, userId: UserId): Handle<'wallet'> {
  const user = userHandle(state, userId)
  return user === 0 ? 0 : state.kernel.findWallet(user)
}

const userOfWallet = ({ users, wallets }: State, wallet: Handle<'wallet'>): UserId => users.at(wallets.at(wallet).user).id
