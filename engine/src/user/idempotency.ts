/**
 * Idempotency keys: what a user asked under a key and what came of it. Kept are the keys of live orders and the last 1,000 of each
 * user for 24 hours. The key of a placeOrder is also the order's client order id.
 */
import * as entry from '../codec/entry-layout.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as event from '../events/event-layout.ts'
import * as layout from '../layout.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import type { State } from '../state.ts'
import { labelOfKey, releaseLabel, retireLabel } from './label.ts'

const HANDLE = HANDLE_MASK

const { ENTRY_BODY, ENTRY_KEY_AT, ENTRY_KEY_LENGTH, ENTRY_KIND, ENTRY_USER, KIND_DOCUMENT } = entry
const { RECORD_KIND, RECORD_OUTCOME_ORDER } = event
const {
  KEY_AT,
  KEY_BITS,
  KEY_BODY_HASH,
  KEY_INSTRUMENT,
  KEY_LABEL,
  KEY_LENGTH,
  KEY_LONG,
  KEY_NAMES_ORDER,
  KEY_NEWER,
  KEY_NEWER_OF_USER,
  KEY_OLDER,
  KEY_ORDER_COUNT,
  KEY_REASON,
  KEY_RECENT,
  KEY_SEQ,
  KEY_STATUS,
  KEY_TEXT,
  KEY_TYPE,
  KEY_USER,
  KEY_VALUE,
  USER_KEY_COUNT,
  USER_KEY_NEWEST,
  USER_KEY_OLDEST,
} = layout

const KEYS_OF_USER_MAX = 1000
const KEY_LIFE_MS = 86_400_000

/** Body hash of the entry looked up last, two words: kept aside so that a first use need not compute it twice. */
const bodyHash = new DataView(new ArrayBuffer(8))

/** Hash of (user, text) where the text is zero padded to words in `view` at `at`. */
export function hashKey(view: DataView, at: number, length: number, user: number): number {
  at &= HANDLE
  user &= HANDLE
  let hash = Math.imul(user, 0x9e3779b1) ^ length
  for (let offset = 0; offset < length; offset += 4) {
    hash = Math.imul(hash ^ view.getInt32(at + offset, true), 0x85ebca6b)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash, 0xc2b2ae35)
  return (hash ^ (hash >>> 13)) | 0
}

/** Key row of a user and text, 0 = none. */
export function findKey(state: State, view: DataView, at: number, length: number, user: number, hash: number): number {
  return state.keyIndex.mayHave(hash) ? searchKey(state, view, at, length, user, hash) : 0
}

function searchKey(state: State, view: DataView, at: number, length: number, user: number, hash: number): number {
  const { keyIndex, keys } = state
  const { table } = keyIndex
  for (let slot = table.start(hash); ; slot = table.after(slot)) {
    const key = table.handleAt(slot)
    if (key === 0) break
    if (table.hashAt(slot) === hash && isSameKey(keys.view, key, view, at, length, user)) return key
  }
  for (let position = keyIndex.nextWaiting(hash, 0); position >= 0; position = keyIndex.nextWaiting(hash, position + 8)) {
    const key = keyIndex.waitingAt(position)
    if (key !== 0 && isSameKey(keys.view, key, view, at, length, user)) return key
  }
  return 0
}

function isSameKey(keys: DataView, key: number, view: DataView, at: number, length: number, user: number): boolean {
  key &= HANDLE
  at &= HANDLE
  user &= HANDLE
  if (keys.getUint8(key + KEY_LENGTH) !== length || keys.getInt32(key + KEY_USER, true) !== user) return false
  for (let offset = 0; offset < length; offset += 4)
    if (keys.getInt32(key + KEY_TEXT + offset, true) !== view.getInt32(at + offset, true)) return false
  return true
}

