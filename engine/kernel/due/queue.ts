/**
 * Work that falls due by itself: rows in a binary heap, found again by what they are. They are totally ordered by time, class, id and detail,
 * so the order in which they come out never depends on how the heap came to be.
 */
import { after, hashAt, homeOf, indexAdd, indexRemove, mixId, mixPair, rowAt } from '../memory/handle-index'
import { pushRow, rowIn } from '../memory/lists'
import { allocate, release } from '../memory/tables'
import { Due, duesIndex, duesList, duesTable, state } from '../../generated/rows'
import { DUE_BYTES } from '../constants/layout'
import { DUES } from '../constants/map'

@inline function hashOf(work: i32, id: f64, detail: i32): i32 {
  return mixPair(mixId(id), (work << 24) ^ detail)
}

/** The row of some work, none when it is not scheduled. */
export function findDue(work: i32, id: f64, detail: i32): Due {
  const hash = hashOf(work, id, detail)
  let slot = homeOf(duesIndex, hash)
  let row = rowAt<Due>(duesIndex, slot)
  while (row.exists && (hashAt(duesIndex, slot) != hash || !isOf(row, work, id, detail))) {
    slot = after(duesIndex, slot)
    row = rowAt<Due>(duesIndex, slot)
  }
  return row
}

@inline function isOf(row: Due, work: i32, id: f64, detail: i32): bool {
  return row.id == id && row.detail == detail && row.work == work
}

/** Schedules work, or moves it to another time. Room for its row is what admission has asked for. */
export function setDue(at: f64, work: i32, id: f64, detail: i32): void {
  const known = findDue(work, id, detail)
  if (known.exists) {
    known.at = at
    settle(known)
    return
  }
  const row = allocate<Due>(DUES, duesTable, DUE_BYTES)
  row.at = at
  row.id = id
  row.detail = detail
  row.work = work
  hangDue(row)
}

/** Puts a row, whose table was filled from a snapshot or which is new, into queue and index. */
export function hangDue(row: Due): void {
  indexAdd<Due>(duesIndex, hashOf(row.work, row.id, row.detail), row)
  row.place = duesList.count
  pushRow(duesList, row)
  settle(row)
}

export function clearDue(work: i32, id: f64, detail: i32): void {
  const row = findDue(work, id, detail)
  if (row.exists) removeDue(row)
}

/** Takes a row that is scheduled out. */
export function removeDue(row: Due): void {
  indexRemove<Due>(duesIndex, hashOf(row.work, row.id, row.detail), row)
  const last = duesList.count - 1
  const moved = rowIn<Due>(duesList, last)
  const place = row.place
  duesList.count = last
  if (moved != row) {
    put(moved, place)
    settle(moved)
  } else noteFirst()
  release<Due>(DUES, duesTable, row)
}

/** The earliest work; there has to be some. */
@inline export function firstDue(): Due {
  return rowIn<Due>(duesList, 0)
}

/** Moves a row, from where it stands, to where it belongs. */
function settle(row: Due): void {
  let place = row.place
  while (place > 0) {
    const parent = rowIn<Due>(duesList, (place - 1) >> 1)
    if (!isEarlier(row, parent)) break
    put(parent, place)
    place = (place - 1) >> 1
  }
  const count = duesList.count
  for (let child = place * 2 + 1; child < count; child = place * 2 + 1) {
    if (child + 1 < count && isEarlier(rowIn<Due>(duesList, child + 1), rowIn<Due>(duesList, child))) child += 1
    const lower = rowIn<Due>(duesList, child)
    if (!isEarlier(lower, row)) break
    put(lower, place)
    place = child
  }
  put(row, place)
  noteFirst()
}

@inline function put(row: Due, place: u32): void {
  store<usize>(duesList.at + (place << 2), changetype<usize>(row))
  row.place = place
}

@inline function noteFirst(): void {
  state.deadline = duesList.count == 0 ? Infinity : firstDue().at
}

function isEarlier(one: Due, other: Due): bool {
  if (one.at != other.at) return one.at < other.at
  if (one.work != other.work) return one.work < other.work
  if (one.id != other.id) return one.id < other.id
  return one.detail < other.detail
}
