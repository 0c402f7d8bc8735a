/**
 * Index of idempotency keys. It holds millions and nearly every look-up misses, each at a random place of a table that no cache holds:
 * one such access costs as much as a hundred instructions. So new keys go to a young table that stays in the cache, a filter of a
 * byte and a half per key tells the keys that are surely not in the old table, and the young ones move over together, because misses that
 * do not wait for each other overlap.
 */
import { HandleIndex } from '../memory/handle-index.ts'

const YOUNG_SLOTS = 1 << 11
/** Moved over when so many are young: few enough that look-ups among them rarely collide, and fewer than a user's keys. */
const YOUNG_MOST = 1 << 9
/** Tells the compiler that a count of young keys is small. */
const ARRIVED_MASK = 2 * YOUNG_MOST - 1
const OLD_SLOTS = 1 << 12
/** Slots of the old table for each word of the filter. */
const SLOTS_PER_WORD = 4
const WORD_MASK = 0xfffffff
const FILTER_MULTIPLIER = 0x9e3779b1

export class KeyIndex {
  readonly young: HandleIndex = new HandleIndex(YOUNG_SLOTS)
  readonly old: HandleIndex = new HandleIndex(OLD_SLOTS)
  /** The young keys in order of arrival, as (hash, key); key 0 = removed meanwhile. */
  readonly arrivals: DataView = new DataView(new ArrayBuffer(YOUNG_MOST * 8))
  arrived = 0
  filter: DataView = new DataView(new ArrayBuffer(0))
  filterShift = 32
  filterSlots = 0
  /** Keys that left the old table since the filter was made: it still says "maybe" for them. */
  removed = 0
  /** What the read-ahead of `move` read, kept so that the reads are not thrown away as useless. */
  seen = 0

  get count(): number {
    return this.young.count + this.old.count
  }

  /** False when no key with this hash is in the old table. */
  mayBeOld(hash: number): boolean {
    if (this.filterSlots === 0) return false
    const bits = bitsOf(hash)
    return (this.filter.getInt32(this.wordOf(hash), true) & bits) === bits
  }

  add(hash: number, key: number): void {
    const { young, arrivals } = this
    const at = (this.arrived & (YOUNG_MOST - 1)) * 8
    arrivals.setInt32(at, hash, true)
    arrivals.setInt32(at + 4, key, true)
    this.arrived += 1
    young.add(hash, key)
    if (this.arrived === YOUNG_MOST) this.move()
  }

  remove(hash: number, key: number): void {
    const { young, old } = this
    const before = young.count
    young.remove(hash, key)
    if (young.count === before) {
      old.remove(hash, key)
      this.removed += 1
      if (this.removed > old.count + YOUNG_MOST) this.makeFilter()
      return
    }
    for (let at = 0; at < this.arrived * 8; at += 8)
      if (this.arrivals.getInt32(at + 4, true) === key) this.arrivals.setInt32(at + 4, 0, true)
  }

  /** Moves the young keys to the old table: first reads all places they go to, then writes them. */
  move(): void {
    const { young, old, arrivals } = this
    const end = (this.arrived & ARRIVED_MASK) * 8
    let seen = 0
    for (let at = 0; at < end; at += 8) seen ^= old.slots.getInt32(old.start(arrivals.getInt32(at, true)), true)
    this.seen = seen
    const slots = old.mask
    for (let at = 0; at < end; at += 8) {
      const key = arrivals.getInt32(at + 4, true)
      if (key !== 0) old.add(arrivals.getInt32(at, true), key)
    }
    if (old.mask !== slots || this.filterSlots === 0) this.makeFilter()
    else for (let at = 0; at < end; at += 8) this.mark(arrivals.getInt32(at, true))
    young.clear()
    this.arrived = 0
  }

  /** Makes the filter anew for the keys of the old table. */
  makeFilter(): void {
    const { old } = this
    const words = (old.mask + 1) / 8 / SLOTS_PER_WORD
    this.filterSlots = words * SLOTS_PER_WORD
    this.filterShift = Math.clz32(words) + 1
    this.filter = new DataView(new ArrayBuffer(words * 4))
    this.removed = 0
    for (let slot = 0; slot <= old.mask; slot += 8) if (old.handleAt(slot) !== 0) this.mark(old.hashAt(slot))
  }

  mark(hash: number): void {
    const at = this.wordOf(hash)
    this.filter.setInt32(at, this.filter.getInt32(at, true) | bitsOf(hash), true)
  }

  wordOf(hash: number): number {
    return ((Math.imul(hash, FILTER_MULTIPLIER) >>> this.filterShift) & WORD_MASK) << 2
  }
}

/** Three bits of a word, by the hash's low bits; the word is chosen by a product's high ones. */
function bitsOf(hash: number): number {
  return (1 << hash) | (1 << (hash >>> 5)) | (1 << (hash >>> 10))
}
