/** What a fill of an order would lead to: is there the money, and would the position be liquidated at once? And whether a stop comes too late. */
import { valueOf } from '../../market/instrument'
import { addUpTo, feeOf } from '../../money/exact'
import { sideOf, typeOf } from '../../orders/order-flags'
import { contractValue, initialOfValue, maintenanceOfValue } from '../contract'
import { crossMaintenance, crossProfit, equityOf, findCross, freeOf } from '../position/cross'
import { opposedBy, positionFor } from './legs'
import { spareOf } from './pledge'
import { gainOf, initialOf, maintenanceOf, profitAt, profitOf, valueAtMark } from '../position/position'
import { Contract, Cross, Instrument, none, Order, Position, Seat, User } from '../../../generated/rows'
import { BUY, STOP_LIMIT, STOP_MARKET } from '../../constants/code'
import { INSUFFICIENT_BALANCE, NONE, WOULD_LIQUIDATE } from '../../constants/reason'

/** Checks an order that opens so many lots at a price, with what it needs; liquidation is judged at a price of its own. */
export function checkOutlook(
  instrument: Instrument,
  user: User,
  seat: Seat,
  side: i32,
  price: f64,
  judged: f64,
  lots: f64,
  need: i64,
  checksLiquidation: bool,
): i32 {
  const contract = instrument.contract
  const cross = seat.exists ? seat.cross : findCross(user.trader, contract.marginAsset)
  // of who has no seat yet all is free that is his
  const spare = seat.exists ? spareOf(seat) : cross.exists ? max(0, freeOf(cross)) : 0
  if (need > spare) return INSUFFICIENT_BALANCE
  if (!checksLiquidation || lots == 0) return NONE
  return wouldLiquidate(contract, cross, seat, side, judged, lots) ? WOULD_LIQUIDATE : NONE
}

/** Would its owner be warned of its liquidation at once, at the current mark, after a whole fill at this price? */
function wouldLiquidate(contract: Contract, cross: Cross, seat: Seat, side: i32, price: f64, lots: f64): bool {
  const isShort = side != BUY
  const opened = contractValue(contract, price, lots)
  const atMark = contractValue(contract, contract.mark, lots)
  const gain = gainOf(isShort, atMark, opened)
  const leverage = seat.exists ? seat.leverage : contract.mostLeverage
  const same = seat.exists ? sameWay(seat, side, isShort) : none<Position>()
  const known = same.exists ? valueAtMark(same) : 0
  const needs = maintenanceOfValue(contract, known + atMark)
  if (seat.exists && seat.isIsolated != 0) {
    const margin = (same.exists ? same.margin + profitOf(same) : 0) + initialOfValue(opened, leverage)
    return isNear(needs, margin + gain)
  }
  // sums of the look at what is free, since when nothing changed
  const equity = cross.exists ? cross.account.available + crossProfit : 0
  const others = (cross.exists ? crossMaintenance : 0) - (same.exists ? maintenanceOfValue(contract, known) : 0)
  return isNear(others + needs, equity + gain - feeOf(opened, contract.takerFee))
}

/** Does what has to stand behind come to four fifths of what does? */
@inline function isNear(need: i64, equity: i64): bool {
  return equity <= 0 || addUpTo(need * 4, need) >= equity * 4
}

/** The position that the order adds to. */
function sameWay(seat: Seat, side: i32, isShort: bool): Position {
  const position = positionFor(seat, side, false)
  return position.exists && opposedBy(position, side) == 0 && (position.isShort != 0) == isShort ? position : none<Position>()
}

// ---- a stop of a position ----

/** No position is worth as much. */
const VALUE_MOST: i64 = 1 << 60

/** Value of so many lots at a price, at most 2^60. */
export function valueAtMost(instrument: Instrument, price: f64, quantity: f64): i64 {
  return price * quantity * instrument.notionalUnit >= <f64>VALUE_MOST ? VALUE_MOST : valueOf(instrument, price, quantity)
}

/** Would nothing be left to close, were the mark to go where the position has this value, all else as it is? */
export function isPastLiquidation(position: Position, value: i64): bool {
  const need = maintenanceOfValue(position.contract, value)
  const profit = gainOf(position.isShort != 0, value, position.entry) - position.settled
  if (position.isIsolated != 0) return need >= position.margin + profit
  const others = equityOf(position.seat.cross) - profitOf(position)
  return addUpTo(need, crossMaintenance - maintenanceOf(position)) >= others + profit
}

/** May a stop of a position that waits be moved to this trigger? As when it is placed. */
export function mayMoveStop(instrument: Instrument, order: Order, trigger: f64): bool {
  const type = typeOf(order)
  if ((type != STOP_LIMIT && type != STOP_MARKET) || order.extra.triggerPrice == trigger || order.extra.condition.isProtection == 0) return true
  const position = positionFor(order.desk.seat, sideOf(order), true)
  return !position.exists || !isPastLiquidation(position, valueAtMost(instrument, trigger, position.quantity))
}
