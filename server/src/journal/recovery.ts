/**
 * What the log holds after a stop, clean or not. Reads and judges, and changes nothing. The trace of a write that was under way when
 * the power went, in the last segment, with nothing written after it, is a torn tail: the next segment names the end before it.
 * Anything else that does not fit is damage: the start is refused with the position.
 */
import { createHash, type Hash } from 'node:crypto'
import type { FileSystem } from './file-system.ts'
import type { SkippedRow } from './port.ts'
import { breakInChain, decodeRecord, findRecordAfter, JournalCorrupt, type LogRecord } from './record.ts'
import { DIGEST_BYTES, decodeSegmentHead, listSegments, SEGMENT_HEAD_BYTES, type SegmentFile, type SegmentHead } from './segment.ts'
import { loadSegment, loadWholeSegment, readSegmentHead } from './segment-content.ts'

/** Where the next record goes and what it has to follow. */
export interface LogTail {
  readonly segment: SegmentFile
  readonly position: number
  readonly lastSeq: number
  readonly crc: number
  readonly epoch: number
  /** SHA-256 of the segment up to `position`, still open for more. */
  readonly digest: Hash
  /** Bytes of the segment's file. */
  readonly capacity: number
  /** Bytes behind `position` that hold the trace of an unfinished write; nothing may be written over it. */
  readonly tornBytes: number
  /** Of a segment that has no entry yet: the next one has to say it again. */
  readonly skip: SkippedRow | undefined
}

/** Where a log ended when it was looked at. */
export interface LogEnd {
  readonly number: number
  readonly position: number
}

interface Chain {
  lastSeq: number
  crc: number
  epoch: number
}

export interface RecoveryExtent {
  /** Everything from the segment that holds this sequence on is checked record by record. */
  readonly fromSeq: number
  /** At least so many of the newest segments are checked. */
  readonly segments: number
  /** The end as it was found before: what an earlier writer, not dead, put behind it since is ignored. */
  readonly end?: LogEnd
}

/** What a start checks, whatever a snapshot stands for: a gibibyte of records, about three seconds. */
export const SEGMENTS_CHECKED = 64

/** Only what is needed to go on writing; for a log that was checked a moment ago. */
export const TAIL_ONLY: RecoveryExtent = { fromSeq: Number.POSITIVE_INFINITY, segments: 1 }

/**
 * Finds the tail of the log and checks the records in the extent.
 * @returns undefined when there is no segment at all
 * @throws JournalCorrupt
 */
export function recoverLog(
  fileSystem: FileSystem,
  dir: string,
  { fromSeq, segments: checked, end: known }: RecoveryExtent = { fromSeq: 0, segments: SEGMENTS_CHECKED },
): LogTail | undefined {
  const segments = listSegments(fileSystem, dir).filter(({ number }) => known === undefined || number <= known.number)
  const last = segments.at(-1)
  if (last === undefined) return undefined
  if (last.compressed) throw new JournalCorrupt(last.path, 0, 'the segment after it is missing')
  const from = Math.min(segmentBefore(fileSystem, segments, fromSeq), Math.max(0, segments.length - checked))
  const used = segments.slice(from)
  const heads = used.map((segment) => readSegmentHead(fileSystem, segment))
  let previous: { chain: Chain; end: number; digest: Buffer } | undefined
  for (const [index, segment] of used.entries()) {
    const head = heads[index]
    if (head === undefined) break
    checkHead(head, segment, previous)
    const bytes = loadWholeSegment(fileSystem, segment)
    const next = heads[index + 1]
    const chain = { lastSeq: head.baseSeq, crc: head.previousCrc, epoch: head.epoch }
    const knownEnd = next?.previousEnd ?? known?.position
    const { end, tornBytes } =
      knownEnd === undefined
        ? scanLast(segment, bytes, chain, head.capacity)
        : { end: scanTo(knownEnd, segment, bytes, chain), tornBytes: 0 }
    const digest = createHash('sha256').update(bytes.subarray(0, end))
    if (next === undefined)
      return { segment, position: end, ...chain, digest, capacity: bytes.length, tornBytes, skip: skipAt(head, chain.lastSeq + 1) }
    previous = { chain, end, digest: digest.digest() }
  }
  throw new JournalCorrupt(dir, 0, 'no last segment')
}

/** Index of the last segment that begins before `seq`; only heads are read, from the end. */
export function segmentBefore(fileSystem: FileSystem, segments: readonly SegmentFile[], seq: number): number {
  for (let index = segments.length - 1; index > 0; index -= 1) {
    const segment = segments[index]
    if (segment !== undefined && readSegmentHead(fileSystem, segment).baseSeq < seq) return index
  }
  return 0
}

function checkHead(head: SegmentHead, segment: SegmentFile, previous: { chain: Chain; end: number; digest: Buffer } | undefined): void {
  if (previous === undefined) {
    const first = head.number === 1
    const empty = head.baseSeq === 0 && head.previousCrc === 0 && Buffer.alloc(DIGEST_BYTES).equals(head.previousDigest)
    if (first && !empty) throw new JournalCorrupt(segment.path, 0, 'the first segment does not start the journal')
    return
  }
  const fits = head.baseSeq === previous.chain.lastSeq && head.previousCrc === previous.chain.crc && head.previousEnd === previous.end
  if (!fits || !previous.digest.equals(head.previousDigest)) {
    throw new JournalCorrupt(segment.path, 0, 'does not follow the segment before it')
  }
}

