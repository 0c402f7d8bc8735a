/** Orders that only close, when the position that they are about shrinks: the newest are cut first; without a position all of them end. */
import { changeShown } from '../../book/queue'
import { UPDATED, writeOrder } from '../../events/write-order'
import { shownOf } from '../../orders/extra'
import { end, instrumentOfOrder, unpair } from '../../orders/order'
import { sideOf, statusOf } from '../../orders/order-flags'
import { closingLots, isClosing, isWaiting, opposedBy, positionFor } from './legs'
import { noteFewer } from './resting'
import { none, Order, Seat, state } from '../../../generated/rows'
import { BUY, CANCELED, CLOSE_NONE, CLOSE_POSITION_CLOSED, CLOSE_REDUCE_ONLY, PENDING_NEW, SELL } from '../../constants/code'

/** Ends or cuts what could close more of a user's positions in a contract than there is. */
export function cutClosing(seat: Seat): void {
  if (seat.closing != 0) {
    cutSide(seat, BUY)
    cutSide(seat, SELL)
  }
}

function cutSide(seat: Seat, side: i32): void {
  const lots = opposedBy(positionFor(seat, side, true), side)
  if (lots == 0) {
    endClosing(seat, side)
    return
  }
  let excess = closingLots(seat, side) - lots
  while (excess > 0) {
    const order = newestClosing(seat, side)
    if (!order.exists) return
    const cut = min(excess, order.remaining)
    if (cut == order.remaining) end(instrumentOfOrder(order), order, CANCELED, CLOSE_REDUCE_ONLY)
    else shrink(order, cut)
    excess -= cut
  }
}

/** Resting orders of a desk stand newest first. */
function newestClosing(seat: Seat, side: i32): Order {
  let newest = none<Order>()
  for (let order = seat.desk.orders; order.exists; order = order.deskNext)
    if (order.level.exists && !isWaiting(order) && isClosing(order) && sideOf(order) == side && order.id > (newest.exists ? newest.id : 0))
      newest = order
  return newest
}

function shrink(order: Order, cut: f64): void {
  const shown = shownOf(order)
  noteFewer(order, cut)
  order.quantity -= cut
  order.remaining -= cut
  order.updated = state.at
  const after = shownOf(order)
  if (after != shown) changeShown(order.level, after - shown)
  writeOrder(order, UPDATED, CLOSE_NONE)
}

/** Ends every order that only closes on a side, those that wait for a trigger too; not what is attached to an order without a fill. */
function endClosing(seat: Seat, side: i32): void {
  for (let order = firstClosing(seat, side); order.exists; order = firstClosing(seat, side)) {
    // each ends for its own reason, not for the other's
    unpair(order)
    end(instrumentOfOrder(order), order, CANCELED, CLOSE_POSITION_CLOSED)
  }
}

function firstClosing(seat: Seat, side: i32): Order {
  for (let order = seat.desk.orders; order.exists; order = order.deskNext)
    if (isClosing(order) && sideOf(order) == side && statusOf(order) != PENDING_NEW) return order
  return none<Order>()
}
