/**
 * The way batches go to the writer thread: a ring of bytes in shared memory, one producer, one consumer, no locks. Counters run on
 * modulo 2^32. A frame is a 32-byte head (length, kind, epoch, zero, first and last sequence) and its entries; it is never split, the
 * rest of the ring before a frame that would not fit is skipped.
 */
import type { JournalRecord } from './port.ts'

const FRAME_HEAD_BYTES = 32
const SKIP = 2

/** Words of the control block. */
const WORD = { doorbell: 0, head: 1, tail: 2, committed: 3, closing: 4, told: 5, free: 6, reserves: 7, recount: 8 } as const
const CONTROL_WORDS = 16

export interface RingMemory {
  readonly control: SharedArrayBuffer
  readonly bytes: SharedArrayBuffer
}

/** @param size power of two */
export const createRingMemory = (size: number): RingMemory => ({
  control: new SharedArrayBuffer(CONTROL_WORDS * 4),
  bytes: new SharedArrayBuffer(size),
})

const frameBytes = (length: number): number => FRAME_HEAD_BYTES + length + (-length & 7)

class RingView {
  readonly control: Int32Array
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly size: number

  constructor(memory: RingMemory) {
    this.control = new Int32Array(memory.control)
    this.bytes = new Uint8Array(memory.bytes)
    this.view = new DataView(memory.bytes)
    this.size = memory.bytes.byteLength
  }

  load(word: keyof typeof WORD): number {
    return Atomics.load(this.control, WORD[word])
  }

  store(word: keyof typeof WORD, value: number): void {
    Atomics.store(this.control, WORD[word], value)
  }
}

/** The main thread's end. */
export class RingProducer {
  readonly #ring: RingView

  constructor(memory: RingMemory) {
    this.#ring = new RingView(memory)
  }

  /** Copies one record into the ring and wakes the writer; false when there is no room now. */
  push(record: JournalRecord): boolean {
    const { bytes, view, size } = this.#ring
    const needed = frameBytes(record.bytes.length)
    let head = this.#ring.load('head')
    const used = (head - this.#ring.load('tail')) | 0
    let at = (head >>> 0) & (size - 1)
    const skipped = size - at < needed ? size - at : 0
    if (used + skipped + needed > size) return false
    if (skipped > 0) {
      view.setUint32(at + 4, SKIP, true)
      head = (head + skipped) | 0
      at = 0
    }
    view.setUint32(at, record.bytes.length, true)
    view.setUint32(at + 4, 1, true)
    view.setUint32(at + 8, record.epoch, true)
    view.setFloat64(at + 16, record.firstSeq, true)
    view.setFloat64(at + 24, record.lastSeq, true)
    bytes.set(record.bytes, at + FRAME_HEAD_BYTES)
    this.#ring.store('head', (head + needed) | 0)
    this.ring()
    return true
  }

  /** Wakes the writer. */
  ring(): void {
    Atomics.add(this.#ring.control, WORD.doorbell, 1)
    Atomics.notify(this.#ring.control, WORD.doorbell)
  }

  /** Batches committed so far, modulo 2^32; takes the writer's news, so that the next commit tells again. */
  takeCommitted(): number {
    this.#ring.store('told', 0)
    return this.#ring.load('committed')
  }

  /** Asks the writer to seal, close and end. */
  close(): void {
    this.#ring.store('closing', 1)
    this.ring()
  }

  /** Bytes free in the segment in use and reserves behind it, as the writer last published them. */
  get room(): { free: number; reserves: number } {
    return { free: this.#ring.load('free'), reserves: this.#ring.load('reserves') }
  }

  /** Asks the writer to count the reserves again. */
  recount(): void {
    this.#ring.store('recount', 1)
    this.ring()
  }
}

/** The writer thread's end. */
export class RingConsumer {
  readonly #ring: RingView

  constructor(memory: RingMemory) {
    this.#ring = new RingView(memory)
  }

  /** Sleeps until something is pushed or asked, at most `timeoutMs`. */
  wait(doorbell: number, timeoutMs: number): void {
    Atomics.wait(this.#ring.control, WORD.doorbell, doorbell, timeoutMs)
  }

  get doorbell(): number {
    return this.#ring.load('doorbell')
  }

  get closing(): boolean {
    return this.#ring.load('closing') === 1
  }

  /** Everything that waits; the bytes are views into the ring until `release`. */
  peek(): { records: JournalRecord[]; head: number } {
    const { bytes, view, size } = this.#ring
    const head = this.#ring.load('head')
    const records: JournalRecord[] = []
    for (let position = this.#ring.load('tail'); position !== head; ) {
      const at = (position >>> 0) & (size - 1)
      if (view.getUint32(at + 4, true) === SKIP) {
        position = (position + size - at) | 0
        continue
      }
      const length = view.getUint32(at, true)
      records.push({
        firstSeq: view.getFloat64(at + 16, true),
        lastSeq: view.getFloat64(at + 24, true),
        epoch: view.getUint32(at + 8, true),
        bytes: bytes.subarray(at + FRAME_HEAD_BYTES, at + FRAME_HEAD_BYTES + length),
      })
      position = (position + frameBytes(length)) | 0
    }
    return { records, head }
  }

  /** Counts the batches as committed and frees their place. @returns true when the main thread has to be told */
  release(head: number, count: number): boolean {
    this.#ring.store('tail', head)
    Atomics.add(this.#ring.control, WORD.committed, count)
    return Atomics.exchange(this.#ring.control, WORD.told, 1) === 0
  }

  /** True once after each request to count the reserves. */
  takeRecount(): boolean {
    return Atomics.exchange(this.#ring.control, WORD.recount, 0) === 1
  }

  publishFree(bytes: number): void {
    this.#ring.store('free', bytes)
  }

  publishReserves(count: number): void {
    this.#ring.store('reserves', count)
  }
}
