/** Readers of networks, listings, addresses, deposits, withdrawals and payments, as they stand. */
import * as layout from '../../generated/layout.ts'
import { DEPOSIT_STATUSES, HOLDING_PLACES, WITHDRAWAL_STATUSES } from '../../generated/vocabularies.ts'
import { wordOf } from '../codec/code.ts'
import type { ListingTerms } from '../command.ts'
import type { DepositStatus, HoldingPlace, WithdrawalStatus } from '../event.ts'
import {
  type AddressId,
  type AssetId,
  asAddressId,
  asAssetId,
  asDepositId,
  asListingId,
  asNetworkId,
  asPaymentId,
  asUserId,
  asWithdrawalId,
  type DepositId,
  type ListingId,
  type NetworkId,
  type PaymentId,
  type UserId,
  type WithdrawalId,
} from '../ids/id.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'
import { addressRow, listingRow, listingTermsAt } from './wallet-rows.ts'

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

export function networksOf({ networks }: State): readonly Network[] {
  const { view } = networks
  return [...networks.live()].map((row) => ({
    networkId: asNetworkId(view.getInt32(row + layout.NETWORK_ID, true)),
    family: view.getUint8(row + layout.NETWORK_FAMILY),
    isHalted: view.getUint8(row + layout.NETWORK_HALTED) === 1,
    height: view.getFloat64(row + layout.NETWORK_HEIGHT, true),
  }))
}

export function listingsOf(state: State): readonly Listing[] {
  const { view } = state.listings
  const amount = (row: number, at: number): bigint => view.getBigInt64(row + at, true)
  return [...state.listings.live()].map((row) => ({
    listingId: asListingId(row / layout.LISTING_BYTES),
    terms: listingTermsAt(state, row),
    isHalted: view.getUint8(row + layout.LISTING_HALTED) === 1,
    held: {
      addresses: amount(row, layout.LISTING_ON_ADDRESSES),
      hot: amount(row, layout.LISTING_HOT),
      warm: amount(row, layout.LISTING_WARM),
      cold: amount(row, layout.LISTING_COLD),
    },
    onTheWay: amount(row, layout.LISTING_ON_THE_WAY),
    dust: amount(row, layout.LISTING_DUST),
  }))
}

/** An address by its id, undefined when there is none. */
export function addressAt(state: State, addressId: number): OwnAddress | undefined {
  const row = addressRow(state, addressId)
  if (row === 0) return undefined
  const { view } = state.addresses
  const wallet = view.getUint32(row + layout.ADDRESS_WALLET, true)
  return {
    addressId: asAddressId(addressId),
    userId: wallet === 0 ? asUserId(0) : userOfWallet(state, wallet),
    family: view.getUint8(row + layout.ADDRESS_FAMILY),
    place: wordOf(HOLDING_PLACES, view.getUint8(row + layout.ADDRESS_PLACE)),
    tag: view.getUint32(row + layout.ADDRESS_TAG, true),
  }
}

/** Addresses of a customer, the newest first. */
export function addressesOf(state: State, userId: UserId): readonly OwnAddress[] {
  const found: OwnAddress[] = []
  for (const row of ownRows(state, userId, layout.WALLET_ADDRESSES, layout.ADDRESS_NEXT, state.addresses.view)) {
    const address = addressAt(state, row / layout.ADDRESS_BYTES)
    if (address !== undefined) found.push(address)
  }
  return found
}

/** Deposits of a customer that the engine keeps, the newest first; older ones are history. */
export function depositsOf(state: State, userId: UserId): readonly Deposit[] {
  const { view } = state.deposits
  const rows = ownRows(state, userId, layout.WALLET_DEPOSITS, layout.DEPOSIT_NEXT_OWN, view)
  return [...rows].map((row) => {
    const status = wordOf(DEPOSIT_STATUSES, view.getUint8(row + layout.DEPOSIT_STATUS))
    return {
      depositId: asDepositId(view.getFloat64(row + layout.DEPOSIT_ID, true)),
      listingId: asListingId(view.getUint32(row + layout.DEPOSIT_LISTING, true) / layout.LISTING_BYTES),
      status,
      height: status === 'vanished' ? 0 : view.getFloat64(row + layout.DEPOSIT_HEIGHT, true),
      amount: view.getBigInt64(row + layout.DEPOSIT_AMOUNT, true),
    }
  })
}

