/** Readers for whoever compares the ledger with chains, all of one moment: nothing is applied between two of them in one turn. */
import { type AddressId, type AssetId, asAddressId, type ListingId, type NetworkId } from '../ids/id.ts'
import { ASSET_COLD, ASSET_DEPOSIT_ADDRESSES, ASSET_HOT, ASSET_ON_THE_WAY, ASSET_WARM } from '../ledger/chart-of-accounts.ts'
import type { Handle } from '../memory/handle.ts'
import type { State } from '../state.ts'
import { blockHash, listingIdOf, networkRow } from './wallet-rows.ts'

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
  const { block, height } = state.networks.at(row)
  return { height, hash: block }
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
  const { addresses } = state
  const found: AddressId[] = []
  const begun = Math.max(1, from)
  const next = Math.max(begun, addresses.used / addresses.rowBytes)
  for (let addressId = begun; addressId < next; addressId += 1)
    if (addresses.at(addresses.rowOf(addressId)).wallet === 0) found.push(asAddressId(addressId))
  return { found, next }
}

/** Deposits of a network that a re-organisation may still take, by listing and address. */
export function shallowDeposits(
  state: State,
  networkId: NetworkId,
): readonly { readonly listingId: ListingId; readonly addressId: AddressId | 0; readonly amount: bigint; readonly dust: bigint }[] {
  const network = networkRow(state, networkId)
  if (network === 0) return []
  const { deposits, networks } = state
  const found = []
  for (let row = networks.at(network).waiting; row !== 0; row = deposits.at(row).next) {
    if (isSettledSmall(state, network, row)) continue
    const { address, amount, dust, listing } = deposits.at(row)
    const addressId = address === 0 ? (0 as const) : asAddressId(state.addresses.numberOf(address))
    found.push({ listingId: listingIdOf(state, listing), addressId, amount, dust })
  }
  return found
}

/** It waits for more at its address, and for no block. */
function isSettledSmall({ deposits, listings, networks }: State, network: Handle<'network'>, row: Handle<'deposit'>): boolean {
  const { height, listing, maturity, status } = deposits.at(row)
  const depth = networks.at(network).height - height + 1
  return status === 'belowMin' && depth >= Math.max(listings.at(listing).unlockAt, maturity)
}

/** Assets of which payments rest on some network, because ledger and chain differ. Asked for often, so nothing else is read. */
export function haltedAssets({ listings }: State): readonly AssetId[] {
  const found = new Set<AssetId>()
  const listing = listings.at(listings.first)
  for (; listing.handle < listings.used; listing.move(listings.behind(listing.handle))) if (listing.halted) found.add(listing.asset)
  return [...found]
}

/** What the accounts of the house say that it holds of an asset on all chains, and what is on the way, minor units. */
export function chainAccountsOf(state: State, assetId: AssetId): { readonly held: bigint; readonly onTheWay: bigint } {
  const balance = (owner: number): bigint => {
    const account = state.kernel.findAccount(owner, assetId, 0)
    return account === 0 ? 0n : state.accounts.at(account).available
  }
  const held = [ASSET_DEPOSIT_ADDRESSES, ASSET_HOT, ASSET_WARM, ASSET_COLD].reduce((sum, owner) => sum - balance(owner), 0n)
  return { held, onTheWay: balance(ASSET_ON_THE_WAY) }
}
