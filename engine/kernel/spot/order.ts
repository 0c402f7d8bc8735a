/** Life of an order row: its making, its place in lists and counts, its end. */
import { leaveQueue } from '../book/queue'
import { CLOSED, writeOrder } from '../events/write-order'
import { BROKEN_PAIR, broken, clearDeadline } from '../host'
import { post } from '../ledger/posting'
import { instrumentAt } from '../market/instrument'
import { DUE_EXPIRY } from '../market/status'
import { after, handleAt, hashAt, homeOf, indexAdd, indexRemove, mixId } from '../memory/handle-index'
import { pushEntrant } from '../memory/lists'
import { allocateZeroed, release } from '../memory/tables'
import { CANCELED, CAUSE_RELEASE, CLOSE_ORDER_LIST, FILLED, PENDING_NEW, PENDING_TRIGGER, TRAILING_STOP } from '../constants/code'
import {
  BIT_COUNTED_LIST,
  BIT_COUNTED_OPEN,
  BIT_COUNTED_TRIGGER,
  BIT_HIT,
  DESK_INSTRUMENT,
  DESK_LIST_COUNT,
  DESK_OPEN_COUNT,
  DESK_ORDERS,
  DESK_TRIGGER_COUNT,
  DESK_USER_ID,
  EXTRA_BYTES,
  EXTRA_CHILD,
  EXTRA_EXPIRE_AT,
  EXTRA_PARENT,
  EXTRA_PARTNER,
  EXTRA_SHOWN,
  EXTRA_VISIBLE,
  ORDER_DESK_NEXT,
  ORDER_DESK_PREVIOUS,
  ORDER_EXTRA,
  ORDER_HELD,
  ORDER_ID,
  ORDER_LEVEL,
  ORDER_NEXT,
  ORDER_PREVIOUS,
  ORDER_UPDATED,
} from '../constants/layout'
import {
  DESKS,
  EXTRAS,
  I_TRAILING_HEAD,
  I_TRAILING_TAIL,
  ORDERS,
  Q_ENTRANTS,
  S_AT,
  S_INHERITED_LABEL,
  T_EXTRAS,
  T_ORDERS,
  X_ORDERS,
} from '../constants/map'
import { endLabel } from '../user/label'
import { noteClosed } from './closed'
import { payingAccount } from './holds'
import { bitsOf, setBits, setStatus, statusOf, typeOf } from './order-flags'
import { deskOf, extraRowOf, heldOf, labelOf, orderIdOf, remainingOf } from './order-row'

/** Live order of an id, 0 = none. */
@inline export function findOrder(orderId: f64): usize {
  const hash = mixId(orderId)
  let slot = homeOf(X_ORDERS, hash)
  let order = handleAt(X_ORDERS, slot)
  while (order != 0 && (hashAt(X_ORDERS, slot) != hash || orderIdOf(order) != orderId)) {
    slot = after(X_ORDERS, slot)
    order = handleAt(X_ORDERS, slot)
  }
  return order
}

/** Pair of a live order. */
export function instrumentOfOrder(order: usize): usize {
  const desk = deskOf(order)
  const instrument = instrumentAt(load<i32>(desk, DESKS + DESK_INSTRUMENT))
  if (instrument == 0) broken(BROKEN_PAIR)
  return instrument
}

/** The extra row of an order, made when it has none. */
export function extraOf(order: usize): usize {
  const known = extraRowOf(order)
  if (known != 0) return known
  const extra = allocateZeroed(EXTRAS, T_EXTRAS, EXTRA_BYTES)
  store<usize>(order, extra, ORDERS + ORDER_EXTRA)
  return extra
}

/** One of the links in an order's extra row (PARTNER, CHILD, PARENT), 0 = none. */
@inline export function linkOf(order: usize, field: usize): usize {
  const extra = extraRowOf(order)
  return extra == 0 ? 0 : load<usize>(extra + field, EXTRAS)
}

function setLink(order: usize, field: usize, target: usize): void {
  const extra = extraRowOf(order)
  if (extra != 0) store<usize>(extra + field, target, EXTRAS)
}

/** Lots of a resting order that its level shows. */
@inline export function shownOf(order: usize): f64 {
  const extra = extraRowOf(order)
  if (extra == 0 || load<f64>(extra, EXTRAS + EXTRA_VISIBLE) == 0) return remainingOf(order)
  return load<f64>(extra, EXTRAS + EXTRA_SHOWN)
}

