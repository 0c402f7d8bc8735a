/** Readers of deposits: those that are in no block, and the one under a key. */
import * as layout from '../../generated/layout.ts'
import { DEPOSIT_DETECTED, DEPOSIT_REORGED, HOLDING_PLACES } from '../../generated/vocabularies.ts'
import { wordOf } from '../codec/code.ts'
import type { HoldingPlace } from '../event.ts'
import { type AddressId, asAddressId, asDepositId, asListingId, type DepositId, type ListingId, type NetworkId } from '../ids/id.ts'
import type { State } from '../state.ts'
import { ARRIVALS_MOST } from './arrivals.ts'
import { networkOf, networkRow } from './wallet-rows.ts'

/** Told of, and in no block: it waits for one, or its block left the chain. */
export interface UnbookedDeposit {
  readonly depositId: DepositId
  readonly listingId: ListingId
  /** The business key. */
  readonly key: string
  readonly status: 'detected' | 'reorged'
}

/** What is known under a business key. */
export interface KnownDeposit {
  readonly listingId: ListingId
  /** 0 = nobody's. */
  readonly addressId: AddressId | 0
  readonly amount: bigint
  readonly dust: bigint
  /** In a block that is on the chain. */
  readonly isBooked: boolean
}

/** The deposit under a business key, 32 hexadecimal digits; undefined when none is kept. */
export function depositUnder({ deposits: { view }, kernel }: State, key: string): KnownDeposit | undefined {
  const row = kernel.findDeposit(BigInt(`0x${key.slice(0, 16)}`), BigInt(`0x${key.slice(16)}`))
  if (row === 0) return undefined
  const address = view.getUint32(row + layout.DEPOSIT_ADDRESS, true) / layout.ADDRESS_BYTES
  return {
    listingId: asListingId(view.getUint32(row + layout.DEPOSIT_LISTING, true) / layout.LISTING_BYTES),
    addressId: address === 0 ? 0 : asAddressId(address),
    amount: view.getBigInt64(row + layout.DEPOSIT_AMOUNT, true),
    dust: view.getBigInt64(row + layout.DEPOSIT_DUST, true),
    isBooked: kernel.isBooked(row) !== 0,
  }
}

/** A deposit that a block on the chain has. */
export interface BookedDeposit {
  /** 0 = nobody's. */
  readonly addressId: AddressId | 0
  readonly amount: bigint
  readonly dust: bigint
}

/** A block, and the entry of the journal behind which something is asked for. */
export interface Behind {
  readonly height: number
  readonly seq: number
}

/** Deposits of a listing in blocks above a height, and those of that block that were told of later. Walks over all that are kept. */
export function depositsBehind({ deposits, kernel }: State, listingId: ListingId, { height, seq }: Behind): readonly BookedDeposit[] {
  const { view } = deposits
  const found: BookedDeposit[] = []
  for (const row of deposits.live()) {
    const at = view.getFloat64(row + layout.DEPOSIT_HEIGHT, true)
    if (at < height || view.getUint32(row + layout.DEPOSIT_LISTING, true) !== listingId * layout.LISTING_BYTES) continue
    const toldAt = Math.floor(view.getFloat64(row + layout.DEPOSIT_ID, true) / ARRIVALS_MOST)
    if ((at === height && toldAt <= seq) || kernel.isBooked(row) === 0) continue
    const address = view.getUint32(row + layout.DEPOSIT_ADDRESS, true) / layout.ADDRESS_BYTES
    found.push({
      addressId: address === 0 ? 0 : asAddressId(address),
      amount: view.getBigInt64(row + layout.DEPOSIT_AMOUNT, true),
      dust: view.getBigInt64(row + layout.DEPOSIT_DUST, true),
    })
  }
  return found
}

const hex = (half: bigint): string => half.toString(16).padStart(16, '0')

/** Of a network. Walks over all deposits that are kept. */
export function unbookedDeposits(state: State, networkId: NetworkId): readonly UnbookedDeposit[] {
  const network = networkRow(state, networkId)
  const { view } = state.deposits
  const found: UnbookedDeposit[] = []
  for (const row of state.deposits.live()) {
    const status = view.getUint8(row + layout.DEPOSIT_STATUS)
    if (status !== DEPOSIT_DETECTED && status !== DEPOSIT_REORGED) continue
    const listing = view.getUint32(row + layout.DEPOSIT_LISTING, true)
    if (networkOf(state, listing) !== network) continue
    const key = hex(view.getBigUint64(row + layout.DEPOSIT_KEY_HIGH, true)) + hex(view.getBigUint64(row + layout.DEPOSIT_KEY_LOW, true))
    const depositId = asDepositId(view.getFloat64(row + layout.DEPOSIT_ID, true))
    found.push({
      depositId,
      listingId: asListingId(listing / layout.LISTING_BYTES),
      key,
      status: status === DEPOSIT_DETECTED ? 'detected' : 'reorged',
    })
  }
  return found
}

/** Arrivals of a coin in a block that wait until their owners have a row free. */
export interface Crowd {
  readonly listingId: ListingId
  readonly place: HoldingPlace
  readonly height: number
  /** Of the first in it. */
  readonly depositId: DepositId
  readonly count: number
  readonly amount: bigint
  readonly dust: bigint
}

/** Of a network, from the highest block down. */
export function crowdsOf(state: State, networkId: NetworkId): readonly Crowd[] {
  const { view } = state.crowds
  const network = networkRow(state, networkId)
  const found: Crowd[] = []
  let row = network === 0 ? 0 : state.networks.view.getUint32(network + layout.NETWORK_CROWDS, true)
  for (; row !== 0; row = view.getUint32(row + layout.CROWD_NEXT, true))
    found.push({
      listingId: asListingId(view.getUint32(row + layout.CROWD_LISTING, true) / layout.LISTING_BYTES),
      place: wordOf(HOLDING_PLACES, view.getUint8(row + layout.CROWD_PLACE)),
      height: view.getFloat64(row + layout.CROWD_HEIGHT, true),
      depositId: asDepositId(view.getFloat64(row + layout.CROWD_ID, true)),
      count: view.getUint32(row + layout.CROWD_COUNT, true),
      amount: view.getBigInt64(row + layout.CROWD_AMOUNT, true),
      dust: view.getBigInt64(row + layout.CROWD_DUST, true),
    })
  return found
}

/** Listings of which something waits in a block that may still leave the chain: at which addresses it lies, history knows alone. */
export function shallowCrowds(state: State, networkId: NetworkId): ReadonlySet<ListingId> {
  const { networks, listings } = state
  const height = networks.view.getFloat64(networkRow(state, networkId) + layout.NETWORK_HEIGHT, true)
  const isShallow = (crowd: Crowd): boolean =>
    height - crowd.height + 1 < listings.view.getUint32(crowd.listingId * layout.LISTING_BYTES + layout.LISTING_UNLOCK_AT, true)
  return new Set(crowdsOf(state, networkId).flatMap((crowd) => (isShallow(crowd) ? [crowd.listingId] : [])))
}
