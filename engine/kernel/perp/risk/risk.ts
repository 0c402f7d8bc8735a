/** What a contract has to do when its mark came to positions, or when the house has something to get rid of: rows of what is due, in slices. */
import { removeDue } from '../../due/queue'
import { makeSure } from '../../events/out'
import { deleverage } from './deleverage'
import { examine } from './liquidate'
import { atPlace, firstOf, isReached, RECOVERY, WATCH } from './heap'
import { endHouse, isTooDear, meetHouse, offer } from './house'
import { instrumentOf } from '../contract'
import { isOpen } from '../mark/mark'
import { reachFunding } from '../mark/funding'
import { settleTouched } from '../after'
import { OFFERED_MS } from './take-over'
import { touch } from '../touch'
import { offerLater } from './watch'
import { Contract, Due, none, Position, positionsTable, state, User } from '../../../generated/rows'
import { DUE_ORDER_UNITS } from '../../constants/due'
import { POSITION_BYTES } from '../../constants/layout'

/** Between two slices that are offered to the book. */
const OFFER_MS: f64 = 1_000

/** Goes on with a contract. Returns the units that it took. */
export function runRisk(row: Due, contract: Contract, left: i32): i32 {
  let units: i32 = 1
  if (contract.isShut != 0 || contract.mark == 0) {
    removeDue(row)
    leaveToOthers(contract)
    return units
  }
  while (units < left) {
    makeSure()
    const position = firstReached(contract)
    if (!position.exists) break
    const threshold = position.threshold
    const recovery = position.recovery
    const id = position.id
    units += examine(position) * <i32>DUE_ORDER_UNITS
    settleTouched()
    // its liquidation has to wait for the next entry
    if (position.id == id && position.threshold == threshold && position.recovery == recovery && isEither(position)) return left
  }
  if (units >= left) return units
  removeDue(row)
  // that positions were looked at brings no offer earlier
  if (state.at >= contract.offerAt) units += getRid(contract, left - units)
  offerLater(contract)
  return units + <i32>DUE_ORDER_UNITS
}

/**
 * A contract that lost its index right after its mark had come to positions does not look at them: what they share may lack all the same, and
 * is looked at for the others that share it.
 */
function leaveToOthers(contract: Contract): void {
  touchReached(contract, false, 0)
  touchReached(contract, true, 0)
  settleTouched()
}

function touchReached(contract: Contract, isShort: bool, place: u32): void {
  const position = atPlace(contract, isShort, place)
  if (!position.exists || !isReached(position, WATCH)) return
  if (position.isIsolated == 0) touch(position.seat)
  touchReached(contract, isShort, place * 2 + 1)
  touchReached(contract, isShort, place * 2 + 2)
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

/** Of what the house has, the position that was taken over first. */
function oldestStock(contract: Contract): Position {
  const long = contract.houseLong
  const short = contract.houseShort
  if (!long.exists || !short.exists) return long.exists ? long : short
  return long.id < short.id ? long : short
}

/** Offers what the house has, or takes it to the queue, of which what is too much for one slice waits for the next. Returns the units that it took. */
function getRid(contract: Contract, left: i32): i32 {
  contract.offerAt = state.at + OFFER_MS
  const instrument = instrumentOf(contract)
  if (!isOpen(instrument)) return 0
  meetHouse(instrument, contract, false)
  const house = oldestStock(contract)
  if (!house.exists) return 0
  const id = house.id
  const sold = offer(instrument, house)
  if (sold != 0) house.deadline = state.at + OFFERED_MS
  if (house.quantity == 0) endHouse(house)
  else if (isTooDear || state.at >= house.deadline) {
    const each = unitsOfQueue()
    let units = each
    while (deleverage(house)) {
      makeSure()
      if (units >= left) {
        contract.offerAt = state.at
        settleTouched()
        return units
      }
      units += each
    }
    // nobody is left on the other side but the house itself
    if (house.id == id) meetHouse(instrument, contract, true)
    settleTouched()
    return units
  }
  settleTouched()
  return 0
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

