/** An index of the kernel (see `kernel/memory/handle-index.ts`) as snapshots see it: its slots, each a hash and a handle. */

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

  #open(bytes: number): void {
    this.#memory.setUint32(this.#scalars + INDEX_SLOTS, takeFromArena(this.#memory, bytes), true)
    this.#memory.setUint32(this.#scalars + INDEX_MASK, bytes - 1, true)
  }
}