/** Adds a row to the front of its desk's orders and to the index. */
@inline export function registerOrder(order: usize, desk: usize): void {
  const first = load<usize>(desk, DESKS + DESK_ORDERS)
  // ORDER_DESK_PREVIOUS, which is none, and ORDER_DESK_NEXT behind it
  store<u64>(order, <u64>first << 32, ORDERS + ORDER_DESK_PREVIOUS)
  if (first != 0) store<usize>(first, order, ORDERS + ORDER_DESK_PREVIOUS)
  store<usize>(desk, order, DESKS + DESK_ORDERS)
  indexAdd(X_ORDERS, mixId(orderIdOf(order)), order)
}

/** Counts an order at its desk under one of the BIT_COUNTED bits. */
@inline export function count(order: usize, bit: u32): void {
  setBits(order, bitsOf(order) | bit)
  changeCount(deskOf(order), bit, 1)
}

/** Takes an order out of the counts in `bits`. */
export function uncount(order: usize, bits: u32): void {
  const old = bitsOf(order)
  const counted = old & bits
  if (counted == 0) return
  setBits(order, old & ~counted)
  changeCount(deskOf(order), counted, -1)
}

@inline function changeCount(desk: usize, bits: u32, delta: i32): void {
  if ((bits & BIT_COUNTED_OPEN) != 0) addToCount(desk + DESK_OPEN_COUNT, delta)
  if ((bits & (BIT_COUNTED_TRIGGER | BIT_COUNTED_LIST)) != 0) changeSeldom(desk, bits, delta)
}

function changeSeldom(desk: usize, bits: u32, delta: i32): void {
  if ((bits & BIT_COUNTED_TRIGGER) != 0) addToCount(desk + DESK_TRIGGER_COUNT, delta)
  if ((bits & BIT_COUNTED_LIST) != 0) addToCount(desk + DESK_LIST_COUNT, delta)
}

@inline function addToCount(at: usize, delta: i32): void {
  store<i32>(at, load<i32>(at, DESKS) + delta, DESKS)
}

/** Takes an order out of the book, the trigger book or the list of trailing orders. */
export function leave(instrument: usize, order: usize): void {
  const isPending = statusOf(order) == PENDING_TRIGGER
  if (load<usize>(order, ORDERS + ORDER_LEVEL) != 0) leaveQueue(instrument, order, isPending ? 0 : shownOf(order))
  else if (isPending && typeOf(order) == TRAILING_STOP) leaveTrailing(instrument, order)
}

/** Adds an order to the trailing orders of its pair. */
export function joinTrailing(instrument: usize, order: usize): void {
  const tail = load<usize>(instrument, I_TRAILING_TAIL)
  store<usize>(order, tail, ORDERS + ORDER_PREVIOUS)
  store<usize>(order, 0, ORDERS + ORDER_NEXT)
  if (tail == 0) store<usize>(instrument, order, I_TRAILING_HEAD)
  else store<usize>(tail, order, ORDERS + ORDER_NEXT)
  store<usize>(instrument, order, I_TRAILING_TAIL)
}

function leaveTrailing(instrument: usize, order: usize): void {
  if ((bitsOf(order) & BIT_HIT) != 0) return
  const previous = load<usize>(order, ORDERS + ORDER_PREVIOUS)
  const next = load<usize>(order, ORDERS + ORDER_NEXT)
  if (previous == 0) store<usize>(instrument, next, I_TRAILING_HEAD)
  else store<usize>(previous, next, ORDERS + ORDER_NEXT)
  if (next == 0) store<usize>(instrument, previous, I_TRAILING_TAIL)
  else store<usize>(next, previous, ORDERS + ORDER_PREVIOUS)
}

/** Cuts an order list in two: its legs no longer know each other. */
export function unpair(order: usize): usize {
  const partner = linkOf(order, EXTRA_PARTNER)
  if (partner == 0) return 0
  setLink(order, EXTRA_PARTNER, 0)
  setLink(partner, EXTRA_PARTNER, 0)
  uncount(order, BIT_COUNTED_LIST)
  uncount(partner, BIT_COUNTED_LIST)
  return partner
}

/** Ends one order that waits nowhere any more: frees its hold, records the end and forgets the row. */
export function finish(order: usize, status: i32, closeReason: i32): void {
  const held = heldOf(order)
  if (held != 0) {
    store<i64>(order, 0, ORDERS + ORDER_HELD)
    post(payingAccount(order), held, -held, CAUSE_RELEASE, orderIdOf(order))
  }
  setStatus(order, status)
  store<f64>(order, load<f64>(S_AT), ORDERS + ORDER_UPDATED)
  writeOrder(order, CLOSED, closeReason)
  const extra = extraRowOf(order)
  if (extra != 0) forgetExtra(order, extra)
  forget(order, status)
}

