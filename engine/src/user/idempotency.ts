/**
 * Idempotency keys: what a user asked under a key and what came of it. Kept are the keys of live orders and the last 1,000 of each
 * user for 24 hours. The key of a placeOrder is also the order's client order id.
 */
import type { EventBuffer } from '../event-buffer.ts'
import * as event from '../events/event-layout.ts'
import * as layout from '../layout.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import type { State } from '../state.ts'
import { keepBodyHash } from './key-hash.ts'
import { dropKey, isKnown, joinKeys, sweepKeys } from './key-sweep.ts'
import { releaseLabel } from './label.ts'

const HANDLE = HANDLE_MASK

const { RECORD_KIND, RECORD_OUTCOME_ORDER } = event
const {
  KEY_AT,
  KEY_BITS,
  KEY_INSTRUMENT,
  KEY_LABEL,
  KEY_LENGTH,
  KEY_LONG,
  KEY_NAMES_ORDER,
  KEY_ORDER_COUNT,
  KEY_REASON,
  KEY_SEQ,
  KEY_STATUS,
  KEY_TEXT,
  KEY_TYPE,
  KEY_USER,
  KEY_VALUE,
} = layout

/** Key row of a user and text, 0 = none that is known still. */
export function findKey(state: State, view: DataView, at: number, length: number, user: number, hash: number): number {
  const { keyIndex } = state
  const first = keyIndex.first(hash)
  return first === 0 ? 0 : searchKey(state, first, view, at, length, user)
}

/** A key that was used again after it was forgotten may have two rows, of which one is known. */
function searchKey(state: State, first: number, view: DataView, at: number, length: number, user: number): number {
  const { keyIndex } = state
  const keys = state.keys.view
  for (let key = first; key !== 0; key = keyIndex.next(keys, key))
    if (isSameKey(keys, key, view, at, length, user) && isKnown(state, key)) return key
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

/** Remembers a key before its command runs; the outcome follows by `settleKey`. Returns its row. */
export function rememberKey(state: State, view: DataView, at: number, length: number, user: number, hash: number): number {
  at &= HANDLE
  user &= HANDLE
  sweepKeys(state)
  const key = state.keys.allocate() & HANDLE
  const keys = state.keys.view
  keys.setFloat64(key + KEY_VALUE, 0, true)
  keys.setInt32(key + KEY_INSTRUMENT, 0, true)
  keys.setInt32(key + KEY_LABEL, 0, true)
  keys.setInt32(key + KEY_STATUS, 0, true)
  keys.setFloat64(key + KEY_SEQ, state.seq, true)
  keys.setFloat64(key + KEY_AT, state.at, true)
  keepBodyHash(keys, key)
  keys.setInt32(key + KEY_USER, user, true)
  keys.setInt32(key + KEY_LENGTH, length, true)
  for (let offset = 0; offset < length; offset += 4) keys.setInt32(key + KEY_TEXT + offset, view.getInt32(at + offset, true), true)
  joinKeys(state, key, user)
  const { keyIndex } = state
  if (state.keys.liveCount > keyIndex.keysMost) keyIndex.grow(keys, state.keys.used)
  else keyIndex.add(keys, hash, key)
  return key
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

/** The order under a label ended: its key goes with it when it was kept for it only. */
export function endLabel(state: State, label: number): void {
  label &= HANDLE
  const key = releaseLabel(state, label)
  if (key !== 0) dropKey(state, key)
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
