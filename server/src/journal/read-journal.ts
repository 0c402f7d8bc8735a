/** Reading a journal that another thread writes: no lock, nothing created, nothing changed. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { errorCode } from '../core/system-error.ts'
import { type FileSystem, nodeFileSystem, type OpenFile } from './file-system.ts'
import type { JournalRecord } from './port.ts'
import { breakInChain, decodeRecord, JournalCorrupt, type LogRecord, RECORD_BYTES_MAX, RECORD_HEAD_BYTES } from './record.ts'
import { endOf, segmentBefore, skipAt } from './recovery.ts'
import { listSegments, SEGMENT_HEAD_BYTES, type SegmentFile, type SegmentHead } from './segment.ts'
import { loadSegment, readSegmentHead } from './segment-content.ts'

/** Holds the longest record, and a millisecond's worth of short ones. */
const WINDOW_BYTES = RECORD_HEAD_BYTES + RECORD_BYTES_MAX + 8

/** Where a reader stopped: behind the record with this sequence, checksum and epoch. */
interface Place {
  readonly segment: SegmentFile
  /** Where its records end; behind that an earlier writer may have gone on. */
  readonly end: number
  /** The head of its segment. */
  readonly head: SegmentHead
  position: number
  lastSeq: number
  crc: number
  epoch: number
}

/**
 * A reader that comes back for more: it remembers where it stopped, so that what it reads is what is new. One that began with each
 * segment again would cost a thread that follows a busy writer more than its own work.
 */
export class JournalFollower {
  readonly #dir: string
  readonly #fileSystem: FileSystem
  #window: Buffer | undefined
  #place: Place | undefined

  constructor(dir: string, fileSystem: FileSystem = nodeFileSystem) {
    this.#dir = dir
    this.#fileSystem = fileSystem
  }

  /**
   * Records from the one that holds `fromSeq` to the one that holds `toSeq`, in order; the bytes of one are valid until the next is asked
   * for. One reading at a time.
   * @param toSeq known to be durable; what is behind it may be under way and is not looked at
   * @throws JournalCorrupt at the first damaged record, or when the journal ends before `toSeq`
   */
  async *read(fromSeq: number, toSeq: number): AsyncGenerator<JournalRecord> {
    let place = this.#place
    if (place === undefined || place.lastSeq >= fromSeq) place = this.#placeBefore(fromSeq)
    this.#place = place
    while (place.lastSeq < toSeq) {
      for (const record of this.#windows(place, toSeq)) {
        if (record === undefined) await nextTurn()
        else if (record.kind === 'entries' && record.lastSeq >= fromSeq)
          yield { ...record, skipBefore: skipAt(place.head, record.firstSeq) }
      }
      if (place.lastSeq >= toSeq) return
      place = this.#placeBehind(place, toSeq)
      this.#place = place
    }
  }

  #placeBefore(seq: number): Place {
    const segments = listSegments(this.#fileSystem, this.#dir)
    return this.#startOf(segments, segmentBefore(this.#fileSystem, segments, seq), 0, seq)
  }

  /** @throws JournalCorrupt when what follows begins elsewhere: the records between are damaged */
  #placeBehind(place: Place, toSeq: number): Place {
    const start = this.#startOf(listSegments(this.#fileSystem, this.#dir), place.segment.number, place.lastSeq, toSeq)
    if (start.lastSeq === place.lastSeq && start.crc === place.crc) return start
    throw new JournalCorrupt(place.segment.path, place.position, 'damaged record')
  }

  #startOf(segments: readonly SegmentFile[], index: number, reached: number, wanted: number): Place {
    const segment = segments[index]
    if (segment === undefined) throw new JournalCorrupt(this.#dir, 0, `ends at ${reached}, ${wanted} was durable`)
    const head = readSegmentHead(this.#fileSystem, segment)
    const end = endOf(this.#fileSystem, segments[index + 1])
    return { segment, end, head, position: SEGMENT_HEAD_BYTES, lastSeq: head.baseSeq, crc: head.previousCrc, epoch: head.epoch }
  }

  /** Records of the place's segment; undefined where the caller may rest. Ends where the segment does, or at `toSeq`. */
  *#windows(place: Place, toSeq: number): Generator<LogRecord | undefined> {
    const file = this.#openPlain(place.segment)
    if (file === undefined) {
      const bytes = yield* this.#inflated(place.segment)
      yield* this.#records(bytes.subarray(0, place.end), place.position, place, toSeq)
      return
    }
    this.#window ??= Buffer.alloc(WINDOW_BYTES)
    try {
      for (let before = -1; place.position > before && place.lastSeq < toSeq; ) {
        before = place.position
        const length = file.read(this.#window.subarray(0, Math.min(WINDOW_BYTES, place.end - before)), before)
        yield* this.#records(this.#window.subarray(0, length), 0, place, toSeq)
        yield undefined
      }
    } finally {
      file.close()
    }
  }

  *#inflated(segment: SegmentFile): Generator<undefined, Buffer> {
    const loading = loadSegment(this.#fileSystem, segment)
    for (let step = loading.next(); ; step = loading.next()) {
      if (step.done === true) return step.value
      yield undefined
    }
  }

  /** The plain form, or undefined when it was compressed, now or meanwhile. */
  #openPlain(segment: SegmentFile): OpenFile | undefined {
    if (segment.compressed) return undefined
    try {
      return this.#fileSystem.open(segment.path, 'read')
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    }
  }

  *#records(bytes: Buffer, from: number, place: Place, toSeq: number): Generator<LogRecord> {
    const start = place.position - from
    for (let at = from; place.lastSeq < toSeq; ) {
      const record = decodeRecord(bytes, at)
      if (record === undefined) return
      const broken = breakInChain(record, place)
      if (broken !== undefined) throw new JournalCorrupt(place.segment.path, place.position, broken)
      at = record.end
      place.position = start + at
      place.lastSeq = record.lastSeq
      place.crc = record.crc
      place.epoch = record.epoch
      yield record
    }
  }
}

/** As one reading of a follower. */
export function readJournal(dir: string, fromSeq: number, toSeq: number, fileSystem?: FileSystem): AsyncGenerator<JournalRecord> {
  return new JournalFollower(dir, fileSystem).read(fromSeq, toSeq)
}
