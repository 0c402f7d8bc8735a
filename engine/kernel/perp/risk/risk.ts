/** What a contract has to do when its mark came to positions, or when the house has something to get rid of: rows of what is due, in slices. */
import { removeDue } from '../../due/queue'
import { makeSure } from '../../events/out'
import { deleverage } from './deleverage'
import { examine } from './liquidate'
import { atPlace, firstOf, isReached, RECOVERY, WATCH } from './heap'
import { endHouse, isSolvent, isThin, isTooDear, meetHouse, offer } from './house'
import { LINE_MS } from './line'
import { isSettling, settleOn } from './settlement'
import { instrumentOf } from '../contract'
import { isOpen } from '../mark/mark'
import { reachFunding } from '../mark/funding'
import { settleTouched } from '../after'
import { touch } from '../touch'
import { leaveWaiting } from './waiting'
import { comeTo, offerLater } from './watch'
import { Contract, Due, Instrument, none, Position, positionsTable, state, User } from '../../../generated/rows'
import { DUE_ORDER_UNITS } from '../../constants/due'
import { POSITION_BYTES } from '../../constants/layout'

/** Between two slices that are offered to the book. */
const OFFER_MS: f64 = 1_000
/** A slice of a twentieth of what was left gives the book its time anew, up to two minutes. */
const PARTS_THAT_RENEW: f64 = 20
const LONGEST_MS: f64 = 120_000

/** Goes on with a contract. Returns the units that it took. */
export function runRisk(row: Due, contract: Contract, left: i32): i32 {
  let units: i32 = 1
  if (isSettling(contract)) {
    units = settleOn(contract, left)
    settleTouched()
    if (!isSettling(contract)) removeDue(row)
    return units
  }
  if (contract.isShut != 0 || contract.mark == 0) {
    removeDue(row)
    leaveToOthers(contract)
    return units
  }
  while (units < left) {
    makeSure()
    const position = nextToLookAt(contract)
    if (!position.exists) break
    units += examine(position) * <i32>DUE_ORDER_UNITS
    settleTouched()
  }
  if (units >= left) return units
  removeDue(row)
  if (contract.waiting.exists) comeTo(contract, max(state.at, contract.waiting.lookAt))
  // that positions were looked at brings no offer earlier
  if (state.at >= contract.offerAt) units += getRid(contract, left - units)
  offerLater(contract)
  return units + <i32>DUE_ORDER_UNITS
}

/**
 * A contract that lost its index right after its mark had come to positions, or while they were being reduced, does not look at them: what they
 * share may lack all the same, and is looked at for the others that share it.
 */
function leaveToOthers(contract: Contract): void {
  touchReached(contract, false, 0)
  touchReached(contract, true, 0)
  let later = Infinity
  let waiting = contract.waiting
  while (waiting.exists) {
    const next = waiting.next
    if (waiting.isIsolated == 0 && waiting.lookAt <= state.at) {
      leaveWaiting(waiting)
      touch(waiting.seat)
    } else if (waiting.isIsolated == 0) later = min(later, waiting.lookAt)
    waiting = next
  }
  settleTouched()
  if (later != Infinity) comeTo(contract, later)
}

function touchReached(contract: Contract, isShort: bool, place: u32): void {
  const position = atPlace(contract, isShort, place)
  if (!position.exists || !isReached(position, WATCH)) return
  if (position.isIsolated == 0) touch(position.seat)
  touchReached(contract, isShort, place * 2 + 1)
  touchReached(contract, isShort, place * 2 + 2)
}

/** Whom the mark came to, or who waited for the next slice of his reduction until now. */
function nextToLookAt(contract: Contract): Position {
  const reached = firstReached(contract)
  if (reached.exists) return reached
  const waiting = contract.waiting
  if (!waiting.exists || waiting.lookAt > state.at) return none<Position>()
  leaveWaiting(waiting)
  return waiting
}

