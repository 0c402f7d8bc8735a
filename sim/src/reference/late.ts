/** Ends orders that should have ended already, where a command would touch them: see `lateness.ts`. */
import { sideOf } from './book.ts'
import { reachSavings } from './earn.ts'
import { causeOf, endTimer, isLate } from './lateness.ts'
import { close } from './lifecycle.ts'
import type { RefInstrument, RefOrder, World } from './model.ts'
import { reachWithdrawals } from './withdrawals.ts'

/** Ends a late order as its turn would have, and before it a child that waits for it and whose turn was earlier. */
export function endLate(world: World, order: RefOrder): void {
  const children = order.childIds.map((childId) => world.live.get(childId)).filter((child) => child?.status === 'pendingNew')
  const turns = [order, ...children].flatMap((each) => {
    const cause = each === undefined ? undefined : causeOf(world, each)
    return each === undefined || cause === undefined ? [] : [{ each, cause }]
  })
  turns.sort((a, b) => a.cause.at - b.cause.at || a.cause.rank - b.cause.rank || a.each.orderId - b.each.orderId)
  for (const { each, cause } of turns) {
    if (!world.live.has(each.orderId)) continue
    if (cause.rank === 1) close(world, each, 'expired', 'gtd')
    else close(world, each, 'canceled', 'cancelAllTimer')
  }
}

/** Before a user's command, and before an order of his enters: what of his should have ended ends, and his timers are done. */
export function reachUser(world: World, userId: number): void {
  reachSavings(world, userId)
  reachWithdrawals(world, userId)
  const orders = [...world.live.values()].filter((order) => order.userId === userId).sort((a, b) => a.orderId - b.orderId)
  for (const order of orders) if (world.live.has(order.orderId) && isLate(world, order)) endLate(world, order)
  for (const [key, timer] of world.timers) if (timer.userId === userId && timer.dueAt <= world.time) endTimer(world, key, timer)
}

/** An order is about to rest: whatever late stands in its way, in front of the other side, ends. */
export function clearFront(world: World, instrument: RefInstrument, order: RefOrder): void {
  const other = sideOf(instrument, order.side === 'buy' ? 'sell' : 'buy')
  for (let first = other[0]; first !== undefined && isLate(world, first); first = other[0]) {
    if (order.side === 'buy' ? first.price > order.price : first.price < order.price) return
    endLate(world, first)
  }
}
