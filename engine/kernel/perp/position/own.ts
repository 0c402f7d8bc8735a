/** A customer's own positions. */
import { Position, none, User } from '../../../generated/rows'

/** His open position of an id, none when it is not open or not his. */
export function ownPosition(user: User, positionId: f64): Position {
  const trader = user.trader
  if (!trader.exists || !(positionId > 0)) return none<Position>()
  for (let seat = trader.seats; seat.exists; seat = seat.next) {
    if (seat.long.exists && seat.long.id == positionId) return seat.long
    if (seat.short.exists && seat.short.id == positionId) return seat.short
  }
  return none<Position>()
}
