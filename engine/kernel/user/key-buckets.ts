/**
 * Where keys are found. There are millions and nearly every look-up misses, each at a far place: one such access costs as much as five
 * hundred instructions. So a key costs one line of the cache: seven buckets of (filter bits, newest key), of which the bits tell the keys
 * that are surely unknown; from the newest key a chain through the rows (KEY_NEXT) leads to the others of the bucket. How many buckets
 * there are and in what order keys hang in them is nobody's business: they are made anew when a snapshot is loaded. More buckets are filled line by
 * line, some with each new key, because moving a million keys at once would stop everybody for a while.
 */
import { arena } from '../memory/tables'
import { KEY_BYTES, KEY_CALLER, KEY_LENGTH, KEY_NEXT, KEY_TEXT, KEY_USER } from '../constants/layout'
import { KEYS, S_BUCKET_LINES, S_BUCKET_SHIFT, S_BUCKETS, S_OLD_BUCKETS, S_OLD_HAND, S_OLD_SHIFT, T_KEYS, TABLE_LIVE, TABLE_USED } from '../constants/map'

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
@inline export function hashKey(at: usize, length: u32, user: usize, caller: u32): i32 {
  let hash: u64 = ((<u64>user | (<u64>caller << 32)) * 0x9e3779b97f4a7c15) ^ <u64>length
  for (let offset: usize = 0; offset < length; offset += 8) {
    const word = length - <u32>offset > 4 ? load<u64>(at + offset) : <u64>load<u32>(at + offset)
    hash = (hash ^ word) * 0xff51afd7ed558ccd
    hash ^= hash >> 32
  }
  return <i32>((hash * 0xc4ceb9fe1a85ec53) >> 32)
}

@inline function hashOf(key: usize): i32 {
  const caller: u32 = load<u16>(key, KEYS + KEY_CALLER)
  return hashKey(KEYS + KEY_TEXT + key, load<u8>(key, KEYS + KEY_LENGTH), load<usize>(key, KEYS + KEY_USER), caller)
}

/** Four bits of a bucket's word. */
@inline function bitsOf(hash: i32): i32 {
  return (1 << hash) | (1 << (hash >>> 5)) | (1 << (hash >>> 10)) | (1 << (hash >>> 23))
}

/** Line of a hash, by a product's high bits, so that a line's keys go to neighbouring lines when there are more. */
@inline export function lineOfKey(hash: i32): usize {
  const product = <u32>(hash * LINE_MULTIPLIER)
  if (load<usize>(S_OLD_BUCKETS) != 0) {
    const line = product >>> load<u32>(S_OLD_SHIFT)
    if (line >= load<u32>(S_OLD_HAND)) return load<usize>(S_OLD_BUCKETS) + <usize>line * LINE_BYTES
  }
  return load<usize>(S_BUCKETS) + <usize>(product >>> load<u32>(S_BUCKET_SHIFT)) * LINE_BYTES
}

/** Its bucket, by bits that the filter does not use. */
@inline function bucketOf(hash: i32): usize {
  return lineOfKey(hash) + (((((<u32>hash >>> 15) & 0xff) * 7) >>> 8) << 3)
}

/** Newest key that may have this hash, 0 = surely none has. */
@inline export function firstOf(hash: i32): usize {
  const bits = bitsOf(hash)
  const bucket = bucketOf(hash)
  return (load<i32>(bucket) & bits) == bits ? load<usize>(bucket, 4) : 0
}

/** Next older key of the bucket, 0 = none. */
@inline export function nextOf(key: usize): usize {
  return load<usize>(key, KEYS + KEY_NEXT)
}

/** Makes a key the newest of its bucket. */
@inline export function putKey(hash: i32, key: usize): void {
  const bucket = bucketOf(hash)
  const word = load<u64>(bucket)
  store<u32>(key, <u32>(word >> 32), KEYS + KEY_NEXT)
  store<u64>(bucket, <u64>(<u32>word | <u32>bitsOf(hash)) | (<u64>key << 32))
}

/** Takes a key out of its bucket, whose bits become those of the keys that stay. */
export function takeKey(gone: usize): void {
  const bucket = bucketOf(hashOf(gone))
  let bits: i32 = 0
  let link = bucket + 4
  for (let key = load<usize>(link); key != 0; ) {
    const next = nextOf(key)
    if (key == gone) store<usize>(link, next)
    else {
      bits |= bitsOf(hashOf(key))
      link = KEYS + KEY_NEXT + key
    }
    key = next
  }
  store<i32>(bucket, bits)
}

/** Makes room in the buckets for one more key. */
@inline export function growBuckets(): void {
  if (load<usize>(S_OLD_BUCKETS) != 0) moveLines()
  else if (load<u32>(T_KEYS, TABLE_LIVE) >= load<u32>(S_BUCKET_LINES) * KEYS_PER_LINE) beginGrowth()
}

function beginGrowth(): void {
  store<usize>(S_OLD_BUCKETS, load<usize>(S_BUCKETS))
  store<u32>(S_OLD_SHIFT, load<u32>(S_BUCKET_SHIFT))
  store<u32>(S_OLD_HAND, 0)
  openBuckets(load<u32>(S_BUCKET_LINES) * LINES_GROWTH)
}

/** Moves the keys of some old lines to where they are now. */
function moveLines(): void {
  const old = load<usize>(S_OLD_BUCKETS)
  const lines: u32 = 1 << (32 - load<u32>(S_OLD_SHIFT))
  let hand = load<u32>(S_OLD_HAND)
  for (let moved: u32 = 0; moved < LINES_MOVED && hand < lines; moved += 1) {
    const line = old + <usize>hand * LINE_BYTES
    hand += 1
    store<u32>(S_OLD_HAND, hand)
    for (let bucket = line; bucket < line + BUCKETS_BYTES; bucket += 8) {
      for (let key = load<usize>(bucket, 4); key != 0; ) {
        const next = nextOf(key)
        putKey(hashOf(key), key)
        key = next
      }
    }
  }
  if (hand == lines) store<usize>(S_OLD_BUCKETS, 0)
}

/** Empty buckets, in fresh memory, which is zero. */
function openBuckets(lines: u32): void {
  store<usize>(S_BUCKETS, arena(<usize>lines * LINE_BYTES))
  store<u32>(S_BUCKET_SHIFT, clz<u32>(lines) + 1)
  store<u32>(S_BUCKET_LINES, lines)
}

/** Makes buckets for the keys that there are. */
export function makeBuckets(): void {
  let lines = LINES_FIRST
  while (load<u32>(T_KEYS, TABLE_LIVE) >= lines * KEYS_PER_LINE) lines *= LINES_GROWTH
  store<usize>(S_OLD_BUCKETS, 0)
  openBuckets(lines)
  const end = load<usize>(T_KEYS, TABLE_USED)
  for (let key = KEY_BYTES; key < end; key += KEY_BYTES) if (load<u8>(key, KEYS + KEY_LENGTH) != 0) putKey(hashOf(key), key)
}
