/** Take profit and stop loss of an open position. */
import { PLACED, writeOrder } from '../../events/write-order'
import { writeOutcomeOrder } from '../../events/write-outcome'
import { idOf } from '../../market/instrument'
import { hasRoom } from '../../memory/tables'
import { isSafeInteger } from '../../money/exact'
import { checkUser, wouldTrigger } from '../../orders/checks'
import { checkRoom } from '../../orders/limits'
import { count, end, instrumentOfOrder } from '../../orders/order'
import { sideOf, statusOf, typeOf } from '../../orders/order-flags'
import { joinTriggers } from '../../orders/trigger'
import { makeClosing, pair } from './attached'
import { typeThat } from './condition'
import { instrumentOf } from '../contract'
import { isBroken } from './holds'
import { isClosing } from './legs'
import { checkContract } from './place'
import { ownPosition } from '../position/own'
import { isPastLiquidation, valueAtMost } from './outlook'
import { gainOf } from '../position/position'
import { priceBy } from '../prices'
import { PlacePositionTpslEntry } from '../../../generated/entries'
import { conditionsTable, Instrument, Key, none, Order, Position, Seat, state, User } from '../../../generated/rows'
import {
  BUY,
  BY_INDEX,
  CANCELED,
  CLOSE_REPLACED,
  PENDING_TRIGGER,
  SELL,
  STOP_LIMIT,
  STOP_MARKET,
} from '../../constants/code'
import { BIT_COUNTED_TRIGGER } from '../../constants/layout'
import {
  BAD_NUMBER,
  BAD_PARAMETER,
  BAD_TAKE_PROFIT,
  CONTRACT_NOT_OPENED,
  ENGINE_FULL,
  IN_LIQUIDATION,
  NONE,
  POSITION_NOT_FOUND,
  PRICE_TOO_HIGH,
  QUANTITY_TOO_LARGE,
  TOO_MANY_ORDERS,
  WOULD_TRIGGER_IMMEDIATELY,
} from '../../constants/reason'

/** Runs a placePositionTpsl entry: ids of the orders are those of its answer. */
export function placePositionTpsl(entry: PlacePositionTpslEntry, user: User, _key: Key): i32 {
  const standing = checkUser(user)
  if (standing != NONE) return standing
  if (!user.trader.exists) return CONTRACT_NOT_OPENED
  const position = ownPosition(user, entry.positionId)
  if (!position.exists) return POSITION_NOT_FOUND
  const instrument = instrumentOf(position.contract)
  const side = position.isShort != 0 ? BUY : SELL
  const pairReason = checkContract(instrument, side, true)
  if (pairReason != NONE) return pairReason
  if (isBroken(position.seat)) return IN_LIQUIDATION
  const profit = checkLeg(instrument, position, side, true, entry.takeProfit, entry.takeProfitLimit, entry.takeProfitQuantity, entry.takeProfitBy)
  if (profit != NONE) return profit
  const loss = checkLeg(instrument, position, side, false, entry.stopLoss, entry.stopLossLimit, entry.stopLossQuantity, entry.stopLossBy)
  if (loss != NONE) return loss
  if (entry.takeProfit == 0 && entry.stopLoss == 0) return BAD_PARAMETER
  const desk = position.seat.desk
  const legs = u32(entry.takeProfit != 0) + u32(entry.stopLoss != 0)
  if (<f64>(desk.triggerCount + legs) > instrument.triggersMost) return TOO_MANY_ORDERS
  const room = checkRoom(user, desk, false)
  if (room != NONE) return room
  if (!hasRoom(conditionsTable, 2)) return ENGINE_FULL
  place(entry, instrument, position, side)
  return NONE
}