/** The position that the mark came to, a long first. */
function firstReached(contract: Contract): Position {
  for (let kind = WATCH; kind <= RECOVERY; kind += 1) {
    const long = firstOf(contract, false, kind)
    if (long.exists && isReached(long, kind)) return long
    const short = firstOf(contract, true, kind)
    if (short.exists && isReached(short, kind)) return short
  }
  return none<Position>()
}

function isEither(position: Position): bool {
  return isReached(position, WATCH) || (position.recovery != 0 && isReached(position, RECOVERY))
}

/**
 * Of what the house has and did not offer in this round yet: what is beyond its bankruptcy price before what is not, and of those what was taken
 * over first.
 */
function nextStock(contract: Contract): Position {
  return firstOfStock(contract, contract.houseShort, firstOfStock(contract, contract.houseLong, none<Position>()))
}

function firstOfStock(contract: Contract, from: Position, known: Position): Position {
  let best = known
  for (let house = from; house.exists; house = house.next)
    if (house.lookAt != contract.offeredAt && (!best.exists || isMoreUrgent(house, best))) best = house
  return best
}

function isMoreUrgent(house: Position, other: Position): bool {
  const waits = isSolvent(house)
  return waits == isSolvent(other) ? house.id < other.id : !waits
}

/** Offers each position that the house has once in a round, or takes it to the queue. A round that is too much for one slice goes on with the next. Returns the units that it took. */
function getRid(contract: Contract, left: i32): i32 {
  if (contract.offerAt > contract.offeredAt) contract.offeredAt = state.at
  contract.offerAt = state.at + OFFER_MS
  const instrument = instrumentOf(contract)
  if (!isOpen(instrument)) return 0
  meetHouse(instrument, contract, false)
  let units: i32 = 0
  for (let house = nextStock(contract); house.exists; house = nextStock(contract)) {
    units += dispose(instrument, contract, house, left - units)
    settleTouched()
    if (units < left) continue
    contract.offerAt = contract.offeredAt
    break
  }
  return units
}

/** Offers what the house has of one position. What the book does not take, or the fund may not pay for, goes to the queue. */
function dispose(instrument: Instrument, contract: Contract, house: Position, left: i32): i32 {
  const before = house.quantity
  house.lookAt = contract.offeredAt
  const sold = offer(instrument, house)
  if (sold * PARTS_THAT_RENEW >= before) {
    house.begunAt = state.at
    house.deadline = min(state.at + LINE_MS, house.takenAt + LONGEST_MS)
  }
  if (house.quantity == 0) endHouse(house)
  else if (isTooDear || (isThin && !isSolvent(house)) || state.at >= house.deadline) return giveAway(instrument, contract, house, left)
  return <i32>DUE_ORDER_UNITS
}

/** Lets the queue take what the house has, as much as so many units are for. */
function giveAway(instrument: Instrument, contract: Contract, house: Position, left: i32): i32 {
  const id = house.id
  const each = unitsOfQueue()
  let units = each
  while (deleverage(house)) {
    makeSure()
    if (units >= left) {
      // it goes on where it stopped
      if (house.id == id) house.lookAt = 0
      return units
    }
    units += each
  }
  // nobody is left on the other side but the house itself
  if (house.id == id) meetHouse(instrument, contract, true)
  return units
}

/** Units of finding the first of the queue, for which every position is looked at: some fifty nanoseconds each. */
@inline function unitsOfQueue(): i32 {
  return <i32>DUE_ORDER_UNITS + <i32>(<usize>positionsTable.used / POSITION_BYTES >> 1)
}

/** Brings a user to what is due of him: his funding, and what the marks have come to. Asked while something due was not come to. */
export function reachContracts(user: User): void {
  const trader = user.trader
  if (!trader.exists) return
  for (let seat = trader.seats; seat.exists; seat = seat.next) {
    reachOne(seat.long)
    reachOne(seat.short)
  }
  settleTouched()
}

function reachOne(position: Position): void {
  if (!position.exists) return
  makeSure()
  reachFunding(position)
  const contract = position.contract
  if (contract.isShut == 0 && isEither(position)) examine(position)
}

