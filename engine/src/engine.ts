/** apply: the one way to change an exchange. One entry in, its outcome and events out. */
import { InvariantViolation } from './assert.ts'
import { reportLevels } from './book/queue.ts'
import { CLOSE_CANCEL_ALL_TIMER, CLOSE_GTD, EXPIRED } from './codec/code.ts'
import * as layout from './codec/entry-layout.ts'
import { readDocumentCommand } from './entry.ts'
import type { EventBuffer } from './event-buffer.ts'
import * as event from './events/event-layout.ts'
import { KEY_ORDER_COUNT } from './layout.ts'
import { rollDay } from './market/fee-schedule.ts'
import { DUE_CANCEL_ALL, DUE_EXPIRY } from './memory/deadlines.ts'
import { HANDLE_MASK } from './memory/rows.ts'
import * as invites from './operator/invite-admin.ts'
import * as market from './operator/market-admin.ts'
import * as users from './operator/user-admin.ts'
import { reasonCode, refreshAnswers, writeOutcome } from './outcome.ts'
import type { Reason } from './reason.ts'
import { amendOrder } from './spot/amend-order.ts'
import { statusEnded } from './spot/auction.ts'
import { cancelAllOrders, cancelOrder, endAll, setCancelAllTimer } from './spot/cancel-order.ts'
import { drainEntrants } from './spot/enter.ts'
import { end, findOrder, instrumentOfOrder } from './spot/order.ts'
import { placeOrder } from './spot/place-order.ts'
import { placePlain } from './spot/place-plain.ts'
import { instrumentAt, nextDeadline, type State } from './state.ts'
import { findKey, hashBody, hashKey, hasSameBody, rememberKey, retireKeys, settleKey } from './user/idempotency.ts'
import { replayOutcome } from './user/replay-outcome.ts'
import { userHandle } from './user/user.ts'

const HANDLE = HANDLE_MASK

const {
  ENTRY_AT,
  ENTRY_INSTRUMENT,
  ENTRY_KEY_AT,
  ENTRY_KEY_LENGTH,
  ENTRY_KIND,
  ENTRY_SEQ,
  ENTRY_USER,
  KIND_AMEND,
  KIND_CANCEL,
  KIND_CANCEL_ALL,
  KIND_CANCEL_ALL_TIMER,
  KIND_PLACE,
  KIND_TICK,
  TIMER_TIMEOUT,
} = layout
const { ENTRY_AT: EVENT_ENTRY_AT, ENTRY_BYTES, ENTRY_SEQ: EVENT_ENTRY_SEQ, RECORD_ENTRY } = event

/** A view of the bytes applied last: entries of one batch share it, because making one costs more than running a command. */
let cachedBytes: Uint8Array = new Uint8Array(0)
let cachedView: DataView = new DataView(new ArrayBuffer(0))

/** Value of the outcome that is being made: an id or a time. */
let outcomeValue = 0

/**
 * Applies one entry. First everything due at its time runs (day roll, expiries, cancel-all timers, re-openings), then the command.
 * Bad input never throws: it has an outcome with a reason and changes nothing. Sequences rise; time never goes back.
 *
 * @param entry bytes of which one encoded entry starts at `offset`; later bytes are not read
 * @param out where outcome and events are appended
 * @throws InvariantViolation when the engine contradicts itself, or the sequence does not rise
 */
export function apply(state: State, entry: Uint8Array, out: EventBuffer, offset = 0): void {
  if (cachedBytes !== entry) {
    cachedBytes = entry
    cachedView = new DataView(entry.buffer, entry.byteOffset, entry.byteLength)
  }
  const view = cachedView
  if (offset > HANDLE) throw new InvariantViolation('an entry starts too far into its bytes')
  const start = offset & HANDLE
  const seq = view.getFloat64(start + ENTRY_SEQ, true)
  const stamp = view.getFloat64(start + ENTRY_AT, true)
  if (!(seq > state.seq)) throw new InvariantViolation(`sequence ${seq} does not follow ${state.seq}`)
  state.seq = seq
  if (stamp > state.at) state.at = stamp
  out.entryStart = out.length
  const at = out.record(RECORD_ENTRY, ENTRY_BYTES) & HANDLE
  out.view.setFloat64(at + EVENT_ENTRY_SEQ, seq, true)
  out.view.setFloat64(at + EVENT_ENTRY_AT, state.at, true)
  if (state.at >= nextDeadline(state)) runDue(state, out)
  retireKeys(state)
  outcomeValue = 0
  const reason = runOnce(state, out, view, start)
  writeOutcome(out, reason & 0xff, reason > 0xff, outcomeValue, state.seq, state.at)
}

/** Marks the reason code of a replayed outcome. */
const REPLAYED = 0x100

