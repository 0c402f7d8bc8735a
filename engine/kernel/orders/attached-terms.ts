/** What a contract order says of the take profit and stop loss attached to it, carried from one that is replaced to its successor. */
import { conditionOf } from './extra'
import { Condition, none, Order } from '../../generated/rows'

let profit: f64 = 0
let profitLimit: f64 = 0
let profitBy: i32 = 0
let loss: f64 = 0
let lossLimit: f64 = 0
let lossBy: i32 = 0

/** Remembers it: the row is gone when that of the successor is made. */
export function keepAttached(order: Order): void {
  const extra = order.extra
  const condition = extra.exists ? extra.condition : none<Condition>()
  const isKnown = condition.exists
  profit = isKnown ? condition.takeProfit : 0
  profitLimit = isKnown ? condition.takeProfitLimit : 0
  profitBy = isKnown ? condition.takeProfitBy : 0
  loss = isKnown ? condition.stopLoss : 0
  lossLimit = isKnown ? condition.stopLossLimit : 0
  lossBy = isKnown ? condition.stopLossBy : 0
}

/** Gives it to the successor. Its row has room: that of the order before was freed. */
export function giveAttached(order: Order): void {
  if (profit == 0 && loss == 0) return
  const condition = conditionOf(order)
  condition.takeProfit = profit
  condition.takeProfitLimit = profitLimit
  condition.takeProfitBy = profitBy
  condition.stopLoss = loss
  condition.stopLossLimit = lossLimit
  condition.stopLossBy = lossBy
}
