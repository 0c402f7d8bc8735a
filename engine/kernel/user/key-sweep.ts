/**
 * Which idempotency keys count, and how the rows of the others become free. A key's end is no event: it is judged when it is looked up.
 * Keys that ended keep their rows until the hand of the sweeper passes; it goes round through all rows, a bounded way with some new keys.
 * All that it knows is in the scalars of the state, so that it frees the same rows again after a snapshot and in a replay.
 */
import { BROKEN_TABLE, broken, forgetOutcome } from '../host'
import { hasRoom, release } from '../memory/tables'
import { KEY_AT, KEY_BITS, KEY_BYTES, KEY_INDEX, KEY_LENGTH, KEY_LONG, KEY_SEQ, KEY_USER, USER_KEY_COUNT } from '../constants/layout'
import {
  KEYS,
  S_AT,
  S_KEY_HAND,
  S_KEYS_FRESH,
  S_KEYS_STALE,
  S_KEYS_STALE_SINCE,
  S_SWEEP_AT,
  S_SWEEP_OLDEST,
  T_KEYS,
  TABLE_LIVE,
  TABLE_USED,
  USERS,
} from '../constants/map'
import { takeKey } from './key-buckets'
import { isLabelled } from './label'

const KEYS_OF_USER_MAX: u32 = 1000
const KEY_LIFE_MS: f64 = 86_400_000
/** A round of the hand that time has begun is not followed by the next one sooner. */
const ROUND_MS: f64 = 3_600_000
/** New keys between two looks at whether to sweep. */
const SWEEP_EVERY: u32 = 256
/** Rows that the hand passes at once: eight for each new key, so that it comes round before as many new rows are needed. */
const ROWS_AT_ONCE: u32 = 8 * SWEEP_EVERY
/** The hand goes when more than one row in so many may be one too many of its user. */
const STALE_SHARE: u32 = 4

/** Notes that a user has one key more than before, and perhaps one too many: that one may have ended before, or name a live order. */
@inline export function noteStale(usedBefore: u32): void {
  if (usedBefore < KEYS_OF_USER_MAX) return
  store<u32>(S_KEYS_STALE, load<u32>(S_KEYS_STALE) + 1)
  store<u32>(S_KEYS_STALE_SINCE, load<u32>(S_KEYS_STALE_SINCE) + 1)
}

/** Is a key known still: among the last of its user and younger than a day, or the name of a live order? */
export function counts(key: usize): bool {
  // in int32: the counts wrap around together
  const age = load<i32>(load<usize>(key, KEYS + KEY_USER), USERS + USER_KEY_COUNT) - load<i32>(key, KEYS + KEY_INDEX)
  if (age <= <i32>KEYS_OF_USER_MAX && load<f64>(key, KEYS + KEY_AT) + KEY_LIFE_MS > load<f64>(S_AT)) return true
  return isLabelled(key)
}

/** Before a new key: sweeps if it is time to, and sees to it that a row is free. */
@inline export function sweepFor(): void {
  const fresh = load<u32>(S_KEYS_FRESH) + 1
  store<u32>(S_KEYS_FRESH, fresh)
  if (fresh >= SWEEP_EVERY) sweepIfDue()
  if (!hasRoom(T_KEYS, 1)) makeRoom()
}

function sweepIfDue(): void {
  store<u32>(S_KEYS_FRESH, 0)
  const mayBeStale = load<u32>(S_KEYS_STALE) * STALE_SHARE > load<u32>(T_KEYS, TABLE_LIVE)
  if (mayBeStale || load<f64>(S_AT) >= load<f64>(S_SWEEP_AT)) sweep(rowsAtOnce())
}

@inline function rowsAtOnce(): u32 {
  return min<u32>(ROWS_AT_ONCE, <u32>(load<usize>(T_KEYS, TABLE_USED) / KEY_BYTES) - 1)
}

/** Moves the hand over so many rows and frees those whose keys count no more. Returns how many. */
function sweep(rows: u32): u32 {
  const end = load<usize>(T_KEYS, TABLE_USED)
  let hand = load<usize>(S_KEY_HAND)
  let freed: u32 = 0
  for (let row: u32 = 0; row < rows; row += 1) {
    hand += KEY_BYTES
    if (hand >= end) {
      endRound()
      hand = KEY_BYTES
    }
    if (load<u8>(hand, KEYS + KEY_LENGTH) == 0) continue
    if (counts(hand)) store<f64>(S_SWEEP_OLDEST, min<f64>(load<f64>(S_SWEEP_OLDEST), load<f64>(hand, KEYS + KEY_AT)))
    else {
      dropKey(hand)
      freed += 1
    }
  }
  store<usize>(S_KEY_HAND, hand)
  const stale = load<u32>(S_KEYS_STALE)
  store<u32>(S_KEYS_STALE, freed > stale ? 0 : stale - freed)
  return freed
}

/**
 * The hand has seen all rows since it was here: none is older than the oldest that it met, or than the beginning of the round. What was one
 * too many of its user then and is still there names a live order.
 */
function endRound(): void {
  const now = load<f64>(S_AT)
  store<f64>(S_SWEEP_AT, max<f64>(load<f64>(S_SWEEP_OLDEST) + KEY_LIFE_MS, now + ROUND_MS))
  store<f64>(S_SWEEP_OLDEST, now)
  store<u32>(S_KEYS_STALE, load<u32>(S_KEYS_STALE_SINCE))
  store<u32>(S_KEYS_STALE_SINCE, 0)
}

/** The bound of the table comes before the bounds of time and number: of the next rows the older keys go, but none whose order lives. */
function makeRoom(): void {
  const all = <u32>(load<usize>(T_KEYS, TABLE_USED) / KEY_BYTES)
  const rows = rowsAtOnce()
  for (let looked: u32 = 0; looked < all; looked += ROWS_AT_ONCE) {
    const from = load<usize>(S_KEY_HAND)
    if (sweep(rows) != 0 || dropOlder(from, rows)) return
  }
  broken(BROKEN_TABLE)
}

/** Drops the keys behind `from` that no order needs and that are not above the mean of these. Returns false when there are none. */
function dropOlder(from: usize, rows: u32): bool {
  const end = load<usize>(T_KEYS, TABLE_USED)
  let sum: i64 = 0
  let count: i64 = 0
  let key = from
  for (let row: u32 = 0; row < rows; row += 1) {
    key = behind(key, end)
    if (!mayGo(key)) continue
    sum += i64(load<f64>(key, KEYS + KEY_SEQ))
    count += 1
  }
  if (count == 0) return false
  const mean = f64(sum / count)
  key = from
  for (let row: u32 = 0; row < rows; row += 1) {
    key = behind(key, end)
    if (mayGo(key) && load<f64>(key, KEYS + KEY_SEQ) <= mean) dropKey(key)
  }
  return true
}

@inline function behind(key: usize, end: usize): usize {
  return key + KEY_BYTES < end ? key + KEY_BYTES : KEY_BYTES
}

@inline function mayGo(key: usize): bool {
  return load<u8>(key, KEYS + KEY_LENGTH) != 0 && !isLabelled(key)
}

function dropKey(key: usize): void {
  if ((load<u8>(key, KEYS + KEY_BITS) & KEY_LONG) != 0) forgetOutcome(key)
  takeKey(key)
  store<u32>(key, 0, KEYS + KEY_LENGTH)
  release(KEYS, T_KEYS, key)
}
