/**
 * Snapshots beside the journal: `snapshot-<seq>.snap`, a 128-byte head (sequence, length, CRC-32, hash of the state) and the state
 * in the engine's encoding. A file gets its name only when it is whole on disk; the newest three are kept, and one with a wrong
 * checksum is passed over for the older one.
 */
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { EarlierBuild } from './earlier-build.mjs'
import { type FileSystem, nodeFileSystem } from './file-system.ts'
import { removeIfThere } from './segment.ts'

const NAME = /^snapshot-(\d{15})\.snap$/
const UNFINISHED_NAME = /^snapshot-\d{15}\.snap\.tmp$/
const MAGIC = 'AGIOSNAP'
const VERSION = 2
const EARLIER_VERSION = 1
const HEAD_BYTES = 128
const HASH_BYTES_MAX = 80
/** Snapshots kept. */
export const SNAPSHOTS_KEPT = 3

export interface Snapshot {
  /** Sequence of the last entry in it. */
  readonly seq: number
  /** Hash of the state, as the engine tells it: to be compared after decoding. */
  readonly stateHash: string
  /** The state, as `encodeSnapshot` wrote it. */
  readonly bytes: Uint8Array
}

export const snapshotPath = (dir: string, seq: number): string => join(dir, `snapshot-${String(seq).padStart(15, '0')}.snap`)

function encodeHead(snapshot: Snapshot): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  const hash = Buffer.from(snapshot.stateHash, 'latin1')
  if (hash.length > HASH_BYTES_MAX) throw new RangeError('state hash too long')
  head.write(MAGIC, 0, 'latin1')
  head.writeUInt32LE(VERSION, 12)
  head.writeBigUInt64LE(BigInt(snapshot.seq), 16)
  head.writeBigUInt64LE(BigInt(snapshot.bytes.length), 24)
  head.writeUInt32LE(crc32(snapshot.bytes), 32)
  head.writeUInt32LE(hash.length, 36)
  head.set(hash, 40)
  head.writeUInt32LE(crc32(head.subarray(12)), 8)
  return head
}

function readSnapshot(fileSystem: FileSystem, path: string): Snapshot | undefined {
  const file = fileSystem.open(path, 'read')
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    const whole = file.read(head, 0) === HEAD_BYTES && head.toString('latin1', 0, 8) === MAGIC
    if (!whole || head.readUInt32LE(8) !== crc32(head.subarray(12)) || head.readUInt32LE(12) !== VERSION) return undefined
    const length = Number(head.readBigUInt64LE(24))
    if (file.size() !== HEAD_BYTES + length) return undefined
    const bytes = new Uint8Array(length)
    if (file.read(bytes, HEAD_BYTES) !== length || crc32(bytes) !== head.readUInt32LE(32)) return undefined
    const hash = head.toString('latin1', 40, 40 + head.readUInt32LE(36))
    return { seq: Number(head.readBigUInt64LE(16)), stateHash: hash, bytes }
  } finally {
    file.close()
  }
}

/** @throws EarlierBuild for a snapshot of a development build from before engine version 1 */
export function refuseEarlierSnapshots(dir: string, fileSystem: FileSystem): void {
  for (const seq of listSnapshots(dir, fileSystem)) {
    const file = fileSystem.open(snapshotPath(dir, seq), 'read')
    try {
      const head = Buffer.alloc(HEAD_BYTES)
      const whole = file.read(head, 0) === HEAD_BYTES && head.toString('latin1', 0, 8) === MAGIC
      if (whole && head.readUInt32LE(8) === crc32(head.subarray(12)) && head.readUInt32LE(12) === EARLIER_VERSION)
        throw new EarlierBuild(dir)
    } finally {
      file.close()
    }
  }
}

/** Sequences of the snapshots that are there, newest first; their checksums are not looked at. */
export function listSnapshots(dir: string, fileSystem: FileSystem = nodeFileSystem): number[] {
  return fileSystem
    .list(dir)
    .flatMap((name) => {
      const match = NAME.exec(name)
      return match === null ? [] : [Number(match[1])]
    })
    .sort((left, right) => right - left)
}

/** Whole snapshots at or before a sequence, newest first; damaged ones are passed over. */
export function* goodSnapshots(dir: string, atMostSeq: number, fileSystem: FileSystem = nodeFileSystem): Generator<Snapshot> {
  for (const seq of listSnapshots(dir, fileSystem)) {
    if (seq > atMostSeq) continue
    const snapshot = readSnapshot(fileSystem, snapshotPath(dir, seq))
    if (snapshot !== undefined && snapshot.seq === seq) yield snapshot
  }
}

/** Saves a snapshot so that it is there whole or not at all, then removes what is older than the newest three. What a stop left unfinished goes first. */
export function saveSnapshot(dir: string, snapshot: Snapshot, fileSystem: FileSystem = nodeFileSystem): void {
  const path = snapshotPath(dir, snapshot.seq)
  const unfinished = `${path}.tmp`
  for (const name of fileSystem.list(dir)) if (UNFINISHED_NAME.test(name)) removeIfThere(fileSystem, join(dir, name))
  const file = fileSystem.open(unfinished, 'create')
  try {
    file.write(encodeHead(snapshot), 0)
    file.write(snapshot.bytes, HEAD_BYTES)
    file.datasync()
  } catch (error) {
    file.close()
    removeIfThere(fileSystem, unfinished)
    throw error
  }
  file.close()
  fileSystem.rename(unfinished, path)
  fileSystem.syncDir(dir)
  for (const seq of listSnapshots(dir, fileSystem).slice(SNAPSHOTS_KEPT)) removeIfThere(fileSystem, snapshotPath(dir, seq))
}
