/**
 * The two runs of a day over all savings orders, in slices: rows of the table from the hand on, as many as a slice has units. Orders whose
 * owner did something meanwhile are ahead already and are passed by.
 */
import { setDue, removeDue } from '../due/queue'
import { reachOrder } from './accrue'
import { Due, EarnOrder, earnOrdersTable, none, state, User } from '../../generated/rows'
import { DUE_EARN_UNITS } from '../constants/due'
import { EARN_ORDER_BYTES } from '../constants/layout'

const DAY_MS: f64 = 86_400_000

/** Goes on with a run. When all were reached its row moves to the next day. Returns the units that it took. */
export function runOrders(row: Due, left: i32): i32 {
  const at = row.at
  const end = earnOrdersTable.used
  let hand = changetype<u32>(state.earnHand)
  if (hand == 0) hand = <u32>EARN_ORDER_BYTES
  let units: i32 = 1
  for (; hand < end && units < left; hand += <u32>EARN_ORDER_BYTES) {
    const order = changetype<EarnOrder>(<usize>hand)
    units += 1
    if (order.id != 0) units += <i32>(reachOrder(order, at) * DUE_EARN_UNITS)
  }
  if (hand < end) {
    state.earnHand = changetype<EarnOrder>(<usize>hand)
    return units
  }
  state.earnHand = none<EarnOrder>()
  const work = row.work
  removeDue(row)
  setDue(at + DAY_MS, work, 0, 0)
  return units
}

/** Brings all that a user holds up to the time: whatever he does next finds his interest paid and his terms ended. */
export function reachEarn(user: User): void {
  const at = state.at
  for (let order = user.earnOrders; order.exists; ) {
    const next = order.next
    reachOrder(order, at)
    order = next
  }
}
