/**
 * Idempotency keys: what a caller asked under a key and what came of it. All sessions of a user are one caller, each of his API keys is
 * one. Kept are the keys of live orders and the last 1,000 of each user for 24 hours. The key of a placeOrder is also the order's client
 * order id.
 */
import { out } from '../events/out'
import { keepOutcome } from '../host'
import { allocate } from '../memory/tables'
import { firstOf, growBuckets, hashKey, nextOf, putKey } from './key-buckets'
import { counts, noteStale, sweepFor } from './key-sweep'
import { copyIntoRow } from './label'
import { Entry } from '../../generated/entries'
import { OutcomeOrderRecord, Record } from '../../generated/records'
import { Key, keysTable, none, state, User } from '../../generated/rows'
import { ENTRY_BODY, KEY_HAS_CALLER, KEY_LENGTH_BITS, KIND_DOCUMENT, KIND_DOCUMENT_END } from '../constants/entry'
import { KEY_BYTES, KEY_LONG, KEY_NAMES_ORDER } from '../constants/layout'
import { KEYS } from '../constants/map'

// The word `head`: it is written as a word, because reading a word over a byte just written would wait for that.
const REASON_SHIFT: u32 = 8
const ONE_ORDER: u32 = 1 << 16
const IS_LONG: u32 = <u32>KEY_LONG << 24
const NAMES_ORDER: u32 = <u32>KEY_NAMES_ORDER << 24

/** Length of an entry's key. */
@inline export function keyLengthOf(entry: Entry): u32 {
  return <u32>entry.keyLength & KEY_LENGTH_BITS
}

/** Where an entry's key stands. */
@inline export function keyOf(entry: Entry): usize {
  return changetype<usize>(entry) + entry.keyAt
}

/** Is an entry's body JSON? */
@inline function isDocument(entry: Entry): bool {
  return <u32>entry.kind >= <u32>KIND_DOCUMENT && <u32>entry.kind < <u32>KIND_DOCUMENT_END
}

/** Number of the caller who gives an entry, 0 = a session of the user. */
@inline export function callerOf(entry: Entry): u32 {
  const word: u32 = entry.keyLength
  return (word & KEY_HAS_CALLER) == 0 ? 0 : callerBehind(entry, word & KEY_LENGTH_BITS)
}

/** It stands behind the key; of a document behind the JSON, which comes after the key. */
function callerBehind(entry: Entry, keyLength: u32): u32 {
  const text: u32 = isDocument(entry) ? (entry.textBytes + 3) & ~3 : 0
  return load<u32>(keyOf(entry) + ((keyLength + 3) & ~3) + text) & 0xffff
}

/** Key row of a user, a caller and a text, none when none counts. The text is zero padded to words of 4. */
@inline export function findKey(at: usize, length: u32, user: User, caller: u32, hash: i32): Key {
  const first = firstOf(hash)
  return first.exists ? searchKey(first, at, length, user, caller) : none<Key>()
}

/** A key that was used again after it ended may have several rows, of which at most one counts. */
function searchKey(first: Key, at: usize, length: u32, user: User, caller: u32): Key {
  for (let key = first; key.exists; key = nextOf(key)) if (isSameKey(key, at, length, user, caller) && counts(key)) return key
  return none<Key>()
}

function isSameKey(key: Key, at: usize, length: u32, user: User, caller: u32): bool {
  if (key.user != user || key.length != length) return false
  if (<u32>key.caller != caller) return false
  for (let offset: usize = 0; offset < length; offset += 4)
    if (load<u32>(key.text + offset) != load<u32>(at + offset)) return false
  return true
}

/** Hash of an entry's body: all but sequence, time and key. */
export function hashBody(entry: Entry): u64 {
  const kind = <u32>entry.kind
  let at = entry.hashed
  let to = keyOf(entry)
  if (isDocument(entry)) {
    at = changetype<usize>(entry) + ENTRY_BODY + ((keyLengthOf(entry) + 3) & ~3)
    to = changetype<usize>(entry) + entry.length
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
@inline export function hasSameBody(key: Key, body: u64): bool {
  return key.bodyHash == body
}

/** Does a key stand for this entry? */
export function isRepeated(key: Key, entry: Entry): bool {
  return hasSameBody(key, hashBody(entry))
}

/** Remembers a key before its command runs; the outcome follows by `settleKey`. Returns its row. */
@inline export function rememberKey(at: usize, length: u32, user: User, caller: u32, hash: i32, body: u64): Key {
  sweepFor()
  growBuckets()
  const key = allocate<Key>(KEYS, keysTable, KEY_BYTES)
  putKey(hash, key)
  key.seq = state.seq
  key.at = state.at
  key.bodyHash = body
  key.value = 0
  key.userAndHead = <u64>changetype<usize>(user) | (<u64>length << 32)
  const index = user.keyCount
  user.keyCount = index + 1
  key.index = index
  noteStale(index)
  // label, status and type are none yet
  key.labelAndRest = <u64>caller << 48
  if (caller > <u32>user.callers) user.callers = caller
  key.instrument = 0
  copyIntoRow(key.text, at, length)
  return key
}

/** Makes a key the client order id of an order that is placed. */
@inline export function bindKey(key: Key, orderId: f64): void {
  key.value = orderId
  key.head |= NAMES_ORDER
}

/** Id of the first order that was placed under a key, 0 = none. Amendments may have put others in its place. */
@inline export function orderIdOfKey(key: Key): f64 {
  return (key.head & NAMES_ORDER) == 0 ? 0 : key.value
}

/** Remembers the outcome whose records start at `from` and end at `out`. */
export function settleKey(key: Key, reason: i32, value: f64, from: usize): void {
  const word = key.head | (<u32>reason << REASON_SHIFT)
  if ((word & NAMES_ORDER) == 0) key.value = value
  const isLong = hasOrders(from)
  key.head = isLong ? word | IS_LONG : word
  if (isLong) keepOutcome(key, from, out)
}

/** Do the records from `from` on answer with orders? */
function hasOrders(from: usize): bool {
  for (let at = from; at < out; at += changetype<Record>(at).length)
    if (changetype<Record>(at).kind == OutcomeOrderRecord.KIND) return true
  return false
}

/** Remembers the outcome of a command that placed one plain order: the row holds all of it. */
@inline export function settlePlainKey(key: Key, type: i32, status: i32, instrumentId: i32): void {
  key.head |= ONE_ORDER
  key.statusAndType = status | (type << 8)
  key.instrument = instrumentId
}