/** What is taken out before the entry with this sequence. */
export const skipAt = ({ baseSeq, skip }: Pick<SegmentHead, 'baseSeq' | 'skip'>, seq: number): SkippedRow | undefined =>
  seq === baseSeq + 1 ? skip : undefined

/** Follows the chain of records from the segment's head; returns where it ends, whatever the reason. */
function follow(segment: SegmentFile, bytes: Buffer, chain: Chain, each?: (record: LogRecord) => void): number {
  let position = SEGMENT_HEAD_BYTES
  for (;;) {
    const record = decodeRecord(bytes, position)
    if (record === undefined) return position
    const broken = breakInChain(record, chain)
    if (broken !== undefined) throw new JournalCorrupt(segment.path, position, broken)
    chain.lastSeq = record.lastSeq
    chain.crc = record.crc
    chain.epoch = record.epoch
    position = record.end
    each?.(record)
  }
}

function scanTo(known: number, segment: SegmentFile, bytes: Buffer, chain: Chain): number {
  const end = follow(segment, bytes.subarray(0, Math.min(bytes.length, known)), chain)
  if (end !== known) throw new JournalCorrupt(segment.path, end, 'damaged record')
  return end
}

function scanLast(segment: SegmentFile, bytes: Buffer, chain: Chain, capacity: number): { end: number; tornBytes: number } {
  if (bytes.length < capacity) throw new JournalCorrupt(segment.path, bytes.length, 'the file is cut short')
  const end = follow(segment, bytes, chain)
  const rubbishEnd = lastNonZero(bytes, end)
  if (rubbishEnd <= end) return { end, tornBytes: 0 }
  const later = findRecordAfter(bytes, end)
  // A later record of the same write may have reached the disk before the torn one; a record of a later write may not.
  if (later !== undefined && later.writeStart > end) throw new JournalCorrupt(segment.path, end, 'damaged record')
  if (later !== undefined && anyLaterWrite(bytes, end)) throw new JournalCorrupt(segment.path, end, 'damaged record')
  return { end, tornBytes: rubbishEnd - end }
}

function anyLaterWrite(bytes: Buffer, bad: number): boolean {
  for (let found = findRecordAfter(bytes, bad); found !== undefined; found = findRecordAfter(bytes, found.end - 8)) {
    if (found.writeStart > bad) return true
  }
  return false
}

/** Position after the last byte that is not zero, at least `from`. */
function lastNonZero(bytes: Buffer, from: number): number {
  const ZEROS = Buffer.alloc(64 * 1024)
  let end = bytes.length
  while (end - ZEROS.length >= from && bytes.compare(ZEROS, 0, ZEROS.length, end - ZEROS.length, end) === 0) end -= ZEROS.length
  while (end > from && bytes[end - 1] === 0) end -= 1
  return end
}

/** Where the records of a segment end: what the one behind it says, or not known yet. */
export function endOf(fileSystem: FileSystem, next: SegmentFile | undefined): number {
  return next === undefined ? Number.POSITIVE_INFINITY : readSegmentHead(fileSystem, next).previousEnd
}

/** Entries records of one loaded segment from the one that holds `fromSeq` through `throughSeq`. @throws JournalCorrupt */
export function* recordsOf(segment: SegmentFile, bytes: Buffer, fromSeq: number, throughSeq: number): Generator<LogRecord> {
  const head = decodeSegmentHead(bytes, segment)
  const chain = { lastSeq: head.baseSeq, crc: head.previousCrc, epoch: head.epoch }
  let position = SEGMENT_HEAD_BYTES
  while (chain.lastSeq < throughSeq) {
    const record = decodeRecord(bytes, position)
    if (record === undefined) return
    const broken = breakInChain(record, chain)
    if (broken !== undefined) throw new JournalCorrupt(segment.path, position, broken)
    chain.lastSeq = record.lastSeq
    chain.crc = record.crc
    chain.epoch = record.epoch
    position = record.end
    if (record.kind === 'entries' && record.lastSeq >= fromSeq) yield { ...record, skipBefore: skipAt(head, record.firstSeq) }
  }
}

/** Reads durable records in order, slice by slice. The generator yields undefined where the caller may rest. */
export function* readLog(fileSystem: FileSystem, dir: string, fromSeq: number, throughSeq: number): Generator<LogRecord | undefined, void> {
  const segments = listSegments(fileSystem, dir)
  const from = segmentBefore(fileSystem, segments, fromSeq)
  let reached = fromSeq - 1
  for (const [index, segment] of segments.entries()) {
    if (index < from) continue
    if (reached >= throughSeq) return
    const end = endOf(fileSystem, segments[index + 1])
    const loading = loadSegment(fileSystem, segment)
    for (let step = loading.next(); ; step = loading.next()) {
      if (step.done !== true) {
        yield undefined
        continue
      }
      for (const record of recordsOf(segment, step.value.subarray(0, end), fromSeq, throughSeq)) {
        reached = record.lastSeq
        yield record
      }
      break
    }
  }
  if (reached < throughSeq) throw new JournalCorrupt(dir, 0, `ends at ${reached}, ${throughSeq} was durable`)
}
