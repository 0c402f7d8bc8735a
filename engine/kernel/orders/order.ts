/** Life of an order row: its making, its place in lists and counts, its end. */
import { leaveQueue } from '../book/queue'
import { clearDue } from '../due/queue'
import { CLOSED, writeOrder } from '../events/write-order'
import { broken, BROKEN_PAIR } from '../host'
import { post } from '../ledger/posting'
import { instrumentAt } from '../market/instrument'
import { indexAdd, indexRemove, mixId } from '../memory/handle-index'
import { pushEntrant } from '../memory/lists'
import { release } from '../memory/tables'
import { noteFewer, notePledged, payingAccount } from '../product'
import { endLabel } from '../user/label'
import { noteClosed } from './closed'
import { childOf, parentOf, partnerOf, shownOf } from './extra'
import { leaveTrails } from './trails'
import { bitsOf, setBits, setStatus, statusOf, typeOf } from './order-flags'
import { Condition, conditionsTable, Desk, entrantsList, Extra, extrasTable, Instrument, none, Order, ordersIndex, ordersTable, state } from '../../generated/rows'
import { CANCELED, CAUSE_RELEASE, CLOSE_ORDER_LIST, FILLED, PENDING_NEW, PENDING_TRIGGER, TRAILING_STOP } from '../constants/code'
import { DUE_EXPIRY } from '../constants/due'
import { BIT_CLOSE, BIT_COUNTED_LIST, BIT_COUNTED_OPEN, BIT_COUNTED_TRIGGER, BIT_HIT } from '../constants/layout'
import { CONDITIONS, EXTRAS, ORDERS } from '../constants/map'

/** Pair of a live order. */
export function instrumentOfOrder(order: Order): Instrument {
  const desk = order.desk
  const instrument = instrumentAt(desk.instrument)
  if (!instrument.exists) broken(BROKEN_PAIR)
  return instrument
}

/** Adds a row to the front of its desk's orders and to the index. */
@inline export function registerOrder(order: Order, desk: Desk): void {
  const first = desk.orders
  // deskPrevious, which is none, and deskNext behind it
  order.deskNeighbours = <u64>changetype<usize>(first) << 32
  if (first.exists) first.deskPrevious = order
  desk.orders = order
  desk.user.orders += 1
  indexAdd<Order>(ordersIndex, mixId(order.id), order)
}

/** Counts an order at its desk under one of the BIT_COUNTED bits. */
@inline export function count(order: Order, bit: u32): void {
  setBits(order, bitsOf(order) | bit)
  changeCount(order.desk, bit, 1)
}

/** Takes an order out of the counts in `bits`. */
export function uncount(order: Order, bits: u32): void {
  const old = bitsOf(order)
  const counted = old & bits
  if (counted == 0) return
  setBits(order, old & ~counted)
  changeCount(order.desk, counted, -1)
}

@inline function changeCount(desk: Desk, bits: u32, delta: i32): void {
  if ((bits & BIT_COUNTED_OPEN) != 0) desk.openCount += delta
  if ((bits & (BIT_COUNTED_TRIGGER | BIT_COUNTED_LIST)) != 0) changeSeldom(desk, bits, delta)
}

function changeSeldom(desk: Desk, bits: u32, delta: i32): void {
  if ((bits & BIT_COUNTED_TRIGGER) != 0) desk.triggerCount += delta
  if ((bits & BIT_COUNTED_LIST) != 0) desk.listCount += delta
}

/** Takes an order out of the book, or out of where it waits for its price. */
export function leave(instrument: Instrument, order: Order): void {
  const isPending = statusOf(order) == PENDING_TRIGGER
  if (isPending && typeOf(order) == TRAILING_STOP) {
    if ((bitsOf(order) & BIT_HIT) == 0) leaveTrails(instrument, order)
  } else if (order.level.exists) {
    leaveQueue(instrument, order, isPending ? 0 : shownOf(order))
    if (!isPending) noteFewer(instrument, order, order.remaining)
  }
}

/** Cuts an order list in two: its legs no longer know each other. */
export function unpair(order: Order): Order {
  const partner = partnerOf(order)
  if (!partner.exists) return none<Order>()
  order.extra.partner = none<Order>()
  partner.extra.partner = none<Order>()
  uncount(order, BIT_COUNTED_LIST)
  uncount(partner, BIT_COUNTED_LIST)
  return partner
}

