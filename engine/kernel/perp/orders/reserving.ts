/** What the orders of a customer in contracts of a coin reserve. */
import { post } from '../../ledger/posting'
import { notePledged } from './pledge'
import { Cross, none, Order } from '../../../generated/rows'
import { CAUSE_RELEASE } from '../../constants/code'

/** The newest order that reserves anything, but for two; none when there is none. */
export function newestReserving(cross: Cross, order: Order, other: Order): Order {
  let newest = none<Order>()
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross) continue
    for (let known = seat.desk.orders; known.exists; known = known.deskNext)
      if (known.held != 0 && known != order && known != other && known.id > (newest.exists ? newest.id : 0)) newest = known
  }
  return newest
}

/** Frees so much of what orders reserve, of the newest first. They stay, and end with the liquidation that follows. */
export function takeReserves(cross: Cross, amount: i64): void {
  let left = amount
  while (left > 0) {
    const order = newestReserving(cross, none<Order>(), none<Order>())
    if (!order.exists) return
    const part = min(left, order.held)
    order.held -= part
    notePledged(order, -part)
    left -= part
    post(cross.account, part, -part, CAUSE_RELEASE, order.id)
  }
}
