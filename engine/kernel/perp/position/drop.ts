/** A position that is no longer its owner's. */
import { freePosition } from './position'
import { leaveHeaps } from '../risk/heap'
import { leaveWaiting } from '../risk/waiting'
import { none, Position } from '../../../generated/rows'

/** Takes it from its seat, its heaps and those that wait. Its row stays for as long as funding is owed to it. */
export function dropPosition(position: Position): void {
  const seat = position.seat
  leaveHeaps(position)
  leaveWaiting(position)
  if (seat.long == position) seat.long = none<Position>()
  else seat.short = none<Position>()
  position.quantity = 0
  position.entry = 0
  position.margin = 0
  position.settled = 0
  if (position.claim == 0) freePosition(position)
}
