/**
 * Positions of a contract in the order in which the mark comes to them: longs when it falls, shorts when it rises; and of those whose owners
 * were warned, the other way, until they have recovered. A position knows its places. Of equal thresholds the older position comes first, so
 * that nothing depends on how a heap came to be.
 */
import { pushRow, rowIn } from '../../memory/lists'
import { Contract, List, none, Position } from '../../../generated/rows'

/** Where a position has to be looked at again, and where it may have recovered. */
export const WATCH: i32 = 0
export const RECOVERY: i32 = 1

function heapAt(contract: Contract, isShort: bool, kind: i32): List {
  if (kind == WATCH) return changetype<List>(isShort ? contract.risingAt : contract.fallingAt)
  return changetype<List>(isShort ? contract.recoverDown : contract.recoverUp)
}

@inline function heapOf(position: Position, kind: i32): List {
  return heapAt(position.contract, position.isShort != 0, kind)
}

@inline function keyOf(position: Position, kind: i32): f64 {
  return kind == WATCH ? position.threshold : position.recovery
}

@inline function placeOf(position: Position, kind: i32): u32 {
  return kind == WATCH ? position.place : position.recoveryPlace
}

/** Does the mark come to it by rising? */
@inline function isRising(position: Position, kind: i32): bool {
  return (position.isShort != 0) == (kind == WATCH)
}

/** The position of a side that the mark comes to first, none when there is none. */
export function firstOf(contract: Contract, isShort: bool, kind: i32): Position {
  const heap = heapAt(contract, isShort, kind)
  return heap.count == 0 ? none<Position>() : rowIn<Position>(heap, 0)
}

/** Of those that are looked at, the one at a place of a side's heap; none behind its end. Both below it come no earlier: 2 × place + 1 and + 2. */
export function atPlace(contract: Contract, isShort: bool, place: u32): Position {
  const heap = heapAt(contract, isShort, WATCH)
  return place < heap.count ? rowIn<Position>(heap, place) : none<Position>()
}

/** Has the mark come to it? */
export function isReached(position: Position, kind: i32): bool {
  const mark = position.contract.mark
  const key = keyOf(position, kind)
  return isRising(position, kind) ? mark >= key : mark <= key
}

export function joinHeap(position: Position, kind: i32): void {
  const heap = heapOf(position, kind)
  setPlace(position, kind, heap.count)
  pushRow(heap, position)
  settle(heap, position, kind)
}

export function leaveHeap(position: Position, kind: i32): void {
  const heap = heapOf(position, kind)
  const last = heap.count - 1
  const moved = rowIn<Position>(heap, last)
  const place = placeOf(position, kind)
  heap.count = last
  if (moved == position) return
  put(heap, moved, kind, place)
  settle(heap, moved, kind)
}

/** Takes a position out of all it stands in. */
export function leaveHeaps(position: Position): void {
  leaveHeap(position, WATCH)
  if (position.recovery != 0) leaveHeap(position, RECOVERY)
}

/** Sets where a position is looked at again; never of a contract that is being settled, whose positions have their turns. */
export function setThreshold(position: Position, threshold: f64): void {
  if (position.contract.isSettled != 0) return
  position.threshold = threshold
  settle(heapOf(position, WATCH), position, WATCH)
}

/** Turns of a position whose contract is being settled. */
export const SOONER: i32 = 0
export const LATER: i32 = 1

/** In place of a threshold: no mark comes to it any more. */
export function takeTurn(position: Position, turn: i32): void {
  position.threshold = <f64>(position.isShort != 0 ? turn : LATER - turn)
  settle(heapOf(position, WATCH), position, WATCH)
}

/** Sets where a position may have recovered; 0 = nobody was warned. */
export function setRecovery(position: Position, recovery: f64): void {
  const before = position.recovery
  if (before == recovery) return
  if (before != 0) leaveHeap(position, RECOVERY)
  position.recovery = recovery
  if (recovery != 0) joinHeap(position, RECOVERY)
}

/** Moves a position, from where it stands, to where it belongs. */
function settle(heap: List, position: Position, kind: i32): void {
  let place = placeOf(position, kind)
  while (place > 0) {
    const parent = rowIn<Position>(heap, (place - 1) >> 1)
    if (!isEarlier(position, parent, kind)) break
    put(heap, parent, kind, place)
    place = (place - 1) >> 1
  }
  const count = heap.count
  for (let child = place * 2 + 1; child < count; child = place * 2 + 1) {
    if (child + 1 < count && isEarlier(rowIn<Position>(heap, child + 1), rowIn<Position>(heap, child), kind)) child += 1
    const lower = rowIn<Position>(heap, child)
    if (!isEarlier(lower, position, kind)) break
    put(heap, lower, kind, place)
    place = child
  }
  put(heap, position, kind, place)
}

@inline function put(heap: List, position: Position, kind: i32, place: u32): void {
  store<usize>(heap.at + (place << 2), changetype<usize>(position))
  setPlace(position, kind, place)
}

@inline function setPlace(position: Position, kind: i32, place: u32): void {
  if (kind == WATCH) position.place = place
  else position.recoveryPlace = place
}

function isEarlier(one: Position, other: Position, kind: i32): bool {
  const first = keyOf(one, kind)
  const second = keyOf(other, kind)
  if (first != second) return isRising(one, kind) ? first < second : first > second
  return one.id < other.id
}
