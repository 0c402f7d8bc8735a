/**
 * Where keys are found. There are millions and nearly every look-up misses, each at a far place: one such access costs as much as five
 * hundred instructions. So a key costs one line of the cache: seven buckets of (filter bits, newest key), of which the bits tell the keys
 * that are surely unknown; from the newest key a chain through the rows (`next`) leads to the others of the bucket. How many buckets
 * there are and in what order keys hang in them is nobody's business: they are made anew when a snapshot is loaded. More buckets are filled line by
 * line, some with each new key, because moving a million keys at once would stop everybody for a while.
 */
import { arena } from '../memory/tables'
import { Key, keysTable, none, state, User } from '../../generated/rows'
import { KEY_BYTES, KEY_NEXT } from '../constants/layout'
import { KEYS } from '../constants/map'

const LINE_BYTES: usize = 64
/** Keys for each line at most: four a bucket. */
const KEYS_PER_LINE: u32 = 28
/** Old lines moved with each new key: all are long before there must be more. */
const LINES_MOVED: u32 = 4
/** Seven buckets. */
const BUCKETS_BYTES: usize = 56
/** A power of two; at least 2, because a shift by 32 shifts nothing. */
const LINES_FIRST: u32 = 1 << 15
const LINES_GROWTH: u32 = 4
const LINE_MULTIPLIER: i32 = 0x9e3779b1

/** Hash of (user, caller, text), the text zero padded to words of 4 at its source. */
@inline export function hashKey(at: usize, length: u32, user: User, caller: u32): i32 {
  let hash: u64 = ((<u64>changetype<usize>(user) | (<u64>caller << 32)) * 0x9e3779b97f4a7c15) ^ <u64>length
  for (let offset: usize = 0; offset < length; offset += 8) {
    const word = length - <u32>offset > 4 ? load<u64>(at + offset) : <u64>load<u32>(at + offset)
    hash = (hash ^ word) * 0xff51afd7ed558ccd
    hash ^= hash >> 32
  }
  return <i32>((hash * 0xc4ceb9fe1a85ec53) >> 32)
}

@inline function hashOf(key: Key): i32 {
  const caller: u32 = key.caller
  return hashKey(key.text, key.length, key.user, caller)
}

/** Four bits of a bucket's word. */
@inline function bitsOf(hash: i32): i32 {
  return (1 << hash) | (1 << (hash >>> 5)) | (1 << (hash >>> 10)) | (1 << (hash >>> 23))
}

/** Line of a hash, by a product's high bits, so that a line's keys go to neighbouring lines when there are more. */
@inline export function lineOfKey(hash: i32): usize {
  const product = <u32>(hash * LINE_MULTIPLIER)
  if (state.oldBuckets != 0) {
    const line = product >>> state.oldShift
    if (line >= state.oldHand) return state.oldBuckets + <usize>line * LINE_BYTES
  }
  return state.buckets + <usize>(product >>> state.bucketShift) * LINE_BYTES
}

/** Its bucket, by bits that the filter does not use. */
@inline function bucketOf(hash: i32): usize {
  return lineOfKey(hash) + (((((<u32>hash >>> 15) & 0xff) * 7) >>> 8) << 3)
}

/** Newest key that may have this hash, 0 = surely none has. */
@inline export function firstOf(hash: i32): Key {
  const bits = bitsOf(hash)
  const bucket = bucketOf(hash)
  return (load<i32>(bucket) & bits) == bits ? changetype<Key>(load<usize>(bucket, 4)) : none<Key>()
}

/** Next older key of the bucket, none when there is none. */
@inline export function nextOf(key: Key): Key {
  return key.next
}

/** Makes a key the newest of its bucket. */
@inline export function putKey(hash: i32, key: Key): void {
  const bucket = bucketOf(hash)
  const word = load<u64>(bucket)
  key.next = changetype<Key>(<u32>(word >> 32))
  store<u64>(bucket, <u64>(<u32>word | <u32>bitsOf(hash)) | (<u64>changetype<usize>(key) << 32))
}

/** Takes a key out of its bucket, whose bits become those of the keys that stay. */
export function takeKey(gone: Key): void {
  const bucket = bucketOf(hashOf(gone))
  let bits: i32 = 0
  let link = bucket + 4
  for (let key = changetype<Key>(load<usize>(link)); key.exists; ) {
    const next = nextOf(key)
    if (key == gone) store<usize>(link, changetype<usize>(next))
    else {
      bits |= bitsOf(hashOf(key))
      link = KEYS + KEY_NEXT + changetype<usize>(key)
    }
    key = next
  }
  store<i32>(bucket, bits)
}

/** Makes room in the buckets for one more key. */
@inline export function growBuckets(): void {
  if (state.oldBuckets != 0) moveLines()
  else if (keysTable.live >= state.bucketLines * KEYS_PER_LINE) beginGrowth()
}

function beginGrowth(): void {
  state.oldBuckets = state.buckets
  state.oldShift = state.bucketShift
  state.oldHand = 0
  openBuckets(state.bucketLines * LINES_GROWTH)
}

/** Moves the keys of some old lines to where they are now. */
function moveLines(): void {
  const old = state.oldBuckets
  const lines: u32 = 1 << (32 - state.oldShift)
  let hand = state.oldHand
  for (let moved: u32 = 0; moved < LINES_MOVED && hand < lines; moved += 1) {
    const line = old + <usize>hand * LINE_BYTES
    hand += 1
    state.oldHand = hand
    for (let bucket = line; bucket < line + BUCKETS_BYTES; bucket += 8) {
      for (let key = changetype<Key>(load<usize>(bucket, 4)); key.exists; ) {
        const next = nextOf(key)
        putKey(hashOf(key), key)
        key = next
      }
    }
  }
  if (hand == lines) state.oldBuckets = 0
}

/** Empty buckets, in fresh memory, which is zero. */
function openBuckets(lines: u32): void {
  state.buckets = arena(<usize>lines * LINE_BYTES)
  state.bucketShift = clz<u32>(lines) + 1
  state.bucketLines = lines
}

/** Makes buckets for the keys that there are. */
export function makeBuckets(): void {
  let lines = LINES_FIRST
  while (keysTable.live >= lines * KEYS_PER_LINE) lines *= LINES_GROWTH
  state.oldBuckets = 0
  openBuckets(lines)
  const end = keysTable.used
  for (let handle = KEY_BYTES; handle < end; handle += KEY_BYTES) {
    const key = changetype<Key>(handle)
    if (key.length != 0) putKey(hashOf(key), key)
  }
}
