/** Orders that end so that a fill of their owner can be paid, or because they cannot bear what they would trade. */
import { makeSure } from '../events/out'
import { newestReserving } from '../product'
import { end, instrumentOfOrder } from './order'
import { Instrument, Order, state } from '../../generated/rows'
import { CANCELED, CLOSE_INSUFFICIENT_BALANCE } from '../constants/code'

/** Resting orders that one entry may end because they cannot bear a fill. */
export const ENDED_MOST: u32 = 256

let endedIn: f64 = 0
let ended: u32 = 0

/** May one more of them end in the entry that runs? */
export function mayEnd(): bool {
  return endedIn != state.seq || ended < ENDED_MOST
}

/** So many ended in it by now. */
export function endedNow(): u32 {
  return endedIn == state.seq ? ended : 0
}

/** Ends a resting order that cannot bear what it would trade, or the rest of one that could bear a part. */
export function endUnbearable(instrument: Instrument, order: Order): void {
  if (endedIn != state.seq) {
    endedIn = state.seq
    ended = 0
  }
  ended += 1
  end(instrument, order, CANCELED, CLOSE_INSUFFICIENT_BALANCE)
}

/** Ends orders of a customer, the newest first, until they freed so much; not the two that trade. */
export function freeReserves(order: Order, other: Order, lack: i64): void {
  let left = lack
  while (left > 0) {
    makeSure()
    const next = newestReserving(order, other)
    if (!next.exists) return
    left -= next.held
    end(instrumentOfOrder(next), next, CANCELED, CLOSE_INSUFFICIENT_BALANCE)
  }
}
