/** Life of an order row: its making, its place in lists and counts, its end. */

import { leaveQueue } from '../book/queue.ts'
import { CANCELED, CLOSE_ORDER_LIST, FILLED, PENDING_NEW, PENDING_TRIGGER, TRAILING_STOP } from '../codec/code.ts'
import type { EventBuffer } from '../event-buffer.ts'
import { CLOSED, writeOrder } from '../events/write-order.ts'
import * as layout from '../layout.ts'
import { postRelease } from '../ledger/posting.ts'
import type { Instrument } from '../market/instrument.ts'
import { DUE_EXPIRY } from '../memory/deadlines.ts'
import { mixId } from '../memory/handle-index.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import { typeOf } from '../order-flags.ts'
import { instrumentAt, type State } from '../state.ts'
import { endLabel } from '../user/idempotency.ts'
import { FIRST_USER_ID } from '../user/user.ts'
import { payingAccount } from './holds.ts'

const HANDLE = HANDLE_MASK

const {
  BIT_COUNTED_LIST,
  BIT_COUNTED_OPEN,
  BIT_COUNTED_TRIGGER,
  BIT_HIT,
  CLOSED_BYTES,
  CLOSED_SEQUENCES,
  DESK_INSTRUMENT,
  DESK_LIST_COUNT,
  DESK_OPEN_COUNT,
  DESK_ORDERS,
  DESK_TRIGGER_COUNT,
  DESK_USER_ID,
  EXTRA_CHILD,
  EXTRA_EXPIRE_AT,
  EXTRA_PARENT,
  EXTRA_PARTNER,
  EXTRA_SHOWN,
  EXTRA_VISIBLE,
  ORDER_BITS,
  ORDER_DESK,
  ORDER_DESK_NEXT,
  ORDER_DESK_PREVIOUS,
  ORDER_EXTRA,
  ORDER_HELD,
  ORDER_ID,
  ORDER_LABEL,
  ORDER_LEVEL,
  ORDER_NEXT,
  ORDER_PREVIOUS,
  ORDER_REMAINING,
  ORDER_STATUS,
  ORDER_UPDATED,
} = layout

const COUNTED_SELDOM = BIT_COUNTED_TRIGGER | BIT_COUNTED_LIST

/** Live order of an id, 0 = none. */
export function findOrder(state: State, orderId: number): number {
  const { orderIndex, orders } = state
  const hash = mixId(orderId)
  for (let slot = orderIndex.start(hash); ; slot = orderIndex.after(slot)) {
    const order = orderIndex.handleAt(slot)
    if (order === 0) return 0
    if (orderIndex.hashAt(slot) === hash && orders.view.getFloat64(order + ORDER_ID, true) === orderId) return order
  }
}

/** Pair of a live order. */
export function instrumentOfOrder(state: State, order: number): Instrument {
  order &= HANDLE
  const desk = state.orders.view.getInt32(order + ORDER_DESK, true) & HANDLE
  const instrument = instrumentAt(state, state.desks.view.getInt32(desk + DESK_INSTRUMENT, true))
  if (instrument === undefined) throw new RangeError('an order has no pair')
  return instrument
}

/** The extra row of an order, made when it has none. */
export function extraOf(state: State, order: number): number {
  order &= HANDLE
  const known = state.orders.view.getInt32(order + ORDER_EXTRA, true) & HANDLE
  if (known !== 0) return known
  const extra = state.extras.allocateZeroed()
  state.orders.view.setInt32(order + ORDER_EXTRA, extra, true)
  return extra
}

/** One of the links in an order's extra row (PARTNER, CHILD, PARENT), 0 = none. */
export function linkOf(state: State, order: number, field: number): number {
  order &= HANDLE
  const extra = state.orders.view.getInt32(order + ORDER_EXTRA, true) & HANDLE
  return extra === 0 ? 0 : state.extras.view.getInt32(extra + field, true)
}

function setLink(state: State, order: number, field: number, target: number): void {
  order &= HANDLE
  const extra = state.orders.view.getInt32(order + ORDER_EXTRA, true) & HANDLE
  if (extra !== 0) state.extras.view.setInt32(extra + field, target, true)
}

