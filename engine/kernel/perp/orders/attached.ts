/** Take profit and stop loss: attached to an order, where they wait for its first fill, or given to a position. */
import { PLACED, writeOrder } from '../../events/write-order'
import { areZero, isSafeInteger } from '../../money/exact'
import { clearDraft, DRAFT_CHILD } from '../../orders/draft'
import { conditionOf, extraOf } from '../../orders/extra'
import { makeOrder } from '../../orders/make-order'
import { setStatus } from '../../orders/order-flags'
import { typeThat } from './condition'
import { withinRange } from './need'
import { priceBy } from '../prices'
import { isOnSide } from './sides'
import { PlaceContractOrderEntry } from '../../../generated/entries'
import { Desk, Draft, Instrument, Label, none, Order, state } from '../../../generated/rows'
import { BUY, BY_INDEX, GTC, IOC, PENDING_NEW, SELL, STP_MAKER } from '../../constants/code'
import { BAD_NUMBER, BAD_PARAMETER, BAD_TAKE_PROFIT, NONE, PRICE_TOO_HIGH } from '../../constants/reason'

const DRAFT: Draft = DRAFT_CHILD

/** Take profit above and stop loss below the price of a buy, the other way round of a sell. */
export function checkAttached(instrument: Instrument, entry: PlaceContractOrderEntry, parent: Draft): i32 {
  const profit = entry.takeProfit
  const loss = entry.stopLoss
  if (areZero(profit, entry.takeProfitLimit, loss, entry.stopLossLimit))
    return entry.takeProfitBy > BY_INDEX || entry.stopLossBy > BY_INDEX ? BAD_PARAMETER : NONE
  if (!isCountOrNone(profit) || !isCountOrNone(entry.takeProfitLimit) || !isCountOrNone(loss) || !isCountOrNone(entry.stopLossLimit)) return BAD_NUMBER
  if (entry.takeProfitBy > BY_INDEX || entry.stopLossBy > BY_INDEX) return BAD_PARAMETER
  if ((profit == 0 && entry.takeProfitLimit != 0) || (loss == 0 && entry.stopLossLimit != 0)) return BAD_PARAMETER
  const cap = instrument.priceCap
  if (cap != 0 && max(max(profit, entry.takeProfitLimit), max(loss, entry.stopLossLimit)) > cap) return PRICE_TOO_HIGH
  const isBuy = parent.side == BUY
  const own = parent.price != 0 ? parent.price : parent.triggerPrice
  if (!isOnSide(profit, own != 0 ? own : priceBy(instrument, entry.takeProfitBy), isBuy)) return BAD_TAKE_PROFIT
  return isOnSide(loss, own != 0 ? own : priceBy(instrument, entry.stopLossBy), !isBuy) ? NONE : BAD_TAKE_PROFIT
}

@inline function isCountOrNone(value: f64): bool {
  return isSafeInteger(value) && value >= 0
}

/** Makes the orders that are attached to one; they wait for its first fill. */
export function makeAttached(instrument: Instrument, desk: Desk, parent: Order, entry: PlaceContractOrderEntry): void {
  const condition = conditionOf(parent)
  condition.takeProfit = entry.takeProfit
  condition.takeProfitLimit = edgeOf(instrument, entry, entry.takeProfitLimit, entry.takeProfit)
  condition.takeProfitBy = entry.takeProfitBy
  condition.stopLoss = entry.stopLoss
  condition.stopLossLimit = edgeOf(instrument, entry, entry.stopLossLimit, entry.stopLoss)
  condition.stopLossBy = entry.stopLossBy
  const side = 1 - i32(entry.side)
  const profit =
    entry.takeProfit == 0
      ? none<Order>()
      : attach(instrument, desk, parent, entry, side, true, entry.takeProfit, entry.takeProfitLimit, entry.takeProfitBy)
  const loss =
    entry.stopLoss == 0
      ? none<Order>()
      : attach(instrument, desk, parent, entry, side, false, entry.stopLoss, entry.stopLossLimit, entry.stopLossBy)
  extraOf(parent).child = profit.exists ? profit : loss
  if (profit.exists && loss.exists) pair(profit, loss)
}

/** The limit of what closes an order, set to the edge of the range around its trigger where it lies beyond it. */
function edgeOf(instrument: Instrument, entry: PlaceContractOrderEntry, limit: f64, trigger: f64): f64 {
  return limit == 0 ? 0 : withinRange(instrument.contract, entry.side != BUY, limit, trigger)
}

function attach(
  instrument: Instrument,
  desk: Desk,
  parent: Order,
  entry: PlaceContractOrderEntry,
  side: i32,
  isProfit: bool,
  trigger: f64,
  limit: f64,
  by: i32,
): Order {
  const order = makeClosing(instrument, desk, side, isProfit, trigger, limit, by, 0, entry.source)
  extraOf(order).parent = parent
  setStatus(order, PENDING_NEW)
  return order
}

/** Of the two the first that fires ends the other. */
export function pair(one: Order, other: Order): void {
  extraOf(one).partner = other
  extraOf(other).partner = one
}

/** The row of a take profit or stop loss; `quantity` 0 = whatever the position is when it fires. */
export function makeClosing(
  instrument: Instrument,
  desk: Desk,
  side: i32,
  isProfit: bool,
  trigger: f64,
  limit: f64,
  by: i32,
  quantity: f64,
  source: i32,
): Order {
  // the profit of who sells lies above, of who buys below
  const rises = isProfit == (side == SELL)
  const type = typeThat(rises, side, limit != 0)
  clearDraft(DRAFT)
  DRAFT.side = side
  DRAFT.type = type
  DRAFT.timeInForce = limit != 0 ? GTC : IOC
  DRAFT.selfTrade = STP_MAKER
  DRAFT.source = source
  DRAFT.price = limit == 0 ? 0 : withinRange(instrument.contract, side == BUY, limit, trigger)
  DRAFT.quantity = quantity
  DRAFT.triggerPrice = trigger
  DRAFT.isClose = 1
  DRAFT.isWhole = i32(quantity == 0)
  DRAFT.triggerBy = by
  DRAFT.isProtection = 1
  return makeOrder(instrument, desk, DRAFT, type, none<Label>())
}

/** Tells of what was attached, behind the order itself. */
export function tellAttached(parent: Order): void {
  const first = parent.extra.exists ? parent.extra.child : none<Order>()
  if (!first.exists) return
  writeOrder(first, PLACED, 0)
  const second = first.extra.partner
  if (second.exists) writeOrder(second, PLACED, 0)
}
