/** apply: the one way to change an exchange. One entry in, its outcome and events out. */
import { fetchAhead, hashAhead } from './ahead'
import { reportLevels } from './book/queue'
import { makeSure, out, record } from './events/out'
import { refreshAnswers, writeOutcome } from './events/write-outcome'
import { broken, BROKEN_ENTRY, runDocument, runDue } from './host'
import { amendOrder } from './orders/amend-order'
import { cancelAllOrders, cancelOrder, setCancelAllTimer } from './orders/cancel-order'
import { drainEntrants } from './orders/enter'
import { placeOrder } from './orders/place-order'
import { placePlain } from './orders/place-plain'
import { callerOf, findKey, hashBody, hasSameBody, keyLengthOf, rememberKey, settleKey } from './user/keys'
import { replayOutcome } from './user/replay-outcome'
import { userHandle } from './user/user'
import { entrantsList, Key, none, state, User } from '../generated/rows'
import {
  ENTRY_AT,
  ENTRY_BODY,
  ENTRY_INSTRUMENT,
  ENTRY_KEY_AT,
  ENTRY_KIND,
  ENTRY_LENGTH,
  ENTRY_SEQ,
  ENTRY_USER,
  KIND_AMEND,
  KIND_CANCEL,
  KIND_CANCEL_ALL,
  KIND_CANCEL_ALL_TIMER,
  KIND_PLACE,
  KIND_TICK,
  TIMER_TIMEOUT,
} from './constants/entry'
import * as event from './constants/event'
import { AHEAD, AHEAD_BYTES } from './constants/map'
import { CLIENT_ID_CONFLICT, NONE, USER_NOT_FOUND } from './constants/reason'

/** Sequences stay below 2^50, so that eight ids of each are safe integers. */
const SEQUENCE_END: f64 = 1125899906842624

/**
 * Applies the entries that stand between two addresses, back to back. For each, first everything due at its time runs (day roll,
 * expiries, cancel-all timers, re-openings), then the command. Bad input never breaks anything: it has an outcome with a reason and
 * changes nothing. Sequences rise; time never goes back.
 *
 * Returns where it stopped: at the end, or where the records reach S_RECORDS_FULL. One entry may fill what lies behind that.
 */
export function applyEntries(from: usize, to: usize): usize {
  const full = state.recordsFull
  let start = from
  do {
    const end = fetchAhead(start, to)
    let ahead = AHEAD
    do {
      applyEntry(start, ahead)
      start += load<u32>(start, ENTRY_LENGTH)
      ahead += AHEAD_BYTES
    } while (start < end && out < full)
  } while (start < to && out < full)
  return start
}

@inline function applyEntry(start: usize, ahead: usize): void {
  makeSure()
  const seq = load<f64>(start, ENTRY_SEQ)
  const stamp = load<f64>(start, ENTRY_AT)
  if (!(seq > state.seq && seq < SEQUENCE_END) || load<u32>(start, ENTRY_LENGTH) < <u32>ENTRY_BODY) broken(BROKEN_ENTRY)
  state.seq = seq
  let at = state.at
  if (stamp > at) {
    at = stamp
    state.at = at
  }
  state.entryStart = out
  const head = record(event.RECORD_ENTRY, event.ENTRY_BYTES)
  store<f64>(head, seq, event.ENTRY_SEQ)
  store<f64>(head, at, event.ENTRY_AT)
  const nextDay = state.nextDay
  if (at >= state.deadline || (nextDay != 0 && at >= nextDay)) {
    state.runsDue = 1
    runDue()
    state.runsDue = 0
  }
  state.value = 0
  runOnce(start, ahead)
}

/** Runs the command unless its key was seen before, and answers. */
@inline function runOnce(start: usize, ahead: usize): void {
  const userId = load<i32>(start, ENTRY_USER)
  const kind = <u32>load<u8>(start, ENTRY_KIND)
  const user = userHandle(userId)
  if (!user.exists || (userId == 0 && kind < <u32>KIND_TICK)) {
    finishEntry(none<Key>())
    writeOutcome(USER_NOT_FOUND, false)
    return
  }
  const keyLength = keyLengthOf(start)
  if (keyLength == 0) {
    const reason = run(start, kind, user, none<Key>())
    finishEntry(none<Key>())
    writeOutcome(reason, false)
    return
  }
  const keyAt = start + load<u16>(start, ENTRY_KEY_AT)
  const caller = callerOf(start)
  const hash = hashAhead(ahead, keyAt, keyLength, user, caller)
  const body = hashBody(start)
  const known = findKey(keyAt, keyLength, user, caller, hash)
  if (known.exists) {
    repeat(known, body)
    return
  }
  const key = rememberKey(keyAt, keyLength, user, caller, hash, body)
  const from = out
  const reason = run(start, kind, user, key)
  finishEntry(key)
  if (key.orderCount == 0) settleKey(key, reason, state.value, from)
  writeOutcome(reason, false)
}

/** A key that is known: its outcome again, or a refusal when it stood for something else. */
function repeat(known: Key, body: u64): void {
  finishEntry(none<Key>())
  if (hasSameBody(known, body)) writeOutcome(replayOutcome(known), true)
  else writeOutcome(CLIENT_ID_CONFLICT, false)
}

/** Lets everything that the command set free enter, and reports the levels that changed. */
@inline function finishEntry(key: Key): void {
  if (entrantsList.count != 0) {
    drainEntrants()
    refreshAnswers(key)
  }
  reportLevels()
}

@inline function run(start: usize, kind: u32, user: User, key: Key): i32 {
  if (kind == KIND_PLACE) return placePlain(start, user, key) ? NONE : placeOrder(start, user, key)
  if (kind == KIND_CANCEL) return cancelOrder(start, user)
  return runOther(start, kind, user)
}

function runOther(start: usize, kind: u32, user: User): i32 {
  const instrumentId = load<i32>(start, ENTRY_INSTRUMENT)
  if (kind == KIND_AMEND) return amendOrder(start, user)
  if (kind == KIND_CANCEL_ALL) return cancelAllOrders(user, instrumentId)
  if (kind == KIND_CANCEL_ALL_TIMER) return setCancelAllTimer(load<i32>(start, ENTRY_USER), instrumentId, load<f64>(start, TIMER_TIMEOUT))
  return kind == KIND_TICK ? NONE : runDocument(start, user)
}