/** Runs the command unless its key was seen before. Returns the reason's code, with REPLAYED when nothing ran. */
function runOnce(state: State, out: EventBuffer, view: DataView, start: number): number {
  start &= HANDLE
  const userId = view.getInt32(start + ENTRY_USER, true)
  const user = userHandle(state, userId)
  if (user === 0 || (userId === 0 && view.getUint8(start + ENTRY_KIND) < KIND_TICK)) return finishEntry(state, out, 'userNotFound')
  const keyLength = view.getUint8(start + ENTRY_KEY_LENGTH)
  if (keyLength === 0) return finishEntry(state, out, run(state, out, view, start, user, 0))
  const keyAt = (start + view.getUint16(start + ENTRY_KEY_AT, true)) & HANDLE
  const hash = hashKey(view, keyAt, keyLength, user)
  hashBody(view, start)
  const known = findKey(state, view, keyAt, keyLength, user, hash)
  if (known !== 0) {
    if (!hasSameBody(state, known)) return finishEntry(state, out, 'clientIdConflict')
    finishEntry(state, out, 'none')
    const replayed = replayOutcome(state, out, known)
    outcomeValue = replayed.value
    return replayed.reason + REPLAYED
  }
  const key = rememberKey(state, view, keyAt, keyLength, user, hash) & HANDLE
  const from = out.length
  const code = finishEntry(state, out, run(state, out, view, start, user, key))
  if (state.keys.view.getUint8(key + KEY_ORDER_COUNT) === 0) settleKey(state, out, key, code, outcomeValue, from)
  return code
}

/** Lets everything that the command set free enter, and reports the levels that changed. */
function finishEntry(state: State, out: EventBuffer, reason: Reason): number {
  if (state.entrants.length !== 0) {
    drainEntrants(state, out)
    refreshAnswers(state, out)
  }
  reportLevels(state, out)
  return reasonCode(reason)
}

function run(state: State, out: EventBuffer, view: DataView, start: number, user: number, key: number): Reason {
  start &= HANDLE
  user &= HANDLE
  key &= HANDLE
  switch (view.getUint8(start + ENTRY_KIND)) {
    case KIND_PLACE:
      return placePlain(state, out, view, start, user, key) ? 'none' : placeOrder(state, out, view, start, user, key)
    case KIND_CANCEL:
      return cancelOrder(state, out, view, start, user)
    case KIND_AMEND:
      return amendOrder(state, out, view, start, user)
    case KIND_CANCEL_ALL:
      return cancelAllOrders(state, out, user, view.getInt32(start + ENTRY_INSTRUMENT, true))
    case KIND_CANCEL_ALL_TIMER: {
      const userId = view.getInt32(start + ENTRY_USER, true)
      const instrumentId = view.getInt32(start + ENTRY_INSTRUMENT, true)
      return noteValue(setCancelAllTimer(state, out, userId, instrumentId, view.getFloat64(start + TIMER_TIMEOUT, true)))
    }
    case KIND_TICK:
      return 'none'
    default:
      return runDocument(state, out, view, start, user)
  }
}

/** Commands that make something answer with its id. */
function noteValue(result: number | Reason): Reason {
  if (typeof result !== 'number') return result
  outcomeValue = result
  return 'none'
}

function runDocument(state: State, out: EventBuffer, view: DataView, start: number, user: number): Reason {
  start &= HANDLE
  user &= HANDLE
  const command = readDocumentCommand(view, start)
  switch (command.kind) {
    case 'registerUser':
      return noteValue(users.registerUser(state, out, command))
    case 'setUserStatus':
      return command.userId === 0 ? 'userNotFound' : users.setUserStatus(state, out, user, command)
    case 'setUserTerms':
      return command.userId === 0 ? 'userNotFound' : users.setUserTerms(state, out, user, command)
    case 'creditUser':
      return command.userId === 0 ? 'userNotFound' : users.creditUser(state, out, command)
    case 'saveDocument':
      return users.saveDocument(out, command)
    case 'changeAccountKeys':
      return command.userId === 0 ? 'userNotFound' : users.changeAccountKeys(state, out, command)
    case 'setInviter':
      return command.userId === 0 ? 'userNotFound' : invites.setInviter(state, out, user, command)
    case 'setCommission':
      return invites.setCommission(state, out, command)
    case 'defineAsset':
      return noteValue(market.defineAsset(state, out, command))
    case 'defineInstrument':
      return noteValue(market.defineInstrument(state, out, command))
    case 'changeInstrument':
      return market.changeInstrument(state, out, command)
    case 'setInstrumentStatus':
      return market.setInstrumentStatus(state, out, command)
    case 'setFeeSchedule':
      return market.setFeeSchedule(state, out, command)
  }
}

/** Everything due by now, in order of due time; at the same time the day first, then expiries, timers, re-openings. */
function runDue(state: State, out: EventBuffer): void {
  while (nextDeadline(state) <= state.at) {
    if (state.nextDay !== 0 && state.nextDay <= state.deadlines.next()) {
      rollDay(state)
      continue
    }
    const due = state.deadlines.take()
    if (due === undefined) return
    if (due.due === DUE_EXPIRY) expire(state, out, due.id)
    else if (due.due === DUE_CANCEL_ALL) endAll(state, out, userHandle(state, due.id), due.detail, CLOSE_CANCEL_ALL_TIMER)
    else {
      const instrument = instrumentAt(state, due.id)
      if (instrument !== undefined) statusEnded(state, out, instrument)
    }
    drainEntrants(state, out)
  }
}

function expire(state: State, out: EventBuffer, orderId: number): void {
  const order = findOrder(state, orderId)
  if (order !== 0) end(state, out, instrumentOfOrder(state, order), order, EXPIRED, CLOSE_GTD)
}
