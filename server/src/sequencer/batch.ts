/** Commands of one event-loop turn: their encoded entries, the events they made, and who waits for which outcome. */
import type { Outcome } from '@agio/engine/event.ts'
import { EventBuffer } from '@agio/engine/event-buffer.ts'

const ENTRY_BYTES = 256 * 1024
const EVENT_BYTES = 256 * 1024

export class Batch {
  readonly entries: Uint8Array
  readonly events: EventBuffer
  used = 0
  count = 0
  firstSeq = 0
  lastSeq = 0
  /** Settled together when the batch is durable; the two arrays run in step. */
  readonly resolvers: ((outcome: Outcome) => void)[] = []
  readonly outcomes: Outcome[] = []

  constructor(entryBytes: number) {
    this.entries = new Uint8Array(entryBytes)
    this.events = new EventBuffer(EVENT_BYTES)
  }

  /** Empty again, memory kept. */
  reset(): void {
    this.used = 0
    this.count = 0
    this.resolvers.length = 0
    this.outcomes.length = 0
    this.events.reset()
  }

  record(epoch: number): { firstSeq: number; lastSeq: number; epoch: number; bytes: Uint8Array } {
    return { firstSeq: this.firstSeq, lastSeq: this.lastSeq, epoch, bytes: this.entries.subarray(0, this.used) }
  }
}

/** Batches in use, in flight and waiting to be used again. */
export class BatchPool {
  readonly #idle: Batch[] = []
  readonly #entryBytes: number

  constructor(recordBytesMax: number) {
    this.#entryBytes = Math.min(ENTRY_BYTES, recordBytesMax)
  }

  take(entryBytes = this.#entryBytes): Batch {
    const batch = entryBytes === this.#entryBytes ? this.#idle.pop() : undefined
    return batch ?? new Batch(entryBytes)
  }

  give(batch: Batch): void {
    if (batch.entries.length !== this.#entryBytes || this.#idle.length >= 8) return
    batch.reset()
    this.#idle.push(batch)
  }
}
