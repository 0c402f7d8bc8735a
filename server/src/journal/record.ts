/**
 * One journal record on disk: a 48-byte head and its entries, little-endian, always a multiple of 8 bytes.
 *
 * | offset | field |
 * |---|---|
 * | 0 | magic |
 * | 4 | CRC-32 of everything from offset 8 to the end of the record |
 * | 8 | length of the entries, bytes |
 * | 12 | kind: 1 entries, 2 seal (no entries: says that everything before it is on disk) |
 * | 16, 24 | first and last sequence (a seal: the last sequence before it, twice) |
 * | 32 | writer epoch |
 * | 36 | CRC of the record before it, so that a record cannot be swapped or left out |
 * | 40 | position in the segment where the write that carried this record began |
 * | 44 | zero |
 *
 * The write position tells a torn write from damage: a bad record is a torn write only when nothing after it was written later.
 */
import { crc32 } from 'node:zlib'
import type { JournalRecord } from './port.ts'

export const RECORD_HEAD_BYTES = 48
/** Longest record, head included; a journal with small segments takes shorter ones. */
export const RECORD_BYTES_MAX = 1024 * 1024
const MAGIC = 0xa9_10_7e_c1

export type RecordKind = 'entries' | 'seal'

/** A record of the log as recovery and readers see it: seals included, `end` is the position after it. */
export interface LogRecord extends JournalRecord {
  readonly kind: RecordKind
  readonly crc: number
  readonly previousCrc: number
  readonly writeStart: number
  readonly end: number
}

/** What goes into the head besides the checksum. */
export interface RecordHead {
  readonly kind: RecordKind
  readonly firstSeq: number
  readonly lastSeq: number
  readonly epoch: number
  readonly previousCrc: number
  readonly writeStart: number
}

/** The journal is damaged where no interrupted write can explain it. The start is refused; nothing was changed. */
export class JournalCorrupt extends Error {
  readonly file: string
  readonly position: number
  constructor(file: string, position: number, what: string) {
    super(`journal corrupt: ${file} at byte ${position}: ${what}`)
    this.name = 'JournalCorrupt'
    this.file = file
    this.position = position
  }
}

/** Bytes on disk of a record with `length` bytes of entries. */
export const recordBytes = (length: number): number => RECORD_HEAD_BYTES + length + (-length & 7)

/**
 * Writes one record at `offset` and returns its checksum; `offset + recordBytes(entries.length)` must be inside `into`.
 * @param entries back to back, copied
 */
export function encodeRecord(into: Buffer, offset: number, head: RecordHead, entries: Uint8Array): number {
  const end = offset + recordBytes(entries.length)
  into.writeUInt32LE(MAGIC, offset)
  into.writeUInt32LE(entries.length, offset + 8)
  into.writeUInt32LE(head.kind === 'entries' ? 1 : 2, offset + 12)
  into.writeBigUInt64LE(BigInt(head.firstSeq), offset + 16)
  into.writeBigUInt64LE(BigInt(head.lastSeq), offset + 24)
  into.writeUInt32LE(head.epoch, offset + 32)
  into.writeUInt32LE(head.previousCrc, offset + 36)
  into.writeUInt32LE(head.writeStart, offset + 40)
  into.writeUInt32LE(0, offset + 44)
  into.set(entries, offset + RECORD_HEAD_BYTES)
  into.fill(0, offset + RECORD_HEAD_BYTES + entries.length, end)
  const crc = crc32(into.subarray(offset + 8, end))
  into.writeUInt32LE(crc, offset + 4)
  return crc
}

/** The record at `offset`, or undefined when no whole, undamaged record starts there. `bytes` of the result is a view. */
export function decodeRecord(bytes: Buffer, offset: number): LogRecord | undefined {
  if (offset + RECORD_HEAD_BYTES > bytes.length || bytes.readUInt32LE(offset) !== MAGIC) return undefined
  const length = bytes.readUInt32LE(offset + 8)
  const end = offset + recordBytes(length)
  const kind = bytes.readUInt32LE(offset + 12)
  if (length > RECORD_BYTES_MAX || end > bytes.length || (kind !== 1 && kind !== 2)) return undefined
  const crc = bytes.readUInt32LE(offset + 4)
  if (crc32(bytes.subarray(offset + 8, end)) !== crc) return undefined
  return {
    kind: kind === 1 ? 'entries' : 'seal',
    firstSeq: Number(bytes.readBigUInt64LE(offset + 16)),
    lastSeq: Number(bytes.readBigUInt64LE(offset + 24)),
    epoch: bytes.readUInt32LE(offset + 32),
    previousCrc: bytes.readUInt32LE(offset + 36),
    writeStart: bytes.readUInt32LE(offset + 40),
    bytes: bytes.subarray(offset + RECORD_HEAD_BYTES, offset + RECORD_HEAD_BYTES + length),
    crc,
    end,
  }
}

/** The first whole record that starts after `offset`, or undefined. Used only to judge a bad record. */
export function findRecordAfter(bytes: Buffer, offset: number): LogRecord | undefined {
  for (let at = offset + 8; at + RECORD_HEAD_BYTES <= bytes.length; at += 8) {
    if (bytes.readUInt32LE(at) !== MAGIC) continue
    const record = decodeRecord(bytes, at)
    if (record !== undefined) return record
  }
  return undefined
}

/** Why `record` cannot follow the record with this sequence, checksum and epoch; undefined when it can. */
export function breakInChain(record: LogRecord, after: { lastSeq: number; crc: number; epoch: number }): string | undefined {
  if (record.previousCrc !== after.crc) return 'does not follow the record before it'
  if (record.epoch < after.epoch) return `epoch ${record.epoch} after epoch ${after.epoch}`
  const first = record.kind === 'seal' ? after.lastSeq : after.lastSeq + 1
  if (record.firstSeq !== first || record.lastSeq < first) return `sequence ${record.firstSeq}–${record.lastSeq} after ${after.lastSeq}`
  return undefined
}
