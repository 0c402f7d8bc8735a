/** Fields of an order's row that many rules read. What is packed into one word is in `order-flags.ts`. */
import { ORDER_DESK, ORDER_EXTRA, ORDER_HELD, ORDER_ID, ORDER_LABEL, ORDER_PRICE, ORDER_REMAINING } from '../constants/layout'
import { ORDERS } from '../constants/map'

@inline export function orderIdOf(order: usize): f64 {
  return load<f64>(order, ORDERS + ORDER_ID)
}

/** Desk of its user on its pair. */
@inline export function deskOf(order: usize): usize {
  return load<usize>(order, ORDERS + ORDER_DESK)
}

/** Ticks; 0 = none. */
@inline export function priceOf(order: usize): f64 {
  return load<f64>(order, ORDERS + ORDER_PRICE)
}

/** Lots still to trade. */
@inline export function remainingOf(order: usize): f64 {
  return load<f64>(order, ORDERS + ORDER_REMAINING)
}

/** Minor units of what it pays with. */
@inline export function heldOf(order: usize): i64 {
  return load<i64>(order, ORDERS + ORDER_HELD)
}

/** Row of rarer facts, 0 = none. */
@inline export function extraRowOf(order: usize): usize {
  return load<usize>(order, ORDERS + ORDER_EXTRA)
}

/** Row of its client order id or of its origin, 0 = none. */
@inline export function labelOf(order: usize): usize {
  return load<usize>(order, ORDERS + ORDER_LABEL)
}