/** Computes the hash of an entry's body (all but sequence, time and key) for `rememberKey` and `hasSameBody`. */
export function hashBody(view: DataView, offset: number): void {
  offset &= HANDLE
  const keyAt = view.getUint16(offset + ENTRY_KEY_AT, true)
  const kind = view.getUint8(offset + ENTRY_KIND)
  const isDocument = kind >= KIND_DOCUMENT
  const keyLength = view.getUint8(offset + ENTRY_KEY_LENGTH)
  const from = offset + (isDocument ? ENTRY_BODY + ((keyLength + 3) & ~3) : ENTRY_USER)
  const to = offset + (isDocument ? view.getUint32(offset, true) : keyAt)
  let first = kind
  let second = 0x2545f491
  let at = from
  // Words in two lanes, because a lane's steps wait for each other; each step is a bijection, so one changed word always shows.
  for (; at + 8 <= to; at += 8) {
    first = Math.imul(first ^ view.getInt32(at, true), 0x9e3779b1)
    first ^= first >>> 15
    second = Math.imul(second ^ view.getInt32(at + 4, true), 0x85ebca6b)
    second ^= second >>> 13
  }
  if (at + 4 <= to) first = Math.imul(first ^ view.getInt32(at, true), 0x9e3779b1)
  bodyHash.setInt32(0, first, true)
  bodyHash.setInt32(4, second, true)
}

/** True when the remembered body equals the one hashed last. */
export function hasSameBody(state: State, key: number): boolean {
  key &= HANDLE
  const keys = state.keys.view
  return (
    keys.getInt32(key + KEY_BODY_HASH, true) === bodyHash.getInt32(0, true) &&
    keys.getInt32(key + KEY_BODY_HASH + 4, true) === bodyHash.getInt32(4, true)
  )
}

/** Remembers a key before its command runs; the outcome follows by `settleKey`. Returns its row. */
export function rememberKey(state: State, view: DataView, at: number, length: number, user: number, hash: number): number {
  at &= HANDLE
  user &= HANDLE
  if (!state.keys.hasRoom(1)) makeRoom(state)
  const key = state.keys.allocate() & HANDLE
  const keys = state.keys.view
  keys.setFloat64(key + KEY_VALUE, 0, true)
  keys.setInt32(key + KEY_INSTRUMENT, 0, true)
  keys.setInt32(key + KEY_NEWER_OF_USER, 0, true)
  keys.setInt32(key + KEY_NEWER, 0, true)
  keys.setInt32(key + KEY_LABEL, 0, true)
  keys.setInt32(key + KEY_STATUS, 0, true)
  keys.setFloat64(key + KEY_SEQ, state.seq, true)
  keys.setFloat64(key + KEY_AT, state.at, true)
  keys.setInt32(key + KEY_BODY_HASH, bodyHash.getInt32(0, true), true)
  keys.setInt32(key + KEY_BODY_HASH + 4, bodyHash.getInt32(4, true), true)
  keys.setInt32(key + KEY_USER, user, true)
  keys.setUint32(key + KEY_LENGTH, length | (KEY_RECENT << 24), true)
  for (let offset = 0; offset < length; offset += 4) keys.setInt32(key + KEY_TEXT + offset, view.getInt32(at + offset, true), true)
  state.keyIndex.add(hash, key)
  linkKey(state, key, user)
  return key
}

/** The bound of the table comes before the bounds of time and number: the oldest keys of all go first. */
function makeRoom(state: State): void {
  while (!state.keys.hasRoom(1) && state.keyOldest !== 0) retireOldest(state, state.keys.view.getInt32(state.keyOldest + KEY_USER, true))
}

function linkKey(state: State, key: number, user: number): void {
  key &= HANDLE
  user &= HANDLE
  const keys = state.keys.view
  const users = state.users.view
  keys.setInt32(key + KEY_OLDER, state.keyNewest, true)
  if (state.keyNewest === 0) state.keyOldest = key
  else keys.setInt32(state.keyNewest + KEY_NEWER, key, true)
  state.keyNewest = key
  const newest = users.getInt32(user + USER_KEY_NEWEST, true) & HANDLE
  if (newest === 0) users.setInt32(user + USER_KEY_OLDEST, key, true)
  else keys.setInt32(newest + KEY_NEWER_OF_USER, key, true)
  users.setInt32(user + USER_KEY_NEWEST, key, true)
  const held = users.getInt32(user + USER_KEY_COUNT, true) + 1
  users.setInt32(user + USER_KEY_COUNT, held, true)
  if (held > KEYS_OF_USER_MAX) retireOldest(state, user)
}

/** Forgets keys older than 24 hours. Each user's oldest key is reached in the order of the whole exchange. */
export function retireKeys(state: State): void {
  while (state.keyOldest !== 0 && state.keys.view.getFloat64(state.keyOldest + KEY_AT, true) + KEY_LIFE_MS <= state.at)
    retireOldest(state, state.keys.view.getInt32(state.keyOldest + KEY_USER, true))
}

