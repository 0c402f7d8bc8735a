/**
 * What a user's resting orders of a contract come to, each side by itself. Kept as orders come, shrink and go, so that asking costs the same
 * however many there are. Orders that wait for a trigger are not among them.
 */
import { bitsOf, sideOf } from '../../orders/order-flags'
import { contractValue } from '../contract'
import { Order, Seat } from '../../../generated/rows'
import { BUY } from '../../constants/code'
import { BIT_CLOSE } from '../../constants/layout'

/** Lots that resting orders of a side have still to trade. */
@inline export function restingLots(seat: Seat, side: i32): f64 {
  return side == BUY ? seat.buyLots : seat.sellLots
}

/** Value of those that may open, at their own prices. */
@inline export function restingValue(seat: Seat, side: i32): i64 {
  return side == BUY ? seat.buyValue : seat.sellValue
}

/** An order of a contract begins to rest with so many lots, or rests with so many more. */
export function noteMore(order: Order, lots: f64): void {
  const seat = order.desk.seat
  change(order, seat, lots, (bitsOf(order) & BIT_CLOSE) != 0 ? 0 : contractValue(seat.contract, order.price, lots))
}

/** One that rests has so many lots fewer, or goes with them. */
export function noteFewer(order: Order, lots: f64): void {
  const seat = order.desk.seat
  change(order, seat, -lots, (bitsOf(order) & BIT_CLOSE) != 0 ? 0 : -contractValue(seat.contract, order.price, lots))
}

@inline function change(order: Order, seat: Seat, lots: f64, value: i64): void {
  if (sideOf(order) == BUY) {
    seat.buyLots += lots
    seat.buyValue += value
  } else {
    seat.sellLots += lots
    seat.sellValue += value
  }
}
