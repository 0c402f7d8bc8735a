/** Which position an order is about, and how much of it closes. */
import { bitsOf, sideOf } from '../../orders/order-flags'
import { restingLots } from './resting'
import { highestNear, lowestNear } from '../prices'
import { touch } from '../touch'
import { Contract, Instrument, Order, Position, Seat } from '../../../generated/rows'
import { BUY, PENDING_TRIGGER, SELL } from '../../constants/code'
import { BIT_CLOSE } from '../../constants/layout'

@inline export function isClosing(order: Order): bool {
  return (bitsOf(order) & BIT_CLOSE) != 0
}

/** Of a user who hedges: is an order of this side about his short position? */
@inline export function isShortLeg(side: i32, isClose: bool): bool {
  return isClose ? side == BUY : side == SELL
}

/** The position that an order of this side is about; none when there is none. */
export function positionFor(seat: Seat, side: i32, isClose: bool): Position {
  if (seat.trader.isHedged == 0) return seat.long
  return isShortLeg(side, isClose) ? seat.short : seat.long
}

/** Lots of a position that an order of this side could close. */
@inline export function opposedBy(position: Position, side: i32): f64 {
  if (!position.exists) return 0
  return (position.isShort != 0) == (side == BUY) ? position.quantity : 0
}

/** Lots that resting orders of a side have still to trade that only close. */
export function closingLots(seat: Seat, side: i32): f64 {
  let lots: f64 = 0
  if (seat.closing == 0) return lots
  for (let order = seat.desk.orders; order.exists; order = order.deskNext)
    if (order.level.exists && sideOf(order) == side && !isWaiting(order) && isClosing(order)) lots += order.remaining
  return lots
}

/** Does a resting order wait for its trigger? */
@inline export function isWaiting(order: Order): bool {
  return order.status == <u8>PENDING_TRIGGER
}

/** Lots of a position that no resting order is about to close. */
export function closableOf(position: Position): f64 {
  const seat = position.seat
  const side = position.isShort != 0 ? BUY : SELL
  return max<f64>(0, position.quantity - closingLots(seat, side))
}

/**
 * Of an order, the lots that would open: those beyond the opposed position, less what resting orders of its side are about to close already.
 * `spared`: lots of that side that are about to be replaced.
 */
export function openingLots(seat: Seat, side: i32, isClose: bool, quantity: f64, spared: f64): f64 {
  if (isClose) return 0
  const opposed = opposedBy(positionFor(seat, side, false), side)
  if (opposed == 0) return quantity
  const claimed = max<f64>(0, restingLots(seat, side) - spared)
  return max<f64>(0, quantity - max<f64>(0, opposed - claimed))
}

/** An order that only closes came to rest behind its trigger, beside others that close the same: the newest are cut with the end of the entry. */
export function noteExcess(order: Order): void {
  if (!isClosing(order)) return
  const seat = order.desk.seat
  const side = sideOf(order)
  if (closingLots(seat, side) > opposedBy(positionFor(seat, side, true), side)) touch(seat)
}

/** May an order meet a resting one at a price? While a contract has no index: what closes, and came since, near the last mark. */
export function meetsNow(instrument: Instrument, maker: Order, price: f64): bool {
  const contract = instrument.contract
  if (contract.isShut == 0) return true
  return mayCloseNow(contract, maker) && price >= lowestNear(contract) && price <= highestNear(contract)
}

/** Does an order only close, and came since its contract has no index? */
@inline export function mayCloseNow(contract: Contract, order: Order): bool {
  return isClosing(order) && order.id > contract.shutOrder
}
