/** The past as events: journal records applied to an engine of our own, from the newest snapshot that is old enough. */
import { createHash } from 'node:crypto'
import { apply } from '@agio/engine/engine.ts'
import { decodeEntry, entryLength } from '@agio/engine/entry.ts'
import type { Event } from '@agio/engine/event.ts'
import { EventBuffer, readEvents } from '@agio/engine/event-buffer.ts'
import { type State, stateSeq } from '@agio/engine/state.ts'
import { JournalFollower, readJournal } from '../journal/read-journal.ts'
import { stateAtMost } from '../sequencer/recover-state.ts'
import type { EventBatch, EventHistory } from './tenant-run.ts'

/** Entries applied before their events are handed on: small enough to keep the thread answering. */
const ENTRIES_A_BATCH = 64

/** What the projectors fold. The rest, depth above all, is most of the stream and is not even made into objects. */
const FOLDED: ReadonlySet<Event['kind']> = new Set([
  'orderPlaced',
  'orderUpdated',
  'orderClosed',
  'traded',
  'balanceChanged',
  'userRegistered',
  'documentSaved',
])

/** Live events, as the exchange publishes them. */
export function eventBatch(firstSeq: number, lastSeq: number, bytes: Uint8Array): EventBatch {
  return { firstSeq, lastSeq, byteLength: bytes.byteLength, events: () => readEvents(bytes, FOLDED) }
}

export class EngineHistory implements EventHistory {
  readonly #journalDir: string
  readonly #journal: JournalFollower
  readonly #out = new EventBuffer()
  #state: State | undefined

  constructor(journalDir: string) {
    this.#journalDir = journalDir
    this.#journal = new JournalFollower(journalDir)
  }

  /** The first entry of the journal, hashed: it carries the time of the first start, and no two journals share it. */
  async mark(): Promise<string> {
    for await (const record of readJournal(this.#journalDir, 1, 1)) {
      const first = record.bytes.subarray(0, entryLength(record.bytes, 0))
      return createHash('sha256').update(first).digest('hex')
    }
    return ''
  }

  async *batches(afterSeq: number, toSeq: number): AsyncGenerator<EventBatch> {
    const state = this.#stateAt(afterSeq)
    for await (const record of this.#journal.read(stateSeq(state) + 1, toSeq)) {
      let offset = 0
      while (offset < record.bytes.byteLength) {
        this.#out.reset()
        const firstSeq = stateSeq(state) + 1
        for (let entries = 0; entries < ENTRIES_A_BATCH && offset < record.bytes.byteLength; entries += 1) {
          const length = entryLength(record.bytes, offset)
          if (decodeEntry(record.bytes, offset).seq > stateSeq(state)) apply(state, record.bytes, this.#out, offset)
          offset += length
        }
        if (stateSeq(state) > afterSeq && stateSeq(state) >= firstSeq) yield eventBatch(firstSeq, stateSeq(state), this.#out.bytes())
      }
    }
  }

  release(): void {
    this.#state = undefined
  }

  /** The replayed state, if it is not past `seq`; else a snapshot at or before it; else the beginning. */
  #stateAt(seq: number): State {
    if (this.#state === undefined || stateSeq(this.#state) > seq) this.#state = stateAtMost(this.#journalDir, seq)
    return this.#state
  }
}
