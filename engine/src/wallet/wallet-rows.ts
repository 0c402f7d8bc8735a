/** Rows of networks and listings, and terms as they stand in them. */
import * as layout from '../../generated/layout.ts'
import { hashBytes } from '../codec/hash-bytes.ts'
import type { BlockName, ListingTerms } from '../command.ts'
import { asAssetId, asNetworkId } from '../ids/id.ts'
import type { Rows } from '../memory/rows.ts'
import type { State } from '../state.ts'

const rowAt = ({ used }: Rows, id: number, bytes: number): number => (Number.isInteger(id) && id > 0 && id * bytes < used ? id * bytes : 0)

/** Handle of a network's row, 0 = there is no such network. */
export const networkRow = ({ networks }: State, networkId: number): number => rowAt(networks, networkId, layout.NETWORK_BYTES)

/** Handle of a listing's row, 0 = there is no such listing. */
export const listingRow = ({ listings }: State, listingId: number): number => rowAt(listings, listingId, layout.LISTING_BYTES)

/** Handle of an address's row, 0 = there is no such address. */
export const addressRow = ({ addresses }: State, addressId: number): number => rowAt(addresses, addressId, layout.ADDRESS_BYTES)

/** Blocks are known by 64 bits of a hash of their names: who tells of one has compared the whole name with the chain before. */
export function blockHash({ block }: Pick<BlockName, 'block'>): bigint {
  const bytes = Uint8Array.from(block, (character) => character.charCodeAt(0))
  return BigInt(`0x${hashBytes(bytes).slice(0, 16)}`)
}

/** Whose a tag is, among the addresses of a family. */
export const tagName = (family: number, tag: number): string => `${family}/${tag}`

/** Handle of the network that a listing is on. */
export const networkOf = ({ listings }: State, listing: number): number => listings.view.getUint32(listing + layout.LISTING_NETWORK, true)

export function listingTermsAt(state: State, row: number): ListingTerms {
  const { view } = state.listings
  const assetId = view.getInt32(row + layout.LISTING_ASSET, true)
  return {
    assetId: asAssetId(assetId),
    networkId: asNetworkId(networkOf(state, row) / layout.NETWORK_BYTES),
    depositOpen: view.getUint8(row + layout.LISTING_DEPOSIT_OPEN) === 1,
    withdrawOpen: view.getUint8(row + layout.LISTING_WITHDRAW_OPEN) === 1,
    chainScale: view.getUint8(row + layout.LISTING_UNIT_SCALE),
    withdrawScale: view.getUint8(row + layout.LISTING_WITHDRAW_SCALE),
    creditAt: view.getUint32(row + layout.LISTING_CREDIT_AT, true),
    unlockAt: view.getUint32(row + layout.LISTING_UNLOCK_AT, true),
    minDeposit: view.getBigInt64(row + layout.LISTING_MIN_DEPOSIT, true),
    minWithdraw: view.getBigInt64(row + layout.LISTING_MIN_WITHDRAW, true),
    maxWithdraw: view.getBigInt64(row + layout.LISTING_MAX_WITHDRAW, true),
    fee: view.getBigInt64(row + layout.LISTING_FEE, true),
    feeRateE8: Number(view.getBigInt64(row + layout.LISTING_FEE_RATE, true)),
  }
}

/** @param scale of the ledger */
export function writeListing({ listings: { view } }: State, row: number, terms: ListingTerms, scale: number): void {
  view.setUint8(row + layout.LISTING_DEPOSIT_OPEN, terms.depositOpen ? 1 : 0)
  view.setUint8(row + layout.LISTING_WITHDRAW_OPEN, terms.withdrawOpen ? 1 : 0)
  view.setUint8(row + layout.LISTING_UNIT_SCALE, terms.chainScale)
  view.setUint8(row + layout.LISTING_DUST_SCALE, Math.max(0, terms.chainScale - scale))
  view.setUint8(row + layout.LISTING_WITHDRAW_SCALE, terms.withdrawScale)
  view.setUint32(row + layout.LISTING_CREDIT_AT, terms.creditAt, true)
  view.setUint32(row + layout.LISTING_UNLOCK_AT, terms.unlockAt, true)
  view.setBigInt64(row + layout.LISTING_MIN_DEPOSIT, terms.minDeposit, true)
  view.setBigInt64(row + layout.LISTING_MIN_WITHDRAW, terms.minWithdraw, true)
  view.setBigInt64(row + layout.LISTING_MAX_WITHDRAW, terms.maxWithdraw, true)
  view.setBigInt64(row + layout.LISTING_FEE, terms.fee, true)
  view.setBigInt64(row + layout.LISTING_FEE_RATE, BigInt(terms.feeRateE8), true)
}
