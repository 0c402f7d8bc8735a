/**
 * Which idempotency keys are known still, and how the rows of the others become free. A key's end is no event: whether it counts is judged
 * when it is looked up. Forgotten keys keep their rows until the sweeper comes, a row or two with each new key.
 */
import * as layout from '../layout.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import type { State } from '../state.ts'
import { labelOfKey, retireLabel } from './label.ts'

const HANDLE = HANDLE_MASK

const { KEY_AT, KEY_BITS, KEY_LONG, KEY_NEWER, KEY_NUMBER, KEY_USER, USER_KEY_COUNT } = layout

export const KEYS_OF_USER_MAX = 1000
const KEY_LIFE_MS = 86_400_000

/** Rows that a new key frees at most in each of the two ways, so that rows become fewer while keys come. */
const FREED_MOST = 2
/** Rows that a new key looks at during a round. */
const LOOKED_AT = 8
/** A round begins when more than one row in so many may be one too many of its user: rows stay below 1.5 times the keys that count. */
const STALE_SHARE = 4

/** True while a key is one of its user's last thousand and younger than a day. */
export function isRecent(state: State, key: number): boolean {
  key &= HANDLE
  const isYoung = state.keys.view.getFloat64(key + KEY_AT, true) + KEY_LIFE_MS > state.at
  return isYoung && isAmongLast(state, key)
}

function isAmongLast(state: State, key: number): boolean {
  key &= HANDLE
  const keys = state.keys.view
  const user = keys.getInt32(key + KEY_USER, true) & HANDLE
  // Counts wrap around, their difference does not matter beyond a thousand.
  return ((state.users.view.getInt32(user + USER_KEY_COUNT, true) - keys.getInt32(key + KEY_NUMBER, true)) | 0) <= KEYS_OF_USER_MAX
}

/** True while a key is known: recent, or the name of a live order. */
export function isKnown(state: State, key: number): boolean {
  return isRecent(state, key) || labelOfKey(state, key) !== 0
}

/** Puts a new key behind all others and notes whether an older one of its user counts no more. */
export function joinKeys(state: State, key: number, user: number): void {
  key &= HANDLE
  user &= HANDLE
  const keys = state.keys.view
  const users = state.users.view
  const newest = state.keyNewest & HANDLE
  const number = users.getInt32(user + USER_KEY_COUNT, true)
  users.setInt32(user + USER_KEY_COUNT, (number + 1) | 0, true)
  keys.setInt32(key + KEY_NUMBER, number, true)
  keys.setInt32(key + KEY_NEWER, 0, true)
  if (newest === 0) state.keyOldest = key
  else keys.setInt32(newest + KEY_NEWER, key, true)
  state.keyNewest = key
  if (number >>> 0 >= KEYS_OF_USER_MAX) state.keysStale += 1
}

/**
 * Frees rows before a key is made. The oldest keys go first, which is all it takes while keys end in the order in which they came. Those of
 * busy users end early, between younger ones that stay: a round looks at all rows for these, some with each new key. When the table is full
 * nevertheless, the oldest keys of all are forgotten.
 */
export function sweepKeys(state: State): void {
  for (let left = FREED_MOST; left !== 0; left -= 1) {
    const oldest = state.keyOldest
    if (oldest === 0 || isRecent(state, oldest)) break
    forgetOldest(state)
  }
  const { liveCount } = state.keys
  if (state.keyRound !== 0 || state.keysStale * STALE_SHARE > liveCount || liveCount === state.keys.rowsMax) makeRoom(state)
}

function makeRoom(state: State): void {
  if (state.keyRound === 0 && state.keysStale !== 0) {
    state.keyRound = state.keyOldest
    state.keysStale = 0
  }
  if (state.keyRound !== 0) goRound(state)
  while (!state.keys.hasRoom(1) && state.keyOldest !== 0) forgetOldest(state)
}

/** Goes on with a round behind the key where it stopped. The newest key always stays. */
function goRound(state: State): void {
  const keys = state.keys.view
  let previous = state.keyRound & HANDLE
  let freed = 0
  for (let left = LOOKED_AT; left !== 0 && freed < FREED_MOST; left -= 1) {
    const key = keys.getInt32(previous + KEY_NEWER, true) & HANDLE
    const newer = key === 0 ? 0 : keys.getInt32(key + KEY_NEWER, true)
    if (newer === 0) {
      previous = 0
      break
    }
    if (isRecent(state, key)) previous = key
    else {
      keys.setInt32(previous + KEY_NEWER, newer, true)
      retireKey(state, key)
      freed += 1
    }
  }
  state.keyRound = previous
}

function forgetOldest(state: State): void {
  const key = state.keyOldest & HANDLE
  const newer = state.keys.view.getInt32(key + KEY_NEWER, true)
  state.keyOldest = newer
  if (newer === 0) state.keyNewest = 0
  if (state.keyRound === key) state.keyRound = newer
  else if (state.keyRound === 0 && state.keysStale !== 0 && !isAmongLast(state, key)) state.keysStale -= 1
  retireKey(state, key)
}

/** A key left the list of all keys: it goes, or stays for its order only. */
function retireKey(state: State, key: number): void {
  const label = labelOfKey(state, key)
  if (label !== 0) retireLabel(state, label)
  else dropKey(state, key)
}

/** Frees the row of a key. */
export function dropKey(state: State, key: number): void {
  key &= HANDLE
  const keys = state.keys.view
  if ((keys.getUint8(key + KEY_BITS) & KEY_LONG) !== 0) state.longOutcomes.delete(key)
  state.keyIndex.remove(keys, key)
  state.keys.release(key)
}
