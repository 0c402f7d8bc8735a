/**
 * Before the price of an auction is chosen, orders of one customer that would meet are kept apart: in the order in which they came, each meets those of
 * his that came before and cross it, best price first, by its own mode. What is left of him then meets nobody of his but where a mode allows it.
 */
import { ASKS, BIDS, ladderOf } from '../book/ladder'
import { makeSure } from '../events/out'
import { clear, pushRow, rowIn } from '../memory/lists'
import { canGoOn, spend, spendMeeting } from './meetings'
import { selfTradeOf, sideOf, statusOf } from './order-flags'
import { SCRATCH } from './scratch'
import { preventMeeting } from './self-trade'
import { Desk, Instrument, Order } from '../../generated/rows'
import { BUY, PENDING_TRIGGER, STP_BOTH, STP_DECREMENT, STP_NONE, STP_TAKER } from '../constants/code'

/** Orders looked at for one unit. */
const ORDERS_A_UNIT: u32 = 16
const HANDLE_BYTES: usize = 4

/** Notes the customers with orders on both sides that cross the other. */
export function nameOwners(instrument: Instrument): void {
  clear(instrument.owners)
  const bid = ladderOf(instrument, BIDS).best
  const ask = ladderOf(instrument, ASKS).best
  if (!bid.exists || !ask.exists || bid.price < ask.price) return
  const highest = bid.price
  const lowest = ask.price
  let count: u32 = 0
  for (let level = bid; level.exists && level.price >= lowest; level = level.worse)
    for (let order = level.head; order.exists; order = order.next) count += 1
  makeSlots(count)
  for (let level = bid; level.exists && level.price >= lowest; level = level.worse)
    for (let order = level.head; order.exists; order = order.next) store<usize>(slotOf(order.desk), changetype<usize>(order.desk))
  for (let level = ask; level.exists && level.price <= highest; level = level.worse)
    for (let order = level.head; order.exists; order = order.next) name(instrument, order.desk)
}

/** A seller who buys too is noted once. */
function name(instrument: Instrument, desk: Desk): void {
  const slot = slotOf(desk)
  const found = load<usize>(slot)
  if (found == 0 || (found & NAMED) != 0) return
  store<usize>(slot, found | NAMED)
  pushRow(instrument.owners, desk)
}

// Who bids: a table of handles by their hash, at most half full. The lowest bit, which no handle has, says that one is noted.
const NAMED: usize = 1
let slotMask: usize = 0

function makeSlots(count: u32): void {
  let slots: usize = 2
  while (slots < <usize>count * 2) slots <<= 1
  slotMask = slots - 1
  memory.fill(SCRATCH, 0, slots * HANDLE_BYTES)
}

/** Where a desk stands, or the empty slot where it would. */
function slotOf(desk: Desk): usize {
  const handle = changetype<usize>(desk)
  let slot = (((handle >> 2) * 0x9e3779b1) >> 7) & slotMask
  while (handleIn(slot) != 0 && handleIn(slot) != handle) slot = (slot + 1) & slotMask
  return SCRATCH + slot * HANDLE_BYTES
}

@inline function handleIn(slot: usize): usize {
  return load<usize>(SCRATCH + slot * HANDLE_BYTES) & ~NAMED
}

/** Goes on with those who were noted. */
export function keepApartSome(instrument: Instrument): void {
  const owners = instrument.owners
  while (owners.count != 0 && canGoOn()) {
    if (!keepApart(instrument, rowIn<Desk>(owners, owners.count - 1))) return
    owners.count -= 1
  }
}

// Of the customer whose turn it is: heaps of what came so far, best price first, then who came first.
let bids: usize = 0
let bidCount: u32 = 0
let asks: usize = 0
let askCount: u32 = 0

/** Keeps the orders of one customer apart; false where the slice ended before. Then it is done anew: what was kept apart meets nobody any more. */
function keepApart(instrument: Instrument, desk: Desk): bool {
  const count = gather(instrument, desk)
  spend(<i32>(count / ORDERS_A_UNIT) + 1)
  bids = SCRATCH + count * HANDLE_BYTES
  asks = bids + count * HANDLE_BYTES
  bidCount = 0
  askCount = 0
  // the newest stands first
  for (let place = <i32>count - 1; place >= 0; place -= 1) {
    const order = changetype<Order>(load<usize>(SCRATCH + <usize>place * HANDLE_BYTES))
    if (sideOf(order) == BUY) {
      if (isLeft(instrument, order)) pushBid(order)
    } else if (isLeft(instrument, order)) pushAsk(order)
    if (isUnfinished) return false
  }
  return true
}

