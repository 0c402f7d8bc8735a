/**
 * Writes records to the segments: one write and one fdatasync for everything that waits, whatever number of batches that is. It
 * knows nothing of threads; the writer thread and the in-process journal both drive it. A batch counts as committed only when
 * `commit` has returned.
 */
import { createHash, type Hash } from 'node:crypto'
import type { EpochFile } from './epoch-file.ts'
import type { FileSystem, OpenFile } from './file-system.ts'
import type { HighWater } from './high-water.ts'
import type { JournalRecord, SkippedRow } from './port.ts'
import { encodeRecord, RECORD_BYTES_MAX, type RecordKind, recordBytes } from './record.ts'
import type { LogTail } from './recovery.ts'
import { DIGEST_BYTES, encodeSegmentHead, listReserves, makeReserve, reservePath, SEGMENT_HEAD_BYTES, segmentPath } from './segment.ts'

const STAGE_BYTES = RECORD_BYTES_MAX

export interface SegmentWriterOptions {
  readonly epoch: number
  readonly segmentBytes: number
  /** Read after each sync: whoever is not the newest writer any more acknowledges nothing. */
  readonly epochFile: EpochFile
  /** Told now and then how far the log has come. */
  readonly highWater: HighWater
  /** The writer before did not close the log, and it may live: nothing more is written where it may write. */
  readonly inNewSegment: boolean
  /** For the head of the new segment. */
  readonly skip?: SkippedRow | undefined
}

export class SegmentWriter {
  readonly #fileSystem: FileSystem
  readonly #dir: string
  readonly #segmentBytes: number
  readonly #epochFile: EpochFile
  readonly #highWater: HighWater
  readonly #stage = Buffer.alloc(STAGE_BYTES)
  #staged = 0
  #undigested = 0
  #file: OpenFile
  #number: number
  #position: number
  #capacity: number
  #lastSeq: number
  #crc: number
  #epoch: number
  #digest: Hash
  #sealed = false
  /** Until the first entry of the segment is written. */
  #skip: SkippedRow | undefined
  /** Called after a roll: one reserve fewer, one sealed segment more. */
  onRoll: () => void = () => {}

  constructor(fileSystem: FileSystem, dir: string, tail: LogTail, options: SegmentWriterOptions) {
    this.#fileSystem = fileSystem
    this.#dir = dir
    this.#segmentBytes = options.segmentBytes
    this.#file = fileSystem.open(tail.segment.path, 'write')
    this.#number = tail.segment.number
    this.#position = tail.position
    this.#capacity = tail.capacity
    this.#lastSeq = tail.lastSeq
    this.#crc = tail.crc
    this.#epoch = options.epoch
    this.#digest = tail.digest
    this.#epochFile = options.epochFile
    this.#highWater = options.highWater
    this.#skip = options.skip ?? tail.skip
    if (options.inNewSegment || tail.tornBytes > 0) this.#roll()
  }

  /** Bytes still free in the segment in use. */
  get free(): number {
    return this.#capacity - this.#position
  }

  /** True when the last thing on disk is a seal: nothing to do when idle. */
  get sealed(): boolean {
    return this.#sealed
  }

  /**
   * Makes the batches durable, in order. Throws the system's error; after that nothing may be written again. Throws JournalTaken when
   * another process writes the journal now: then nobody may be told that these batches are durable.
   * @param records each at most RECORD_BYTES_MAX and shorter than a segment
   */
  commit(records: readonly JournalRecord[]): void {
    this.settle()
    for (const record of records) this.#put('entries', record)
    this.#flush()
  }

  /** Writes a seal record: whatever is damaged before it from now on is damage, not a torn write. */
  seal(): void {
    this.settle()
    this.#put('seal', { firstSeq: this.#lastSeq, lastSeq: this.#lastSeq, epoch: this.#epoch, bytes: new Uint8Array(0) })
    this.#flush()
    this.#highWater.write(this.#lastSeq)
  }

  /** Marks how far the log has come, on disk. After a commit. */
  mark(): void {
    this.#highWater.write(this.#lastSeq)
    this.#highWater.sync()
  }

