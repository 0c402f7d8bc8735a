/** apply: the one way to change an exchange. One entry in, its outcome and events out. */
import { fetchAhead, hashAhead } from './ahead'
import { reportLevels } from './book/queue'
import { isAnyDue, isAnyWork, noteBehind, runDue } from './due/run'
import { makeSure, out } from './events/out'
import { refreshAnswers, writeOutcome } from './events/write-outcome'
import { broken, BROKEN_ENTRY } from './host'
import { drainEntrants } from './orders/entrants'
import { followPairs } from './orders/follow-index'
import { haveIndexesMoved } from './index/asset-index'
import { chainEntry } from './market/chance'
import { reachUser } from './orders/late'
import { allow, forgetMeetings } from './orders/meetings'
import { forgetWorkBegun, hasWorkBegun } from './orders/works'
import { settleTouched } from './perp/after'
import { reachInstant } from './perp/mark/funding-run'
import { followIndexes } from './perp/mark/mark'
import { reachContracts } from './perp/risk/risk'
import { callerOf, findKey, hashBody, hasSameBody, keyLengthOf, keyOf, rememberKey, settleKey } from './user/keys'
import { replayOutcome } from './user/replay-outcome'
import { userHandle } from './user/user'
import { dispatch, needsUser } from '../generated/dispatch'
import { Entry } from '../generated/entries'
import { EntryRecord } from '../generated/records'
import { entrantsList, Key, none, state, touchedList } from '../generated/rows'
import { ENTRY_BODY } from './constants/entry'
import { AHEAD, AHEAD_BYTES } from './constants/map'
import { CLIENT_ID_CONFLICT, USER_NOT_FOUND } from './constants/reason'

/** Sequences are safe integers: below 2^53. */
const SEQUENCE_END: f64 = 9007199254740992

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
      const entry = changetype<Entry>(start)
      applyEntry(entry, ahead)
      start += entry.length
      ahead += AHEAD_BYTES
    } while (start < end && out < full)
  } while (start < to && out < full)
  return start
}

@inline function applyEntry(entry: Entry, ahead: usize): void {
  makeSure()
  const seq = entry.seq
  const stamp = entry.at
  if (!(seq > state.seq && seq < SEQUENCE_END) || entry.length < <u32>ENTRY_BODY) broken(BROKEN_ENTRY)
  state.seq = seq
  let at = state.at
  if (stamp > at) {
    at = stamp
    state.at = at
  }
  chainEntry(seq, at, entry.userId)
  forgetMeetings()
  state.entryStart = out
  const record = EntryRecord.begin()
  record.seq = seq
  record.at = at
  if (isAnyWork(at)) runDue(entry.kind)
  state.value = 0
  runOnce(entry, ahead)
}

/** Runs the command unless its key was seen before, and answers. */
@inline function runOnce(entry: Entry, ahead: usize): void {
  const userId = entry.userId
  const kind = entry.kind
  const user = userHandle(userId)
  if (!user.exists || (userId == 0 && needsUser(kind))) {
    finishEntry(kind, none<Key>())
    writeOutcome(USER_NOT_FOUND, false)
    return
  }
  if (state.behind != 0) {
    reachInstant()
    reachUser(user)
    reachContracts(user)
    noteBehind()
  }
  const keyLength = keyLengthOf(entry)
  if (keyLength == 0) {
    const reason = dispatch(kind, entry, user, none<Key>())
    finishEntry(kind, none<Key>())
    writeOutcome(reason, false)
    return
  }
  const keyAt = keyOf(entry)
  const caller = callerOf(entry)
  const hash = hashAhead(ahead, keyAt, keyLength, user, caller)
  const body = hashBody(entry)
  const known = findKey(keyAt, keyLength, user, caller, hash)
  if (known.exists) {
    repeat(kind, known, body)
    return
  }
  const key = rememberKey(keyAt, keyLength, user, caller, hash, body)
  const from = out
  const reason = dispatch(kind, entry, user, key)
  finishEntry(kind, key)
  if (key.orderCount == 0) settleKey(key, reason, state.value, from)
  writeOutcome(reason, false)
}

/** Lets what was set free enter, until nothing is left and nothing has to be cut. */
function drain(): void {
  allow(<i32>state.dueSlice)
  do {
    drainEntrants()
    settleTouched()
  } while (entrantsList.count != 0)
}

/** A key that is known: its outcome again, or a refusal when it stood for something else. */
function repeat(kind: i32, known: Key, body: u64): void {
  finishEntry(kind, none<Key>())
  if (hasSameBody(known, body)) writeOutcome(replayOutcome(known), true)
  else writeOutcome(CLIENT_ID_CONFLICT, false)
}

/** Lets everything that the command set free enter, looks at whom a mark came to that it moved, and reports the levels that changed. */
@inline function finishEntry(kind: i32, key: Key): void {
  if (haveIndexesMoved()) {
    followIndexes()
    followPairs()
  }
  if (entrantsList.count != 0 || touchedList.count != 0) {
    drain()
    refreshAnswers(key)
  }
  if (state.behind == 0 && (isAnyDue(state.at) || hasWorkBegun())) {
    runDue(kind)
    refreshAnswers(key)
  }
  forgetWorkBegun()
  reportLevels()
}
