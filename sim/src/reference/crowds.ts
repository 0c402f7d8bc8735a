/**
 * What is more than a customer has rows for, and the sums of what is too little: arrivals that wait until their owner has a row free, and
 * deposits that are part of another one because no chain takes them back any more.
 */
import type { Arrival, TakeArrivals, WaitingArrival } from '@agio/engine/command.ts'
import type { HoldingPlace } from '@agio/engine/event.ts'
import type { World } from './model.ts'
import { addDust, hold, suspenseAccount } from './networks.ts'
import type { RefCrowd, RefDeposit, RefListing, RefNetwork } from './wallet-model.ts'

const PILED_BEHIND = 100

export interface RowsMost {
  readonly ownMost: number
  readonly smallMost: number
}

type Told = Pick<TakeArrivals, 'ownMost' | 'smallMost'>

export function rowsMostOf({ ownMost = 3_000, smallMost = 500 }: Told): RowsMost | undefined {
  const isSound = [ownMost, smallMost].every((value) => Number.isInteger(value) && value >= 1) && ownMost <= 3_000 && smallMost <= 500
  return isSound ? { ownMost, smallMost } : undefined
}

const listingOf = (world: World, { listingId }: Arrival): RefListing => world.wallet.listings[listingId - 1] as RefListing
const placeOf = (world: World, { addressId }: Arrival): HoldingPlace => world.wallet.addresses[addressId - 1]?.place ?? 'addresses'
const nameOf = (world: World, arrival: Arrival): string => `${arrival.listingId} ${placeOf(world, arrival)} ${arrival.height}`

/** May an arrival that nobody knows have a row? */
export function hasRowFree(world: World, arrival: Arrival, { ownMost, smallMost }: RowsMost): boolean {
  const listing = listingOf(world, arrival)
  const userId = world.wallet.addresses[arrival.addressId - 1]?.userId ?? 0
  const rows = [...world.wallet.deposits.values()].filter((row) => row.userId === userId && !row.isPile)
  if (userId === 0) return rows.filter((row) => row.listing.terms.networkId === listing.terms.networkId).length < Math.min(3_000, ownMost)
  const small = rows.filter(({ isSmall }) => isSmall).length
  return arrival.amount < listing.terms.minDeposit ? small < smallMost : rows.length - small < ownMost
}

/** Was it told before, and got no row? */
export function isWaiting(world: World, arrival: Arrival): boolean {
  const crowd = world.wallet.crowds.get(nameOf(world, arrival))
  return crowd !== undefined && arrival.key <= crowd.mark
}

function change(world: World, { listing, place }: RefCrowd, amount: bigint, dust: bigint): void {
  hold(world, listing, place, amount, suspenseAccount(listing.terms.assetId))
  addDust(world, listing, place, dust)
}

export function join(world: World, arrival: Arrival, depositId: number): void {
  const { amount, dust, height, key } = arrival
  const listing = listingOf(world, arrival)
  const asset = world.assets[listing.terms.assetId - 1]
  if (asset !== undefined) asset.issued += amount
  const name = nameOf(world, arrival)
  const crowd = world.wallet.crowds.get(name) ?? {
    ...{ listing, place: placeOf(world, arrival), height, depositId, count: 0, amount: 0n, dust: 0n, mark: '' },
  }
  world.wallet.crowds.set(name, crowd)
  Object.assign(crowd, { count: crowd.count + 1, amount: crowd.amount + amount, dust: crowd.dust + dust, mark: key })
  change(world, crowd, amount, dust)
}

/** Takes an arrival out of what waits; false where it is not part of it. */
export function leave(world: World, network: RefNetwork, arrival: WaitingArrival): boolean {
  const { amount, depositId, dust, height } = arrival
  const name = nameOf(world, arrival)
  const crowd = world.wallet.crowds.get(name)
  if (crowd === undefined || height >= network.height || !isWaiting(world, arrival)) return false
  if (Math.floor(depositId / 1024) < Math.floor(crowd.depositId / 1024) || amount > crowd.amount || dust > crowd.dust) return false
  if (crowd.count === 1 && (amount !== crowd.amount || dust !== crowd.dust)) return false
  Object.assign(crowd, { count: crowd.count - 1, amount: crowd.amount - amount, dust: crowd.dust - dust })
  if (crowd.count === 0) world.wallet.crowds.delete(name)
  change(world, crowd, -amount, -dust)
  return true
}

/** Blocks above a height left the chain. */
export function unbookCrowds(world: World, { networkId }: RefNetwork, height: number): void {
  for (const [name, crowd] of world.wallet.crowds) {
    if (crowd.listing.terms.networkId !== networkId || crowd.height <= height) continue
    change(world, crowd, -crowd.amount, -crowd.dust)
    world.wallet.crowds.delete(name)
  }
}

/** Deposits that are too little and deep enough are one of their address and coin: the sum that is there, or the oldest of them. */
export function pileUp(world: World, { networkId, height }: RefNetwork): void {
  const { deposits } = world.wallet
  const isDeep = ({ listing, height: at, maturity }: RefDeposit): boolean =>
    height - at + 1 >= Math.max(listing.terms.unlockAt, maturity) + PILED_BEHIND
  const small = [...deposits.values()]
    .filter((row) => row.listing.terms.networkId === networkId && row.status === 'belowMin' && row.userId !== 0)
    .filter((row) => row.isPile || isDeep(row))
    .sort((one, other) => Number(other.isPile) - Number(one.isPile) || one.id - other.id)
  for (const row of small) {
    const pile = small.find((other) => other.listing === row.listing && other.addressId === row.addressId)
    if (pile === undefined) continue
    pile.isPile = true
    if (pile === row) continue
    pile.amount += row.amount
    pile.dust += row.dust
    pile.height = Math.max(pile.height, row.height)
    deposits.delete(row.key)
  }
}
