/** What the end of an entry, or of a piece of scheduled work, does about seats that were touched. */
import { clear, rowIn } from '../memory/lists'
import { keepPromises } from '../orders/give-way'
import { cutClosing } from './orders/reduce'
import { armCross, armIsolated } from './risk/watch'
import { none, Order, Seat, touchedList } from '../../generated/rows'

/** Cuts closing orders and makes thresholds anew. */
export function settleTouched(): void {
  // cutting touches nobody else, but the list may grow while it is walked
  for (let position: u32 = 0; position < touchedList.count; position += 1) {
    const seat = rowIn<Seat>(touchedList, position)
    seat.isTouched = 0
    cutClosing(seat)
    keepPromises(seat.cross, none<Order>())
    rearm(seat)
  }
  clear(touchedList)
}

/** Thresholds of all that a change at a seat may have moved. */
export function rearm(seat: Seat): void {
  if (seat.isIsolated != 0) {
    if (seat.long.exists) armIsolated(seat.long)
    if (seat.short.exists) armIsolated(seat.short)
  }
  // what is free stands behind the shared ones, wherever they are
  armCross(seat.cross)
}
