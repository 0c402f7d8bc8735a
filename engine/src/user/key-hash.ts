/** Hashes of idempotency keys: of a key among all keys, and of what was asked under it. */
import * as entry from '../codec/entry-layout.ts'
import * as layout from '../layout.ts'
import { HANDLE_MASK } from '../memory/rows.ts'

const HANDLE = HANDLE_MASK

const { ENTRY_BODY, ENTRY_KEY_AT, ENTRY_KEY_LENGTH, ENTRY_KIND, ENTRY_USER, KIND_DOCUMENT } = entry
const { KEY_BODY_HASH, KEY_LENGTH, KEY_TEXT, KEY_USER } = layout

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

/** Hash of a key that has a row. */
export function hashOfRow(keys: DataView, key: number): number {
  key &= HANDLE
  const length = keys.getUint8(key + KEY_LENGTH)
  const user = keys.getInt32(key + KEY_USER, true)
  return hashKey(keys, key + KEY_TEXT, length, user)
}

/** Computes the hash of an entry's body (all but sequence, time and key) for `keepBodyHash` and `hasSameBody`. */
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

/** Notes the body hashed last in the row of its key. */
export function keepBodyHash(keys: DataView, key: number): void {
  key &= HANDLE
  keys.setInt32(key + KEY_BODY_HASH, bodyHash.getInt32(0, true), true)
  keys.setInt32(key + KEY_BODY_HASH + 4, bodyHash.getInt32(4, true), true)
}

/** True when the remembered body equals the one hashed last. */
export function hasSameBody(keys: DataView, key: number): boolean {
  key &= HANDLE
  return (
    keys.getInt32(key + KEY_BODY_HASH, true) === bodyHash.getInt32(0, true) &&
    keys.getInt32(key + KEY_BODY_HASH + 4, true) === bodyHash.getInt32(4, true)
  )
}
