/** An index of the kernel (see `kernel/memory/handle-index.ts`) as snapshots see it and make it anew: its slots, each a hash and a handle. */

import { INDEX_COUNT, INDEX_MASK, INDEX_SLOTS } from '../../generated/layout.ts'
import { takeFromArena } from './arena.ts'

const SLOT_BYTES = 8

export class HandleIndex {
  readonly #memory: DataView
  readonly #scalars: number

  /** @param firstSlots a power of two */
  constructor(memory: DataView, scalars: number, firstSlots: number) {
    this.#memory = memory
    this.#scalars = scalars
    this.#open(firstSlots * SLOT_BYTES)
  }

  get count(): number {
    return this.#memory.getUint32(this.#scalars + INDEX_COUNT, true)
  }

  /** A view, valid until the index grows. */
  get slots(): Uint8Array {
    const at = this.#memory.getUint32(this.#scalars + INDEX_SLOTS, true)
    return new Uint8Array(this.#memory.buffer, at, this.#memory.getUint32(this.#scalars + INDEX_MASK, true) + 1)
  }

  /** Replaces the content by the slots of another index. */
  restore(bytes: Uint8Array): void {
    if (bytes.byteLength !== this.slots.byteLength) this.#open(bytes.byteLength)
    const { slots } = this
    slots.set(bytes)
    const view = new DataView(slots.buffer, slots.byteOffset, slots.byteLength)
    let count = 0
    for (let slot = 0; slot < slots.byteLength; slot += SLOT_BYTES) if (view.getInt32(slot + 4, true) !== 0) count += 1
    this.#memory.setUint32(this.#scalars + INDEX_COUNT, count, true)
  }

  /** Adds a handle. Growing makes the slots anew, as the kernel does. */
  add(hash: number, handle: number): void {
    const { count } = this
    const { slots } = this
    // seven tenths full at most
    if ((count + 1) * 80 > slots.byteLength * 7) this.#grow(slots)
    this.#put(hash, handle)
    this.#memory.setUint32(this.#scalars + INDEX_COUNT, count + 1, true)
  }

  #grow(old: Uint8Array): void {
    this.#open(old.byteLength * 2)
    const view = new DataView(old.buffer, old.byteOffset, old.byteLength)
    for (let slot = 0; slot < old.byteLength; slot += SLOT_BYTES) {
      const handle = view.getUint32(slot + 4, true)
      if (handle !== 0) this.#put(view.getInt32(slot, true), handle)
    }
  }

  #put(hash: number, handle: number): void {
    const { slots } = this
    const view = new DataView(slots.buffer, slots.byteOffset, slots.byteLength)
    const mask = slots.byteLength - 1
    let slot = (hash << 3) & mask
    while (view.getUint32(slot + 4, true) !== 0) slot = (slot + SLOT_BYTES) & mask
    view.setInt32(slot, hash, true)
    view.setUint32(slot + 4, handle, true)
  }

  #open(bytes: number): void {
    this.#memory.setUint32(this.#scalars + INDEX_SLOTS, takeFromArena(this.#memory, bytes), true)
    this.#memory.setUint32(this.#scalars + INDEX_MASK, bytes - 1, true)
  }
}

/** As the kernel mixes them: an id ≥ 0. */
export function mixId(id: number): number {
  const hash = Math.imul((id | 0) ^ Math.imul(Math.floor(id / 2 ** 32), 0x85ebca6b), 0x9e3779b1)
  return hash ^ (hash >>> 15)
}

/** Two int32 words. */
export function mixPair(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul((second + 0x7f4a7c15) | 0, 0x85ebca6b)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
