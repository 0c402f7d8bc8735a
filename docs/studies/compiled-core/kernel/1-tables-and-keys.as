// The kernel, part 1: constants, numbers, tables, indexes, idempotency keys. AssemblyScript; the parts are one file to the compiler.

/** What the kernel leaves to TypeScript, over the same memory. The host of this study throws. Returns where the records end. */
@external("host", "cold") declare function cold(why: i32, start: usize, out: usize): usize;

const INCOME_FEE: i32 = 2
const FIRST_USER: i32 = 100001
const KEYS_OF_USER_MAX: i32 = 1000
const KEY_LIFE_MS: f64 = 86400000
const EXACT: f64 = 4503599627370496
const TWO_52_BITS: i64 = 0x4330000000000000
const RATE_ONE: i64 = 100000000
// The kernel's key row: 96 bytes, no lists. A key counts while it is young and among the last of its user, or while its order lives.
const K_SEQ: usize = KEYS
const K_AT: usize = KEYS + 8
const K_BODY_HASH: usize = KEYS + 16
const K_VALUE: usize = KEYS + 24
const K_USER: usize = KEYS + 32
/** Length, reason, count of orders, bits; 0 in a free row. */
const K_LENGTH: usize = KEYS + 36
/** Next key of the same bucket. */
const K_NEXT: usize = KEYS + 40
/** How many keys the user had had before. */
const K_INDEX: usize = KEYS + 44
const K_LABEL: usize = KEYS + 48
const K_STATUS: usize = KEYS + 52
const K_TEXT: usize = KEYS + 56
const K_INSTRUMENT: usize = KEYS + 92
const KEY_ROW: usize = 96
const SWEEP_EVERY: u32 = 256
const BUCKET_MS: i64 = 10000
const BUCKETS: i64 = 30
const DAY_MS: i64 = 86400000

const COLD_SEQ: i32 = 1
const COLD_DUE: i32 = 2
const COLD_USER: i32 = 3
const COLD_KIND: i32 = 4
const COLD_REPEATED: i32 = 5
const COLD_PLACE: i32 = 6
const COLD_CANCEL: i32 = 7
const COLD_MAKER: i32 = 8
const COLD_SELF_TRADE: i32 = 9
const COLD_TRIGGERS: i32 = 10
const COLD_HALT: i32 = 11
const COLD_COMMISSION: i32 = 12
const COLD_FEE_ASSET: i32 = 13
const COLD_BALANCE: i32 = 14
const COLD_EXTRA: i32 = 15
const COLD_KEYS: i32 = 16

// ---- Numbers ----

@inline function int64Of(value: f64): i64 {
  return reinterpret<i64>(value + EXACT) - TWO_52_BITS
}

/** A safe integer that may be 2^52 or more. */
@inline function int64OfAny(value: f64): i64 {
  return i64(value)
}

@inline function notionalOf(price: f64, quantity: f64, unit: i64): i64 {
  const product = price * quantity
  if (product < EXACT) return int64Of(product) * unit
  return int64OfAny(price) * int64OfAny(quantity) * unit
}

/** ceil(amount × rate ÷ 1e8). */
@inline function feeOf(amount: i64, rate: i64): i64 {
  if (<u64>amount < 92000000000) return i64((<u64>(amount * rate + 99999999)) / <u64>RATE_ONE)
  return feeOfLarge(amount, rate)
}

function feeOfLarge(amount: i64, rate: i64): i64 {
  const whole = amount / RATE_ONE
  const rest = amount - whole * RATE_ONE
  return whole * rate + (rest * rate + 99999999) / RATE_ONE
}

/** Hash of an id below 2^52. */
@inline function mixId(id: f64): i32 {
  const whole = int64Of(id)
  const hash = (<i32>whole ^ (<i32>(whole >> 32) * <i32>0x85ebca6b)) * <i32>0x9e3779b1
  return hash ^ <i32>(<u32>hash >>> 15)
}

@inline function mixPair(first: i32, second: i32): i32 {
  let hash = (first * <i32>0x9e3779b1) ^ ((second + 0x7f4a7c15) * <i32>0x85ebca6b)
  hash ^= <i32>(<u32>hash >>> 15)
  hash = hash * 0x2c1b3c6d
  return hash ^ <i32>(<u32>hash >>> 13)
}

