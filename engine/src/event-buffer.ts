/** The records of what happened, where the kernel writes them, and the readers that make plain objects of them. */
import { RECORD_DOCUMENT } from '../generated/event-layout.ts'
import { RECORDS, RECORDS_SPACE } from '../generated/map.ts'
import { RecordRow, type StateRow } from '../generated/views.ts'
import { InvariantViolation } from './assert.ts'
import type { Event, Outcome } from './event.ts'
import { eventsFrom, type StampedEvent } from './events/read-events.ts'
import { outcomeOf, outcomesFrom } from './events/read-outcomes.ts'

/** Where the kernel's next record goes: an address, as the signed number that the global's value is. */
interface Position {
  value: number
}

/** Records of the entries applied since the last reset, in the exchange's memory. */
export class EventBuffer {
  readonly view: DataView
  readonly #scalars: StateRow
  readonly #position: Position

  constructor(scalars: StateRow, position: Position) {
    this.#scalars = scalars
    this.#position = position
    this.view = new DataView(scalars.view.buffer, RECORDS, RECORDS_SPACE)
  }

  /** Forgets all records. */
  reset(): void {
    this.#position.value = RECORDS
  }

  get byteLength(): number {
    return (this.#position.value >>> 0) - RECORDS
  }

  /** True when the records should be taken before the next entry. */
  get isFull(): boolean {
    return this.#position.value >>> 0 >= this.#scalars.recordsFull
  }

  /** Offset of the last entry's first record. */
  get entryStart(): number {
    return this.#scalars.entryStart - RECORDS
  }

  /** The records as bytes: a view, valid until the next reset. */
  bytes(): Uint8Array {
    return new Uint8Array(this.view.buffer, RECORDS, this.byteLength)
  }

  /** Room for one record; returns its offset. @param head its kind, and what stands in the bytes behind it */
  record(head: number, byteLength: number): number {
    const at = this.byteLength
    if (at + byteLength > RECORDS_SPACE) throw new InvariantViolation('an entry makes more records than there is room for')
    this.#position.value = RECORDS + at + byteLength
    const record = new RecordRow(this.view, at)
    record.length = byteLength
    record.head = head
    return at
  }
}

/** Outcome of the entry applied last. Throws RangeError when the buffer is empty. */
export function lastOutcome(out: EventBuffer): Outcome {
  const last = outcomeOf(out.view, out.entryStart, out.byteLength)
  if (last === undefined) throw new RangeError('no outcome in the buffer')
  return last
}

/**
 * The events in bytes of an EventBuffer, in order, each with sequence and time of its entry.
 *
 * @param kinds to make objects for, all when there are none named
 */
export function readEvents(bytes: Uint8Array, kinds?: ReadonlySet<Event['kind']>): Generator<StampedEvent> {
  return eventsFrom(viewOf(bytes), bytes.byteLength, kinds && { kinds, totalsOnly: false })
}

/** As `readEvents`, without balances whose total stayed as it was. */
export function readTotals(bytes: Uint8Array, kinds: ReadonlySet<Event['kind']>): Generator<StampedEvent> {
  return eventsFrom(viewOf(bytes), bytes.byteLength, { kinds, totalsOnly: true })
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** True when there is an event in these bytes that is not about an order, a trade, a balance, a level or a pair's status: few entries have one. */
export function hasDocuments(bytes: Uint8Array): boolean {
  const record = new RecordRow(viewOf(bytes), 0)
  for (let at = 0; at < bytes.byteLength; at += record.length) {
    record.move(at)
    if (record.kind === RECORD_DOCUMENT) return true
  }
  return false
}

/** The outcomes in bytes of an EventBuffer, one per entry, in order. */
export function readOutcomes(bytes: Uint8Array): Generator<Outcome> {
  return outcomesFrom(viewOf(bytes), 0, bytes.byteLength)
}
