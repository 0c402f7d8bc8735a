/**
 * Arrivals that are more than their owners have rows for. The house holds them from their block on, as it holds every other: one row of a coin
 * and a block has their sum, and goes with the block when that leaves the chain. Each by itself is told and stands in history. It is
 * taken out of the sum, into a row of its own, when its owner has one free: until then nobody can have it.
 */
import { allocateZeroed, release } from '../memory/tables'
import { addDust, hold } from './holding'
import { suspend } from './deposit'
import { Crowd, crowdsTable, Listing, Network, none } from '../../generated/rows'
import { CROWD_BYTES } from '../constants/layout'
import { CROWDS } from '../constants/map'

/** What waits of a coin at a place, of a block; none when nothing does. */
export function crowdAt(listing: Listing, place: i32, height: f64): Crowd {
  let crowd = listing.network.crowds
  while (crowd.exists && crowd.height > height) crowd = crowd.next
  while (crowd.exists && crowd.height == height && (crowd.listing != listing || <i32>crowd.place != place)) crowd = crowd.next
  return crowd.exists && crowd.height == height ? crowd : none<Crowd>()
}

/** Does a sum know a business key? All of a block come in the order of their keys. */
export function isInCrowd(crowd: Crowd, high: u64, low: u64): bool {
  return crowd.exists && (high < crowd.markHigh || (high == crowd.markHigh && low <= crowd.markLow))
}

/** A new sum of a coin at a place, in a block. Room for it is what admission has asked for. */
function openCrowd(listing: Listing, place: i32, height: f64, id: f64): Crowd {
  const crowd = allocateZeroed<Crowd>(CROWDS, crowdsTable, CROWD_BYTES)
  crowd.listing = listing
  crowd.place = place
  crowd.height = height
  crowd.id = id
  const network = listing.network
  let previous = none<Crowd>()
  let next = network.crowds
  while (next.exists && next.height > height) {
    previous = next
    next = next.next
  }
  crowd.next = next
  crowd.previous = previous
  if (next.exists) next.previous = crowd
  if (previous.exists) previous.next = crowd
  else network.crowds = crowd
  return crowd
}

function closeCrowd(crowd: Crowd): void {
  const next = crowd.next
  const previous = crowd.previous
  if (next.exists) next.previous = previous
  if (previous.exists) previous.next = next
  else crowd.listing.network.crowds = next
  release<Crowd>(CROWDS, crowdsTable, crowd)
}

/** The house holds more, or (below zero) less, that nobody has. */
function change(listing: Listing, place: i32, amount: i64, dust: i64): void {
  hold(listing, place, amount)
  suspend(listing, amount)
  addDust(listing, place, dust)
}

/** Adds an arrival whose key is higher than all before it. @param id what it is called in history */
export function joinCrowd(listing: Listing, place: i32, height: f64, id: f64, high: u64, low: u64, amount: i64, dust: i64): void {
  let crowd = crowdAt(listing, place, height)
  if (!crowd.exists) crowd = openCrowd(listing, place, height, id)
  crowd.count += 1
  crowd.amount += amount
  crowd.dust += dust
  crowd.markHigh = high
  crowd.markLow = low
  change(listing, place, amount, dust)
}

/** Takes an arrival out, which the caller books by itself. */
export function leaveCrowd(crowd: Crowd, amount: i64, dust: i64): void {
  crowd.count -= 1
  crowd.amount -= amount
  crowd.dust -= dust
  change(crowd.listing, crowd.place, -amount, -dust)
  if (crowd.count == 0) closeCrowd(crowd)
}

/** Blocks above a height left the chain, and with them what waits in their sums. */
export function unbookCrowds(network: Network, height: f64): void {
  for (let crowd = network.crowds; crowd.exists && crowd.height > height; crowd = network.crowds) {
    change(crowd.listing, crowd.place, -crowd.amount, -crowd.dust)
    closeCrowd(crowd)
  }
}