// ---- Tables: a handle is a byte offset into the table; 0 = none. ----

@inline function allocate(base: usize, used: usize, rowBytes: usize): usize {
  // used, free and live are neighbours in the scalars
  store<i32>(used + 8, load<i32>(used + 8) + 1)
  const free = load<usize>(used + 4)
  if (free != 0) {
    store<usize>(used + 4, load<usize>(base + free))
    return free
  }
  const handle = load<usize>(used)
  store<usize>(used, handle + rowBytes)
  return handle
}

@inline function release(base: usize, used: usize, handle: usize): void {
  store<usize>(base + handle, load<usize>(used + 4))
  store<usize>(used + 4, handle)
  store<i32>(used + 8, load<i32>(used + 8) - 1)
}

@inline function zero(at: usize, bytes: usize): void {
  for (let offset: usize = 0; offset < bytes; offset += 8) store<i64>(at + offset, 0)
}

/** ASCII text padded by zeros to words of 8 at its source; writes up to 4 zero bytes behind the padding to 4. */
@inline function copyText(to: usize, from: usize, length: u32): void {
  for (let offset: usize = 0; offset < length; offset += 8) store<i64>(to + offset, load<i64>(from + offset))
}

@inline function arena(bytes: usize): usize {
  const at = load<usize>(S_ARENA)
  store<usize>(S_ARENA, at + ((bytes + 15) & ~15))
  return at
}

// ---- Hash indexes: slots of (hash, handle). `index` = address of its scalars: slots, mask, count. ----

@inline function indexAdd(index: usize, hash: i32, handle: usize): void {
  const count = load<u32>(index + 8)
  const mask = load<u32>(index + 4)
  if ((count + 1) * 80 > (mask + 1) * 7) indexGrow(index)
  store<u32>(index + 8, count + 1)
  indexPut(index, hash, handle)
}

@inline function indexPut(index: usize, hash: i32, handle: usize): void {
  const slots = load<usize>(index)
  const mask = load<u32>(index + 4)
  let slot: u32 = (<u32>hash << 3) & mask
  while (load<u32>(slots + slot, 4) != 0) slot = (slot + 8) & mask
  store<u64>(slots + slot, <u64><u32>hash | (<u64>handle << 32))
}

function indexGrow(index: usize): void {
  const old = load<usize>(index)
  const bytes = load<u32>(index + 4) + 1
  store<usize>(index, arena(bytes * 2))
  store<u32>(index + 4, bytes * 2 - 1)
  for (let slot: u32 = 0; slot < bytes; slot += 8) {
    const handle = load<usize>(old + slot, 4)
    if (handle != 0) indexPut(index, load<i32>(old + slot), handle)
  }
}

@inline function indexRemove(index: usize, hash: i32, handle: usize): void {
  const slots = load<usize>(index)
  const mask = load<u32>(index + 4)
  let hole: u32 = (<u32>hash << 3) & mask
  for (;;) {
    const found = load<usize>(slots + hole, 4)
    if (found == handle) break
    if (found == 0) return
    hole = (hole + 8) & mask
  }
  store<u32>(index + 8, load<u32>(index + 8) - 1)
  let slot = hole
  for (;;) {
    slot = (slot + 8) & mask
    const moved = load<u64>(slots + slot)
    if (moved >> 32 == 0) break
    const home: u32 = (<u32>moved << 3) & mask
    if (((slot - home) & mask) < ((slot - hole) & mask)) continue
    store<u64>(slots + hole, moved)
    hole = slot
  }
  store<u64>(slots + hole, 0)
}

// ---- Idempotency keys ----

@inline function bitsOf(hash: i32): i32 {
  return (1 << hash) | (1 << (hash >>> 5)) | (1 << (hash >>> 10)) | (1 << (hash >>> 23))
}

/** Where the bucket of a hash is: seven buckets (bits, newest key) in a line of 64 bytes, whose last 8 bytes hold nothing. */
@inline function bucketAt(hash: i32): usize {
  return lineAt(hash) + (((<u32>hash >>> 15 & 0xff) * 7) >>> 8 << 3)
}

