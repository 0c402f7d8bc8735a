/** Orders of a book that knows nothing else: rows in the table and the index, for whoever matches by price and time alone. */
import { indexAdd, indexRemove, mixId } from '../memory/handle-index'
import { allocate, release } from '../memory/tables'
import { orderIdOf } from '../spot/order-row'
import { ORDER_BYTES, ORDER_ID, ORDER_PRICE, ORDER_QUANTITY, ORDER_REMAINING } from '../constants/layout'
import { ORDERS, T_ORDERS, X_ORDERS } from '../constants/map'

/** A row with what a queue needs of an order. It is in no queue yet. */
export function openPlain(id: f64, price: f64, remaining: f64, quantity: f64): usize {
  const order = allocate(ORDERS, T_ORDERS, ORDER_BYTES)
  store<f64>(order, id, ORDERS + ORDER_ID)
  store<f64>(order, price, ORDERS + ORDER_PRICE)
  store<f64>(order, remaining, ORDERS + ORDER_REMAINING)
  store<f64>(order, quantity, ORDERS + ORDER_QUANTITY)
  indexAdd(X_ORDERS, mixId(id), order)
  return order
}

/** Gives the row of an order back that has left its queue. */
export function closePlain(order: usize): void {
  indexRemove(X_ORDERS, mixId(orderIdOf(order)), order)
  release(ORDERS, T_ORDERS, order)
}