function checkLeg(instrument: Instrument, position: Position, side: i32, isProfit: bool, trigger: f64, limit: f64, quantity: f64, by: i32): i32 {
  if (!isCountOrNone(trigger) || !isCountOrNone(limit) || !isCountOrNone(quantity)) return BAD_NUMBER
  if (by > BY_INDEX || (trigger == 0 && (limit != 0 || quantity != 0))) return BAD_PARAMETER
  if (trigger == 0) return NONE
  if (instrument.priceCap != 0 && max(trigger, limit) > instrument.priceCap) return PRICE_TOO_HIGH
  if (quantity > position.quantity) return QUANTITY_TOO_LARGE
  const now = priceBy(instrument, by)
  if (now == 0) return BAD_TAKE_PROFIT
  const value = valueAtMost(instrument, trigger, position.quantity)
  if (!isProfit && isPastLiquidation(position, value)) return BAD_TAKE_PROFIT
  const rises = isProfit == (side == SELL)
  if (!wouldTrigger(typeThat(rises, side, limit != 0), side, trigger, now)) return NONE
  return isWrongSide(position, isProfit, value) ? BAD_TAKE_PROFIT : WOULD_TRIGGER_IMMEDIATELY
}

/** A profit that would be none, a loss that would be none: what was not reached yet may lie anywhere, since entries are soon far away. */
function isWrongSide(position: Position, isProfit: bool, value: i64): bool {
  const gain = gainOf(position.isShort != 0, value, position.entry)
  return isProfit ? gain <= 0 : gain >= 0
}

@inline function isCountOrNone(value: f64): bool {
  return isSafeInteger(value) && value >= 0
}

function place(entry: PlacePositionTpslEntry, instrument: Instrument, position: Position, side: i32): void {
  const seat = position.seat
  const desk = seat.desk
  const isBoth = entry.takeProfit != 0 && entry.stopLoss != 0
  replaceOld(seat, side, entry.takeProfit != 0 && entry.takeProfitQuantity == 0, entry.stopLoss != 0 && entry.stopLossQuantity == 0)
  let profit = none<Order>()
  let loss = none<Order>()
  if (entry.takeProfit != 0)
    profit = makeClosing(instrument, desk, side, true, entry.takeProfit, entry.takeProfitLimit, entry.takeProfitBy, entry.takeProfitQuantity, entry.source)
  if (entry.stopLoss != 0)
    loss = makeClosing(instrument, desk, side, false, entry.stopLoss, entry.stopLossLimit, entry.stopLossBy, entry.stopLossQuantity, entry.source)
  if (isBoth) pair(profit, loss)
  else joinOther(seat, side, profit.exists ? profit : loss)
  if (profit.exists) wait(instrument, profit)
  if (loss.exists) wait(instrument, loss)
}

/** A new one that closes the whole position belongs together with the one of the other kind that stays; behind one for a part there is a rest to protect. */
function joinOther(seat: Seat, side: i32, fresh: Order): void {
  if (fresh.extra.condition.isWhole == 0) return
  const other = firstOld(seat, side, isLoss(fresh), !isLoss(fresh), fresh)
  if (other.exists && !other.extra.partner.exists) pair(fresh, other)
}

function isLoss(order: Order): bool {
  const type = typeOf(order)
  return type == STOP_LIMIT || type == STOP_MARKET
}

function wait(instrument: Instrument, order: Order): void {
  count(order, BIT_COUNTED_TRIGGER)
  writeOrder(order, PLACED, 0)
  joinTriggers(instrument, order)
  writeOutcomeOrder(order.id, 0, typeOf(order), PENDING_TRIGGER, none<Key>(), idOf(instrument))
}

/** One of each kind closes the whole position: a new one takes the place of the old one; what is not replaced stays. */
function replaceOld(seat: Seat, side: i32, replacesProfit: bool, replacesLoss: bool): void {
  const nobody = none<Order>()
  for (;;) {
    const order = firstOld(seat, side, replacesProfit, replacesLoss, nobody)
    if (!order.exists) return
    const other = order.extra.partner
    if (other.exists) {
      order.extra.partner = none<Order>()
      other.extra.partner = none<Order>()
    }
    end(instrumentOfOrder(order), order, CANCELED, CLOSE_REPLACED)
  }
}

/** A live one that closes the whole position, of the kinds that are asked for. */
function firstOld(seat: Seat, side: i32, isProfitAsked: bool, isLossAsked: bool, spared: Order): Order {
  for (let order = seat.desk.orders; order.exists; order = order.deskNext) {
    if (order == spared || !isClosing(order) || sideOf(order) != side || statusOf(order) != PENDING_TRIGGER) continue
    const condition = order.extra.condition
    if (!condition.exists || condition.isWhole == 0) continue
    if (isLoss(order) ? isLossAsked : isProfitAsked) return order
  }
  return none<Order>()
}
