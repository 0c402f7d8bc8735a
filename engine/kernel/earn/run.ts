/**
 * The two runs of a day over all savings orders, in slices: rows of the table from the hand on, as many as a slice has units. Orders whose
 * owner did something meanwhile are ahead already and are passed by.
 */
import { setDue, removeDue } from '../due/queue'
import { dueOf, stepOrder } from './accrue'
import { makeSure } from '../events/out'
import { holds } from './order'
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
    while (order.id != 0 && dueOf(order) <= at) {
      units += <i32>DUE_EARN_UNITS
      stepOrder(order)
    }
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

/**
 * Brings all that a user holds up to the time, in the order in which it was due: whatever he does next finds his interest paid and his terms
 * ended, as they would have been in time.
 */
export function reachEarn(user: User): void {
  for (let order = firstDueOf(user); order.exists; order = firstDueOf(user)) {
    makeSure()
    stepOrder(order)
  }
}

/** Of what is due of a user the earliest, and of that the one whose row the runs come to first. What an early end left is for the runs alone: nothing of its owner waits for it. */
function firstDueOf(user: User): EarnOrder {
  let first = none<EarnOrder>()
  let firstAt = state.at
  for (let order = user.earnOrders; order.exists; order = order.next) {
    if (!holds(order)) continue
    const at = dueOf(order)
    if (at > firstAt || (at == firstAt && first.exists && changetype<u32>(first) < changetype<u32>(order))) continue
    first = order
    firstAt = at
  }
  return first
}
