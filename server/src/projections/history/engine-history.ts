/** The past as events: journal records applied to an engine of our own, from the newest snapshot that is old enough. */
import { createHash } from 'node:crypto'
import { skipDueRow } from '@agio/engine/due-row.ts'
import { entryLength } from '@agio/engine/entry.ts'
import { readTotals } from '@agio/engine/event-buffer.ts'
import { replay } from '@agio/engine/replay.ts'
import { type State, stateSeq } from '@agio/engine/state.ts'
import { nodeFileSystem } from '../../journal/file-system.ts'
import { lossesMark } from '../../journal/lost-tail.ts'
import { JournalFollower, readJournal } from '../../journal/read-journal.ts'
import { stateAtMost } from '../../sequencer/recover-state.ts'
import { FOLDED } from '../projectors/projector.ts'
import type { EventBatch, EventHistory } from '../thread/tenant-run.ts'

/** Entries applied before their events are handed on: small enough to keep the thread answering. */
const ENTRIES_A_BATCH = 64

/** Live events, as the exchange publishes them. */
export function eventBatch(firstSeq: number, lastSeq: number, bytes: Uint8Array): EventBatch {
  return { firstSeq, lastSeq, byteLength: bytes.byteLength, events: () => readTotals(bytes, FOLDED) }
}

export class EngineHistory implements EventHistory {
  readonly #journalDir: string
  readonly #journal: JournalFollower
  #state: State | undefined

  constructor(journalDir: string) {
    this.#journalDir = journalDir
    this.#journal = new JournalFollower(journalDir)
  }

  /**
   * The first entry of the journal, hashed: it carries the time of the first start, and no two journals share it. With it the losses that
   * were accepted, since from each of them on the sequences stand for other entries.
   */
  async mark(): Promise<string> {
    for await (const record of readJournal(this.#journalDir, 1, 1)) {
      const first = record.bytes.subarray(0, entryLength(record.bytes, 0))
      return createHash('sha256').update(first).update(lossesMark(nodeFileSystem, this.#journalDir)).digest('hex')
    }
    return ''
  }

  async *batches(afterSeq: number, toSeq: number): AsyncGenerator<EventBatch> {
    const state = this.#stateAt(afterSeq)
    for await (const record of this.#journal.read(stateSeq(state) + 1, toSeq)) {
      const { bytes, skipBefore } = record
      if (skipBefore !== undefined && stateSeq(state) === record.firstSeq - 1) skipDueRow(state, skipBefore)
      for (let from = 0; from < bytes.byteLength; ) {
        let end = from
        for (let entries = 0; entries < ENTRIES_A_BATCH && end < bytes.byteLength; entries += 1) end += entryLength(bytes, end)
        const firstSeq = stateSeq(state) + 1
        state.out.reset()
        replay(state, bytes.subarray(from, end))
        from = end
        if (stateSeq(state) > afterSeq && stateSeq(state) >= firstSeq) yield eventBatch(firstSeq, stateSeq(state), state.out.bytes())
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
