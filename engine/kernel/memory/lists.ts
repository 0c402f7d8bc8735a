/** Lists that are filled and emptied with every entry and keep their memory. `list` is the address of a list's scalars. */
import { ENTRANT_BYTES, LIST_AT, LIST_COUNT, LIST_ROOM } from '../constants/map'
import { arena } from './tables'

@inline export function countOf(list: usize): u32 {
  return load<u32>(list, LIST_COUNT)
}

@inline export function clear(list: usize): void {
  store<u32>(list, 0, LIST_COUNT)
}

// ---- handles ----

@inline export function pushHandle(list: usize, handle: usize): void {
  const count = load<u32>(list, LIST_COUNT)
  if (count == load<u32>(list, LIST_ROOM)) grow(list, 4)
  store<usize>(load<usize>(list, LIST_AT) + (count << 2), handle)
  store<u32>(list, count + 1, LIST_COUNT)
}

@inline export function handleIn(list: usize, position: u32): usize {
  return load<usize>(load<usize>(list, LIST_AT) + (position << 2))
}

/** Takes the handle at a position out; the last one takes its place. */
export function takeOut(list: usize, position: u32): void {
  const last = load<u32>(list, LIST_COUNT) - 1
  store<usize>(load<usize>(list, LIST_AT) + (position << 2), handleIn(list, last))
  store<u32>(list, last, LIST_COUNT)
}

// ---- entrants: an order with its id, which tells later whether the row still is that order ----

export function pushEntrant(list: usize, order: usize, orderId: f64): void {
  const count = load<u32>(list, LIST_COUNT)
  if (count == load<u32>(list, LIST_ROOM)) grow(list, ENTRANT_BYTES)
  const at = load<usize>(list, LIST_AT) + count * ENTRANT_BYTES
  store<u64>(at, <u64>order)
  store<f64>(at, orderId, 8)
  store<u32>(list, count + 1, LIST_COUNT)
}

@inline export function entrantOrder(list: usize, position: u32): usize {
  return load<usize>(load<usize>(list, LIST_AT) + position * ENTRANT_BYTES)
}

@inline export function entrantId(list: usize, position: u32): f64 {
  return load<f64>(load<usize>(list, LIST_AT) + position * ENTRANT_BYTES, 8)
}

/** Puts entrants in ascending order of their ids, which are all different: a heap sort. */
export function sortEntrants(list: usize): void {
  const count = load<u32>(list, LIST_COUNT)
  if (count < 2) return
  const at = load<usize>(list, LIST_AT)
  for (let root = count >> 1; root > 0; root -= 1) sink(at, root - 1, count)
  for (let end = count - 1; end > 0; end -= 1) {
    swap(at, 0, end)
    sink(at, 0, end)
  }
}

function sink(at: usize, from: u32, end: u32): void {
  let root = from
  for (;;) {
    let child = root * 2 + 1
    if (child >= end) return
    if (child + 1 < end && idAt(at, child + 1) > idAt(at, child)) child += 1
    if (idAt(at, root) >= idAt(at, child)) return
    swap(at, root, child)
    root = child
  }
}

@inline function idAt(at: usize, position: u32): f64 {
  return load<f64>(at + position * ENTRANT_BYTES, 8)
}

function swap(at: usize, first: u32, second: u32): void {
  const one = at + first * ENTRANT_BYTES
  const other = at + second * ENTRANT_BYTES
  const order = load<u64>(one)
  const orderId = load<u64>(one, 8)
  store<u64>(one, load<u64>(other))
  store<u64>(one, load<u64>(other, 8), 8)
  store<u64>(other, order)
  store<u64>(other, orderId, 8)
}

function grow(list: usize, cellBytes: usize): void {
  const room = load<u32>(list, LIST_ROOM)
  const wider = room == 0 ? 64 : room * 4
  const at = arena(wider * cellBytes)
  memory.copy(at, load<usize>(list, LIST_AT), room * cellBytes)
  store<usize>(list, at, LIST_AT)
  store<u32>(list, wider, LIST_ROOM)
}
