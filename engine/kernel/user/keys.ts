/**
 * Idempotency keys: what a caller asked under a key and what came of it. All sessions of a user are one caller, each of his API keys is
 * one. Kept are the keys of live orders and the last 1,000 of each user for 24 hours. The key of a placeOrder is also the order's client
 * order id.
 */
import { out } from '../events/out'
import { keepOutcome } from '../host'
import { allocate } from '../memory/tables'
import {
  ENTRY_BODY,
  ENTRY_KEY_AT,
  ENTRY_KEY_LENGTH,
  ENTRY_KIND,
  ENTRY_LENGTH,
  ENTRY_USER,
  KEY_HAS_CALLER,
  KEY_LENGTH_BITS,
  KIND_DOCUMENT,
} from '../constants/entry'
import { RECORD_KIND, RECORD_OUTCOME_ORDER } from '../constants/event'
import {
  KEY_AT,
  KEY_BODY_HASH,
  KEY_BYTES,
  KEY_CALLER,
  KEY_INDEX,
  KEY_INSTRUMENT,
  KEY_LABEL,
  KEY_LENGTH,
  KEY_LONG,
  KEY_NAMES_ORDER,
  KEY_SEQ,
  KEY_STATUS,
  KEY_TEXT,
  KEY_USER,
  KEY_VALUE,
  USER_CALLERS,
  USER_KEY_COUNT,
} from '../constants/layout'
import { KEYS, S_AT, S_KEYS_SHARED, S_SEQ, T_KEYS, USERS } from '../constants/map'
import { firstOf, growBuckets, hashKey, nextOf, putKey } from './key-buckets'
import { counts, noteStale, sweepFor } from './key-sweep'
import { copyIntoRow } from './label'

export { hashKey } from './key-buckets'

// The word at KEY_LENGTH: it is written as a word, because reading a word over a byte just written would wait for that.
const REASON_SHIFT: u32 = 8
const ONE_ORDER: u32 = 1 << 16
const IS_LONG: u32 = <u32>KEY_LONG << 24
const NAMES_ORDER: u32 = <u32>KEY_NAMES_ORDER << 24

/** Length of an entry's key. */
@inline export function keyLengthOf(start: usize): u32 {
  return <u32>load<u8>(start, ENTRY_KEY_LENGTH) & KEY_LENGTH_BITS
}

/** Number of the caller who gives an entry, 0 = a session of the user. */
@inline export function callerOf(start: usize): u32 {
  const word: u32 = load<u8>(start, ENTRY_KEY_LENGTH)
  return (word & KEY_HAS_CALLER) == 0 ? 0 : callerBehind(start, word & KEY_LENGTH_BITS)
}

function callerBehind(start: usize, keyLength: u32): u32 {
  return load<u32>(start + load<u16>(start, ENTRY_KEY_AT) + ((keyLength + 3) & ~3)) & 0xffff
}

/** Key row of a user, a caller and a text, 0 = none that counts. The text is zero padded to words of 4. */
@inline export function findKey(at: usize, length: u32, user: usize, caller: u32, hash: i32): usize {
  const first = firstOf(hash)
  const own: usize = first == 0 ? 0 : searchKey(first, at, length, user, caller)
  return own != 0 || caller == 0 || load<f64>(S_KEYS_SHARED) == 0 ? own : sharedKey(at, length, user)
}

/**
 * Keys from before callers were told apart are of all callers of their user: whoever repeats a request behind that entry meets what came
 * of it. Most are forgotten after a day.
 */
function sharedKey(at: usize, length: u32, user: usize): usize {
  const first = firstOf(hashKey(at, length, user, 0))
  const key: usize = first == 0 ? 0 : searchKey(first, at, length, user, 0)
  return key != 0 && load<f64>(key, KEYS + KEY_SEQ) < load<f64>(S_KEYS_SHARED) ? key : 0
}

/** A key that was used again after it ended may have several rows, of which at most one counts. */
function searchKey(first: usize, at: usize, length: u32, user: usize, caller: u32): usize {
  for (let key = first; key != 0; key = nextOf(key)) if (isSameKey(key, at, length, user, caller) && counts(key)) return key
  return 0
}

function isSameKey(key: usize, at: usize, length: u32, user: usize, caller: u32): bool {
  if (load<usize>(key, KEYS + KEY_USER) != user || load<u8>(key, KEYS + KEY_LENGTH) != length) return false
  if (<u32>load<u16>(key, KEYS + KEY_CALLER) != caller) return false
  for (let offset: usize = 0; offset < length; offset += 4)
    if (load<u32>(key + offset, KEYS + KEY_TEXT) != load<u32>(at + offset)) return false
  return true
}

