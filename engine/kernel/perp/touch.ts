/** Seats whose positions changed: at the end of the entry their closing orders are cut, and their thresholds made anew. */
import { pushRow } from '../memory/lists'
import { Seat, touchedList } from '../../generated/rows'

/** Notes a seat, once an entry. */
@inline export function touch(seat: Seat): void {
  if (seat.isTouched != 0) return
  seat.isTouched = 1
  pushRow(touchedList, seat)
}
