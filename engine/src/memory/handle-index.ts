/**
 * Open-addressing index from a 32-bit hash to row handles. Each slot holds the hash and the handle, so that a probe reads a row
 * only when the hashes agree and removal (backward shift, no tombstones) reads no row at all.
 *
 * Look-up is a loop in the caller, who knows what makes two keys equal:
 * `for (let slot = index.start(hash); (handle = index.handleAt(slot)) !== 0; slot = index.after(slot)) …`
 */

import { HANDLE_MASK } from './rows.ts'

const HANDLE = HANDLE_MASK
const SLOT_BYTES = 8
const LOAD_NUMERATOR = 7
const LOAD_DENOMINATOR = 10

export class HandleIndex {
  slots: DataView
  mask: number
  count: number

  constructor(initialSlots: number) {
    let size = 16
    while (size < initialSlots) size *= 2
    this.slots = new DataView(new ArrayBuffer(size * SLOT_BYTES))
    this.mask = size * SLOT_BYTES - 1
    this.count = 0
  }

  /** Byte position of the home slot of a hash. */
  start(hash: number): number {
    return (hash << 3) & this.mask & HANDLE
  }

  after(slot: number): number {
    return (slot + SLOT_BYTES) & this.mask & HANDLE
  }

  hashAt(slot: number): number {
    return this.slots.getInt32(slot & HANDLE, true)
  }

  handleAt(slot: number): number {
    return this.slots.getInt32((slot & HANDLE) + 4, true)
  }

  add(hash: number, handle: number): void {
    if ((this.count + 1) * SLOT_BYTES * LOAD_DENOMINATOR > (this.mask + 1) * LOAD_NUMERATOR) this.grow()
    this.count += 1
    this.put(hash, handle)
  }

  remove(hash: number, handle: number): void {
    const slots = this.slots
    const mask = this.mask & HANDLE
    let hole = (hash << 3) & mask
    while (slots.getInt32(hole + 4, true) !== handle) {
      if (slots.getInt32(hole + 4, true) === 0) return
      hole = (hole + SLOT_BYTES) & mask
    }
    this.count -= 1
    let slot = hole
    for (;;) {
      slot = (slot + SLOT_BYTES) & mask
      const moved = slots.getInt32(slot + 4, true)
      if (moved === 0) break
      const movedHash = slots.getInt32(slot, true)
      const home = (movedHash << 3) & mask
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue
      slots.setInt32(hole, movedHash, true)
      slots.setInt32(hole + 4, moved, true)
      hole = slot
    }
    slots.setInt32(hole, 0, true)
    slots.setInt32(hole + 4, 0, true)
  }

  /** Replaces the content by the bytes of another index's slots. */
  restore(bytes: Uint8Array): void {
    const buffer = new ArrayBuffer(bytes.byteLength)
    new Uint8Array(buffer).set(bytes)
    this.slots = new DataView(buffer)
    this.mask = bytes.byteLength - 1
    this.count = 0
    for (let slot = 0; slot < bytes.byteLength; slot += SLOT_BYTES) if (this.handleAt(slot) !== 0) this.count += 1
  }

  put(hash: number, handle: number): void {
    const { slots } = this
    const mask = this.mask & HANDLE
    let slot = (hash << 3) & mask
    while (slots.getInt32(slot + 4, true) !== 0) slot = (slot + SLOT_BYTES) & mask
    slots.setInt32(slot, hash, true)
    slots.setInt32(slot + 4, handle, true)
  }

  grow(): void {
    const old = this.slots
    this.slots = new DataView(new ArrayBuffer(old.byteLength * 2))
    this.mask = this.slots.byteLength - 1
    for (let slot = 0; slot < old.byteLength; slot += SLOT_BYTES) {
      const handle = old.getInt32(slot + 4, true)
      if (handle !== 0) this.put(old.getInt32(slot, true), handle)
    }
  }
}

/** Mixes two int32 words to a well spread int32. */
export function mixPair(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 0x7f4a7c15, 0x85ebca6b)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 13
  return hash | 0
}

const HIGH_WORD = 2 ** -32

/** Hash of a safe integer id ≥ 0. Ids of live orders follow each other closely, which a multiplication spreads evenly. */
export function mixId(id: number): number {
  const hash = Math.imul((id | 0) ^ Math.imul((id * HIGH_WORD) | 0, 0x85ebca6b), 0x9e3779b1)
  return hash ^ (hash >>> 15)
}
