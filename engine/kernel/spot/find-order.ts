/** From the names a customer uses (order id, client order id, list id) to live orders of that customer. */
import { clear, pushEntrant, sortEntrants } from '../memory/lists'
import { isSafeInteger } from '../money'
import { ENTRY_IS_ORIGIN, ENTRY_TEXT_LENGTH } from '../constants/entry'
import {
  DESK_INSTRUMENT,
  DESK_NEXT,
  DESK_ORDERS,
  DESK_USER_ID,
  EXTRA_LIST_ID,
  KEY_BYTES,
  KEY_TEXT,
  ORDER_DESK_NEXT,
  USER_DESKS,
  USER_ID,
} from '../constants/layout'
import { DESKS, EXTRAS, ORDERS, Q_NAMED, USERS } from '../constants/map'
import { ORDER_CLOSED, ORDER_NOT_FOUND } from '../constants/reason'
import { callerOf, findKey, hashKey, orderIdOfKey } from '../user/keys'
import { originIn } from '../user/label'
import { wasClosed } from './closed'
import { findOrder } from './order'
import { deskOf, extraRowOf, labelOf, orderIdOf } from './order-row'

/** Longest text of a key. */
const TEXT_MOST: usize = KEY_BYTES - KEY_TEXT

/** Live order of a user by an id as the entry has it, 0 = none. */
@inline function ownOrder(userId: i32, orderId: f64): usize {
  const order = isSafeInteger(orderId) ? findOrder(orderId) : 0
  if (order == 0) return 0
  return load<i32>(deskOf(order), DESKS + DESK_USER_ID) == userId ? order : 0
}

/** Live order that an entry names by id, by client order id or by origin, 0 = none; `missingReason` tells why. */
export function namedOrder(start: usize, user: usize, orderAt: usize, textAt: usize): usize {
  const orderId = load<f64>(start + orderAt)
  const isOrigin = load<u8>(start, ENTRY_IS_ORIGIN) == 1
  if (orderId != 0 && !isOrigin) return ownOrder(load<i32>(user, USERS + USER_ID), orderId)
  const named = orderOfKey(namedKey(start, user, textAt))
  return named == 0 && isOrigin ? orderOfOrigin(user, orderId) : named
}

/** Why an entry names no live order: what it names ended, or never was one of this user's. */
export function missingReason(start: usize, user: usize, orderAt: usize, textAt: usize): i32 {
  const orderId = load<f64>(start + orderAt)
  const isById = orderId != 0 && load<u8>(start, ENTRY_IS_ORIGIN) == 0
  const key: usize = isById ? 0 : namedKey(start, user, textAt)
  if (key != 0 && orderIdOfKey(key) != 0) return ORDER_CLOSED
  return wasClosed(orderId, load<i32>(user, USERS + USER_ID)) ? ORDER_CLOSED : ORDER_NOT_FOUND
}

/** Key row of the client order id in an entry, 0 = none. */
function namedKey(start: usize, user: usize, textAt: usize): usize {
  const length: u32 = load<u8>(start, ENTRY_TEXT_LENGTH)
  return length == 0 ? 0 : clientKey(start + textAt, length, user, callerOf(start))
}

/** Live order of a user without a client order id, whose name is made from this order id, 0 = none. */
export function orderOfOrigin(user: usize, originId: f64): usize {
  const first = ownOrder(load<i32>(user, USERS + USER_ID), originId)
  if (first != 0) return originOf(first) == originId ? first : 0
  for (let desk = load<usize>(user, USERS + USER_DESKS); desk != 0; desk = load<usize>(desk, DESKS + DESK_NEXT))
    for (let order = load<usize>(desk, DESKS + DESK_ORDERS); order != 0; order = load<usize>(order, ORDERS + ORDER_DESK_NEXT))
      if (originOf(order) == originId) return order
  return 0
}

/** Id from which the name of an order is made that has no client order id: its own, or that of the order in whose place it stands. 0 = it has one. */
export function originOf(order: usize): f64 {
  const label = labelOf(order)
  return label == 0 ? orderIdOf(order) : originIn(label)
}

/** Key row of a caller's client order id (text at `at`, zero padded to words), 0 = none. */
@inline function clientKey(at: usize, length: u32, user: usize, caller: u32): usize {
  return length > TEXT_MOST ? 0 : findKey(at, length, user, caller, hashKey(at, length, user, caller))
}

/** Live order under a key row, 0 = none. */
@inline function orderOfKey(key: usize): usize {
  const orderId: f64 = key == 0 ? 0 : orderIdOfKey(key)
  return orderId == 0 ? 0 : findOrder(orderId)
}

/** Why an id names no live order list of this user. */
export function missingListReason(userId: i32, listId: f64): i32 {
  return wasClosed(listId, userId) ? ORDER_CLOSED : ORDER_NOT_FOUND
}

/** Id of the list an order belongs to, 0 = none. */
@inline export function listIdOf(order: usize): f64 {
  const extra = extraRowOf(order)
  return extra == 0 ? 0 : load<f64>(extra, EXTRAS + EXTRA_LIST_ID)
}

/** Puts the live members of a list at a desk into Q_NAMED, ascending by id. */
export function membersAt(desk: usize, listId: f64): void {
  clear(Q_NAMED)
  for (let order = load<usize>(desk, DESKS + DESK_ORDERS); order != 0; order = load<usize>(order, ORDERS + ORDER_DESK_NEXT))
    if (listIdOf(order) == listId) pushEntrant(Q_NAMED, order, orderIdOf(order))
  sortEntrants(Q_NAMED)
}

/** The oldest live member of a user's list, 0 = none. */
export function memberOfList(user: usize, listId: f64): usize {
  let oldest: usize = 0
  for (let desk = load<usize>(user, USERS + USER_DESKS); desk != 0; desk = load<usize>(desk, DESKS + DESK_NEXT))
    for (let order = load<usize>(desk, DESKS + DESK_ORDERS); order != 0; order = load<usize>(order, ORDERS + ORDER_DESK_NEXT)) {
      if (listIdOf(order) != listId) continue
      if (oldest == 0 || orderIdOf(order) < orderIdOf(oldest)) oldest = order
    }
  return oldest
}

/** Puts all live orders of a user on a pair (0 = all pairs) into Q_NAMED, ascending by id. */
export function ordersOfUser(user: usize, instrumentId: i32): void {
  clear(Q_NAMED)
  for (let desk = load<usize>(user, USERS + USER_DESKS); desk != 0; desk = load<usize>(desk, DESKS + DESK_NEXT)) {
    if (instrumentId != 0 && load<i32>(desk, DESKS + DESK_INSTRUMENT) != instrumentId) continue
    for (let order = load<usize>(desk, DESKS + DESK_ORDERS); order != 0; order = load<usize>(order, ORDERS + ORDER_DESK_NEXT))
      pushEntrant(Q_NAMED, order, orderIdOf(order))
  }
  sortEntrants(Q_NAMED)
}
