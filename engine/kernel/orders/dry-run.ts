/** The taker phase of a contract order, tried out: would all of it trade? Nothing is changed, and no order ends. */
import { ASKS, BIDS, ladderOf } from '../book/ladder'
import { makeSure } from '../events/out'
import { beginTrial, freeInTrial, isTrialPoor, meetsNow, tradeInTrial } from '../product'
import { endedNow, mostEnded } from './give-way'
import { lateReason } from './late'
import { meetingsLeft } from './meetings'
import { isUnsure } from '../user/bound'
import { Desk, Instrument, Seat, state } from '../../generated/rows'
import { BUY, CLOSE_NONE, STP_MAKER } from '../constants/code'

/** All of it would trade; the book has not enough; the money does not suffice. */
export const WHOLE: i32 = 0
export const NO_BOOK: i32 = 1
export const NO_MONEY: i32 = 2

/** Makers that are passed over while a contract has no index, at most. */
const PASSED_MOST: i32 = 256

/** Lots that the last dry run traded. */
export let met: f64 = 0

/**
 * Tries an order that trades no worse than a price. `seat` may be none (then its figures were filled in); `isReserved`: what it needs is on hold.
 * Own orders in the way are passed over where they would end, and stop it otherwise.
 */
export function dryRun(
  instrument: Instrument,
  seat: Seat,
  side: i32,
  isClose: bool,
  worst: f64,
  quantity: f64,
  reserve: i64,
  isReserved: bool,
  mode: i32,
): i32 {
  const isBuy = side == BUY
  const desk = seat.exists ? seat.desk : changetype<Desk>(0)
  let left = quantity
  let passed = 0
  let ended = endedNow()
  let meetings = meetingsLeft()
  met = 0
  makeSure()
  beginTrial(instrument, seat, side, isClose, quantity, reserve, isReserved)
  for (let level = ladderOf(instrument, isBuy ? ASKS : BIDS).best; level.exists; level = level.worse) {
    const price = level.price
    if (isBuy ? price > worst : price < worst) return NO_BOOK
    for (let maker = level.head; maker.exists; maker = maker.next) {
      if (meetings == 0) return NO_BOOK
      meetings -= 1
      if (state.behind != 0 && lateReason(maker) != CLOSE_NONE) {
        freeInTrial(maker, 0)
        continue
      }
      if (maker.desk == desk) {
        if (mode != STP_MAKER) return NO_BOOK
        freeInTrial(maker, 0)
        continue
      }
      if (isUnsure(instrument, maker, price)) continue
      if (!meetsNow(instrument, maker, price)) {
        passed += 1
        if (passed > PASSED_MOST) return NO_BOOK
        continue
      }
      const wanted = min(left, maker.remaining)
      const lots = tradeInTrial(maker, price, wanted)
      left -= lots
      met += lots
      if (left == 0) return WHOLE
      if (isTrialPoor()) return NO_MONEY
      if (lots == wanted) continue
      // it would end behind what it can bear
      freeInTrial(maker, lots)
      ended += 1
      if (ended > mostEnded(isClose)) return NO_BOOK
    }
  }
  return NO_BOOK
}
