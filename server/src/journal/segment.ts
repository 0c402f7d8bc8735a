/**
 * Segment files: their names and their 128-byte head. A segment gets its name only when its head is on disk, so a named segment
 * with a bad head is damaged, never half-made. Each head carries the digest of the segment before it: a hash chain over the journal.
 *
 * | file | what it is |
 * |---|---|
 * | `segment-000000000001-e1.log` | records, zeros behind them; the writer that made it had epoch 1 |
 * | `segment-000000000001-e1.zst` | the same, sealed and compressed |
 * | `reserve-e1-3.log` | zeros on disk, waiting to become the next segment of the writer with epoch 1 |
 *
 * A writer that was taken for dead and wakes up may still make the next segment. Its file has a name of its own, in place of the newer
 * writer's, and of two with one number the higher epoch counts.
 */
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { errorCode } from '../core/system-error.ts'
import { EarlierBuild } from './earlier-build.mjs'
import type { FileSystem } from './file-system.ts'
import type { SkippedRow } from './port.ts'
import { JournalCorrupt } from './record.ts'

export const SEGMENT_HEAD_BYTES = 128
export const DIGEST_BYTES = 32
const MAGIC = 'AGIOSEG2'
/** Of development builds, whose rules are no longer kept: see `earlier-build.mjs`. */
const EARLIER_MAGIC = 'AGIOSEG1'
const VERSION = 1
const VERSION_WITH_SKIP = 2
const SEGMENT_NAME = /^segment-(\d{12})(?:-e(\d+))?\.(log|zst)$/
const RESERVE_NAME = /^reserve-e(\d+)-(\d+)\.log$/
const UNFINISHED_NAME = /^(reserve|compress)-.*\.tmp$/
const ZEROS = new Uint8Array(1024 * 1024)

export interface SegmentHead {
  readonly number: number
  /** Last sequence before this segment. */
  readonly baseSeq: number
  /** Checksum of the last record before it; 0 for the first segment. */
  readonly previousCrc: number
  readonly epoch: number
  /** Where the records of the segment before it end; 0 for the first. */
  readonly previousEnd: number
  /** SHA-256 of the segment before it up to there; zeros for the first. */
  readonly previousDigest: Uint8Array
  /** Bytes of the file, all of them on disk before the segment got its name: a shorter plain segment is damaged. */
  readonly capacity: number
  /** Taken out before the first entry of this segment. Version 2 of a head has one, version 1 none. */
  readonly skip?: SkippedRow | undefined
}

export interface SegmentFile {
  readonly number: number
  /** Of the writer that made it. */
  readonly epoch: number
  readonly path: string
  readonly compressed: boolean
}

export function segmentPath(dir: string, { number, epoch }: Pick<SegmentFile, 'number' | 'epoch'>, compressed: boolean): string {
  return join(dir, `segment-${String(number).padStart(12, '0')}-e${epoch}.${compressed ? 'zst' : 'log'}`)
}

/** Segments that a writer has ready. */
export interface Reserve {
  readonly epoch: number
  readonly number: number
}

export const reservePath = (dir: string, { epoch, number }: Reserve): string => join(dir, `reserve-e${epoch}-${number}.log`)

export function encodeSegmentHead(head: SegmentHead): Buffer {
  const bytes = Buffer.alloc(SEGMENT_HEAD_BYTES)
  bytes.write(MAGIC, 0, 'latin1')
  bytes.writeUInt32LE(VERSION, 8)
  bytes.writeBigUInt64LE(BigInt(head.number), 16)
  bytes.writeBigUInt64LE(BigInt(head.baseSeq), 24)
  bytes.writeUInt32LE(head.previousCrc, 32)
  bytes.writeUInt32LE(head.epoch, 36)
  bytes.writeUInt32LE(head.previousEnd, 40)
  bytes.writeUInt32LE(head.capacity, 44)
  bytes.set(head.previousDigest, 48)
  if (head.skip !== undefined) {
    bytes.writeUInt32LE(VERSION_WITH_SKIP, 8)
    bytes.writeUInt32LE(head.skip.due, 80)
    bytes.writeInt32LE(head.skip.detail, 84)
    bytes.writeDoubleLE(head.skip.at, 88)
    bytes.writeDoubleLE(head.skip.id, 96)
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(16)), 12)
  return bytes
}

