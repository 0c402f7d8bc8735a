/** From the names a customer uses (order id, client order id, list id) to live orders of that customer. */
import * as layout from '../layout.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import { findKey, hashKey, orderIdOfKey } from '../user/idempotency.ts'
import { findOrder, wasClosed } from './order.ts'

const HANDLE = HANDLE_MASK

const {
  DESK_INSTRUMENT,
  DESK_NEXT,
  DESK_ORDERS,
  DESK_USER_ID,
  EXTRA_LIST_ID,
  ORDER_DESK,
  ORDER_DESK_NEXT,
  ORDER_EXTRA,
  ORDER_ID,
  USER_DESKS,
} = layout

/** Live order of a user by id, 0 = none. */
export function ownOrder(state: State, userId: number, orderId: number): number {
  const order = findOrder(state, orderId)
  if (order === 0) return 0
  const desk = state.orders.view.getInt32(order + ORDER_DESK, true) & HANDLE
  return state.desks.view.getInt32(desk + DESK_USER_ID, true) === userId ? order : 0
}

/** Key row of a user's client order id (text at `at`, zero padded to words), 0 = none. */
export function clientKey(state: State, view: DataView, at: number, length: number, user: number): number {
  at &= HANDLE
  user &= HANDLE
  return findKey(state, view, at, length, user, hashKey(view, at, length, user))
}

/** Live order under a key row, 0 = none. */
export function orderOfKey(state: State, key: number): number {
  key &= HANDLE
  const orderId = key === 0 ? 0 : orderIdOfKey(state, key)
  return orderId === 0 ? 0 : findOrder(state, orderId)
}

/** Why an order id names no live order of this user. */
export function missingReason(state: State, userId: number, orderId: number): Reason {
  return wasClosed(state, orderId, userId) ? 'orderClosed' : 'orderNotFound'
}

/** Why a client order id names no live order: it stood for one that ended, or for none. */
export function missingKeyReason(state: State, key: number): Reason {
  key &= HANDLE
  return key !== 0 && orderIdOfKey(state, key) !== 0 ? 'orderClosed' : 'orderNotFound'
}

/** Id of the list an order belongs to, 0 = none. */
export function listIdOf(state: State, order: number): number {
  order &= HANDLE
  const extra = state.orders.view.getInt32(order + ORDER_EXTRA, true) & HANDLE
  return extra === 0 ? 0 : state.extras.view.getFloat64(extra + EXTRA_LIST_ID, true)
}

/** Live members of a list at a desk, ascending by id. */
export function membersAt(state: State, desk: number, listId: number): number[] {
  const members: number[] = []
  const orders = state.orders.view
  for (let order = state.desks.view.getInt32(desk + DESK_ORDERS, true); order !== 0; order = orders.getInt32(order + ORDER_DESK_NEXT, true))
    if (listIdOf(state, order) === listId) members.push(order)
  return sortById(state, members)
}

/** Any live member of a user's list, 0 = none. */
export function memberOfList(state: State, user: number, listId: number): number {
  for (const order of ordersOfUser(state, user, 0)) if (listIdOf(state, order) === listId) return order
  return 0
}

/** All live orders of a user on a pair (0 = all pairs), ascending by id. */
export function ordersOfUser(state: State, user: number, instrumentId: number): number[] {
  user &= HANDLE
  const found: number[] = []
  const desks = state.desks.view
  for (let desk = state.users.view.getInt32(user + USER_DESKS, true); desk !== 0; desk = desks.getInt32(desk + DESK_NEXT, true)) {
    if (instrumentId !== 0 && desks.getInt32(desk + DESK_INSTRUMENT, true) !== instrumentId) continue
    const orders = state.orders.view
    for (let order = desks.getInt32(desk + DESK_ORDERS, true); order !== 0; order = orders.getInt32(order + ORDER_DESK_NEXT, true))
      found.push(order)
  }
  return sortById(state, found)
}

function sortById(state: State, handles: number[]): number[] {
  const orders = state.orders.view
  return handles.sort((first, second) => orders.getFloat64(first + ORDER_ID, true) - orders.getFloat64(second + ORDER_ID, true))
}
