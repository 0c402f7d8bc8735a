/** An index of the kernel (see `kernel/memory/handle-index.ts`) as snapshots see it and make it anew: its slots, each a hash and a handle. */
import { IndexRow } from '../../generated/views.ts'
import { asHandle } from './handle.ts'

const SLOT_BYTES = 8

export class HandleIndex {
  readonly #scalars: IndexRow

  /**
   * @param space bytes behind `base` that its slots may grow to, a power of two
   * @param firstSlots a power of two
   */
  constructor(memory: DataView, scalars: number, base: number, space: number, firstSlots: number) {
    this.#scalars = new IndexRow(memory, asHandle(scalars))
    this.#scalars.slots = base
    this.#scalars.space = space
    this.#resize(firstSlots * SLOT_BYTES)
  }

  get count(): number {
    return this.#scalars.count
  }

  /** A view, valid until the index grows. */
  get slots(): Uint8Array {
    const { mask, slots, view } = this.#scalars
    return new Uint8Array(view.buffer, slots, mask + 1)
  }

  get #space(): number {
    return this.#scalars.space
  }

  /** Fills an empty index with the slots of another one, which may have grown to more than this one does. */
  restore(bytes: Uint8Array): void {
    if (bytes.byteLength > this.#space) {
      for (const [hash, handle] of cellsOf(bytes)) this.add(hash, handle)
      return
    }
    this.#resize(bytes.byteLength)
    this.slots.set(bytes)
    let count = 0
    for (const _ of cellsOf(bytes)) count += 1
    this.#scalars.count = count
  }

  /** Adds a handle. Growing puts all of them in anew. */
  add(hash: number, handle: number): void {
    const { count } = this
    const { slots } = this
    // seven tenths full at most, as long as it can grow
    if ((count + 1) * 80 > slots.byteLength * 7 && slots.byteLength < this.#space) this.#grow(slots)
    this.#put(hash, handle)
    this.#scalars.count = count + 1
  }

  #grow(slots: Uint8Array): void {
    const old = slots.slice()
    slots.fill(0)
    this.#resize(old.byteLength * 2)
    for (const [hash, handle] of cellsOf(old)) this.#put(hash, handle)
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

  #resize(bytes: number): void {
    this.#scalars.mask = bytes - 1
  }
}

/** Hashes and handles of taken slots. */
function* cellsOf(slots: Uint8Array): Generator<readonly [hash: number, handle: number]> {
  const view = new DataView(slots.buffer, slots.byteOffset, slots.byteLength)
  for (let slot = 0; slot < slots.byteLength; slot += SLOT_BYTES) {
    const handle = view.getUint32(slot + 4, true)
    if (handle !== 0) yield [view.getInt32(slot, true), handle]
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