/** Hash of an entry's body: all but sequence, time and key. */
export function hashBody(start: usize): u64 {
  const kind = <u32>load<u8>(start, ENTRY_KIND)
  let at = start + ENTRY_USER
  let to = start + load<u16>(start, ENTRY_KEY_AT)
  if (kind >= <u32>KIND_DOCUMENT) {
    at = start + ENTRY_BODY + ((keyLengthOf(start) + 3) & ~3)
    to = start + load<u32>(start, ENTRY_LENGTH)
  }
  let hash: u64 = kind
  // Each step is a bijection, so one changed word always shows.
  for (; at + 8 <= to; at += 8) hash = mixWord(hash, load<u64>(at))
  return at + 4 <= to ? mixWord(hash, <u64>load<u32>(at)) : hash
}

@inline function mixWord(hash: u64, word: u64): u64 {
  const mixed = (hash ^ word) * 0x9e3779b97f4a7c15
  return mixed ^ (mixed >> 32)
}

/** True when the body remembered with a key is this one. */
@inline export function hasSameBody(key: usize, body: u64): bool {
  return load<u64>(key, KEYS + KEY_BODY_HASH) == body
}

/** Remembers a key before its command runs; the outcome follows by `settleKey`. Returns its row. */
@inline export function rememberKey(at: usize, length: u32, user: usize, caller: u32, hash: i32, body: u64): usize {
  sweepFor()
  growBuckets()
  const key = allocate(KEYS, T_KEYS, KEY_BYTES)
  putKey(hash, key)
  store<f64>(key, load<f64>(S_SEQ), KEYS + KEY_SEQ)
  store<f64>(key, load<f64>(S_AT), KEYS + KEY_AT)
  store<u64>(key, body, KEYS + KEY_BODY_HASH)
  store<i64>(key, 0, KEYS + KEY_VALUE)
  store<u64>(key, <u64>user | (<u64>length << 32), KEYS + KEY_USER)
  const index = load<u32>(user, USERS + USER_KEY_COUNT)
  store<u32>(user, index + 1, USERS + USER_KEY_COUNT)
  store<u32>(key, index, KEYS + KEY_INDEX)
  noteStale(index)
  // label, status and type are none yet
  store<u64>(key, <u64>caller << 48, KEYS + KEY_LABEL)
  if (caller > <u32>load<u16>(user, USERS + USER_CALLERS)) store<u16>(user, <u16>caller, USERS + USER_CALLERS)
  store<i32>(key, 0, KEYS + KEY_INSTRUMENT)
  copyIntoRow(KEYS + KEY_TEXT + key, at, length)
  return key
}

/** Makes a key the client order id of an order that is placed. */
@inline export function bindKey(key: usize, orderId: f64): void {
  store<f64>(key, orderId, KEYS + KEY_VALUE)
  store<u32>(key, load<u32>(key, KEYS + KEY_LENGTH) | NAMES_ORDER, KEYS + KEY_LENGTH)
}

/** Id of the order that a key stands or stood for, 0 = none. */
@inline export function orderIdOfKey(key: usize): f64 {
  return (load<u32>(key, KEYS + KEY_LENGTH) & NAMES_ORDER) == 0 ? 0 : load<f64>(key, KEYS + KEY_VALUE)
}

/** Remembers the outcome whose records start at `from` and end at `out`. */
export function settleKey(key: usize, reason: i32, value: f64, from: usize): void {
  const word = load<u32>(key, KEYS + KEY_LENGTH) | (<u32>reason << REASON_SHIFT)
  if ((word & NAMES_ORDER) == 0) store<f64>(key, value, KEYS + KEY_VALUE)
  const isLong = hasOrders(from)
  store<u32>(key, isLong ? word | IS_LONG : word, KEYS + KEY_LENGTH)
  if (isLong) keepOutcome(key, from, out)
}

/** Do the records from `from` on answer with orders? */
function hasOrders(from: usize): bool {
  for (let at = from; at < out; at += load<u32>(at)) if (load<u8>(at, RECORD_KIND) == RECORD_OUTCOME_ORDER) return true
  return false
}

/** Remembers the outcome of a command that placed one plain order: the row holds all of it. */
@inline export function settlePlainKey(key: usize, type: i32, status: i32, instrumentId: i32): void {
  store<u32>(key, load<u32>(key, KEYS + KEY_LENGTH) | ONE_ORDER, KEYS + KEY_LENGTH)
  store<u16>(key, <u16>(status | (type << 8)), KEYS + KEY_STATUS)
  store<i32>(key, instrumentId, KEYS + KEY_INSTRUMENT)
}