/** Lots of a resting order that its level shows. */
export function shownOf(state: State, order: number): number {
  order &= HANDLE
  const remaining = state.orders.view.getFloat64(order + ORDER_REMAINING, true)
  const extra = state.orders.view.getInt32(order + ORDER_EXTRA, true) & HANDLE
  if (extra === 0 || state.extras.view.getFloat64(extra + EXTRA_VISIBLE, true) === 0) return remaining
  return state.extras.view.getFloat64(extra + EXTRA_SHOWN, true)
}

/** Adds a row to the front of its desk's orders and to the index. */
export function registerOrder(state: State, order: number, desk: number): void {
  order &= HANDLE
  desk &= HANDLE
  const orders = state.orders.view
  const first = state.desks.view.getInt32(desk + DESK_ORDERS, true) & HANDLE
  orders.setInt32(order + ORDER_DESK_PREVIOUS, 0, true)
  orders.setInt32(order + ORDER_DESK_NEXT, first, true)
  if (first !== 0) orders.setInt32(first + ORDER_DESK_PREVIOUS, order, true)
  state.desks.view.setInt32(desk + DESK_ORDERS, order, true)
  state.orderIndex.add(mixId(orders.getFloat64(order + ORDER_ID, true)), order)
}

/** Counts an order at its desk under one of the BIT_COUNTED bits. */
export function count(state: State, order: number, bit: number): void {
  order &= HANDLE
  const view = state.orders.view
  view.setUint8(order + ORDER_BITS, view.getUint8(order + ORDER_BITS) | bit)
  changeCount(state, order, bit, 1)
}

/** Takes an order out of the counts in `bits`. */
export function uncount(state: State, order: number, bits: number): void {
  order &= HANDLE
  const view = state.orders.view
  const old = view.getUint8(order + ORDER_BITS)
  const counted = old & bits
  if (counted === 0) return
  view.setUint8(order + ORDER_BITS, old & ~counted)
  changeCount(state, order, counted, -1)
}

function changeCount(state: State, order: number, bits: number, delta: number): void {
  order &= HANDLE
  const desk = state.orders.view.getInt32(order + ORDER_DESK, true) & HANDLE
  if ((bits & BIT_COUNTED_OPEN) !== 0) addToCount(state, desk + DESK_OPEN_COUNT, delta)
  if ((bits & BIT_COUNTED_TRIGGER) !== 0) addToCount(state, desk + DESK_TRIGGER_COUNT, delta)
  if ((bits & BIT_COUNTED_LIST) !== 0) addToCount(state, desk + DESK_LIST_COUNT, delta)
}

function addToCount(state: State, at: number, delta: number): void {
  at &= HANDLE
  state.desks.view.setInt32(at, state.desks.view.getInt32(at, true) + delta, true)
}

/** Takes an order out of the book, the trigger book or the list of trailing orders. */
export function leave(state: State, instrument: Instrument, order: number): void {
  order &= HANDLE
  const view = state.orders.view
  const isPending = view.getUint8(order + ORDER_STATUS) === PENDING_TRIGGER
  if (view.getInt32(order + ORDER_LEVEL, true) !== 0) leaveQueue(state, instrument, order, isPending ? 0 : shownOf(state, order))
  else if (isPending && typeOf(view, order) === TRAILING_STOP) leaveTrailing(state, instrument, order)
}

/** Adds an order to the trailing orders of its pair. */
export function joinTrailing(state: State, instrument: Instrument, order: number): void {
  order &= HANDLE
  const view = state.orders.view
  const tail = instrument.trailingTail
  view.setInt32(order + ORDER_PREVIOUS, tail, true)
  view.setInt32(order + ORDER_NEXT, 0, true)
  if (tail === 0) instrument.trailingHead = order
  else view.setInt32(tail + ORDER_NEXT, order, true)
  instrument.trailingTail = order
}

function leaveTrailing(state: State, instrument: Instrument, order: number): void {
  order &= HANDLE
  const view = state.orders.view
  if ((view.getUint8(order + ORDER_BITS) & BIT_HIT) !== 0) return
  const previous = view.getInt32(order + ORDER_PREVIOUS, true) & HANDLE
  const next = view.getInt32(order + ORDER_NEXT, true) & HANDLE
  if (previous === 0) instrument.trailingHead = next
  else view.setInt32(previous + ORDER_NEXT, next, true)
  if (next === 0) instrument.trailingTail = previous
  else view.setInt32(next + ORDER_PREVIOUS, previous, true)
}

