/** Where `apply` writes what happened, and the readers that make plain objects of it. */
import type { Event, Outcome } from './event.ts'
import { RECORD_LENGTH } from './events/event-layout.ts'
import { eventsFrom, type StampedEvent } from './events/read-events.ts'
import { outcomeOf, outcomesFrom } from './events/read-outcomes.ts'
import { HANDLE_MASK } from './memory/rows.ts'

/** A buffer stays below 2^30 bytes: see `memory/rows.ts`. */
const LENGTH_MASK = HANDLE_MASK
const INITIAL_BYTES = 1 << 16

/** Growable, reused store of typed records. One buffer may collect the records of several entries. */
export class EventBuffer {
  view: DataView
  /** Length of the store, kept aside because asking the view costs a call. */
  capacity: number
  length = 0
  /** Offset of the last entry's first record. */
  entryStart = 0
  /** Trades and events are also counted for benches and audits. */
  recordCount = 0

  /** @param initialBytes first capacity; it doubles as needed */
  constructor(initialBytes: number = INITIAL_BYTES) {
    this.capacity = Math.max(1024, initialBytes)
    this.view = new DataView(new ArrayBuffer(this.capacity))
  }

  /** Forgets all records and keeps the memory. */
  reset(): void {
    this.length = 0
    this.entryStart = 0
    this.recordCount = 0
  }

  get byteLength(): number {
    return this.length
  }

  /** The records as bytes: a view, valid until the next reset or record. */
  bytes(): Uint8Array {
    return new Uint8Array(this.view.buffer, 0, this.length)
  }

  /** Room for one record with its header written; returns its offset. */
  record(kind: number, byteLength: number): number {
    const at = this.length & LENGTH_MASK
    if (at + byteLength > this.capacity) this.grow(at + byteLength)
    this.length = at + byteLength
    this.recordCount += 1
    const { view } = this
    view.setInt32(at + RECORD_LENGTH, byteLength, true)
    view.setInt32(at + 4, kind, true)
    return at
  }

  /** Makes sure that this many bytes fit behind the records: hot writers then write several records without asking again. */
  reserve(byteLength: number): void {
    if (this.length + byteLength > this.capacity) this.grow(this.length + byteLength)
  }

  grow(needed: number): void {
    if (needed > LENGTH_MASK) throw new RangeError('a buffer holds less than 2^30 bytes of records')
    let size = this.capacity * 2
    while (size < needed) size *= 2
    const buffer = new ArrayBuffer(size)
    new Uint8Array(buffer).set(new Uint8Array(this.view.buffer, 0, this.length))
    this.view = new DataView(buffer)
    this.capacity = size
  }
}

/** Outcome of the entry applied last. Throws RangeError when the buffer is empty. */
export function lastOutcome(out: EventBuffer): Outcome {
  const last = outcomeOf(out.view, out.entryStart, out.length)
  if (last === undefined) throw new RangeError('no outcome in the buffer')
  return last
}

/**
 * The events in bytes of an EventBuffer, in order, each with sequence and time of its entry.
 *
 * @param wanted kinds to make objects for; the others are skipped without cost
 */
export function readEvents(bytes: Uint8Array, wanted?: ReadonlySet<Event['kind']>): Generator<StampedEvent> {
  return eventsFrom(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength, wanted)
}

/** The outcomes in bytes of an EventBuffer, one per entry, in order. */
export function readOutcomes(bytes: Uint8Array): Generator<Outcome> {
  return outcomesFrom(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.byteLength)
}