function forgetExtra(order: usize, extra: usize): void {
  if (load<f64>(extra, EXTRAS + EXTRA_EXPIRE_AT) != 0) clearDeadline(DUE_EXPIRY, orderIdOf(order), 0)
  release(EXTRAS, T_EXTRAS, extra)
}

/** Takes an ended order out of its desk, its index and its label, and frees the row. */
@inline function forget(order: usize, status: i32): void {
  const orderId = orderIdOf(order)
  const desk = deskOf(order)
  changeCount(desk, bitsOf(order), -1)
  const previous = load<usize>(order, ORDERS + ORDER_DESK_PREVIOUS)
  const next = load<usize>(order, ORDERS + ORDER_DESK_NEXT)
  if (previous == 0) store<usize>(desk, next, DESKS + DESK_ORDERS)
  else store<usize>(previous, next, ORDERS + ORDER_DESK_NEXT)
  if (next != 0) store<usize>(next, previous, ORDERS + ORDER_DESK_PREVIOUS)
  indexRemove(X_ORDERS, mixId(orderId), order)
  const label = labelOf(order)
  if (label != 0 && label != load<usize>(S_INHERITED_LABEL)) endLabel(label)
  noteClosed(orderId, load<i32>(desk, DESKS + DESK_USER_ID), status)
  store<f64>(order, 0, ORDERS + ORDER_ID)
  release(ORDERS, T_ORDERS, order)
}

/**
 * Ends an order wherever it waits, and with it what hangs on it: the other leg of its list and children that were never placed.
 * Orders that end filled keep their children: see `finishFilled`.
 */
export function end(instrument: usize, order: usize, status: i32, closeReason: i32): void {
  leave(instrument, order)
  if (extraRowOf(order) == 0) {
    finish(order, status, closeReason)
    return
  }
  const partner = unpair(order)
  const child = status == FILLED ? 0 : linkOf(order, EXTRA_CHILD)
  detachFromParent(order, partner)
  finish(order, status, closeReason)
  if (partner != 0) {
    setLink(partner, EXTRA_CHILD, 0)
    leave(instrument, partner)
    finish(partner, CANCELED, CLOSE_ORDER_LIST)
  }
  if (child != 0) endChildren(instrument, child)
}

/** A waiting child that is cancelled by itself takes its parent's link with it. */
function detachFromParent(order: usize, partner: usize): void {
  const parent = linkOf(order, EXTRA_PARENT)
  if (parent == 0) return
  setLink(parent, EXTRA_CHILD, 0)
  const twin = linkOf(parent, EXTRA_PARTNER)
  if (twin != 0) setLink(twin, EXTRA_CHILD, 0)
  setLink(order, EXTRA_PARENT, 0)
  if (partner != 0) setLink(partner, EXTRA_PARENT, 0)
}

function endChildren(instrument: usize, child: usize): void {
  if (statusOf(child) != PENDING_NEW) return
  setParent(child, 0)
  end(instrument, child, CANCELED, CLOSE_ORDER_LIST)
}

/** Sets the parent of a child and, when it has one, of the other leg of its list. */
function setParent(child: usize, parent: usize): void {
  setLink(child, EXTRA_PARENT, parent)
  const second = linkOf(child, EXTRA_PARTNER)
  if (second != 0) setLink(second, EXTRA_PARENT, parent)
}

/** Ends one leg because the other traded or fired; children stay with the other. */
@inline export function dropPartner(instrument: usize, order: usize): void {
  if (linkOf(order, EXTRA_PARTNER) != 0) dropPartnerOf(instrument, order)
}

function dropPartnerOf(instrument: usize, order: usize): void {
  const partner = unpair(order)
  const child = linkOf(order, EXTRA_CHILD)
  if (child != 0) setParent(child, order)
  setLink(partner, EXTRA_CHILD, 0)
  leave(instrument, partner)
  finish(partner, CANCELED, CLOSE_ORDER_LIST)
}

/** Ends an order as completely filled and sends its children to enter. */
@inline export function finishFilled(order: usize, closeReason: i32): void {
  const child = linkOf(order, EXTRA_CHILD)
  if (child != 0) sendChildren(child)
  finish(order, FILLED, closeReason)
}

function sendChildren(child: usize): void {
  setParent(child, 0)
  pushEntrant(Q_ENTRANTS, child, orderIdOf(child))
}