@inline function lineAt(hash: i32): usize {
  return load<usize>(S_BUCKETS) + ((<u32>(hash * <i32>0x9e3779b1) >>> load<u32>(S_BUCKET_SHIFT)) << 6)
}

@inline function hashKey(at: usize, length: u32, user: usize): i32 {
  let hash: u64 = <u64>user * 0x9e3779b97f4a7c15 ^ <u64>length
  // words of 8, the last one with the zeros behind the text
  for (let offset: usize = 0; offset < length; offset += 8) {
    const left = length - <u32>offset
    const word = left > 4 ? load<u64>(at + offset) : <u64>load<u32>(at + offset)
    hash = (hash ^ word) * 0xff51afd7ed558ccd
    hash ^= hash >> 32
  }
  return <i32>((hash * 0xc4ceb9fe1a85ec53) >> 32)
}

/** Hash of the body of an entry that is no document. */
@inline function hashBody(start: usize, kind: i32, keyAt: u32): u64 {
  let hash: u64 = <u64>kind
  let at: usize = start + EN_ENTRY_USER
  const to = start + keyAt
  // each step is a bijection, so one changed word always shows
  for (; at + 8 <= to; at += 8) {
    hash = (hash ^ load<u64>(at)) * 0x9e3779b97f4a7c15
    hash ^= hash >> 32
  }
  return hash
}

function searchKey(bucket: usize, at: usize, length: u32, user: usize, now: f64): usize {
  for (let key = load<usize>(bucket, 4); key != 0; key = load<usize>(key, K_NEXT))
    if (isSameKey(key, at, length, user) && counts(key, now)) return key
  return 0
}

function isSameKey(key: usize, at: usize, length: u32, user: usize): bool {
  if (load<usize>(key, K_USER) != user || load<u8>(key, K_LENGTH) != length) return false
  for (let offset: usize = 0; offset < length; offset += 4)
    if (load<i32>(key + offset, K_TEXT) != load<i32>(at + offset)) return false
  return true
}

/** Is it known still: young and among its user's last, or the name of a live order? */
function counts(key: usize, now: f64): bool {
  const user = load<usize>(key, K_USER)
  const age = load<i32>(user, USERS + USER_KEY_COUNT) - load<i32>(key, K_INDEX)
  if (age <= KEYS_OF_USER_MAX && load<f64>(key, K_AT) + KEY_LIFE_MS > now) return true
  const label = load<usize>(key, K_LABEL)
  return label != 0 && load<usize>(label, LABELS + LABEL_KEY) == key
}

function allocateBuckets(lines: u32): void {
  const buckets = (arena(lines * 64 + 64) + 63) & ~63
  zero(buckets, lines * 64)
  store<usize>(S_BUCKETS, buckets)
  store<u32>(S_BUCKET_SHIFT, clz<u32>(lines) + 1)
  store<u32>(S_BUCKET_LINES, lines)
}

/** Makes the buckets anew, `lines` lines of them. */
export function makeBuckets(lines: u32): void {
  allocateBuckets(lines)
  const end = load<usize>(S_KEYS_USED)
  for (let key = KEY_ROW; key < end; key += KEY_ROW) {
    if (load<u32>(key, K_LENGTH) == 0) continue
    const hash = hashOf(key)
    putKey(bucketAt(hash), bitsOf(hash), key)
  }
}

@inline function hashOf(key: usize): i32 {
  return hashKey(K_TEXT + key, load<u8>(key, K_LENGTH), load<usize>(key, K_USER))
}

@inline function putKey(bucket: usize, bits: i32, key: usize): void {
  const word = load<u64>(bucket)
  store<u32>(key, <u32>(word >> 32), K_NEXT)
  store<u64>(bucket, <u64>(<u32>word | bits) | (<u64>key << 32))
}

