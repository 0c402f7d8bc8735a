/** Positions that came with a snapshot: their heaps are made anew, as are thresholds when terms change. */
import { rearm } from '../after'
import { joinHeap, RECOVERY, WATCH } from './heap'
import { Contract, Position, positionsTable } from '../../../generated/rows'
import { POSITION_BYTES } from '../../constants/layout'

/** Puts a customer’s position into its heaps, by the thresholds that it has. */
export function hangPosition(position: Position): void {
  joinHeap(position, WATCH)
  if (position.recovery != 0) joinHeap(position, RECOVERY)
}

/** A contract has other terms: thresholds of all who have a position in it are made anew. */
export function rewatch(contract: Contract): void {
  const end = <usize>positionsTable.used
  for (let at: usize = POSITION_BYTES; at < end; at += POSITION_BYTES) {
    const position = changetype<Position>(at)
    if (position.id != 0 && position.contract == contract && position.seat.exists) rearm(position.seat)
  }
}
