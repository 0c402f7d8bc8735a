/** Orders that ended not long ago: of each leg of the last 32768 sequences, whose it was and how it ended. */
import { isSafeInteger } from '../money/exact'
import { FIRST_USER_ID } from '../user/user'
import { statusOf } from './order-flags'
import { findOrder } from './order-index'
import { CLOSED_BYTES, CLOSED_SEQUENCES } from '../constants/layout'
import { CLOSED } from '../constants/map'

/** Bits of an id below its round: the leg and the sequence modulo CLOSED_SEQUENCES. */
const ROUND_SHIFT: i64 = 18

/** Legs apart, so that plain orders, which have leg 0 only, share cache lines. */
@inline function closedSlot(id: i64): usize {
  const sequence = <usize>(id >> 3) & (CLOSED_SEQUENCES - 1)
  return CLOSED + (<usize>(id & 3) * CLOSED_SEQUENCES + sequence) * CLOSED_BYTES
}

/** Which of the orders that share a slot: its round through the sequences, from 1. */
@inline function closedRound(id: i64): i64 {
  return (id >> ROUND_SHIFT) + 1
}

/** Keeps the end of an order of a user: round, then owner and status, in one word. */
@inline export function noteClosed(orderId: f64, userId: i32, status: i32): void {
  const id = i64(orderId)
  // what the system placed is nobody's to ask for
  if ((id & 4) != 0) return
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
  if ((id & 7) > 3) return false
  const slot = closedSlot(id)
  if (<i64>load<u32>(slot) != closedRound(id)) return false
  return <i32>(load<u32>(slot, 4) >>> 4) == userId - FIRST_USER_ID
}
