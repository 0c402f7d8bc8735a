/** Rows of networks and listings, and terms as they stand in them. */
import { hashBytes } from '../codec/hash-bytes.ts'
import type { BlockName, ListingTerms } from '../command.ts'
import { asListingId, asNetworkId, type ListingId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import type { State } from '../state.ts'

/** Handle of a network's row, 0 = there is no such network. */
export const networkRow = ({ networks }: State, networkId: number): Handle<'network'> => networks.rowOf(networkId)

/** Handle of a listing's row, 0 = there is no such listing. */
export const listingRow = ({ listings }: State, listingId: number): Handle<'listing'> => listings.rowOf(listingId)

/** Handle of an address's row, 0 = there is no such address. */
export const addressRow = ({ addresses }: State, addressId: number): Handle<'address'> => addresses.rowOf(addressId)

/** Number of the listing that a handle leads to. */
export const listingIdOf = ({ listings }: State, listing: Handle<'listing'>): ListingId => asListingId(listings.numberOf(listing))

/** Blocks are known by 64 bits of a hash of their names: who tells of one has compared the whole name with the chain before. */
export function blockHash({ block }: Pick<BlockName, 'block'>): bigint {
  const bytes = Uint8Array.from(block, (character) => character.charCodeAt(0))
  return BigInt(`0x${hashBytes(bytes).slice(0, 16)}`)
}

/** Whose a tag is, among the addresses of a family. */
export const tagName = (family: number, tag: number): string => `${family}/${tag}`

/** Handle of the network that a listing is on. */
export const networkOf = ({ listings }: State, listing: Handle<'listing'>): Handle<'network'> => listings.at(listing).network

export function listingTermsAt(state: State, row: Handle<'listing'>): ListingTerms {
  const listing = state.listings.at(row)
  return {
    assetId: listing.asset,
    networkId: asNetworkId(state.networks.numberOf(listing.network)),
    depositOpen: listing.depositOpen,
    withdrawOpen: listing.withdrawOpen,
    chainScale: listing.unitScale,
    withdrawScale: listing.withdrawScale,
    creditAt: listing.creditAt,
    unlockAt: listing.unlockAt,
    minDeposit: listing.minDeposit,
    minWithdraw: listing.minWithdraw,
    maxWithdraw: listing.maxWithdraw,
    fee: listing.fee,
    feeRateE8: Number(listing.feeRate),
  }
}

/** @param scale of the ledger */
export function writeListing({ listings }: State, row: Handle<'listing'>, terms: ListingTerms, scale: number): void {
  const listing = listings.edit(row)
  listing.depositOpen = terms.depositOpen
  listing.withdrawOpen = terms.withdrawOpen
  listing.unitScale = terms.chainScale
  listing.dustScale = Math.max(0, terms.chainScale - scale)
  listing.withdrawScale = terms.withdrawScale
  listing.creditAt = terms.creditAt
  listing.unlockAt = terms.unlockAt
  listing.minDeposit = terms.minDeposit
  listing.minWithdraw = terms.minWithdraw
  listing.maxWithdraw = terms.maxWithdraw
  listing.fee = terms.fee
  listing.feeRate = BigInt(terms.feeRateE8)
}
