/** What stands in an order's extra row, and which it is linked with. */
import { allocateZeroed } from '../memory/tables'
import { Condition, conditionsTable, Extra, extrasTable, none, Order } from '../../generated/rows'
import { CONDITION_BYTES, EXTRA_BYTES } from '../constants/layout'
import { CONDITIONS, EXTRAS } from '../constants/map'

/** The extra row of an order, made when it has none. */
export function extraOf(order: Order): Extra {
  const known = order.extra
  if (known.exists) return known
  const extra = allocateZeroed<Extra>(EXTRAS, extrasTable, EXTRA_BYTES)
  order.extra = extra
  return extra
}

/** What a contract order has besides its row, made when it has nothing. */
export function conditionOf(order: Order): Condition {
  const extra = extraOf(order)
  const known = extra.condition
  if (known.exists) return known
  const condition = allocateZeroed<Condition>(CONDITIONS, conditionsTable, CONDITION_BYTES)
  extra.condition = condition
  return condition
}

/** What the trigger of an order is tested against: a position in TRIGGER_PRICES, 0 where nothing else was said. */
@inline export function triggerByOf(order: Order): i32 {
  const extra = order.extra
  return extra.exists && extra.condition.exists ? <i32>extra.condition.by : 0
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
