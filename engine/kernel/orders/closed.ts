/** Orders that ended not long ago: of the last 131,072 ids, whose each was and how it ended. */
import { isSafeInteger } from '../money/exact'
import { FIRST_USER_ID } from '../user/user'
import { statusOf } from './order-flags'
import { findOrder } from './order-index'
import { CLOSED_BYTES, CLOSED_ORDERS } from '../constants/layout'
import { CLOSED } from '../constants/map'

/** Bits of an id below its round. */
const ROUND_SHIFT: i64 = 17

@inline function closedSlot(id: i64): usize {
  return CLOSED + (<usize>id & (CLOSED_ORDERS - 1)) * CLOSED_BYTES
}

/** Which of the orders that share a slot: its round through the slots, from 1. */
@inline function closedRound(id: i64): i64 {
  return (id >> ROUND_SHIFT) + 1
}

/** Keeps the end of an order of a user: round, then owner and status, in one word. */
@inline export function noteClosed(orderId: f64, userId: i32, status: i32): void {
  const id = i64(orderId)
  const owner = userId - FIRST_USER_ID
  store<u64>(closedSlot(id), <u64><u32>closedRound(id) | (<u64><u32>((owner << 4) | status) << 32))
}

/** Status of an order now, or at its end when that is not long ago; −1 = unknown. */
export function statusNow(orderId: f64): i32 {
  const order = findOrder(orderId)
  if (order.exists) return statusOf(order)
  const id = i64(orderId)
  const slot = closedSlot(id)
  return <i64>load<u32>(slot) == closedRound(id) ? load<i32>(slot, 4) & 15 : -1
}

/** True when this order of this user ended not long ago. */
export function wasClosed(orderId: f64, userId: i32): bool {
  if (!isSafeInteger(orderId) || orderId <= 0) return false
  const id = i64(orderId)
  const slot = closedSlot(id)
  if (<i64>load<u32>(slot) != closedRound(id)) return false
  return <i32>(load<u32>(slot, 4) >>> 4) == userId - FIRST_USER_ID
}
