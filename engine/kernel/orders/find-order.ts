/** From the names a customer uses (order id, client order id, list id) to live orders of that customer. */
import { knownInstrument } from '../market/instrument'
import { clear, pushEntrant, pushLowest, sortEntrants } from '../memory/lists'
import { isSafeInteger } from '../money/exact'
import { hashKey } from '../user/key-buckets'
import { callerOf, findKey, orderIdOfKey } from '../user/keys'
import { isLabelled, originIn } from '../user/label'
import { wasClosed } from './closed'
import { isLocked } from './works'
import { findOrder } from './order-index'
import { NamedEntry } from '../../generated/entries'
import { Desk, Key, namedList, none, Order, state, User } from '../../generated/rows'
import { KEY_BYTES, KEY_TEXT } from '../constants/layout'
import { ORDER_CLOSED, ORDER_NOT_FOUND } from '../constants/reason'

/** A timer that finds a pair at work comes again after so long. */
const WORK_MS: f64 = 1_000

/** Longest text of a key. */
const TEXT_MOST: usize = KEY_BYTES - KEY_TEXT

/** Live order of a user by an id as the entry has it, none when there is none. */
@inline function ownOrder(userId: i32, orderId: f64): Order {
  const order = isSafeInteger(orderId) ? findOrder(orderId) : none<Order>()
  return order.exists && order.desk.userId == userId ? order : none<Order>()
}

/** Live order that an entry names by id, by client order id or by origin, none when there is none; `missingReason` tells why. */
export function namedOrder(entry: NamedEntry, text: usize, user: User): Order {
  const orderId = entry.orderId
  const isOrigin = entry.isOrigin == 1
  if (orderId != 0 && !isOrigin) return ownOrder(user.id, orderId)
  const named = orderOfKey(namedKey(entry, text, user))
  return !named.exists && isOrigin ? orderOfOrigin(user, orderId) : named
}

/** Why an entry names no live order: what it names ended, or never was one of this user's. */
export function missingReason(entry: NamedEntry, text: usize, user: User): i32 {
  const orderId = entry.orderId
  const isById = orderId != 0 && entry.isOrigin == 0
  const key = isById ? none<Key>() : namedKey(entry, text, user)
  if (key.exists && orderIdOfKey(key) != 0) return ORDER_CLOSED
  return wasClosed(orderId, user.id) ? ORDER_CLOSED : ORDER_NOT_FOUND
}

/** Key row of the client order id in an entry, none when there is none. */
function namedKey(entry: NamedEntry, text: usize, user: User): Key {
  const length: u32 = entry.textLength
  return length == 0 ? none<Key>() : clientKey(text, length, user, callerOf(entry))
}

/** Live order of a user without a client order id, whose name is made from this order id, none when there is none. */
export function orderOfOrigin(user: User, originId: f64): Order {
  const first = ownOrder(user.id, originId)
  if (first.exists) return originOf(first) == originId ? first : none<Order>()
  for (let desk = user.desks; desk.exists; desk = desk.next)
    for (let order = desk.orders; order.exists; order = order.deskNext)
      if (originOf(order) == originId) return order
  return none<Order>()
}

/** Id from which the name of an order is made that has no client order id: its own, or that of the order in whose place it stands. 0 = it has one. */
export function originOf(order: Order): f64 {
  const label = order.label
  return label.exists ? originIn(label) : order.id
}

/** Key row of a caller's client order id (text at `at`, zero padded to words), none when there is none. */
@inline function clientKey(at: usize, length: u32, user: User, caller: u32): Key {
  return length > TEXT_MOST ? none<Key>() : findKey(at, length, user, caller, hashKey(at, length, user, caller))
}

/** Live order under a key row, none when there is none. */
export function orderOfKey(key: Key): Order {
  return key.exists && isLabelled(key) ? key.label.order : none<Order>()
}

/** Why an id names no live order list of this user. */
export function missingListReason(userId: i32, listId: f64): i32 {
  return wasClosed(listId, userId) ? ORDER_CLOSED : ORDER_NOT_FOUND
}

/** Id of the list an order belongs to, 0 = none. */
@inline export function listIdOf(order: Order): f64 {
  const extra = order.extra
  return extra.exists ? extra.listId : 0
}

/** Puts the live members of a list at a desk into namedList, ascending by id. */
export function membersAt(desk: Desk, listId: f64): void {
  clear(namedList)
  for (let order = desk.orders; order.exists; order = order.deskNext)
    if (listIdOf(order) == listId) pushEntrant(namedList, order, order.id)
  sortEntrants(namedList)
}

/** The oldest live member of a user's list, none when there is none. */
export function memberOfList(user: User, listId: f64): Order {
  let oldest = none<Order>()
  for (let desk = user.desks; desk.exists; desk = desk.next)
    for (let order = desk.orders; order.exists; order = order.deskNext) {
      if (listIdOf(order) != listId) continue
      if (!oldest.exists || order.id < oldest.id) oldest = order
    }
  return oldest
}

/** Puts all live orders of a user on a pair, a contract or all of them (see below) into namedList, ascending by id. */
export function ordersOfUser(user: User, instrumentId: i32): void {
  oldestOfUser(user, instrumentId, u32.MAX_VALUE, false)
}

/** Every pair; every contract. */
export const ALL_PAIRS: i32 = 0
export const ALL_CONTRACTS: i32 = -1
/** Whatever there is. */
export const EVERYTHING: i32 = -2

@inline function isMeant(desk: Desk, instrumentId: i32): bool {
  if (instrumentId > 0) return desk.instrument == instrumentId
  return instrumentId == EVERYTHING || desk.seat.exists == (instrumentId == ALL_CONTRACTS)
}

/** Names the oldest orders of a user, at most so many; it may spare those that may not be cancelled now. */
export function oldestOfUser(user: User, instrumentId: i32, most: u32, sparesLocked: bool): void {
  clear(namedList)
  for (let desk = user.desks; desk.exists; desk = desk.next) {
    if (!isMeant(desk, instrumentId) || (sparesLocked && isLocked(knownInstrument(desk.instrument)))) continue
    for (let order = desk.orders; order.exists; order = order.deskNext)
      pushLowest(namedList, order, order.id, most)
  }
  sortEntrants(namedList)
}

/** Until when orders of a user, on a pair or contract or all of them, may not be cancelled; 0 = all may. */
export function lockedUntil(user: User, instrumentId: i32): f64 {
  let until: f64 = 0
  for (let desk = user.desks; desk.exists; desk = desk.next) {
    const instrument = knownInstrument(desk.instrument)
    if (!isMeant(desk, instrumentId) || !desk.orders.exists || !isLocked(instrument)) continue
    until = max(until, max(state.at + WORK_MS, instrument.work == 0 ? instrument.statusUntil : 0))
  }
  return until
}
