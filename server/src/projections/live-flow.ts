/** What one tenant's batches still owe the projection thread, within a bound: what does not fit the thread reads in the journal. */
import type { DurableBatch } from '../sequencer/exchange.ts'

/** A parcel of this size travels at once. */
const PARCEL_BYTES = 64 * 1024
/** Live batches on their way to the thread; beyond that it reads the journal. */
const IN_FLIGHT_BYTES_MAX = 32 * 1024 * 1024
/** Entries between the thread and the journal's end that count as caught up: what comes in while it finishes. */
const CAUGHT_UP_WITHIN = 2000

/** Batches that follow on each other, as one. */
export interface Parcel {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly events: Uint8Array<ArrayBuffer>
}

export class LiveFlow {
  #bytes = new Uint8Array(PARCEL_BYTES)
  #length = 0
  #firstSeq = 0
  #lastSeq = 0
  #durableSeq = 0
  #sentBytes = 0
  #takenBytes = 0
  /** Last durable sequence that came without its batch, 0 = none. */
  #unsent = 0
  /** Once behind, the thread reads the journal until it is near the end: taking turns with live batches would leave many small gaps. */
  #isBehind = false

  get isFull(): boolean {
    return this.#length >= PARCEL_BYTES
  }

  /** Takes the next batch in order and copies its events, or notes only that there is one. */
  add({ firstSeq, lastSeq, events }: DurableBatch): void {
    this.#durableSeq = lastSeq
    if (this.#sentBytes - this.#takenBytes + events.byteLength > IN_FLIGHT_BYTES_MAX) this.#isBehind = true
    if (this.#isBehind) {
      this.#unsent = lastSeq
      return
    }
    if (this.#length === 0) this.#firstSeq = firstSeq
    this.#lastSeq = lastSeq
    const length = this.#length + events.byteLength
    if (length > this.#bytes.byteLength) {
      const grown = new Uint8Array(length * 2)
      grown.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = grown
    }
    this.#bytes.set(events, this.#length)
    this.#length = length
    this.#sentBytes += events.byteLength
  }

  /** What was gathered; undefined = nothing. */
  takeParcel(): Parcel | undefined {
    if (this.#length === 0) return undefined
    const taken = { firstSeq: this.#firstSeq, lastSeq: this.#lastSeq, events: this.#bytes.slice(0, this.#length) }
    if (this.#bytes.byteLength > 2 * PARCEL_BYTES) this.#bytes = new Uint8Array(PARCEL_BYTES)
    this.#length = 0
    return taken
  }

  /** The sequence that is to be announced without its batch, behind the parcel; 0 = none. */
  takeAnnouncement(): number {
    const seq = this.#unsent
    this.#unsent = 0
    return seq
  }

  /** The thread shows everything up to `seq` and has taken so many bytes of live batches. */
  moved(seq: number, takenBytes: number): void {
    this.#takenBytes = takenBytes
    if (takenBytes === this.#sentBytes && this.#durableSeq - seq <= CAUGHT_UP_WITHIN) this.#isBehind = false
  }
}