/** @throws JournalCorrupt when the head is damaged, of another version or of another segment; EarlierBuild */
export function decodeSegmentHead(bytes: Buffer, file: SegmentFile): SegmentHead {
  if (bytes.toString('latin1', 0, 8) === EARLIER_MAGIC) throw new EarlierBuild(dirname(file.path))
  const whole = bytes.length >= SEGMENT_HEAD_BYTES && bytes.toString('latin1', 0, 8) === MAGIC
  if (!whole || bytes.readUInt32LE(12) !== crc32(bytes.subarray(16, SEGMENT_HEAD_BYTES))) {
    throw new JournalCorrupt(file.path, 0, 'damaged segment head')
  }
  const version = bytes.readUInt32LE(8)
  if (version !== VERSION && version !== VERSION_WITH_SKIP) throw new JournalCorrupt(file.path, 8, 'unknown version')
  const number = Number(bytes.readBigUInt64LE(16))
  if (number !== file.number) throw new JournalCorrupt(file.path, 16, `holds segment ${number}`)
  return {
    number,
    baseSeq: Number(bytes.readBigUInt64LE(24)),
    previousCrc: bytes.readUInt32LE(32),
    epoch: bytes.readUInt32LE(36),
    previousEnd: bytes.readUInt32LE(40),
    capacity: bytes.readUInt32LE(44),
    previousDigest: Uint8Array.from(bytes.subarray(48, 48 + DIGEST_BYTES)),
    skip:
      version === VERSION_WITH_SKIP
        ? { due: bytes.readUInt32LE(80), detail: bytes.readInt32LE(84), at: bytes.readDoubleLE(88), id: bytes.readDoubleLE(96) }
        : undefined,
  }
}

const outranks = (left: SegmentFile, right: SegmentFile): boolean => {
  const higher = left.epoch - right.epoch
  return higher > 0 || (higher === 0 && !left.compressed)
}

/**
 * Segments in order, those that count. While one is being compressed both forms exist for a moment; the plain one counts then.
 * @throws JournalCorrupt when one between the first and the last is missing; EarlierBuild
 */
export function listSegments(fileSystem: FileSystem, dir: string): SegmentFile[] {
  const found = new Map<number, SegmentFile>()
  for (const name of fileSystem.list(dir)) {
    const match = SEGMENT_NAME.exec(name)
    if (match === null) continue
    const number = Number(match[1])
    // Names had no epoch in the first of them.
    if (match[2] === undefined) throw new EarlierBuild(dir)
    const epoch = Number(match[2])
    const segment = { number, epoch, path: join(dir, name), compressed: match[3] === 'zst' }
    const other = found.get(number)
    if (other === undefined || outranks(segment, other)) found.set(number, segment)
  }
  const segments = [...found.values()].sort((left, right) => left.number - right.number)
  for (const [index, segment] of segments.entries()) {
    if (segment.number !== index + 1)
      throw new JournalCorrupt(segmentPath(dir, { number: index + 1, epoch: segment.epoch }, false), 0, 'segment is missing')
  }
  return segments
}

/** The reserves of a writer, lowest number first. */
export function listReserves(fileSystem: FileSystem, dir: string, epoch: number): Reserve[] {
  return fileSystem
    .list(dir)
    .flatMap((name) => {
      const match = RESERVE_NAME.exec(name)
      return match !== null && match[1] === String(epoch) ? [{ epoch, number: Number(match[2]) }] : []
    })
    .sort((left, right) => left.number - right.number)
}

/**
 * Makes the reserves of earlier writers those of this one; where such a writer may still have them open, they go. What an earlier one
 * left half made goes in any case.
 * @param fit false when an earlier writer may live
 */
export function takeReserves(fileSystem: FileSystem, dir: string, epoch: number, fit: boolean): void {
  let number = listReserves(fileSystem, dir, epoch).at(-1)?.number ?? 0
  let changed = false
  for (const name of fileSystem.list(dir)) {
    if (UNFINISHED_NAME.test(name)) removeIfThere(fileSystem, join(dir, name))
    const match = RESERVE_NAME.exec(name)
    if (match === null || match[1] === String(epoch)) continue
    changed = true
    number += 1
    if (fit) fileSystem.rename(join(dir, name), reservePath(dir, { epoch, number }))
    else removeIfThere(fileSystem, join(dir, name))
  }
  if (changed) fileSystem.syncDir(dir)
}

/**
 * Makes one reserve: `bytes` of zeros on disk under a lasting name. Zeros written ahead keep every later commit free of size changes.
 * @throws the system's error, ENOSPC among them; nothing half-made stays behind
 */
export function makeReserve(fileSystem: FileSystem, dir: string, reserve: Reserve, bytes: number): void {
  const path = reservePath(dir, reserve)
  const unfinished = `${path}.tmp`
  removeIfThere(fileSystem, unfinished)
  const file = fileSystem.open(unfinished, 'create')
  try {
    for (let position = 0; position < bytes; position += ZEROS.length) {
      file.write(ZEROS.subarray(0, Math.min(ZEROS.length, bytes - position)), position)
      // Small syncs keep a commit that arrives meanwhile from waiting for the whole file.
      file.datasync()
    }
  } catch (error) {
    file.close()
    removeIfThere(fileSystem, unfinished)
    throw error
  }
  file.close()
  fileSystem.rename(unfinished, path)
  fileSystem.syncDir(dir)
}

/** Removes a file; no error when it is not there. */
export function removeIfThere(fileSystem: FileSystem, path: string): void {
  try {
    fileSystem.remove(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
