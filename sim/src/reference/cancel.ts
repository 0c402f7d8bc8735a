/** Cancelling: one order or list, everything of a user, and the timer that does it for an absent one. */
import type { CancelAllOrders, CancelOrder, SetCancelAllTimer } from '@agio/engine/command.ts'
import type { CloseReason } from '@agio/engine/event.ts'
import { close } from './lifecycle.ts'
import { instrumentAt, keyName, knownKey, type RefOrder, slotOf, type World } from './model.ts'
import type { Placed } from './place.ts'
import { isLocked } from './works.ts'

const TIMER_MIN_MS = 5_000
const TIMER_MAX_MS = 600_000

const byId = (a: RefOrder, b: RefOrder): number => a.orderId - b.orderId

/** Live orders of a list, or the order alone; ascending. */
export function membersOf(world: World, order: RefOrder): RefOrder[] {
  const listed = [...world.live.values()].filter((other) => other.orderListId !== 0 && other.orderListId === order.orderListId)
  return listed.length > 0 ? listed.filter((other) => other.userId === order.userId).sort(byId) : [order]
}

/** Id from which the name of an order is made to which the customer gave none; 0 = he gave one. */
export const originOf = ({ clientOrderId, orderId, originOrderId }: RefOrder): number =>
  clientOrderId === '' ? originOrderId || orderId : 0

export interface Address {
  readonly userId: number
  readonly orderId: number
  readonly clientOrderId: string
  readonly originOrderId?: number
  readonly caller?: number
  readonly orderListId?: number
}

/** The order somebody means, or why it cannot be meant. Of ended orders the last one of each slot is still known by its id. */
export function findOrder(world: World, address: Address): RefOrder | 'orderNotFound' | 'orderClosed' {
  const { userId, orderId, clientOrderId, originOrderId = 0, caller = 0 } = address
  const meant = clientOrderId === '' || orderId !== 0 ? undefined : knownKey(world, userId, caller, clientOrderId)
  const orderListId = address.orderListId ?? 0
  const mine = [...world.live.values()].filter((order) => order.userId === userId).sort(byId)
  const isMeant = (order: RefOrder): boolean => {
    if (orderId !== 0) return order.orderId === orderId
    if (clientOrderId !== '') return keyName(order.caller, order.clientOrderId) === meant?.name
    return originOrderId === 0 && orderListId !== 0 && order.orderListId === orderListId
  }
  const live = mine.find(isMeant) ?? (originOrderId === 0 ? undefined : mine.find((order) => originOf(order) === originOrderId))
  if (live !== undefined) return live
  const named = orderId || originOrderId || (clientOrderId === '' ? orderListId : 0)
  if (meant?.known.namesOrder && meant.known.outcome.orders.length > 0) return 'orderClosed'
  const ended = world.ended.get(named)
  const isKnown = ended !== undefined && ended.userId === userId && world.endedSlots.get(slotOf(named)) === named
  return isKnown ? 'orderClosed' : 'orderNotFound'
}

export function cancelOrder(world: World, command: CancelOrder): Placed {
  if (!world.users.has(command.userId)) return { reason: 'userNotFound', orders: [] }
  const order = findOrder(world, command)
  if (typeof order === 'string') return { reason: order, orders: [] }
  if (isLocked(world, instrumentAt(world, order.instrumentId))) return { reason: 'pairBusy', orders: [] }
  const members = membersOf(world, order)
  end(world, order, 'user')
  return { reason: 'none', orders: members }
}

/** Ends an order and with it every other member of its list, those as a consequence. */
function end(world: World, order: RefOrder, reason: CloseReason): void {
  const others = membersOf(world, order).filter((member) => member !== order)
  close(world, order, 'canceled', reason)
  for (const other of others) if (world.live.has(other.orderId)) close(world, other, 'canceled', 'orderList')
}

const EVERY_CONTRACT = -1

/** 0 = every pair, −1 = every contract. */
export const isMeant = (order: RefOrder, instrumentId: number): boolean => {
  if (instrumentId === EVERY_CONTRACT) return order.contract !== undefined
  return instrumentId === 0 ? order.contract === undefined : order.instrumentId === instrumentId
}

/** Cancels all live orders of a user, on one pair or (0) on every pair, by rising id; each for the reason given unless it ended as a consequence before. */
export function cancelAll(
  world: World,
  userId: number,
  instrumentId: number,
  reason: CloseReason,
  { most = Number.POSITIVE_INFINITY, sparesLocked = false }: { most?: number; sparesLocked?: boolean } = {},
): RefOrder[] {
  const orders = [...world.live.values()]
    .filter((order) => order.userId === userId && isMeant(order, instrumentId))
    .filter((order) => !sparesLocked || !isLocked(world, instrumentAt(world, order.instrumentId)))
    .sort(byId)
    .slice(0, most)
  for (const order of orders) if (world.live.has(order.orderId)) close(world, order, 'canceled', reason)
  return orders
}

export function cancelAllOrders(world: World, command: CancelAllOrders): Placed {
  if (!world.users.has(command.userId)) return { reason: 'userNotFound', orders: [] }
  if (command.instrumentId > 0 && world.instruments[command.instrumentId - 1] === undefined) {
    return { reason: 'instrumentNotFound', orders: [] }
  }
  return { reason: 'none', orders: cancelAll(world, command.userId, command.instrumentId, 'user', { sparesLocked: true }) }
}

export function setCancelAllTimer(world: World, command: SetCancelAllTimer): Placed & { value: number } {
  const { userId, instrumentId, timeoutMs } = command
  if (!world.users.has(userId)) return { reason: 'userNotFound', orders: [], value: 0 }
  if (instrumentId > 0 && world.instruments[instrumentId - 1] === undefined) return { reason: 'instrumentNotFound', orders: [], value: 0 }
  const isOff = timeoutMs === 0
  if (!isOff && !(timeoutMs >= TIMER_MIN_MS && timeoutMs <= TIMER_MAX_MS)) return { reason: 'badParameter', orders: [], value: 0 }
  const key = `${userId}:${instrumentId}`
  world.timers.delete(key)
  if (isOff) return { reason: 'none', orders: [], value: 0 }
  const dueAt = world.time + timeoutMs
  world.timers.set(key, { userId, instrumentId, dueAt })
  return { reason: 'none', orders: [], value: dueAt }
}