/** Cuts an order list in two: its legs no longer know each other. */
export function unpair(state: State, order: number): number {
  order &= HANDLE
  const partner = linkOf(state, order, EXTRA_PARTNER)
  if (partner === 0) return 0
  setLink(state, order, EXTRA_PARTNER, 0)
  setLink(state, partner, EXTRA_PARTNER, 0)
  uncount(state, order, BIT_COUNTED_LIST)
  uncount(state, partner, BIT_COUNTED_LIST)
  return partner
}

/** Ends one order that waits nowhere any more: frees its hold, records the end and forgets the row. */
export function finish(state: State, out: EventBuffer, order: number, status: number, closeReason: number): void {
  order &= HANDLE
  const view = state.orders.view
  if (view.getBigInt64(order + ORDER_HELD, true) !== 0n) postRelease(state, out, payingAccount(state, order), order)
  view.setUint8(order + ORDER_STATUS, status)
  view.setFloat64(order + ORDER_UPDATED, state.at, true)
  writeOrder(state, out, order, CLOSED, closeReason)
  const extra = view.getInt32(order + ORDER_EXTRA, true) & HANDLE
  if (extra !== 0) forgetExtra(state, order, extra)
  forget(state, order)
}

function forgetExtra(state: State, order: number, extra: number): void {
  order &= HANDLE
  extra &= HANDLE
  if (state.extras.view.getFloat64(extra + EXTRA_EXPIRE_AT, true) !== 0)
    state.deadlines.clear(DUE_EXPIRY, state.orders.view.getFloat64(order + ORDER_ID, true), 0)
  state.extras.release(extra)
}

/** Takes an ended order out of its desk, its index and its label, and frees the row. */
function forget(state: State, order: number): void {
  order &= HANDLE
  const view = state.orders.view
  const desks = state.desks.view
  const orderId = view.getFloat64(order + ORDER_ID, true)
  const desk = view.getInt32(order + ORDER_DESK, true) & HANDLE
  const bits = view.getUint8(order + ORDER_BITS)
  if ((bits & BIT_COUNTED_OPEN) !== 0) desks.setInt32(desk + DESK_OPEN_COUNT, desks.getInt32(desk + DESK_OPEN_COUNT, true) - 1, true)
  if ((bits & COUNTED_SELDOM) !== 0) changeCount(state, order, bits & COUNTED_SELDOM, -1)
  const previous = view.getInt32(order + ORDER_DESK_PREVIOUS, true) & HANDLE
  const next = view.getInt32(order + ORDER_DESK_NEXT, true) & HANDLE
  if (previous === 0) desks.setInt32(desk + DESK_ORDERS, next, true)
  else view.setInt32(previous + ORDER_DESK_NEXT, next, true)
  if (next !== 0) view.setInt32(next + ORDER_DESK_PREVIOUS, previous, true)
  state.orderIndex.remove(mixId(orderId), order)
  const label = view.getInt32(order + ORDER_LABEL, true) & HANDLE
  if (label !== 0 && label !== state.inheritedLabel) endLabel(state, label)
  const slot = closedSlot(orderId)
  state.closed.setInt32(slot, closedRound(orderId), true)
  const owner = desks.getInt32(desk + DESK_USER_ID, true) - FIRST_USER_ID
  state.closed.setInt32(slot + 4, (owner << 4) | view.getUint8(order + ORDER_STATUS), true)
  view.setFloat64(order + ORDER_ID, 0, true)
  state.orders.release(order)
}

/** Legs apart, so that plain orders, which have leg 0 only, share cache lines. The id's low bits are taken by shifts: `%` on floats is slow. */
function closedSlot(orderId: number): number {
  const sequence = Math.floor(orderId / 8) & (CLOSED_SEQUENCES - 1)
  return ((orderId & 3) * CLOSED_SEQUENCES + sequence) * CLOSED_BYTES
}

/** Which of the orders that share a slot: its round through the sequences, from 1. */
function closedRound(orderId: number): number {
  return Math.floor(orderId / (8 * CLOSED_SEQUENCES)) + 1
}

