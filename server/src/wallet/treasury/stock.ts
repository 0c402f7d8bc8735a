/** What a comparison found, as the treasury plans with it: a listing with its balances by address and place. */
import type { HoldingPlace } from '@agio/engine/event.ts'
import type { AddressId } from '@agio/engine/ids/id.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import type { KnownListing } from '../network-book.ts'
import type { Compared } from '../reconcile/compare-network.ts'
import type { HeldListing } from '../reconcile/cut.ts'
import { isWrong } from '../reconcile/reconciler.ts'

export interface Lying {
  readonly addressId: AddressId
  readonly text: string
  /** In units of the chain. */
  readonly units: bigint
}

export interface Stock {
  readonly known: KnownListing
  readonly listing: HeldListing
  /** Ledger and chain were equal, and payments are not halted. */
  readonly isSound: boolean
  at(place: HoldingPlace): readonly Lying[]
}

/** Listings whose document is known; tokens first, which need the coin that their fee is paid in. */
export function stocksOf({ addresses, balances, findings }: Compared, listings: readonly KnownListing[]): readonly Stock[] {
  return findings
    .flatMap((finding): Stock[] => {
      const { listing } = finding
      const known = listings.find(({ listingId }) => listingId === listing.listingId)
      if (known === undefined) return []
      const units = balances.get(listing.listingId)
      const at = (place: HoldingPlace): readonly Lying[] =>
        addresses.flatMap((address) => (address.place === place ? [{ ...address, units: units?.get(address.text) ?? 0n }] : []))
      return [{ known, listing, isSound: !isWrong(finding) && !listing.isHalted, at }]
    })
    .sort((one, other) => Number(one.known.document.token === null) - Number(other.known.document.token === null))
}

type Scales = Pick<HeldListing, 'scale' | 'chainScale'>

/** Minor units, rounded down: dust stays where it lies. */
export const minorOf = (units: bigint, { scale, chainScale }: Scales): bigint =>
  chainScale >= scale ? units / pow10(chainScale - scale) : units * pow10(scale - chainScale)

/** Minor units that are at least so many units of the chain. */
export function minorFor(units: bigint, scales: Scales): bigint {
  const floor = minorOf(units, scales)
  return unitsOf(floor, scales) < units ? floor + 1n : floor
}

/** Units of the chain, rounded down where the ledger is finer. */
export const unitsOf = (minor: bigint, { scale, chainScale }: Scales): bigint =>
  chainScale >= scale ? minor * pow10(chainScale - scale) : minor / pow10(scale - chainScale)

export const largest = (lying: readonly Lying[]): Lying | undefined =>
  lying.reduce<Lying | undefined>((most, one) => (most === undefined || one.units > most.units ? one : most), undefined)

export const smallest = (lying: readonly Lying[]): Lying | undefined =>
  lying.reduce<Lying | undefined>((least, one) => (least === undefined || one.units < least.units ? one : least), undefined)
