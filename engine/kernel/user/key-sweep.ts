/**
 * Which idempotency keys count, and how the rows of the others become free. A key's end is no event: it is judged when it is looked up.
 * Keys that ended keep their rows until the hand of the sweeper passes; it goes round through all rows, a bounded way with some new keys.
 * All that it knows is in the scalars of the state, so that it frees the same rows again after a snapshot and in a replay.
 */
import { broken, BROKEN_TABLE, forgetOutcome } from '../host'
import { hasRoom, release } from '../memory/tables'
import { takeKey } from './key-buckets'
import { isLabelled } from './label'
import { Key, keysTable, state } from '../../generated/rows'
import { KEY_BYTES, KEY_LONG } from '../constants/layout'
import { KEYS } from '../constants/map'

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
  state.keysStale += 1
  state.keysStaleSince += 1
}

/** Is a key known still: among the last of its user and younger than a day, or the name of a live order? */
export function counts(key: Key): bool {
  // in int32: the counts wrap around together
  const age = <i32>key.user.keyCount - <i32>key.index
  if (age <= <i32>KEYS_OF_USER_MAX && key.at + KEY_LIFE_MS > state.at) return true
  return isLabelled(key)
}

/** Before a new key: sweeps if it is time to, and sees to it that a row is free. */
@inline export function sweepFor(): void {
  const fresh = state.keysFresh + 1
  state.keysFresh = fresh
  if (fresh >= SWEEP_EVERY) sweepIfDue()
  if (!hasRoom(keysTable, 1)) makeRoom()
}

function sweepIfDue(): void {
  state.keysFresh = 0
  const mayBeStale = state.keysStale * STALE_SHARE > keysTable.live
  if (mayBeStale || state.at >= state.sweepAt) sweep(rowsAtOnce())
}

@inline function rowsAtOnce(): u32 {
  return min<u32>(ROWS_AT_ONCE, <u32>(keysTable.used / KEY_BYTES) - 1)
}

/** Moves the hand over so many rows and frees those whose keys count no more. Returns how many. */
function sweep(rows: u32): u32 {
  const end = keysTable.used
  let hand = state.keyHand
  let freed: u32 = 0
  for (let row: u32 = 0; row < rows; row += 1) {
    hand = changetype<Key>(changetype<usize>(hand) + KEY_BYTES)
    if (changetype<usize>(hand) >= end) {
      endRound()
      hand = changetype<Key>(KEY_BYTES)
    }
    if (hand.length == 0) continue
    if (counts(hand)) state.sweepOldest = min<f64>(state.sweepOldest, hand.at)
    else {
      dropKey(hand)
      freed += 1
    }
  }
  state.keyHand = hand
  const stale = state.keysStale
  state.keysStale = freed > stale ? 0 : stale - freed
  return freed
}

/**
 * The hand has seen all rows since it was here: none is older than the oldest that it met, or than the beginning of the round. What was one
 * too many of its user then and is still there names a live order.
 */
function endRound(): void {
  const now = state.at
  state.sweepAt = max<f64>(state.sweepOldest + KEY_LIFE_MS, now + ROUND_MS)
  state.sweepOldest = now
  state.keysStale = state.keysStaleSince
  state.keysStaleSince = 0
}

/** The bound of the table comes before the bounds of time and number: of the next rows the older keys go, but none whose order lives. */
function makeRoom(): void {
  const all = <u32>(keysTable.used / KEY_BYTES)
  const rows = rowsAtOnce()
  for (let looked: u32 = 0; looked < all; looked += ROWS_AT_ONCE) {
    const from = state.keyHand
    if (sweep(rows) != 0 || dropOlder(from, rows)) return
  }
  broken(BROKEN_TABLE)
}

/** Drops the keys behind `from` that no order needs and that are not above the mean of these. Returns false when there are none. */
function dropOlder(from: Key, rows: u32): bool {
  const end = keysTable.used
  let sum: i64 = 0
  let count: i64 = 0
  let key = from
  for (let row: u32 = 0; row < rows; row += 1) {
    key = behind(key, end)
    if (!mayGo(key)) continue
    sum += i64(key.seq)
    count += 1
  }
  if (count == 0) return false
  const mean = f64(sum / count)
  key = from
  for (let row: u32 = 0; row < rows; row += 1) {
    key = behind(key, end)
    if (mayGo(key) && key.seq <= mean) dropKey(key)
  }
  return true
}

@inline function behind(key: Key, end: usize): Key {
  const next = changetype<usize>(key) + KEY_BYTES
  return changetype<Key>(next < end ? next : KEY_BYTES)
}

@inline function mayGo(key: Key): bool {
  return key.length != 0 && !isLabelled(key)
}

function dropKey(key: Key): void {
  if ((key.bits & KEY_LONG) != 0) forgetOutcome(key)
  takeKey(key)
  key.head = 0
  release<Key>(KEYS, keysTable, key)
}
