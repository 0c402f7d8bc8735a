/** What a person took of a coin's stock lately, and who converted it at all: rows that are forgotten by themselves. */
import { clearDue, findDue, setDue } from '../due/queue'
import { after, hashAt, homeOf, indexAdd, indexRemove, mixPair, rowAt } from '../memory/handle-index'
import { allocateZeroed, release } from '../memory/tables'
import { none, state, Take, Taker, takersIndex, takersTable } from '../../generated/rows'
import { MET_MS, TAKES_MOST, TAKES_MS } from '../constants/convert'
import { DUE_TAKER } from '../constants/due'
import { TAKE_BYTES, TAKER_BYTES } from '../constants/layout'
import { TAKERS } from '../constants/map'

@inline function hashOf(person: i32, assetId: i32): i32 {
  return mixPair(person, assetId)
}

/** What is remembered of a person and a coin, none when nothing is. */
export function findTaker(person: i32, assetId: i32): Taker {
  const hash = hashOf(person, assetId)
  let slot = homeOf(takersIndex, hash)
  let taker = rowAt<Taker>(takersIndex, slot)
  while (taker.exists && (hashAt(takersIndex, slot) != hash || taker.person != person || taker.asset != assetId)) {
    slot = after(takersIndex, slot)
    taker = rowAt<Taker>(takersIndex, slot)
  }
  return taker
}

/** Puts a row, whose table was filled from a snapshot or which is new, into the index. */
export function hangTaker(taker: Taker): void {
  indexAdd<Taker>(takersIndex, hashOf(taker.person, taker.asset), taker)
}

@inline function takeOf(taker: Taker, number: i32): Take {
  return changetype<Take>(taker.takes + <usize>number * TAKE_BYTES)
}

@inline function counts(take: Take): bool {
  return take.amount != 0 && take.at > state.at - <f64>TAKES_MS
}

/** What a person took of a coin within ten minutes. */
export function takenOf(person: i32, assetId: i32): i64 {
  const taker = findTaker(person, assetId)
  return taker.exists ? takenOfTaker(taker) : 0
}

function takenOfTaker(taker: Taker): i64 {
  let sum: i64 = 0
  for (let number = 0; number < TAKES_MOST; number += 1) {
    const take = takeOf(taker, number)
    if (counts(take)) sum += take.amount
  }
  return sum
}

/** A person got so much of a coin. */
export function noteTake(person: i32, assetId: i32, amount: i64): void {
  const taker = openTaker(person, assetId)
  addTake(taker, state.at, amount)
  taker.tookAt = state.at
}

/** What was taken at one instant is one take. Where no place is free the newest one stands for both, as if both were at the later instant. */
function addTake(taker: Taker, at: f64, amount: i64): void {
  let free = none<Take>()
  let newest = none<Take>()
  for (let number = 0; number < TAKES_MOST; number += 1) {
    const take = takeOf(taker, number)
    if (!counts(take)) free = take
    else if (take.at == at) {
      take.amount += amount
      return
    } else if (!newest.exists || take.at > newest.at) newest = take
  }
  const place = free.exists ? free : newest
  place.amount = free.exists ? amount : place.amount + amount
  place.at = free.exists ? at : max(place.at, at)
}

/** Two persons turned out to be one: what the other number took and gave is this one's. */
export function joinTakers(kept: i32, gone: i32, assetId: i32): void {
  const from = findTaker(gone, assetId)
  if (!from.exists) return
  const forgetAt = findDue(DUE_TAKER, <f64>gone, assetId).at
  clearDue(DUE_TAKER, <f64>gone, assetId)
  indexRemove<Taker>(takersIndex, hashOf(gone, assetId), from)
  const taker = findTaker(kept, assetId)
  if (!taker.exists) {
    from.person = kept
    hangTaker(from)
    setDue(forgetAt, DUE_TAKER, <f64>kept, assetId)
    return
  }
  const amount = takenOfTaker(from)
  // as if all of it were taken when the last of it was
  if (amount != 0) addTake(taker, from.tookAt, amount)
  taker.tookAt = max(taker.tookAt, from.tookAt)
  taker.gaveAt = max(taker.gaveAt, from.gaveAt)
  setDue(max(forgetAt, findDue(DUE_TAKER, <f64>kept, assetId).at), DUE_TAKER, <f64>kept, assetId)
  release<Taker>(TAKERS, takersTable, from)
}

/** A person gave a coin. */
export function noteGift(person: i32, assetId: i32): void {
  openTaker(person, assetId).gaveAt = state.at
}

/** Room for the row is what admission has asked for. */
function openTaker(person: i32, assetId: i32): Taker {
  let taker = findTaker(person, assetId)
  if (!taker.exists) {
    taker = allocateZeroed<Taker>(TAKERS, takersTable, TAKER_BYTES)
    taker.person = person
    taker.asset = assetId
    hangTaker(taker)
  }
  setDue(state.at + <f64>MET_MS, DUE_TAKER, <f64>person, assetId)
  return taker
}

/** Nobody asks any more. */
export function forgetTaker(person: i32, assetId: i32): void {
  const taker = findTaker(person, assetId)
  if (!taker.exists) return
  indexRemove<Taker>(takersIndex, hashOf(person, assetId), taker)
  release<Taker>(TAKERS, takersTable, taker)
}

/** The coin that the order which runs hedges, 0 = none does. */
let hedged: i32 = 0

@inline export function setHedged(assetId: i32): void {
  hedged = assetId
}

/** Is the order that runs a hedge of what the owner of an order that it meets converted? */
@inline export function isHedgeOf(person: i32, buys: bool): bool {
  return hedged != 0 && isHedgedOf(person, hedged, buys)
}

/** Would an order that buys a coin for the stock, or sells what is too much of it, hedge a conversion of this person? */
function isHedgedOf(person: i32, assetId: i32, buys: bool): bool {
  const taker = findTaker(person, assetId)
  if (!taker.exists) return false
  const at = buys ? taker.tookAt : taker.gaveAt
  return at != 0 && at > state.at - <f64>MET_MS
}
