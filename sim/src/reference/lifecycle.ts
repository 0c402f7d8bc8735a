/** The ends of orders: one place that releases holds, ends partners and children, and notes what the entry touched. */
import type { CloseReason, OrderStatus } from '@agio/engine/event.ts'
import { unrest } from './book.ts'
import { setHeld } from './holds.ts'
import { instrumentAt, type RefOrder, restOf, slotOf, type World } from './model.ts'
import { seatOf } from './perp/account.ts'

export function touch(world: World, order: RefOrder): void {
  order.updatedAt = world.time
  world.touched.add(order.orderId)
}

export function addLive(world: World, order: RefOrder): void {
  world.lastOrderId = Math.max(world.lastOrderId, order.orderId)
  world.live.set(order.orderId, order)
  world.touched.add(order.orderId)
}

export const openStatus = (order: RefOrder): OrderStatus => (order.executedQuantity > 0 ? 'partiallyFilled' : 'new')

/** Ends an order; the other leg of its list ends with it, and so do children that no parent can place any more. */
export function close(world: World, order: RefOrder, status: OrderStatus, reason: CloseReason): void {
  unrest(instrumentAt(world, order.instrumentId), order)
  setHeld(world, order, 0n)
  order.status = status
  order.closeReason = reason
  if (order.contract !== undefined) order.contract.ended = { ...seatOf(world, order.userId, order.instrumentId) }
  world.live.delete(order.orderId)
  world.ended.set(order.orderId, order)
  world.endedSlots.set(slotOf(order.orderId), order.orderId)
  touch(world, order)
  endPartner(world, order)
  for (const childId of order.childIds) {
    const child = world.live.get(childId)
    if (child === undefined || child.status !== 'pendingNew') continue
    const hope = child.parentIds.some((parentId) => world.live.has(parentId))
    if (child.parentIds.length > 0 && !hope) close(world, child, 'canceled', 'orderList')
  }
}

/** The limit leg of a list traded, or gave way, in part: the stop leg is for what is left of it. */
export function shrinkPartner(world: World, order: RefOrder): void {
  const partner = world.live.get(order.partnerId)
  if (partner === undefined || partner.quantity === restOf(order)) return
  partner.quantity = restOf(order)
  touch(world, partner)
}

/** Cancels the other leg of a one-cancels-other list. */
export function endPartner(world: World, order: RefOrder): void {
  const partner = world.live.get(order.partnerId)
  order.partnerId = 0
  if (partner === undefined) return
  partner.partnerId = 0
  close(world, partner, 'canceled', 'orderList')
}

/** A completely filled parent hands its children to the queue; from here on the parent's end does not matter to them. */
export function releaseChildren(world: World, order: RefOrder): void {
  const children = order.childIds.map((childId) => world.live.get(childId)).filter((child) => child !== undefined)
  const waiting = children.filter((child) => child.status === 'pendingNew' && child.parentIds.length > 0)
  for (const child of waiting) child.parentIds = []
  const [first] = waiting
  if (first !== undefined) world.queue.push({ kind: 'child', orderId: first.orderId })
}