function retireOldest(state: State, user: number): void {
  user &= HANDLE
  const keys = state.keys.view
  const users = state.users.view
  const key = users.getInt32(user + USER_KEY_OLDEST, true) & HANDLE
  const newerOfUser = keys.getInt32(key + KEY_NEWER_OF_USER, true) & HANDLE
  users.setInt32(user + USER_KEY_OLDEST, newerOfUser, true)
  if (newerOfUser === 0) users.setInt32(user + USER_KEY_NEWEST, 0, true)
  users.setInt32(user + USER_KEY_COUNT, users.getInt32(user + USER_KEY_COUNT, true) - 1, true)
  const older = keys.getInt32(key + KEY_OLDER, true) & HANDLE
  const newer = keys.getInt32(key + KEY_NEWER, true) & HANDLE
  if (older === 0) state.keyOldest = newer
  else keys.setInt32(older + KEY_NEWER, newer, true)
  if (newer === 0) state.keyNewest = older
  else keys.setInt32(newer + KEY_OLDER, older, true)
  const label = labelOfKey(state, key)
  if (label !== 0) retireLabel(state, label)
  else dropKey(state, key)
}

/** Makes a key the client order id of an order that is placed. */
export function bindKey(state: State, key: number, orderId: number): void {
  key &= HANDLE
  const keys = state.keys.view
  keys.setFloat64(key + KEY_VALUE, orderId, true)
  keys.setUint8(key + KEY_BITS, keys.getUint8(key + KEY_BITS) | KEY_NAMES_ORDER)
}

/** Id of the order that a key stands or stood for, 0 = none. */
export function orderIdOfKey(state: State, key: number): number {
  key &= HANDLE
  const keys = state.keys.view
  return (keys.getUint8(key + KEY_BITS) & KEY_NAMES_ORDER) === 0 ? 0 : keys.getFloat64(key + KEY_VALUE, true)
}

/** The order under a label ended: its key goes with it when it is not among its user's last any more. */
export function endLabel(state: State, label: number): void {
  label &= HANDLE
  const key = releaseLabel(state, label)
  if (key !== 0) dropKey(state, key)
}

function dropKey(state: State, key: number): void {
  key &= HANDLE
  const keys = state.keys.view
  if ((keys.getUint8(key + KEY_BITS) & KEY_LONG) !== 0) state.longOutcomes.delete(key)
  const hash = hashKey(keys, key + KEY_TEXT, keys.getUint8(key + KEY_LENGTH), keys.getInt32(key + KEY_USER, true))
  state.keyIndex.remove(hash, key)
  state.keys.release(key)
}

/** Remembers the outcome whose records start at `from` in the buffer, the OUTCOME record being the last one. */
export function settleKey(state: State, out: EventBuffer, key: number, reason: number, value: number, from: number): void {
  key &= HANDLE
  const keys = state.keys.view
  keys.setUint8(key + KEY_REASON, reason)
  if ((keys.getUint8(key + KEY_BITS) & KEY_NAMES_ORDER) === 0) keys.setFloat64(key + KEY_VALUE, value, true)
  const records: number[] = []
  for (let at = from; at < out.length; at += out.view.getUint32(at, true))
    if (out.view.getUint8(at + RECORD_KIND) === RECORD_OUTCOME_ORDER) records.push(at)
  if (records.length === 0) return
  const bytes = new Uint8Array(records.reduce((sum, at) => sum + out.view.getUint32(at, true), 0))
  let length = 0
  for (const at of records) {
    const size = out.view.getUint32(at, true)
    bytes.set(new Uint8Array(out.view.buffer, at, size), length)
    length += size
  }
  keys.setUint8(key + KEY_BITS, keys.getUint8(key + KEY_BITS) | KEY_LONG)
  state.longOutcomes.set(key, bytes)
}

/** Remembers the outcome of a command that placed one plain order: the row holds all of it. */
export function settlePlainKey(state: State, key: number, type: number, status: number, instrumentId: number): void {
  key &= HANDLE
  const keys = state.keys.view
  keys.setUint8(key + KEY_ORDER_COUNT, 1)
  keys.setUint8(key + KEY_STATUS, status)
  keys.setUint8(key + KEY_TYPE, type)
  keys.setInt32(key + KEY_INSTRUMENT, instrumentId, true)
}
