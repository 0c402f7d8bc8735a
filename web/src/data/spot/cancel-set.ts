/** What cancelling some orders takes: with a member of an order list goes the whole list, whatever tab its other members stand in. */
import { isConditional, type Order } from './order.ts'

export interface CancelSet {
  /** One for each order list and each order that is in none. */
  readonly orderIds: readonly string[]
  /** How many orders of each kind go. */
  readonly open: number
  readonly conditional: number
}

/** @param all every open order of the user, of which `wanted` are some */
export function cancelSet(wanted: readonly Order[], all: readonly Order[]): CancelSet {
  const lists = new Set(wanted.flatMap(({ orderListId }) => orderListId ?? []))
  const taken = all.filter((order) => wanted.includes(order) || (order.orderListId !== null && lists.has(order.orderListId)))
  const conditional = taken.filter(isConditional).length
  const named = new Map(wanted.map(({ orderId, orderListId }) => [orderListId === null ? orderId : `list ${orderListId}`, orderId]))
  return { orderIds: [...named.values()], open: taken.length - conditional, conditional }
}
