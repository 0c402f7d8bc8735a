/**
 * Index of idempotency keys. It holds millions and nearly every look-up misses, each at a random place that no cache holds: one such
 * access costs as much as five hundred instructions. So a key costs one: a bucket of eight bytes holds 32 filter bits, which tell the keys
 * that are surely unknown, and the key made last, from which a chain through the rows leads to the few others of the bucket.
 */
import * as layout from '../layout.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import { hashOfRow } from './key-hash.ts'

const HANDLE = HANDLE_MASK

const { KEY_BYTES, KEY_NEXT } = layout

const BUCKET_BYTES = 8
const BUCKETS_FIRST = 1 << 10
const BUCKETS_GROWTH = 4
/** Keys for each bucket at most: two bytes a key there, eight after growth. */
const KEYS_PER_BUCKET = 4
const BUCKET_MULTIPLIER = 0x9e3779b1

export class KeyIndex {
  buckets: DataView = new DataView(new ArrayBuffer(0))
  shift = 0
  /** Keys above which there are too few buckets. */
  keysMost = 0

  constructor() {
    this.open(BUCKETS_FIRST)
  }

  /** Newest key that may have this hash, or 0 when surely none has. */
  first(hash: number): number {
    const bits = bitsOf(hash)
    const bucket = this.bucketOf(hash)
    return (this.buckets.getInt32(bucket, true) & bits) === bits ? this.buckets.getInt32(bucket + 4, true) & HANDLE : 0
  }

  /** Next older key of the bucket, 0 = none. */
  next(keys: DataView, key: number): number {
    return keys.getInt32((key & HANDLE) + KEY_NEXT, true) & HANDLE
  }

  /** @param keys view of the rows, of which this key is one already */
  add(keys: DataView, hash: number, key: number): void {
    const { buckets } = this
    const bucket = this.bucketOf(hash)
    const newest = buckets.getInt32(bucket + 4, true)
    const bits = buckets.getInt32(bucket, true) | bitsOf(hash)
    keys.setInt32((key & HANDLE) + KEY_NEXT, newest, true)
    buckets.setInt32(bucket, bits, true)
    buckets.setInt32(bucket + 4, key, true)
  }

  /** Takes a key out of its bucket, whose bits become those of the keys that stay. */
  remove(keys: DataView, gone: number): void {
    gone &= HANDLE
    const { buckets } = this
    const goneHash = hashOfRow(keys, gone)
    const bucket = this.bucketOf(goneHash)
    const afterGone = keys.getInt32(gone + KEY_NEXT, true)
    let bits = 0
    let newer = 0
    let key = buckets.getInt32(bucket + 4, true) & HANDLE
    while (key !== 0) {
      const next = keys.getInt32(key + KEY_NEXT, true) & HANDLE
      if (key === gone) {
        if (newer === 0) buckets.setInt32(bucket + 4, afterGone, true)
        else keys.setInt32(newer + KEY_NEXT, afterGone, true)
      } else {
        bits |= bitsOf(hashOfRow(keys, key))
        newer = key
      }
      key = next
    }
    buckets.setInt32(bucket, bits, true)
  }

  /** Makes more buckets. No row below `used` is free, since there were never as many; in their order the processor foresees them. */
  grow(keys: DataView, used: number): void {
    this.open((this.buckets.byteLength / BUCKET_BYTES) * BUCKETS_GROWTH)
    for (let key = KEY_BYTES; key < used; key += KEY_BYTES) this.add(keys, hashOfRow(keys, key), key)
  }

  /** Replaces the content by the bytes of another index's buckets. */
  restore(bytes: Uint8Array): void {
    this.open(bytes.byteLength / BUCKET_BYTES)
    new Uint8Array(this.buckets.buffer).set(bytes)
  }

  open(count: number): void {
    this.buckets = new DataView(new ArrayBuffer(count * BUCKET_BYTES))
    this.shift = Math.clz32(count) + 1
    this.keysMost = count * KEYS_PER_BUCKET
  }

  bucketOf(hash: number): number {
    return ((Math.imul(hash, BUCKET_MULTIPLIER) >>> this.shift) << 3) & HANDLE
  }
}

/** Four bits of a word, by parts of the hash; the bucket is chosen by a product's high ones. */
function bitsOf(hash: number): number {
  return (1 << hash) | (1 << (hash >>> 5)) | (1 << (hash >>> 10)) | (1 << (hash >>> 15))
}
