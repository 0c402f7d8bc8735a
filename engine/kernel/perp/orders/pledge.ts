/**
 * Money of one's own that resting orders promise to positions with margins of their own. Such a margin is never made of open profit, so what
 * is promised has to be there until the fill, whatever else its owner does meanwhile.
 */
import { freeOf, moneyOf, movableOf } from '../position/cross'
import { Cross, none, Order, Seat } from '../../../generated/rows'

/** An order reserves so much more, below 0 less. */
@inline export function notePledged(order: Order, amount: i64): void {
  const seat = order.desk.seat
  if (seat.exists && seat.isIsolated != 0) seat.cross.pledged += amount
}

/** What a new order at a seat may need. */
export function spareOf(seat: Seat): i64 {
  const cross = seat.cross
  const free = seat.isIsolated != 0 ? movableOf(cross) : freeOf(cross)
  return max(0, free)
}

/** Of an account that promised more than it has, whether its contracts have an index or not: the newest order that promised something, but for one. None when nothing is amiss. */
export function overPledged(cross: Cross, spared: Order): Order {
  const pledged = cross.pledged
  if (pledged == 0 || pledged <= max(0, moneyOf(cross))) return none<Order>()
  let newest = none<Order>()
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated == 0) continue
    for (let known = seat.desk.orders; known.exists; known = known.deskNext)
      if (known.held != 0 && known != spared && known.id > (newest.exists ? newest.id : 0)) newest = known
  }
  return newest
}
