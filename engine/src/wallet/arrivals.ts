/**
 * Arrivals become deposits. Whoever sends coins to a customer fills no table by it: a customer has so many rows, those that are too little
 * have a bound of their own, and what comes beyond waits in the sum of its block until he has a row free. Nothing is refused.
 */
import * as code from '../../generated/vocabularies.ts'
import { codeOf } from '../codec/code.ts'
import type { Arrival, TakeArrivals, WaitingArrival } from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import { asDepositId, asUserId, type DepositId, type NetworkId, type UserId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import { HOUSE_ACCOUNTS } from './network-admin.ts'
import { addressRow, listingRow, networkOf, networkRow } from './wallet-rows.ts'

/** Arrivals that one entry may tell: their ids are its sequence times this, plus their place. */
export const ARRIVALS_MOST = 1024
/** Rows of a customer where an entry names no fewer: with the sums of his addresses no hundred customers fill the table. */
const OWN_MOST = 3_000
const SMALL_MOST = 500
/** Rows of a network of which nobody says whose they are. */
const NOBODYS_MOST = 3_000
/** What is in no block costs its sender nothing: it takes one in so many of the rows at most. */
const NOTED_SHARE = 4

/** Hexadecimal digits of half a business key. */
const HALF = 16

export interface RowsMost {
  readonly ownMost: number
  readonly smallMost: number
}

interface Told {
  readonly ownMost?: number | undefined
  readonly smallMost?: number | undefined
}

/** Bounds that an entry names; undefined where one is none. */
export function rowsMostOf({ ownMost = OWN_MOST, smallMost = SMALL_MOST }: Told): RowsMost | undefined {
  const isBound = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most
  return isBound(ownMost, OWN_MOST) && isBound(smallMost, SMALL_MOST) ? { ownMost, smallMost } : undefined
}

/** Bounds where an entry names none. */
export const usualRows = (): RowsMost => ({ ownMost: OWN_MOST, smallMost: SMALL_MOST })

/** The same for what is in no block. */
export const notedMost = ({ ownMost, smallMost }: RowsMost): RowsMost => ({
  ownMost: Math.ceil(ownMost / NOTED_SHARE),
  smallMost: Math.ceil(smallMost / NOTED_SHARE),
})

const keyHalves = (key: string): readonly [bigint, bigint] => [BigInt(`0x${key.slice(0, HALF)}`), BigInt(`0x${key.slice(HALF)}`)]

/** The deposit under a key, 0 = none is known. */
export function findDeposit({ kernel }: State, key: string): Handle<'deposit'> {
  return kernel.findDeposit(...keyHalves(key))
}

interface Whereto {
  readonly listing: Handle<'listing'>
  readonly address: Handle<'address'>
  readonly wallet: Handle<'wallet'>
  /** Code of a place. */
  readonly place: number
}

function wheretoOf(state: State, { listingId, addressId }: Arrival): Whereto {
  const { addresses } = state
  const address = addressId === 0 ? 0 : addressRow(state, addressId)
  const listing = listingRow(state, listingId)
  if (address === 0) return { listing, address, wallet: 0, place: code.ON_ADDRESSES }
  const { place, wallet } = addresses.at(address)
  return { listing, address, wallet, place: codeOf(code.HOLDING_PLACES, place) }
}

/** May an arrival that nobody knows have a row of its own? */
export function hasRowFree(state: State, arrival: Arrival, { ownMost, smallMost }: RowsMost): boolean {
  const { deposits, listings, networks, wallets } = state
  if (!deposits.hasRoom(1)) return false
  const { listing, wallet } = wheretoOf(state, arrival)
  if (wallet === 0) return networks.at(networkOf(state, listing)).nobodys < Math.min(NOBODYS_MOST, ownMost)
  const { kept, small } = wallets.at(wallet)
  return arrival.amount < listings.at(listing).minDeposit ? small < smallMost : kept - small < ownMost
}

function openDeposit(state: State, arrival: Arrival, depositId: DepositId): Handle<'deposit'> {
  const { listing, address } = wheretoOf(state, arrival)
  const { amount, dust, key, count = 1 } = arrival
  return state.kernel.openDeposit(...keyHalves(key), depositId, listing, address, amount, dust, count)
}

/** Tells of a new arrival; how it stands follows. */
function tellSeen(state: State, arrival: Arrival, depositId: DepositId, waits: boolean): void {
  const { addressId, amount, count = 1, from, key, listingId, position, tx, height, dust, maturity = 0, isHeld } = arrival
  const { listing, wallet } = wheretoOf(state, arrival)
  const assetId = state.listings.at(listing).asset
  state.issued[assetId] = (state.issued[assetId] ?? 0n) + amount
  writeDocument(state.out, {
    kind: 'depositSeen',
    userId: ownerOf(state, wallet),
    ...{ depositId, listingId, addressId, key, tx, position, from, amount },
    ...(count !== 1 && { count }),
    ...(waits && { waiting: { height, dust: String(dust), maturity, isHeld, assetId, networkId: networkIdOf(state, listing) } }),
  })
}

/** Id of the network that a listing is on. */
const networkIdOf = (state: State, listing: Handle<'listing'>): NetworkId => state.networks.at(networkOf(state, listing)).id

/** The deposit of an arrival, told where it is new. What is known stays as it is: a business key stands for one thing. */
export function seenDeposit(state: State, arrival: Arrival, place: number): Handle<'deposit'> {
  const known = findDeposit(state, arrival.key)
  if (known !== 0) return known
  const depositId = asDepositId(state.seq * ARRIVALS_MOST + place)
  const deposit = openDeposit(state, arrival, depositId)
  tellSeen(state, arrival, depositId, false)
  return deposit
}

/** Who gets what belongs to a wallet, 0 = nobody yet. */
function ownerOf({ users, wallets }: State, wallet: Handle<'wallet'>): UserId {
  const user = wallet === 0 ? 0 : wallets.at(wallet).user
  return user === 0 ? asUserId(0) : users.at(user).id
}

const byKey = ([, one]: readonly [number, Arrival], [, other]: readonly [number, Arrival]): number => (one.key < other.key ? -1 : 1)

/** Was an arrival told before, without having got a row? */
function isWaiting(state: State, arrival: Arrival): boolean {
  const { kernel } = state
  const { listing, place } = wheretoOf(state, arrival)
  const crowd = kernel.crowdAt(listing, place, arrival.height)
  return crowd !== 0 && kernel.isInCrowd(crowd, ...keyHalves(arrival.key)) !== 0
}

/** Books what blocks brought. Admission has asked for rows of sums. */
export function bookArrivals(state: State, arrivals: readonly Arrival[], most: RowsMost): void {
  const { kernel } = state
  const beyond: (readonly [number, Arrival])[] = []
  for (const [place, arrival] of arrivals.entries()) {
    if (findDeposit(state, arrival.key) === 0) {
      if (isWaiting(state, arrival)) continue
      if (!hasRowFree(state, arrival, most)) {
        beyond.push([place, arrival])
        continue
      }
    }
    const deposit = seenDeposit(state, arrival, place)
    if (kernel.isBooked(deposit) === 0) kernel.bookDeposit(deposit, arrival.height, arrival.isHeld ? 1 : 0, arrival.maturity ?? 0)
  }
  for (const [place, arrival] of beyond.sort(byKey)) {
    // The same may stand in an entry twice.
    if (findDeposit(state, arrival.key) !== 0 || isWaiting(state, arrival)) continue
    const whereto = wheretoOf(state, arrival)
    const depositId = asDepositId(state.seq * ARRIVALS_MOST + place)
    tellSeen(state, arrival, depositId, true)
    kernel.joinCrowd(whereto.listing, whereto.place, arrival.height, depositId, ...keyHalves(arrival.key), arrival.amount, arrival.dust)
  }
}

/** Is there, in a sum of a block that is not the last, what an arrival is taken out of? It was told by no earlier entry than the sum. */
function crowdOf(state: State, arrival: WaitingArrival): Handle<'crowd'> {
  const { crowds, kernel, networks } = state
  const { listing, place } = wheretoOf(state, arrival)
  const { depositId, height, amount, dust, key } = arrival
  if (height >= networks.at(networkOf(state, listing)).height) return 0
  const crowd = kernel.crowdAt(listing, place, height)
  if (crowd === 0 || kernel.isInCrowd(crowd, ...keyHalves(key)) === 0) return 0
  const { amount: held, count, dust: units, id } = crowds.at(crowd)
  const began = Math.floor(id / ARRIVALS_MOST)
  const isPart = Math.floor(depositId / ARRIVALS_MOST) >= began && amount <= held && dust <= units
  return isPart && (count !== 1 || (amount === held && dust === units)) ? crowd : 0
}

/** How many got a row, or why nothing was looked at. @param fault of what is checked of every arrival */
export function takeArrivals(
  state: State,
  { networkId, arrivals, ...told }: TakeArrivals,
  fault: (network: Handle<'network'>, arrivals: readonly Arrival[]) => Reason | undefined,
): number | Reason {
  const network = networkRow(state, networkId)
  if (network === 0) return 'networkNotFound'
  const most = rowsMostOf(told)
  if (most === undefined || arrivals.length > ARRIVALS_MOST) return 'badParameter'
  if (!arrivals.every(({ depositId }) => Number.isSafeInteger(depositId) && depositId > 0)) return 'badParameter'
  const found = fault(network, arrivals)
  if (found !== undefined) return found
  if (!state.accounts.hasRoom(HOUSE_ACCOUNTS * 2 + arrivals.length * 2)) return 'engineFull'
  let taken = 0
  for (const arrival of arrivals) if (take(state, arrival, most)) taken += 1
  state.kernel.settleNetwork(network)
  return taken
}

function take(state: State, arrival: WaitingArrival, most: RowsMost): boolean {
  if (findDeposit(state, arrival.key) !== 0 || !hasRowFree(state, arrival, most)) return false
  const crowd = crowdOf(state, arrival)
  if (crowd === 0) return false
  const { kernel } = state
  kernel.leaveCrowd(crowd, arrival.amount, arrival.dust)
  const deposit = openDeposit(state, arrival, arrival.depositId)
  kernel.bookDeposit(deposit, arrival.height, arrival.isHeld ? 1 : 0, arrival.maturity ?? 0)
  return true
}

/** Tells of what waits in blocks above a height, which leave the chain. */
export function tellWaitingLeft(state: State, network: Handle<'network'>, height: number): void {
  const { crowds, networks, out } = state
  const { crowds: first, id } = networks.at(network)
  if (first === 0 || crowds.at(first).height <= height) return
  writeDocument(out, { kind: 'waitingLeft', networkId: id, height })
}