/** Ends one order that waits nowhere any more: frees its hold, records the end and forgets the row. */
export function finish(order: Order, status: i32, closeReason: i32): void {
  const held = order.held
  if (held != 0) {
    order.held = 0
    notePledged(order, -held)
    post(payingAccount(order), held, -held, CAUSE_RELEASE, order.id)
  }
  setStatus(order, status)
  order.updated = state.at
  writeOrder(order, CLOSED, closeReason)
  const extra = order.extra
  if (extra.exists) forgetExtra(order, extra)
  forget(order, status)
}

function forgetExtra(order: Order, extra: Extra): void {
  if (extra.expireAt != 0) clearDue(DUE_EXPIRY, order.id, 0)
  const condition = extra.condition
  if (condition.exists) release<Condition>(CONDITIONS, conditionsTable, condition)
  release<Extra>(EXTRAS, extrasTable, extra)
}

/** Takes an ended order out of its desk, its index and its label, and frees the row. */
@inline function forget(order: Order, status: i32): void {
  const orderId = order.id
  const desk = order.desk
  const bits = bitsOf(order)
  changeCount(desk, bits, -1)
  desk.user.orders -= 1
  if ((bits & BIT_CLOSE) != 0) desk.seat.closing -= 1
  const previous = order.deskPrevious
  const next = order.deskNext
  if (!previous.exists) desk.orders = next
  else previous.deskNext = next
  if (next.exists) next.deskPrevious = previous
  indexRemove<Order>(ordersIndex, mixId(orderId), order)
  const label = order.label
  if (label.exists && label != state.inheritedLabel) endLabel(label)
  noteClosed(orderId, desk.userId, status)
  order.id = 0
  release<Order>(ORDERS, ordersTable, order)
}

/**
 * Ends an order wherever it waits, and with it what hangs on it: the other leg of its list and children that were never placed.
 * Orders that end filled keep their children: see `finishFilled`.
 */
export function end(instrument: Instrument, order: Order, status: i32, closeReason: i32): void {
  leave(instrument, order)
  if (!order.extra.exists) {
    finish(order, status, closeReason)
    return
  }
  const partner = unpair(order)
  const child = status == FILLED ? none<Order>() : childOf(order)
  detachFromParent(order, partner)
  finish(order, status, closeReason)
  if (partner.exists) {
    partner.extra.child = none<Order>()
    leave(instrument, partner)
    finish(partner, CANCELED, CLOSE_ORDER_LIST)
  }
  if (child.exists) endChildren(instrument, child)
}

/** A waiting child that is cancelled by itself takes its parent's link with it. */
function detachFromParent(order: Order, partner: Order): void {
  const parent = parentOf(order)
  if (!parent.exists) return
  parent.extra.child = none<Order>()
  const twin = partnerOf(parent)
  if (twin.exists) twin.extra.child = none<Order>()
  order.extra.parent = none<Order>()
  if (partner.exists) partner.extra.parent = none<Order>()
}

function endChildren(instrument: Instrument, child: Order): void {
  if (statusOf(child) != PENDING_NEW) return
  setParent(child, none<Order>())
  end(instrument, child, CANCELED, CLOSE_ORDER_LIST)
}

/** Sets the parent of a child and, when it has one, of the other leg of its list. */
function setParent(child: Order, parent: Order): void {
  child.extra.parent = parent
  const second = partnerOf(child)
  if (second.exists) second.extra.parent = parent
}

/** Ends one leg because the other traded or fired; children stay with the other. */
@inline export function dropPartner(instrument: Instrument, order: Order): void {
  if (partnerOf(order).exists) dropPartnerOf(instrument, order)
}

function dropPartnerOf(instrument: Instrument, order: Order): void {
  const partner = unpair(order)
  const child = childOf(order)
  if (child.exists) setParent(child, order)
  partner.extra.child = none<Order>()
  leave(instrument, partner)
  finish(partner, CANCELED, CLOSE_ORDER_LIST)
}

/** Ends an order as completely filled and sends its children to enter. */
@inline export function finishFilled(order: Order, closeReason: i32): void {
  const child = childOf(order)
  if (child.exists) sendChildren(child)
  finish(order, FILLED, closeReason)
}

function sendChildren(child: Order): void {
  setParent(child, none<Order>())
  pushEntrant(entrantsList, child, child.id)
}
