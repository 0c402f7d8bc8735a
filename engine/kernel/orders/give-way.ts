/** Orders that end so that a fill of their owner can be paid, or because they cannot bear what they would trade. */
import { makeSure } from '../events/out'
import { newestReserving, overPledged } from '../product'
import { end, instrumentOfOrder } from './order'
import { Cross, Instrument, Order, state } from '../../generated/rows'
import { CANCELED, CLOSE_INSUFFICIENT_BALANCE } from '../constants/code'

/** Resting orders that one entry may end because they cannot bear a fill of what opens. */
export const ENDED_MOST: u32 = 256
/** The same for what only closes: who gets out of a position is not held up by orders that nobody pays for. */
export const ENDED_FOR_CLOSING: u32 = 4_096

let endedIn: f64 = 0
let ended: u32 = 0

/** May one more of them end in the entry that runs, for an order that only closes or one that opens? */
export function mayEnd(isClose: bool): bool {
  return endedNow() < mostEnded(isClose)
}

/** How many may end in one entry. */
@inline export function mostEnded(isClose: bool): u32 {
  return isClose ? ENDED_FOR_CLOSING : ENDED_MOST
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

/** Of an account that promised more to positions with margins of their own than it has, orders end, the newest first; not the one that trades. */
export function keepPromises(cross: Cross, trading: Order): void {
  for (let next = overPledged(cross, trading); next.exists; next = overPledged(cross, trading)) {
    makeSure()
    end(instrumentOfOrder(next), next, CANCELED, CLOSE_INSUFFICIENT_BALANCE)
  }
}
