/** Readers of deposits: those that are in no block, and the one under a key. */
import type { HoldingPlace } from '../event.ts'
import { type AddressId, asAddressId, type DepositId, type ListingId, type NetworkId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import type { State } from '../state.ts'
import { ARRIVALS_MOST } from './arrivals.ts'
import { listingIdOf, networkOf, networkRow } from './wallet-rows.ts'

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
export function depositUnder(state: State, key: string): KnownDeposit | undefined {
  const { deposits, kernel } = state
  const row = kernel.findDeposit(BigInt(`0x${key.slice(0, 16)}`), BigInt(`0x${key.slice(16)}`))
  if (row === 0) return undefined
  const { address, amount, dust, listing } = deposits.at(row)
  const isBooked = kernel.isBooked(row) !== 0
  return { listingId: listingIdOf(state, listing), addressId: addressIdOf(state, address), amount, dust, isBooked }
}

/** 0 = nobody's. */
const addressIdOf = ({ addresses }: State, address: Handle<'address'>): AddressId | 0 =>
  address === 0 ? 0 : asAddressId(addresses.numberOf(address))

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
export function depositsBehind(state: State, listingId: ListingId, { height, seq }: Behind): readonly BookedDeposit[] {
  const { deposits, kernel } = state
  const found: BookedDeposit[] = []
  for (const row of deposits.live()) {
    const deposit = deposits.at(row)
    const { amount, dust, height: at } = deposit
    if (at < height || listingIdOf(state, deposit.listing) !== listingId) continue
    const toldAt = Math.floor(deposit.id / ARRIVALS_MOST)
    if ((at === height && toldAt <= seq) || kernel.isBooked(row) === 0) continue
    found.push({ addressId: addressIdOf(state, deposit.address), amount, dust })
  }
  return found
}

const hex = (half: bigint): string => half.toString(16).padStart(16, '0')

/** Of a network. Walks over all deposits that are kept. */
export function unbookedDeposits(state: State, networkId: NetworkId): readonly UnbookedDeposit[] {
  const network = networkRow(state, networkId)
  const found: UnbookedDeposit[] = []
  for (const row of state.deposits.live()) {
    const { id, keyHigh, keyLow, listing, status } = state.deposits.at(row)
    if (status !== 'detected' && status !== 'reorged') continue
    if (networkOf(state, listing) !== network) continue
    found.push({ depositId: id, listingId: listingIdOf(state, listing), key: hex(keyHigh) + hex(keyLow), status })
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
  const { crowds, networks } = state
  const network = networkRow(state, networkId)
  const found: Crowd[] = []
  for (let row = network === 0 ? 0 : networks.at(network).crowds; row !== 0; row = crowds.at(row).next) {
    const { amount, count, dust, height, id, listing, place } = crowds.at(row)
    found.push({ listingId: listingIdOf(state, listing), place, height, depositId: id, count, amount, dust })
  }
  return found
}

/** Listings of which something waits in a block that may still leave the chain: at which addresses it lies, history knows alone. */
export function shallowCrowds(state: State, networkId: NetworkId): ReadonlySet<ListingId> {
  const { networks, listings } = state
  const { height } = networks.at(networkRow(state, networkId))
  const isShallow = (crowd: Crowd): boolean => height - crowd.height + 1 < listings.at(listings.rowOf(crowd.listingId)).unlockAt
  return new Set(crowdsOf(state, networkId).flatMap((crowd) => (isShallow(crowd) ? [crowd.listingId] : [])))
}