  /** Work left over from the last commit that nobody has to wait for. */
  settle(): void {
    if (this.#undigested === 0) return
    this.#digest.update(this.#stage.subarray(0, this.#undigested))
    this.#undigested = 0
  }

  close(): void {
    if (!this.#sealed) this.seal()
    this.mark()
    this.#highWater.close()
    this.#file.close()
    this.#epochFile.close()
  }

  #put(kind: RecordKind, record: JournalRecord): void {
    const size = recordBytes(record.bytes.length)
    if (size > this.free - this.#staged) {
      this.#flush()
      if (size > this.free) this.#roll()
    } else if (this.#staged + size > STAGE_BYTES) {
      this.#flush()
    }
    this.settle()
    const head = { kind, firstSeq: record.firstSeq, lastSeq: record.lastSeq, epoch: record.epoch }
    const place = { previousCrc: this.#crc, writeStart: this.#position }
    this.#crc = encodeRecord(this.#stage, this.#staged, { ...head, ...place }, record.bytes)
    this.#staged += size
    this.#lastSeq = record.lastSeq
    this.#sealed = kind === 'seal'
    if (kind === 'entries') this.#skip = undefined
  }

  #flush(): void {
    if (this.#staged === 0) return
    this.#file.write(this.#stage.subarray(0, this.#staged), this.#position)
    this.#file.datasync()
    this.#epochFile.check(this.#epoch)
    this.#position += this.#staged
    this.#undigested = this.#staged
    this.#staged = 0
  }

  #roll(): void {
    this.settle()
    this.#file.close()
    const previousDigest = this.#digest.digest()
    const head = {
      number: this.#number + 1,
      baseSeq: this.#lastSeq,
      previousCrc: this.#crc,
      epoch: this.#epoch,
      previousEnd: this.#position,
      previousDigest,
      skip: this.#skip,
    }
    const made = createSegment(this.#fileSystem, this.#dir, head, { epoch: this.#epoch, segmentBytes: this.#segmentBytes })
    this.#file = made.file
    this.#digest = made.digest
    this.#capacity = made.capacity
    this.#number += 1
    this.#position = SEGMENT_HEAD_BYTES
    this.onRoll()
  }
}

interface NewSegment {
  readonly number: number
  readonly baseSeq: number
  readonly previousCrc: number
  readonly epoch: number
  readonly previousEnd: number
  readonly previousDigest: Uint8Array
  readonly skip?: SkippedRow | undefined
}

/** Turns a reserve (made now when none waits) into the named segment with its head on disk. */
function createSegment(
  fileSystem: FileSystem,
  dir: string,
  head: NewSegment,
  { epoch: maker, segmentBytes }: Pick<SegmentWriterOptions, 'epoch' | 'segmentBytes'>,
): { file: OpenFile; digest: Hash; capacity: number } {
  const none = { epoch: maker, number: 0 }
  if (listReserves(fileSystem, dir, maker).length === 0) makeReserve(fileSystem, dir, none, segmentBytes)
  const reserve = reservePath(dir, listReserves(fileSystem, dir, maker)[0] ?? none)
  const file = fileSystem.open(reserve, 'write')
  const capacity = file.size()
  const bytes = encodeSegmentHead({ ...head, capacity })
  file.write(bytes, 0)
  file.datasync()
  fileSystem.rename(reserve, segmentPath(dir, { number: head.number, epoch: maker }, false))
  fileSystem.syncDir(dir)
  return { file, digest: createHash('sha256').update(bytes), capacity }
}

/** The first segment of a new journal. */
export function createFirstSegment(fileSystem: FileSystem, dir: string, maker: Pick<SegmentWriterOptions, 'epoch' | 'segmentBytes'>): void {
  const head = { number: 1, baseSeq: 0, previousCrc: 0, epoch: 0, previousEnd: 0, previousDigest: new Uint8Array(DIGEST_BYTES) }
  createSegment(fileSystem, dir, head, maker).file.close()
}
