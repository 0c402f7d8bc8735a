/**
 * Orders that should have ended already: their date or the timer of their owner came, and the queue of what is due has not come to them. All
 * of this is asked only while `state.behind` is set. Who only looks passes over them; who would trade with one, or
 * lets something of its owner happen, ends it first.
 */
import { reachWithdrawals } from '../wallet/withdrawal'
import { ASKS, BIDS, ladderOf } from '../book/ladder'
import { findDue, removeDue, setDue } from '../due/queue'
import { reachEarn } from '../earn/run'
import { makeSure } from '../events/out'
import { tellTime } from '../events/told'
import { reachDay } from '../market/fee-schedule'
import { knownInstrument } from '../market/instrument'
import { entrantId, entrantOrder } from '../memory/lists'
import { childOf } from './extra'
import { ALL_CONTRACTS, ALL_PAIRS, EVERYTHING, lockedUntil, ordersOfUser } from './find-order'
import { end, instrumentOfOrder } from './order'
import { statusOf } from './order-flags'
import { isLocked } from './works'
import { userHandle } from '../user/user'
import { Desk, Due, Instrument, Level, namedList, Order, state, User } from '../../generated/rows'
import { BUY, CANCELED, CLOSE_CANCEL_ALL_TIMER, CLOSE_GTD, CLOSE_NONE, EXPIRED, PENDING_NEW } from '../constants/code'
import { DUE_CANCEL_ALL } from '../constants/due'

/** Why an order should have ended by now: CLOSE_GTD or CLOSE_CANCEL_ALL_TIMER, whichever came first. CLOSE_NONE: it may stand. */
export function lateReason(order: Order): i32 {
  const expireAt = dateOf(order)
  const timerAt = timerOf(order.desk)
  if (min(expireAt, timerAt) > state.at) return CLOSE_NONE
  return expireAt <= timerAt ? CLOSE_GTD : CLOSE_CANCEL_ALL_TIMER
}

/** Infinity = it has none. */
@inline function dateOf(order: Order): f64 {
  const extra = order.extra
  return extra.exists && extra.expireAt != 0 ? extra.expireAt : Infinity
}

/** When the earlier of the two timers fires that end a desk's orders. */
function timerOf(desk: Desk): f64 {
  if (isLocked(knownInstrument(desk.instrument))) return Infinity
  return min(timerAt(desk.userId, desk.seat.exists ? ALL_CONTRACTS : ALL_PAIRS), timerAt(desk.userId, desk.instrument))
}

function timerAt(userId: i32, instrumentId: i32): f64 {
  const row = findDue(DUE_CANCEL_ALL, <f64>userId, instrumentId)
  return row.exists ? row.at : Infinity
}

/** Ends an order that is late, and before it the child that waits for it if that was due earlier, as the queue would have. */
export function endLate(order: Order): void {
  makeSure()
  const child = childOf(order)
  if (child.exists && statusOf(child) == PENDING_NEW && isDueBefore(child, order)) endAsDue(child)
  endAsDue(order)
}

function endAsDue(order: Order): void {
  const why = lateReason(order)
  end(instrumentOfOrder(order), order, why == CLOSE_GTD ? EXPIRED : CANCELED, why)
}

/** Does the queue come to one order of a desk before another one, which is late? */
function isDueBefore(one: Order, other: Order): bool {
  const why = lateReason(one)
  if (why == CLOSE_NONE) return false
  const timer = timerOf(one.desk)
  const first = min(dateOf(one), timer)
  const second = min(dateOf(other), timer)
  if (first != second) return first < second
  const isOtherDated = lateReason(other) == CLOSE_GTD
  if ((why == CLOSE_GTD) != isOtherDated) return !isOtherDated
  return one.id < other.id
}

/**
 * Brings a user up to his time: his days are closed, his savings paid, his late orders end, ascending by id, and his timers that fired are
 * done.
 */
export function reachUser(user: User): void {
  reachDay(user)
  reachEarn(user)
  reachWithdrawals(user)
  tellTime(state.at)
  ordersOfUser(user, EVERYTHING)
  const count = namedList.count
  for (let position: u32 = 0; position < count; position += 1) {
    const order = entrantOrder(namedList, position)
    if (order.id == entrantId(namedList, position) && lateReason(order) != CLOSE_NONE) endLate(order)
  }
  const pairs = <i32>state.instruments
  for (let instrumentId: i32 = ALL_CONTRACTS; instrumentId <= pairs; instrumentId += 1) {
    const row = findDue(DUE_CANCEL_ALL, <f64>user.id, instrumentId)
    if (row.exists && row.at <= state.at) endTimer(row)
  }
}

/** A timer is done; where orders may not be cancelled now, it comes again for them. */
export function endTimer(row: Due): void {
  const later = lockedUntil(userHandle(i32(row.id)), row.detail)
  if (later == 0) removeDue(row)
  else setDue(later, DUE_CANCEL_ALL, row.id, row.detail)
}

/** Would an order at this price meet one that may stand? From the best level of the other side on. */
export function meetsStanding(best: Level, side: i32, price: f64): bool {
  for (let level = best; level.exists; level = level.worse) {
    if (side == BUY ? price < level.price : price > level.price) return false
    for (let order = level.head; order.exists; order = order.next) if (lateReason(order) == CLOSE_NONE) return true
  }
  return false
}

/** Ends the late orders in front of the other side that an order about to rest would cross. */
export function clearFront(instrument: Instrument, side: i32, price: f64): void {
  const opposite = ladderOf(instrument, side == BUY ? ASKS : BIDS)
  for (let level = opposite.best; level.exists; level = opposite.best) {
    if (side == BUY ? price < level.price : price > level.price) return
    const order = level.head
    if (lateReason(order) == CLOSE_NONE) return
    endLate(order)
  }
}
