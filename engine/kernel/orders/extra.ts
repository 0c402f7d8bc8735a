/** What stands in an order's extra row, and which it is linked with. */
import { allocateZeroed } from '../memory/tables'
import { Extra, extrasTable, none, Order } from '../../generated/rows'
import { EXTRA_BYTES } from '../constants/layout'
import { EXTRAS } from '../constants/map'

/** The extra row of an order, made when it has none. */
export function extraOf(order: Order): Extra {
  const known = order.extra
  if (known.exists) return known
  const extra = allocateZeroed<Extra>(EXTRAS, extrasTable, EXTRA_BYTES)
  order.extra = extra
  return extra
}

/** The other leg of an order's list, none when it is in none. */
@inline export function partnerOf(order: Order): Order {
  const extra = order.extra
  return extra.exists ? extra.partner : none<Order>()
}

/** First child of a one-triggers-other parent; a second one is its partner. */
@inline export function childOf(order: Order): Order {
  const extra = order.extra
  return extra.exists ? extra.child : none<Order>()
}

@inline export function parentOf(order: Order): Order {
  const extra = order.extra
  return extra.exists ? extra.parent : none<Order>()
}

/** Lots of a resting order that its level shows. */
@inline export function shownOf(order: Order): f64 {
  const extra = order.extra
  if (!extra.exists || extra.visible == 0) return order.remaining
  return extra.shown
}