/** Writes the customer's orders that cross the other side. Returns how many. */
function gather(instrument: Instrument, desk: Desk): u32 {
  const bid = ladderOf(instrument, BIDS).best
  const ask = ladderOf(instrument, ASKS).best
  const highest = bid.exists ? bid.price : 0
  const lowest = ask.exists ? ask.price : Infinity
  let count: u32 = 0
  for (let order = desk.orders; order.exists; order = order.deskNext) {
    if (!order.level.exists || statusOf(order) == PENDING_TRIGGER) continue
    if (sideOf(order) == BUY ? order.price < lowest : order.price > highest) continue
    store<usize>(SCRATCH + count * HANDLE_BYTES, changetype<usize>(order))
    count += 1
  }
  return count
}

/** Did the slice end in the middle of an order? */
let isUnfinished: bool = false

/** An order meets those that came before. Is anything left of it? */
function isLeft(instrument: Instrument, order: Order): bool {
  isUnfinished = false
  const mode = selfTradeOf(order)
  if (mode == STP_NONE) return true
  const isBuy = sideOf(order) == BUY
  while (isBuy ? askCount != 0 : bidCount != 0) {
    const first = firstOf(isBuy ? asks : bids)
    if (isBuy ? first.price > order.price : first.price < order.price) return true
    if (!canGoOn()) {
      isUnfinished = true
      return false
    }
    makeSure()
    spendMeeting()
    const isShared = mode == STP_DECREMENT
    const goes = mode == STP_TAKER || mode == STP_BOTH || (isShared && order.remaining <= first.remaining)
    if (isShared ? first.remaining <= order.remaining : mode != STP_TAKER) {
      if (isBuy) popAsk()
      else popBid()
    }
    preventMeeting(instrument, first, order, mode)
    if (goes) return false
  }
  return true
}

// ---- heaps ----

@inline function firstOf(heap: usize): Order {
  return changetype<Order>(load<usize>(heap))
}

@inline function at(heap: usize, place: u32): Order {
  return changetype<Order>(load<usize>(heap + place * HANDLE_BYTES))
}

@inline function put(heap: usize, place: u32, order: Order): void {
  store<usize>(heap + place * HANDLE_BYTES, changetype<usize>(order))
}

function isBefore(one: Order, other: Order, isBids: bool): bool {
  if (one.price == other.price) return one.id < other.id
  return one.price > other.price == isBids
}

function pushBid(order: Order): void {
  rise(bids, bidCount, order, true)
  bidCount += 1
}

function pushAsk(order: Order): void {
  rise(asks, askCount, order, false)
  askCount += 1
}

function popBid(): void {
  bidCount -= 1
  if (bidCount != 0) sink(bids, bidCount, at(bids, bidCount), true)
}

function popAsk(): void {
  askCount -= 1
  if (askCount != 0) sink(asks, askCount, at(asks, askCount), false)
}

/** Puts an order in from an empty place at the end on. */
function rise(heap: usize, from: u32, order: Order, isBids: bool): void {
  let place = from
  while (place > 0) {
    const parent = (place - 1) >> 1
    if (!isBefore(order, at(heap, parent), isBids)) break
    put(heap, place, at(heap, parent))
    place = parent
  }
  put(heap, place, order)
}

/** Puts an order in from the empty place at the top on. */
function sink(heap: usize, count: u32, order: Order, isBids: bool): void {
  let place: u32 = 0
  for (let child: u32 = 1; child < count; child = place * 2 + 1) {
    if (child + 1 < count && isBefore(at(heap, child + 1), at(heap, child), isBids)) child += 1
    if (!isBefore(at(heap, child), order, isBids)) break
    put(heap, place, at(heap, child))
    place = child
  }
  put(heap, place, order)
}