/** Status of an order now, or at its end when that is not long ago; −1 = unknown. */
export function statusNow(state: State, orderId: number): number {
  const order = findOrder(state, orderId)
  if (order !== 0) return state.orders.view.getUint8(order + ORDER_STATUS)
  const slot = closedSlot(orderId)
  return state.closed.getUint32(slot, true) === closedRound(orderId) ? state.closed.getUint32(slot + 4, true) % 16 : -1
}

/** True when this order of this user ended not long ago. */
export function wasClosed(state: State, orderId: number, userId: number): boolean {
  if (!Number.isSafeInteger(orderId) || orderId <= 0 || orderId % 8 > 3) return false
  const slot = closedSlot(orderId)
  if (state.closed.getUint32(slot, true) !== closedRound(orderId)) return false
  return Math.floor(state.closed.getUint32(slot + 4, true) / 16) === userId - FIRST_USER_ID
}

/**
 * Ends an order wherever it waits, and with it what hangs on it: the other leg of its list and children that were never placed.
 * Orders that end filled keep their children: see `fill`.
 */
export function end(state: State, out: EventBuffer, instrument: Instrument, order: number, status: number, closeReason: number): void {
  order &= HANDLE
  leave(state, instrument, order)
  if (state.orders.view.getInt32(order + ORDER_EXTRA, true) === 0) {
    finish(state, out, order, status, closeReason)
    return
  }
  const partner = unpair(state, order)
  const child = status === FILLED ? 0 : linkOf(state, order, EXTRA_CHILD)
  detachFromParent(state, order, partner)
  finish(state, out, order, status, closeReason)
  if (partner !== 0) {
    setLink(state, partner, EXTRA_CHILD, 0)
    leave(state, instrument, partner)
    finish(state, out, partner, CANCELED, CLOSE_ORDER_LIST)
  }
  if (child !== 0) endChildren(state, out, instrument, child)
}

/** A waiting child that is cancelled by itself takes its parent's link with it. */
function detachFromParent(state: State, order: number, partner: number): void {
  order &= HANDLE
  const parent = linkOf(state, order, EXTRA_PARENT)
  if (parent === 0) return
  setLink(state, parent, EXTRA_CHILD, 0)
  const twin = linkOf(state, parent, EXTRA_PARTNER)
  if (twin !== 0) setLink(state, twin, EXTRA_CHILD, 0)
  setLink(state, order, EXTRA_PARENT, 0)
  if (partner !== 0) setLink(state, partner, EXTRA_PARENT, 0)
}

function endChildren(state: State, out: EventBuffer, instrument: Instrument, child: number): void {
  if (state.orders.view.getUint8(child + ORDER_STATUS) !== PENDING_NEW) return
  setLink(state, child, EXTRA_PARENT, 0)
  const second = linkOf(state, child, EXTRA_PARTNER)
  if (second !== 0) setLink(state, second, EXTRA_PARENT, 0)
  end(state, out, instrument, child, CANCELED, CLOSE_ORDER_LIST)
}

/** Ends one leg because the other traded or fired; children stay with the other. */
export function dropPartner(state: State, out: EventBuffer, instrument: Instrument, order: number): void {
  order &= HANDLE
  const partner = unpair(state, order)
  if (partner === 0) return
  const child = linkOf(state, order, EXTRA_CHILD)
  if (child !== 0) {
    setLink(state, child, EXTRA_PARENT, order)
    const second = linkOf(state, child, EXTRA_PARTNER)
    if (second !== 0) setLink(state, second, EXTRA_PARENT, order)
  }
  setLink(state, partner, EXTRA_CHILD, 0)
  leave(state, instrument, partner)
  finish(state, out, partner, CANCELED, CLOSE_ORDER_LIST)
}

/** Ends an order as completely filled and sends its children to enter. */
export function finishFilled(state: State, out: EventBuffer, order: number, closeReason: number): void {
  order &= HANDLE
  const child = linkOf(state, order, EXTRA_CHILD)
  if (child !== 0) {
    setLink(state, child, EXTRA_PARENT, 0)
    const second = linkOf(state, child, EXTRA_PARTNER)
    if (second !== 0) setLink(state, second, EXTRA_PARENT, 0)
    state.entrants.push({ order: child, orderId: state.orders.view.getFloat64(child + ORDER_ID, true) })
  }
  finish(state, out, order, FILLED, closeReason)
}
