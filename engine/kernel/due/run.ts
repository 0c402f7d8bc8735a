/** Runs what is due, before the command of an entry: in order of due time, at one time the day first, then by class. */
import { runHedge } from '../convert/hedge'
import { forgetTaker } from '../convert/takes'
import { runOrders } from '../earn/run'
import { runProduct } from '../earn/product'
import { makeSure } from '../events/out'
import { tellTime } from '../events/told'
import { haveIndexesMoved, indexOf, settleIndex } from '../index/asset-index'
import { rollDay } from '../market/fee-schedule'
import { knownInstrument } from '../market/instrument'
import { statusEnded } from '../orders/auction'
import { endOldest, expireOrder } from '../orders/cancel-order'
import { drainEntrants } from '../orders/enter'
import { settleTouched } from '../perp/after'
import { runFunding } from '../perp/mark/funding-run'
import { followIndexes, sampleAll } from '../perp/mark/mark'
import { runRisk } from '../perp/risk/risk'
import { expireWithdrawal, passDay, passWithdrawal } from '../wallet/withdrawal'
import { userHandle } from '../user/user'
import { firstDue, removeDue } from './queue'
import { Due, state } from '../../generated/rows'
import { CLOSE_CANCEL_ALL_TIMER } from '../constants/code'
import {
  DUE_CANCEL_ALL,
  DUE_DAY,
  DUE_EARN_DAY,
  DUE_EARN_MATURITY,
  DUE_EXPIRY,
  DUE_FUNDING,
  DUE_HEDGE,
  DUE_INDEX,
  DUE_ORDER_UNITS,
  DUE_PART_SHIFT,
  DUE_PRODUCT,
  DUE_RISK,
  DUE_SAMPLE,
  DUE_STATUS,
  DUE_TAKER,
  DUE_WITHDRAWAL,
  DUE_WITHDRAWAL_DAY,
  DUE_WITHDRAWAL_PAST,
} from '../constants/due'
import { KIND_TICK } from '../constants/entry'

/** Is anything due at this time? */
@inline export function isAnyDue(at: f64): bool {
  const nextDay = state.nextDay
  return at >= state.deadline || (nextDay != 0 && at >= nextDay)
}

/** What is left of the entry's slice, in units of a user whose day is closed. */
let left: i32 = 0

/**
 * Runs a slice of what is due before the command of an entry; what is left goes on with the entries behind it. Meanwhile `state.behind` is
 * set, so that whatever a command touches is brought up to its time first.
 */
export function runDue(kind: i32): void {
  state.runsDue = 1
  state.behind = 1
  left = sliceFor(kind)
  while (left > 0 && isAnyDue(state.at)) {
    makeSure()
    // what was done before may have told the instant at which it was due
    tellTime(state.at)
    const nextDay = state.nextDay
    if (nextDay != 0 && nextDay <= state.deadline) {
      begin(nextDay, DUE_DAY, 0, 0)
      left -= max(1, rollDay(left))
    } else runFirst()
  }
  // what comes behind happened at the time of the entry
  tellTime(state.at)
  noteBehind()
  state.runsDue = 0
}

/** Says whether anything is left that is due. */
export function noteBehind(): void {
  state.behind = u32(isAnyDue(state.at))
}

@inline function sliceFor(kind: i32): i32 {
  const slice = <i32>state.dueSlice
  return kind == <i32>KIND_TICK ? slice : slice >> DUE_PART_SHIFT
}

/** Runs the first row of the queue, or as much of it as the slice is for, and takes what that costs off the slice. */
function runFirst(): void {
  const row = firstDue()
  const work = row.work
  const id = row.id
  const detail = row.detail
  begin(row.at, work, id, detail)
  let units: i32 = DUE_ORDER_UNITS
  // a class is a line here
  if (work == DUE_CANCEL_ALL) units *= max(1, runTimer(row))
  else if (work == DUE_EARN_DAY || work == DUE_EARN_MATURITY) units = runOrders(row, left)
  else if (work == DUE_FUNDING) units = runFunding(row, left)
  else if (work == DUE_RISK) {
    tellTime(state.at)
    units = runRisk(row, knownInstrument(i32(id)).contract, left)
  }
  else {
    const at = row.at
    removeDue(row)
    if (work == DUE_EXPIRY) expireOrder(id)
    else if (work == DUE_INDEX) settleIndex(indexOf(i32(id)), i32(id), at)
    else if (work == DUE_TAKER) forgetTaker(i32(id), detail)
    else if (work == DUE_HEDGE) {
      tellTime(state.at)
      runHedge(i32(id))
    }
    else if (work == DUE_SAMPLE) sampleAll(at)
    else if (work == DUE_PRODUCT) {
      tellTime(at)
      runProduct(i32(id), detail)
    }
    else if (work == DUE_WITHDRAWAL) {
      tellTime(at)
      expireWithdrawal(id, detail)
    } else if (work == DUE_WITHDRAWAL_PAST) passWithdrawal(id, detail, at)
    else if (work == DUE_WITHDRAWAL_DAY) passDay(detail)
    else if (work == DUE_STATUS) {
      statusEnded(knownInstrument(i32(id)))
      // however long it takes, it is one piece: nothing else of the slice comes behind it
      units = left
    }
  }
  if (haveIndexesMoved()) followIndexes()
  drainEntrants()
  settleTouched()
  left -= units
}

/** Ends orders of a user whose timer fired; the row stays until none is left. Returns how many. */
function runTimer(row: Due): i32 {
  const most = <u32>((left - 1) / DUE_ORDER_UNITS + 1)
  const ended = endOldest(userHandle(i32(row.id)), row.detail, CLOSE_CANCEL_ALL_TIMER, most)
  if (ended < most) removeDue(row)
  return <i32>ended
}

/** Says what runs: where it breaks the engine, nobody else knows. */
function begin(at: f64, work: i32, id: f64, detail: i32): void {
  state.begunAt = at
  state.begunWork = work
  state.begunId = id
  state.begunDetail = detail
}
