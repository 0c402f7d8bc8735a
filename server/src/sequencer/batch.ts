/** Commands that share a record of the journal: their encoded entries, the events they made, and who waits for which outcome. */
import type { Command } from '@agio/engine/command.ts'
import type { Outcome } from '@agio/engine/event.ts'

const ENTRY_BYTES = 256 * 1024
const EVENT_BYTES = 256 * 1024

export class Batch {
  readonly entries: Uint8Array
  used = 0
  /** Bytes of the entries that the state has; those between here and `used` wait for the end of the turn. */
  applied = 0
  count = 0
  firstSeq = 0
  lastSeq = 0
  /** Commands of the entries that wait, to know the one that breaks the engine. */
  readonly waiting: Command[] = []
  /** Settled together when the batch is durable; the two arrays run in step. */
  readonly resolvers: ((outcome: Outcome) => void)[] = []
  readonly outcomes: Outcome[] = []
  #eventRoom = new Uint8Array(EVENT_BYTES)
  #eventBytes = 0

  constructor(entryBytes: number) {
    this.entries = new Uint8Array(entryBytes)
  }

  /** The records of its entries that were applied. Valid until the batch is used again. */
  get events(): Uint8Array {
    return this.#eventRoom.subarray(0, this.#eventBytes)
  }

  /** Keeps a copy of more records: the engine writes the next ones over them. */
  addEvents(records: Uint8Array): void {
    const bytes = this.#eventBytes + records.byteLength
    if (bytes > this.#eventRoom.byteLength) {
      const room = new Uint8Array(bytes * 2)
      room.set(this.events)
      this.#eventRoom = room
    }
    this.#eventRoom.set(records, this.#eventBytes)
    this.#eventBytes = bytes
  }

  /** Empty again, memory kept. */
  reset(): void {
    this.used = 0
    this.applied = 0
    this.count = 0
    this.waiting.length = 0
    this.resolvers.length = 0
    this.outcomes.length = 0
    this.#eventBytes = 0
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
