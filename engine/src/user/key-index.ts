/**
 * Index of idempotency keys. It holds millions and nearly every look-up misses, each at a random place of a table that no cache holds:
 * one such access costs as much as five hundred instructions. So a filter of a byte and a half per key, which the cache does hold, tells
 * the keys that are surely unknown, and new keys wait in a list to enter the table together, because misses that do not wait for each
 * other overlap. Only a key that the filter knows, mostly a repeated one, is looked for, in the table and in the list.
 */
import { HandleIndex } from '../memory/handle-index.ts'
import { HANDLE_MASK } from '../memory/rows.ts'

const HANDLE = HANDLE_MASK

/** Keys that wait at most: few enough to be searched one by one, and fewer than a user's keys. */
const WAITING_MOST = 1 << 9
/** Tells the compiler that a count of waiting keys is small. */
const WAITING_MASK = 2 * WAITING_MOST - 1
const TABLE_SLOTS = 1 << 12
/** Slots of the table for each word of the filter. */
const SLOTS_PER_WORD = 4
const FILTER_MULTIPLIER = 0x9e3779b1

export class KeyIndex {
  readonly table: HandleIndex = new HandleIndex(TABLE_SLOTS)
  /** The waiting keys in order of arrival, as (hash, key); key 0 = removed meanwhile. */
  readonly waiting: DataView = new DataView(new ArrayBuffer(WAITING_MOST * 8))
  waitingCount = 0
  filter: DataView = new DataView(new ArrayBuffer(0))
  filterShift = 32
  /** Keys that left the table since the filter was made: it still says "maybe" for them. */
  removed = 0
  /** What the read-ahead of `settle` read, kept so that the reads are not thrown away as useless. */
  seen = 0

  constructor() {
    this.makeFilter()
  }

  /** False when no key with this hash is in the index. */
  mayHave(hash: number): boolean {
    const bits = bitsOf(hash)
    return (this.filter.getInt32(this.wordOf(hash), true) & bits) === bits
  }

  /** Position of the next waiting key with this hash from `from` on, −1 = none. */
  nextWaiting(hash: number, from: number): number {
    const end = (this.waitingCount & WAITING_MASK) * 8
    for (let at = from & HANDLE; at < end; at += 8) if (this.waiting.getInt32(at, true) === hash) return at
    return -1
  }

  /** Key at a position that `nextWaiting` gave; 0 = it was removed. */
  waitingAt(position: number): number {
    return this.waiting.getInt32((position & HANDLE) + 4, true)
  }

  add(hash: number, key: number): void {
    const at = (this.waitingCount & (WAITING_MOST - 1)) * 8
    const { waiting } = this
    waiting.setInt32(at, hash, true)
    waiting.setInt32(at + 4, key, true)
    this.mark(hash)
    this.waitingCount += 1
    if (this.waitingCount === WAITING_MOST) this.settle()
  }

  remove(hash: number, key: number): void {
    const { table } = this
    for (let at = this.nextWaiting(hash, 0); at >= 0; at = this.nextWaiting(hash, at + 8)) {
      if (this.waitingAt(at) !== key) continue
      this.waiting.setInt32(at + 4, 0, true)
      return
    }
    table.remove(hash, key)
    this.removed += 1
    if (this.removed > table.count + WAITING_MOST) this.makeFilter()
  }

  /** Lets the waiting keys into the table: first reads all places they go to, then writes them. */
  settle(): void {
    const { table, waiting } = this
    const end = (this.waitingCount & WAITING_MASK) * 8
    let seen = 0
    for (let at = 0; at < end; at += 8) seen ^= table.slots.getInt32(table.start(waiting.getInt32(at, true)), true)
    this.seen = seen
    const { mask } = table
    for (let at = 0; at < end; at += 8) {
      const key = waiting.getInt32(at + 4, true)
      if (key !== 0) table.add(waiting.getInt32(at, true), key)
    }
    this.waitingCount = 0
    if (table.mask !== mask) this.makeFilter()
  }

  /** Makes the filter anew for the keys that are in the index now. */
  makeFilter(): void {
    const { table, waiting } = this
    const words = (table.mask + 1) / 8 / SLOTS_PER_WORD
    this.filterShift = Math.clz32(words) + 1
    this.filter = new DataView(new ArrayBuffer(words * 4))
    this.removed = 0
    const { slots, mask } = table
    for (let slot = 0; slot <= mask; slot += 8) if (slots.getInt32(slot + 4, true) !== 0) this.mark(slots.getInt32(slot, true))
    for (let at = 0; at < this.waitingCount * 8; at += 8) this.mark(waiting.getInt32(at, true))
  }

  mark(hash: number): void {
    const at = this.wordOf(hash)
    this.filter.setInt32(at, this.filter.getInt32(at, true) | bitsOf(hash), true)
  }

  wordOf(hash: number): number {
    return ((Math.imul(hash, FILTER_MULTIPLIER) >>> this.filterShift) << 2) & HANDLE
  }
}

/** Three bits of a word, by the hash's low bits; the word is chosen by a product's high ones. */
function bitsOf(hash: number): number {
  return (1 << hash) | (1 << (hash >>> 5)) | (1 << (hash >>> 10))
}
