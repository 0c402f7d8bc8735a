/**
 * Makes a snapshot the way recovery would: newest good state, then the journal. So each new snapshot is proven against the one
 * before it, and the thread that trades never stops for it.
 */
import { stateHash } from '@agio/engine/hash.ts'
import { encodeSnapshot } from '@agio/engine/snapshot.ts'
import { stateSeq } from '@agio/engine/state.ts'
import { type FileSystem, nodeFileSystem } from '../journal/file-system.ts'
import { readLog } from '../journal/recovery.ts'
import { goodSnapshots, saveSnapshot } from '../journal/snapshot-store.ts'
import { openSnapshot, Replay, stateAtMost } from './recover-state.ts'

export interface MadeSnapshot {
  readonly seq: number
  readonly stateHash: string
  readonly byteLength: number
}

/**
 * @param throughSeq known to be durable; the snapshot holds at least the entries up to it
 * @throws Error when the snapshot, read back, is not the state it was made of; it is then not there
 */
export function makeSnapshot(dir: string, throughSeq: number, fileSystem: FileSystem = nodeFileSystem): MadeSnapshot {
  const replay = new Replay(stateAtMost(dir, throughSeq, fileSystem))
  for (const record of readLog(fileSystem, dir, stateSeq(replay.state) + 1, throughSeq)) {
    if (record !== undefined) replay.run(record)
  }
  const snapshot = { seq: stateSeq(replay.state), stateHash: stateHash(replay.state), bytes: encodeSnapshot(replay.state) }
  if (openSnapshot(snapshot) === undefined) throw new Error(`snapshot ${snapshot.seq}: decoding it gives another state`)
  saveSnapshot(dir, snapshot, fileSystem)
  for (const saved of goodSnapshots(dir, snapshot.seq, fileSystem)) {
    if (saved.seq === snapshot.seq) return { seq: saved.seq, stateHash: saved.stateHash, byteLength: saved.bytes.length }
    break
  }
  throw new Error(`snapshot ${snapshot.seq} cannot be read back`)
}
