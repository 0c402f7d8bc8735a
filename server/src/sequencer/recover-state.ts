/** State from disk: the newest snapshot that proves good, and the journal after it. */
import { hashBytes } from '@agio/engine/codec/hash-bytes.ts'
import { createState } from '@agio/engine/create-state.ts'
import { skipDueRow } from '@agio/engine/due-row.ts'
import { entryLength, entrySeq } from '@agio/engine/entry.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { replay } from '@agio/engine/replay.ts'
import { decodeSnapshot, isOfThisLayout } from '@agio/engine/snapshot.ts'
import { type State, stateSeq } from '@agio/engine/state.ts'
import { type FileSystem, nodeFileSystem } from '../journal/file-system.ts'
import type { JournalRecord } from '../journal/port.ts'
import { goodSnapshots, type Snapshot } from '../journal/snapshot-store.ts'

/** Replays records onto a state; events are made and thrown away. */
export class Replay {
  readonly state: State

  constructor(state: State) {
    this.state = state
  }

  /** Entries that the state has already are passed over. @throws Error when an entry is missing; InvariantViolation */
  run(record: JournalRecord): void {
    const { bytes, firstSeq, lastSeq } = record
    if (lastSeq <= stateSeq(this.state)) return
    if (record.skipBefore !== undefined && stateSeq(this.state) === firstSeq - 1) skipDueRow(this.state, record.skipBefore)
    let seq = firstSeq
    for (let offset = 0; offset < bytes.length; seq += 1) {
      const found = entrySeq(bytes, offset)
      if (found !== seq) throw new Error(`replay: entry ${found} stands where ${seq} belongs`)
      offset += entryLength(bytes, offset)
    }
    if (seq !== lastSeq + 1) throw new Error(`replay: record ${firstSeq}–${lastSeq} ended at ${seq - 1}`)
    replay(this.state, bytes)
    this.state.out.reset()
  }
}

/**
 * The state of a snapshot, or undefined when it does not hash to what it was saved with. The hash is of the bytes that a state is written
 * as: where the rows of another build were other ones, this build would write others, and the bytes that are there must do.
 */
export function openSnapshot({ bytes, seq, stateHash: saved }: Snapshot): State | undefined {
  try {
    const state = decodeSnapshot(bytes)
    const hash = isOfThisLayout(bytes) ? stateHash(state) : hashBytes(bytes)
    return stateSeq(state) === seq && hash === saved ? state : undefined
  } catch {
    // Written by a later version, or damaged in a way its checksum does not show: the older one and more of the journal will do.
    return undefined
  }
}

/** The newest state that a good snapshot gives at or before a sequence; an empty one when none does. */
export function stateAtMost(dir: string, seq: number, fileSystem: FileSystem = nodeFileSystem): State {
  for (const snapshot of goodSnapshots(dir, seq, fileSystem)) {
    const state = openSnapshot(snapshot)
    if (state !== undefined) return state
  }
  return createState()
}
