/** Orders of a book that knows nothing else: rows in the table and the index, for whoever matches by price and time alone. */
import { indexAdd, indexRemove, mixId } from '../memory/handle-index'
import { allocate, release } from '../memory/tables'
import { Order, ordersIndex, ordersTable } from '../../generated/rows'
import { ORDER_BYTES } from '../constants/layout'
import { ORDERS } from '../constants/map'

/** A row with what a queue needs of an order. It is in no queue yet. */
export function openPlain(id: f64, price: f64, remaining: f64, quantity: f64): Order {
  const order = allocate<Order>(ORDERS, ordersTable, ORDER_BYTES)
  order.id = id
  order.price = price
  order.remaining = remaining
  order.quantity = quantity
  indexAdd<Order>(ordersIndex, mixId(id), order)
  return order
}

/** Gives the row of an order back that has left its queue. */
export function closePlain(order: Order): void {
  indexRemove<Order>(ordersIndex, mixId(order.id), order)
  release<Order>(ORDERS, ordersTable, order)
}