/** Takes a key out of its bucket, whose bits are computed anew from the others, and frees its row. */
function dropKey(gone: usize): void {
  // KEY_LONG: its outcome stands in a table of TypeScript
  if ((load<u32>(gone, K_LENGTH) & (4 << 24)) != 0) cold(COLD_EXTRA, gone, 0)
  const bucket = bucketAt(hashOf(gone))
  let bits: i32 = 0
  let link: usize = bucket + 4
  for (let key = load<usize>(link); key != 0; ) {
    const next = load<usize>(key, K_NEXT)
    if (key == gone) store<usize>(link, next)
    else {
      bits |= bitsOf(hashOf(key))
      link = K_NEXT + key
    }
    key = next
  }
  store<i32>(bucket, bits)
  store<u32>(gone, 0, K_LENGTH)
  release(KEYS, S_KEYS_USED, gone)
}

/**
 * Frees the keys that count no more: when a quarter are one too many of their user, eight rows for each new key; when the oldest are a day
 * old, all rows, at most once an hour. (A production version would spread the second over commands too.)
 */
function sweepKeys(live: u32, now: f64): void {
  const end = load<usize>(S_KEYS_USED)
  const isDaily = now >= load<f64>(S_SWEEP_AT)
  const rows: u32 = isDaily ? end / KEY_ROW : SWEEP_EVERY * 8
  let hand = load<usize>(S_KEY_HAND)
  let dropped: u32 = 0
  let oldest: f64 = now
  for (let row: u32 = 0; row < rows; row += 1) {
    hand += KEY_ROW
    if (hand >= end) hand = KEY_ROW
    if (load<u32>(hand, K_LENGTH) == 0) continue
    if (counts(hand, now)) oldest = min(oldest, load<f64>(hand, K_AT))
    else {
      dropKey(hand)
      dropped += 1
    }
  }
  store<usize>(S_KEY_HAND, hand)
  const stale = load<u32>(S_KEYS_STALE)
  store<u32>(S_KEYS_STALE, dropped > stale ? 0 : stale - dropped)
  if (isDaily) store<f64>(S_SWEEP_AT, max(oldest + KEY_LIFE_MS, now + 3600000))
}

@inline function rememberKey(at: usize, length: u32, user: usize, bucket: usize, bits: i32, body: u64, seq: f64, time: f64): usize {
  // a full table is TypeScript's: it raises the sequence below which keys count no more
  const live = load<u32>(S_KEYS_LIVE)
  if (live + 1 > load<u32>(S_KEYS_MAX)) cold(COLD_KEYS, at, 0)
  if ((++keysSinceSweep & (SWEEP_EVERY - 1)) == 0 && (load<u32>(S_KEYS_STALE) * 4 > live || time >= load<f64>(S_SWEEP_AT))) sweepKeys(live, time)
  const key = allocate(KEYS, S_KEYS_USED, KEY_ROW)
  store<f64>(key, seq, K_SEQ)
  store<f64>(key, time, K_AT)
  store<u64>(key, body, K_BODY_HASH)
  store<i64>(key, 0, K_VALUE)
  // KEY_RECENT
  store<u64>(key, <u64>user | (<u64>(length | (2 << 24)) << 32), K_USER)
  const index = load<u32>(user, USERS + USER_KEY_COUNT)
  store<u32>(user, index + 1, USERS + USER_KEY_COUNT)
  if (index >= <u32>KEYS_OF_USER_MAX) store<u32>(S_KEYS_STALE, load<u32>(S_KEYS_STALE) + 1)
  // next of the bucket, index
  const word = load<u64>(bucket)
  store<u64>(key, (word >> 32) | (<u64>index << 32), K_NEXT)
  store<u64>(bucket, <u64>(<u32>word | bits) | (<u64>key << 32))
  // label, status, type
  store<i64>(key, 0, K_LABEL)
  store<i32>(key, 0, K_INSTRUMENT)
  if (length <= 32) copyText(K_TEXT + key, at, length)
  else {
    copyText(K_TEXT + key, at, 32)
    store<i32>(key, load<i32>(at, 32), K_TEXT + 32)
  }
  return key
}

let keysSinceSweep: u32 = 0

/** Four times the buckets. */
function growBuckets(): void {
  makeBuckets(load<u32>(S_BUCKET_LINES) * 4)
}

