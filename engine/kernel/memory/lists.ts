/** Lists that are filled and emptied with every entry and keep their memory. */
import { arena } from './tables'
import { List, Order } from '../../generated/rows'
import { ENTRANT_BYTES } from '../constants/map'

@inline export function clear(list: List): void {
  list.count = 0
}

// ---- rows ----

@inline export function pushRow<Row>(list: List, row: Row): void {
  const count = list.count
  if (count == list.room) grow(list, 4)
  store<usize>(list.at + (count << 2), changetype<usize>(row))
  list.count = count + 1
}

@inline export function rowIn<Row>(list: List, position: u32): Row {
  return changetype<Row>(load<usize>(list.at + (position << 2)))
}

/** Takes the row at a position out; the last one takes its place. */
export function takeOut(list: List, position: u32): void {
  const last = list.count - 1
  store<usize>(list.at + (position << 2), load<usize>(list.at + (last << 2)))
  list.count = last
}

// ---- entrants: an order with its id, which tells later whether the row still is that order ----

export function pushEntrant(list: List, order: Order, orderId: f64): void {
  const count = list.count
  if (count == list.room) grow(list, ENTRANT_BYTES)
  const at = list.at + count * ENTRANT_BYTES
  store<u64>(at, <u64>changetype<usize>(order))
  store<f64>(at, orderId, 8)
  list.count = count + 1
}

/** As pushEntrant, but a list that has so many keeps those with the lowest ids. Nothing else fills it meanwhile. */
export function pushLowest(list: List, order: Order, orderId: f64, most: u32): void {
  const count = list.count
  if (count < most) {
    pushEntrant(list, order, orderId)
    if (count + 1 == most) for (let root = most >> 1; root > 0; root -= 1) sink(list.at, root - 1, most)
    return
  }
  const at = list.at
  if (orderId >= idAt(at, 0)) return
  store<u64>(at, <u64>changetype<usize>(order))
  store<f64>(at, orderId, 8)
  sink(at, 0, most)
}

/** Lets another order stand where one stood. */
export function putEntrant(list: List, position: u32, order: Order): void {
  const at = list.at + position * ENTRANT_BYTES
  store<u64>(at, <u64>changetype<usize>(order))
  store<f64>(at, order.id, 8)
}

@inline export function entrantOrder(list: List, position: u32): Order {
  return changetype<Order>(load<usize>(list.at + position * ENTRANT_BYTES))
}

@inline export function entrantId(list: List, position: u32): f64 {
  return load<f64>(list.at + position * ENTRANT_BYTES, 8)
}

/** Puts entrants in ascending order of their ids, which are all different: a heap sort. */
export function sortEntrants(list: List): void {
  const count = list.count
  if (count < 2) return
  const at = list.at
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

function grow(list: List, cellBytes: usize): void {
  const room = list.room
  const wider = room == 0 ? 64 : room * 4
  const at = arena(wider * cellBytes)
  memory.copy(at, list.at, room * cellBytes)
  list.at = at
  list.room = wider
}
