/** A coin on a network, as requests name it: what is known of it, its terms as they stand, and what may go. */
import { asAssetId, type UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal, parseDecimal, pow10 } from '@agio/engine/money/decimal.ts'
import { balancesOf, userStatusOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { type Listing, listingsOf, withdrawableOf, withdrawalFee } from '@agio/engine/wallet/read-wallet.ts'
import { Failure } from '../../core/failure.ts'
import type { ListedAsset } from '../../feeds/listings.ts'
import type { Halts } from '../halts.ts'
import type { KnownListing } from '../network-book.ts'
import type { RequestParts } from './parts.ts'

/** Amounts that the engine takes stay below. */
const AMOUNT_MOST = 2n ** 62n

export interface ListingPlace {
  readonly coin: ListedAsset
  readonly listing: KnownListing
  readonly terms: Listing['terms']
}

/** @throws Failure COIN_NOT_FOUND */
export function coinOf({ feeds }: Pick<RequestParts, 'feeds'>, coinId: string): ListedAsset {
  const coin = /^[1-9][0-9]{0,8}$/.test(coinId) ? feeds.listings.asset(asAssetId(Number(coinId))) : undefined
  if (coin === undefined) throw new Failure('COIN_NOT_FOUND', { coinId })
  return coin
}

type PlaceParts = Pick<RequestParts, 'feeds' | 'book' | 'exchange'>

/** @throws Failure COIN_NOT_FOUND, COIN_NETWORK_NOT_FOUND */
export function placeOf(
  parts: PlaceParts,
  { coinId, protocolType }: { readonly coinId: string; readonly protocolType: string },
): ListingPlace {
  const coin = coinOf(parts, coinId)
  const listing = parts.book.listings(coin.assetId).find(({ network }) => network.document.protocolType === protocolType)
  const found =
    listing === undefined ? undefined : listingsOf(parts.exchange.state).find(({ listingId }) => listingId === listing.listingId)
  if (listing === undefined || found === undefined) throw new Failure('COIN_NETWORK_NOT_FOUND', { protocolType })
  return { coin, listing, terms: found.terms }
}

export const amountText = ({ coin }: Pick<ListingPlace, 'coin'>, minor: bigint): string => formatDecimal(minor, coin.scale)

export const closedFailure = ({ coin, listing }: ListingPlace): Failure =>
  new Failure('WITHDRAW_CLOSED', { coinName: coin.symbol, protocolType: listing.network.document.protocolType })

/** @throws Failure WITHDRAW_CLOSED, WITHDRAW_HALTED */
export function mustGo(place: ListingPlace, halts: Halts): void {
  if (!place.terms.withdrawOpen) throw closedFailure(place)
  const since = halts.sinceOf(place.listing)
  if (since !== undefined) throw new Failure('WITHDRAW_HALTED', { since })
}

/** What a user owes freezes him too. @throws Failure ACCOUNT_FROZEN, ACCOUNT_DISABLED */
export function mustStand(state: State, userId: UserId): void {
  const status = userStatusOf(state, userId)
  if (status === 'disabled') throw new Failure('ACCOUNT_DISABLED')
  const owes = balancesOf(state, userId).some(({ account, available }) => account === 'debt' && available !== 0n)
  if (status !== 'active' || owes) throw new Failure('ACCOUNT_FROZEN')
}

/** Minor units; within the house nothing. @param isInternal it stays in the house */
export function feeOf(state: State, { listing }: ListingPlace, amount: bigint, isInternal: boolean): bigint {
  return withdrawalFee(state, listing.listingId, amount < AMOUNT_MOST ? amount : AMOUNT_MOST, isInternal)
}

export function rangeFailure(place: ListingPlace): Failure {
  const { minWithdraw, maxWithdraw } = place.terms
  return new Failure('WITHDRAW_AMOUNT_RANGE', { min: amountText(place, minWithdraw), max: amountText(place, maxWithdraw) })
}

export const scaleFailure = ({ terms }: ListingPlace): Failure => new Failure('WITHDRAW_SCALE', { scale: String(terms.withdrawScale) })

export function balanceFailure(place: ListingPlace, need: string, available: bigint): Failure {
  return new Failure('BALANCE_INSUFFICIENT', { coinName: place.coin.symbol, need, available: amountText(place, available) })
}

export interface GoodAmount {
  readonly amount: bigint
  readonly fee: bigint
  /** What may leave of the coin. */
  readonly withdrawable: bigint
}

/** @throws Failure WITHDRAW_AMOUNT_RANGE, WITHDRAW_SCALE, BALANCE_INSUFFICIENT */
export function goodAmount(state: State, userId: UserId, place: ListingPlace, text: string, isInternal: boolean): GoodAmount {
  const { coin, terms } = place
  const withdrawable = withdrawableOf(state, userId, coin.assetId)
  // Bounds are compared with what was typed, decimals that the coin has not included.
  const finest = parseDecimal(text, 18)
  const typed = typeof finest === 'bigint' ? finest : AMOUNT_MOST * pow10(18)
  const unit = pow10(18 - coin.scale)
  const [amount, fee] = [typed / unit, feeOf(state, place, typed / unit, isInternal)]
  const isOut = typed < terms.minWithdraw * unit || (terms.maxWithdraw !== 0n && typed > terms.maxWithdraw * unit)
  if (isOut || typed <= fee * unit) throw rangeFailure(place)
  if (typed % pow10(18 - terms.withdrawScale) !== 0n) throw scaleFailure(place)
  if (amount > withdrawable) throw balanceFailure(place, text, withdrawable)
  return { amount, fee, withdrawable }
}
