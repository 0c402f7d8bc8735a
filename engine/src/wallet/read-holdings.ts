/** Readers for whoever compares the ledger with chains, all of one moment: nothing is applied between two of them in one turn. */
import * as layout from '../../generated/layout.ts'
import { DEPOSIT_BELOW_MIN } from '../../generated/vocabularies.ts'
import { type AddressId, type AssetId, asAddressId, asAssetId, asListingId, type ListingId, type NetworkId } from '../ids/id.ts'
import { ASSET_COLD, ASSET_DEPOSIT_ADDRESSES, ASSET_HOT, ASSET_ON_THE_WAY, ASSET_WARM } from '../ledger/chart-of-accounts.ts'
import type { State } from '../state.ts'
import { blockHash, networkRow } from './wallet-rows.ts'

/** The last booked block of a network. */
export interface BookedBlock {
  /** 0 = none was booked yet. */
  readonly height: number
  /** Of its name: see `isBlockOf`. */
  readonly hash: bigint
}

/** Undefined when there is no such network. */
export function bookedBlockOf(state: State, networkId: NetworkId): BookedBlock | undefined {
  const row = networkRow(state, networkId)
  if (row === 0) return undefined
  const { view } = state.networks
  return { height: view.getFloat64(row + layout.NETWORK_HEIGHT, true), hash: view.getBigUint64(row + layout.NETWORK_BLOCK, true) }
}

/** Is a block, by its name on the chain, the one that was booked? */
export const isBlockOf = (booked: BookedBlock, height: number, name: string): boolean =>
  booked.height === height && booked.hash === blockHash({ block: name })

/**
 * Ids of the house's own addresses (of user 0) among those from an id on. Addresses are never forgotten, so whoever keeps what it found
 * asks for new ones alone.
 * @returns them, and the id to go on from
 */
export function houseAddressesFrom(state: State, from: number): { readonly found: readonly AddressId[]; readonly next: number } {
  const { view, used } = state.addresses
  const found: AddressId[] = []
  let row = Math.max(1, from) * layout.ADDRESS_BYTES
  for (; row < used; row += layout.ADDRESS_BYTES)
    if (view.getUint32(row + layout.ADDRESS_WALLET, true) === 0) found.push(asAddressId(row / layout.ADDRESS_BYTES))
  return { found, next: row / layout.ADDRESS_BYTES }
}

/** Deposits of a network that a re-organisation may still take, by listing and address. */
export function shallowDeposits(
  state: State,
  networkId: NetworkId,
): readonly { readonly listingId: ListingId; readonly addressId: AddressId | 0; readonly amount: bigint; readonly dust: bigint }[] {
  const network = networkRow(state, networkId)
  if (network === 0) return []
  const { view } = state.deposits
  const found = []
  let row = state.networks.view.getUint32(network + layout.NETWORK_WAITING, true)
  for (; row !== 0; row = view.getUint32(row + layout.DEPOSIT_NEXT, true)) {
    if (isSettledSmall(state, network, row)) continue
    const address = view.getUint32(row + layout.DEPOSIT_ADDRESS, true)
    found.push({
      listingId: asListingId(view.getUint32(row + layout.DEPOSIT_LISTING, true) / layout.LISTING_BYTES),
      addressId: address === 0 ? (0 as const) : asAddressId(address / layout.ADDRESS_BYTES),
      amount: view.getBigInt64(row + layout.DEPOSIT_AMOUNT, true),
      dust: view.getBigInt64(row + layout.DEPOSIT_DUST, true),
    })
  }
  return found
}

/** It waits for more at its address, and for no block. */
function isSettledSmall({ deposits: { view }, listings, networks }: State, network: number, row: number): boolean {
  if (view.getUint8(row + layout.DEPOSIT_STATUS) !== DEPOSIT_BELOW_MIN) return false
  const listing = view.getUint32(row + layout.DEPOSIT_LISTING, true)
  const depth = networks.view.getFloat64(network + layout.NETWORK_HEIGHT, true) - view.getFloat64(row + layout.DEPOSIT_HEIGHT, true) + 1
  const unlockAt = listings.view.getUint32(listing + layout.LISTING_UNLOCK_AT, true)
  return depth >= Math.max(unlockAt, view.getUint16(row + layout.DEPOSIT_MATURITY, true))
}

/** Assets of which payments rest on some network, because ledger and chain differ. Asked for often, so nothing else is read. */
export function haltedAssets({ listings }: State): readonly AssetId[] {
  const { view, used } = listings
  const found = new Set<AssetId>()
  for (let row: number = layout.LISTING_BYTES; row < used; row += layout.LISTING_BYTES)
    if (view.getUint8(row + layout.LISTING_HALTED) === 1) found.add(asAssetId(view.getInt32(row + layout.LISTING_ASSET, true)))
  return [...found]
}

/** What the accounts of the house say that it holds of an asset on all chains, and what is on the way, minor units. */
export function chainAccountsOf(state: State, assetId: AssetId): { readonly held: bigint; readonly onTheWay: bigint } {
  const balance = (owner: number): bigint => {
    const account = state.kernel.findAccount(owner, assetId, 0)
    return account === 0 ? 0n : state.accounts.view.getBigInt64(account + layout.ACCOUNT_AVAILABLE, true)
  }
  const held = [ASSET_DEPOSIT_ADDRESSES, ASSET_HOT, ASSET_WARM, ASSET_COLD].reduce((sum, owner) => sum - balance(owner), 0n)
  return { held, onTheWay: balance(ASSET_ON_THE_WAY) }
}
