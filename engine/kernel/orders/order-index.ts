/** Live orders by id. */
import { after, hashAt, homeOf, mixId, rowAt } from '../memory/handle-index'
import { Order, ordersIndex } from '../../generated/rows'

/** Live order of an id, none when there is none. */
@inline export function findOrder(orderId: f64): Order {
  const hash = mixId(orderId)
  let slot = homeOf(ordersIndex, hash)
  let order = rowAt<Order>(ordersIndex, slot)
  while (order.exists && (hashAt(ordersIndex, slot) != hash || order.id != orderId)) {
    slot = after(ordersIndex, slot)
    order = rowAt<Order>(ordersIndex, slot)
  }
  return order
}
