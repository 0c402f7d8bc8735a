/** From the names a customer uses (order id, client order id, list id) to live orders of that customer. */
import { clear, pushEntrant, sortEntrants } from '../memory/lists'
import { isSafeInteger } from '../money'
import {
  DESK_INSTRUMENT,
  DESK_NEXT,
  DESK_ORDERS,
  DESK_USER_ID,
  EXTRA_LIST_ID,
  KEY_BYTES,
  KEY_TEXT,
  ORDER_DESK,
  ORDER_DESK_NEXT,
  ORDER_EXTRA,
  ORDER_ID,
  USER_DESKS,
} from '../constants/layout'
import { DESKS, EXTRAS, ORDERS, Q_NAMED, USERS } from '../constants/map'
import { ORDER_CLOSED, ORDER_NOT_FOUND } from '../constants/reason'
import { findKey, hashKey, orderIdOfKey } from '../user/keys'
import { wasClosed } from './closed'
import { findOrder } from './order'

/** Longest text of a key. */
const TEXT_MOST: usize = KEY_BYTES - KEY_TEXT

/** Live order of a user by an id as the entry has it, 0 = none. */
@inline export function ownOrder(userId: i32, orderId: f64): usize {
  const order = isSafeInteger(orderId) ? findOrder(orderId) : 0
  if (order == 0) return 0
  return load<i32>(load<usize>(order, ORDERS + ORDER_DESK), DESKS + DESK_USER_ID) == userId ? order : 0
}

/** Key row of a caller's client order id (text at `at`, zero padded to words), 0 = none. */
@inline export function clientKey(at: usize, length: u32, user: usize, caller: u32): usize {
  return length > TEXT_MOST ? 0 : findKey(at, length, user, caller, hashKey(at, length, user, caller))
}

/** Live order under a key row, 0 = none. */
@inline export function orderOfKey(key: usize): usize {
  const orderId: f64 = key == 0 ? 0 : orderIdOfKey(key)
  return orderId == 0 ? 0 : findOrder(orderId)
}

/** Why an order id names no live order of this user. */
export function missingReason(userId: i32, orderId: f64): i32 {
  return wasClosed(orderId, userId) ? ORDER_CLOSED : ORDER_NOT_FOUND
}

/** Why a client order id names no live order: it stood for one that ended, or for none. */
export function missingKeyReason(key: usize): i32 {
  return key != 0 && orderIdOfKey(key) != 0 ? ORDER_CLOSED : ORDER_NOT_FOUND
}

/** Id of the list an order belongs to, 0 = none. */
@inline export function listIdOf(order: usize): f64 {
  const extra = load<usize>(order, ORDERS + ORDER_EXTRA)
  return extra == 0 ? 0 : load<f64>(extra, EXTRAS + EXTRA_LIST_ID)
}

/** Puts the live members of a list at a desk into Q_NAMED, ascending by id. */
export function membersAt(desk: usize, listId: f64): void {
  clear(Q_NAMED)
  for (let order = load<usize>(desk, DESKS + DESK_ORDERS); order != 0; order = load<usize>(order, ORDERS + ORDER_DESK_NEXT))
    if (listIdOf(order) == listId) pushEntrant(Q_NAMED, order, load<f64>(order, ORDERS + ORDER_ID))
  sortEntrants(Q_NAMED)
}

/** The oldest live member of a user's list, 0 = none. */
export function memberOfList(user: usize, listId: f64): usize {
  let oldest: usize = 0
  for (let desk = load<usize>(user, USERS + USER_DESKS); desk != 0; desk = load<usize>(desk, DESKS + DESK_NEXT))
    for (let order = load<usize>(desk, DESKS + DESK_ORDERS); order != 0; order = load<usize>(order, ORDERS + ORDER_DESK_NEXT)) {
      if (listIdOf(order) != listId) continue
      if (oldest == 0 || load<f64>(order, ORDERS + ORDER_ID) < load<f64>(oldest, ORDERS + ORDER_ID)) oldest = order
    }
  return oldest
}

/** Puts all live orders of a user on a pair (0 = all pairs) into Q_NAMED, ascending by id. */
export function ordersOfUser(user: usize, instrumentId: i32): void {
  clear(Q_NAMED)
  for (let desk = load<usize>(user, USERS + USER_DESKS); desk != 0; desk = load<usize>(desk, DESKS + DESK_NEXT)) {
    if (instrumentId != 0 && load<i32>(desk, DESKS + DESK_INSTRUMENT) != instrumentId) continue
    for (let order = load<usize>(desk, DESKS + DESK_ORDERS); order != 0; order = load<usize>(order, ORDERS + ORDER_DESK_NEXT))
      pushEntrant(Q_NAMED, order, load<f64>(order, ORDERS + ORDER_ID))
  }
  sortEntrants(Q_NAMED)
}
