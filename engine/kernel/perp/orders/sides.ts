/** On which side of a price take profit and stop loss lie: above and below that of a buy, the other way round of a sell. */
import { childOf } from '../../orders/extra'
import { Draft, Order } from '../../../generated/rows'
import { BUY } from '../../constants/code'

/** Not given, or on its side of a price. */
@inline export function isOnSide(trigger: f64, price: f64, isAbove: bool): bool {
  if (trigger == 0) return true
  return isAbove ? trigger > price : trigger < price
}

/** May an order that is amended keep what is attached to it and waits? By its new price, as when it was placed. */
export function fitsAttached(order: Order, draft: Draft): bool {
  if (!childOf(order).exists) return true
  const own = draft.price != 0 ? draft.price : draft.triggerPrice
  const condition = order.extra.condition
  const isBuy = draft.side == BUY
  return own == 0 || (isOnSide(condition.takeProfit, own, isBuy) && isOnSide(condition.stopLoss, own, !isBuy))
}