/** What of a customer's deposits he may trade and not withdraw yet, by asset; those that have none stand nowhere. */
export function lockedDepositsOf(state: State, userId: UserId): ReadonlyMap<AssetId, bigint> {
  const { deposits, listings } = state
  const locked = new Map<AssetId, bigint>()
  for (const row of ownRows(state, userId, layout.WALLET_DEPOSITS, layout.DEPOSIT_NEXT_OWN, deposits.view)) {
    if (wordOf(DEPOSIT_STATUSES, deposits.view.getUint8(row + layout.DEPOSIT_STATUS)) !== 'credited') continue
    const listing = deposits.view.getUint32(row + layout.DEPOSIT_LISTING, true)
    const assetId = asAssetId(listings.view.getInt32(listing + layout.LISTING_ASSET, true))
    locked.set(assetId, (locked.get(assetId) ?? 0n) + deposits.view.getBigInt64(row + layout.DEPOSIT_AMOUNT, true))
  }
  return locked
}

/** Withdrawals of a customer that are under way, and those of the last week that were paid, the newest first; others are history. */
export function withdrawalsOf(state: State, userId: UserId): readonly Withdrawal[] {
  const { payments, withdrawals } = state
  const { view } = withdrawals
  const rows = ownRows(state, userId, layout.WALLET_WITHDRAWALS, layout.WITHDRAWAL_NEXT_OWN, view)
  return [...rows].map((row) => {
    const payment = view.getUint32(row + layout.WITHDRAWAL_PAYMENT, true)
    return {
      withdrawalId: asWithdrawalId(view.getFloat64(row + layout.WITHDRAWAL_ID, true)),
      listingId: asListingId(view.getUint32(row + layout.WITHDRAWAL_LISTING, true) / layout.LISTING_BYTES),
      receiverId: asUserId(view.getInt32(row + layout.WITHDRAWAL_RECEIVER, true)),
      paymentId: payment === 0 ? 0 : asPaymentId(payments.view.getFloat64(payment + layout.PAYMENT_ID, true)),
      status: wordOf(WITHDRAWAL_STATUSES, view.getUint8(row + layout.WITHDRAWAL_STATUS)),
      at: view.getFloat64(row + layout.WITHDRAWAL_AT, true),
      amount: view.getBigInt64(row + layout.WITHDRAWAL_AMOUNT, true),
      fee: view.getBigInt64(row + layout.WITHDRAWAL_FEE, true),
      value: view.getBigInt64(row + layout.WITHDRAWAL_VALUE, true),
    }
  })
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
  const rows = state.accountsOfPerson.get(users.view.getInt32(user + layout.USER_PERSON, true)) ?? [user]
  return [...rows].reduce((sum, row) => {
    const wallet = kernel.findWallet(row)
    return wallet === 0 ? sum : sum + kernel.usedSince(wallet, since)
  }, 0n)
}

function walletOf(state: State, userId: UserId): number {
  const user = userHandle(state, userId)
  return user === 0 ? 0 : state.kernel.findWallet(user)
}

const userOfWallet = ({ users, wallets }: State, wallet: number): UserId =>
  asUserId(users.view.getInt32(wallets.view.getUint32(wallet + layout.WALLET_USER, true) + layout.USER_ID, true))

/** Rows of a list that begins in a customer's wallet. */
function* ownRows(state: State, userId: UserId, head: number, next: number, view: DataView): Generator<number> {
  const wallet = walletOf(state, userId)
  if (wallet === 0) return
  for (let row = state.wallets.view.getUint32(wallet + head, true); row !== 0; row = view.getUint32(row + next, true)) yield row
}
