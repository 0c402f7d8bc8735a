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
import { drainEntrants } from '../orders/entrants'
import { followPairs } from '../orders/follow-index'
import { endTimer } from '../orders/late'
import { allow, canGoOn, spend, unitsLeft } from '../orders/meetings'
import { forgetWorkBegun } from '../orders/works'
import { settleTouched } from '../perp/after'
import { runFunding } from '../perp/mark/funding-run'
import { followIndexes, sampleAll } from '../perp/mark/mark'
import { runRisk } from '../perp/risk/risk'
import { expireWithdrawal, passDay, passWithdrawal } from '../wallet/withdrawal'
import { endBound } from '../user/bound'
import { userHandle } from '../user/user'
import { firstDue, removeDue } from './queue'
import { runWork } from './work'
import { Due, state } from '../../generated/rows'
import { CLOSE_CANCEL_ALL_TIMER } from '../constants/code'
import {
  DUE_BOUND,
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
  DUE_WORK,
} from '../constants/due'
import { KIND_TICK } from '../constants/entry'

/** Has an entry at this time anything to do before its command? */
@inline export function isAnyWork(at: f64): bool {
  return isAnyDue(at) || state.worksFirst != 0
}

/** Is anything due at this time? */
@inline export function isAnyDue(at: f64): bool {
  const nextDay = state.nextDay
  return at >= state.deadline || (nextDay != 0 && at >= nextDay)
}

/**
 * Runs a slice of what is due before the command of an entry; what is left goes on with the entries behind it. Meanwhile `state.behind` is
 * set, so that whatever a command touches is brought up to its time first.
 */
export function runDue(kind: i32): void {
  state.runsDue = 1
  state.behind = 1
  allow(sliceFor(kind))
  while (unitsLeft() > 0) {
    makeSure()
    // what was done before may have told the instant at which it was due
    tellTime(state.at)
    if (isAnyDue(state.at)) runNext()
    else if (state.worksFirst != 0 && canGoOn()) {
      noteBehind()
      begin(state.at, DUE_WORK, <f64>state.worksFirst, 0)
      runWork()
    } else break
  }
  // what comes behind happened at the time of the entry
  tellTime(state.at)
  noteBehind()
  forgetWorkBegun()
  state.runsDue = 0
}

function runNext(): void {
  const nextDay = state.nextDay
  if (nextDay != 0 && nextDay <= state.deadline) {
    begin(nextDay, DUE_DAY, 0, 0)
    spend(max(1, rollDay(unitsLeft())))
  } else runFirst()
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
  const left = unitsLeft()
  // a class is a line here
  if (work == DUE_CANCEL_ALL) units *= max(1, runTimer(row, left))
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
    else if (work == DUE_BOUND) endBound(userHandle(i32(id)))
    else if (work == DUE_STATUS) statusEnded(knownInstrument(i32(id)))
  }
  if (haveIndexesMoved()) {
    followIndexes()
    followPairs()
  }
  spend(units)
  drainEntrants()
  settleTouched()
}

/** Ends orders of a user whose timer fired; the row stays until none is left. Returns how many. */
function runTimer(row: Due, left: i32): i32 {
  const most = <u32>((left - 1) / DUE_ORDER_UNITS + 1)
  const ended = endOldest(userHandle(i32(row.id)), row.detail, CLOSE_CANCEL_ALL_TIMER, most)
  if (ended < most) endTimer(row)
  return <i32>ended
}

/** Says what runs: where it breaks the engine, nobody else knows. */
function begin(at: f64, work: i32, id: f64, detail: i32): void {
  state.begunAt = at
  state.begunWork = work
  state.begunId = id
  state.begunDetail = detail
}
