/**
 * The journal on this machine's disk. Opening checks the whole log (or from a given sequence on), takes the lock and raises the
 * epoch; appends are handed to the writer and resolve only after fdatasync. There is no setting that says otherwise.
 */
import { dirname, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { lockFolder } from '../folder-lock.ts'
import { type Committer, inlineCommitter, threadCommitter } from './committer.ts'
import { type FileSystem, nodeFileSystem } from './file-system.ts'
import type { AppendResult, Journal, JournalRecord } from './port.ts'
import { RECORD_BYTES_MAX, RECORD_HEAD_BYTES } from './record.ts'
import { readLog, recoverLog, SEGMENTS_CHECKED } from './recovery.ts'
import { SEGMENT_HEAD_BYTES } from './segment.ts'
import { createFirstSegment } from './segment-writer.ts'

/** Exit code of a process whose journal could not be written: an input or output error in the words of sysexits. */
export const EXIT_DISK_FAILED = 74
const SEGMENT_BYTES = 16 * 1024 * 1024
const SEAL_AFTER_MS = 5

export interface FileJournalOptions {
  /** Bytes of a segment file, at least 64 KiB. */
  readonly segmentBytes?: number
  /** Idle time after which the log is sealed. */
  readonly sealAfterMs?: number
  /**
   * Records before the segment that holds this sequence need no check on opening, since a snapshot stands for them; the newest
   * gibibyte is checked all the same.
   */
  readonly verifyFromSeq?: number
  /** A given disk: the journal then works in process, without a thread and without a lock. */
  readonly fileSystem?: FileSystem
  /** The disk failed. The default says so and ends the process: after a failed fdatasync nobody knows what is on disk. */
  readonly onFatal?: (error: Error) => void
}

export interface FileJournal extends Journal {
  /** Epoch of this writer; records appended must carry it. */
  readonly epoch: number
  /** Longest `bytes` of a record. */
  readonly recordBytesMax: number
  /**
   * Bytes that are certain to find room, beyond what is under way; `outOfSpace`: the disk is full and this is the last of it. Callers
   * refuse new work before it is used up, so that no append ever meets a full disk.
   */
  room(): { readonly bytes: number; readonly outOfSpace: boolean }
  /** Resolves when everything appended is durable, the log is sealed and the lock is free. */
  close(): Promise<void>
}

function endProcess(error: Error): void {
  process.stderr.write(`journal: the disk failed, stopping without a retry: ${error.message}\n`)
  process.exit(EXIT_DISK_FAILED)
}

/**
 * Opens or creates the journal in `dir`.
 * @throws JournalCorrupt with the position; nothing was changed
 * @throws FolderLocked when another process has it open
 */
export async function openFileJournal(dir: string, options: FileJournalOptions = {}): Promise<FileJournal> {
  const fileSystem = options.fileSystem ?? nodeFileSystem
  const segmentBytes = options.segmentBytes ?? SEGMENT_BYTES
  fileSystem.makeDir(dir)
  const unlock = options.fileSystem === undefined ? lockFolder(dir) : () => {}
  try {
    let tail = recoverLog(fileSystem, dir, { fromSeq: options.verifyFromSeq ?? 0, segments: SEGMENTS_CHECKED })
    if (tail === undefined) {
      // The folder's own name has to last as well.
      fileSystem.syncDir(dirname(resolve(dir)))
      createFirstSegment(fileSystem, dir, segmentBytes)
      tail = recoverLog(fileSystem, dir)
    }
    if (tail === undefined) throw new Error(`journal ${dir} could not be created`)
    const journal = new OpenedFileJournal(fileSystem, dir, { lastSeq: tail.lastSeq, epoch: tail.epoch + 1, segmentBytes, unlock })
    await journal.start(options)
    return journal
  } catch (error) {
    unlock()
    throw error
  }
}

interface Waiting {
  readonly record: JournalRecord
  readonly resolve: (result: AppendResult) => void
}

class OpenedFileJournal implements FileJournal {
  readonly epoch: number
  readonly recordBytesMax: number
  readonly #fileSystem: FileSystem
  readonly #dir: string
  readonly #segmentBytes: number
  readonly #unlock: () => void
  #committer: Committer | undefined
  #durableSeq: number
  #appendedSeq: number
  /** Appends not yet durable, in order; the first `#pushed` of them are with the committer. */
  #waiting: Waiting[] = []
  #pushed = 0
  #waitingBytes = 0
  #failed = false
  #closing = false
  #idle: (() => void) | undefined

  constructor(fileSystem: FileSystem, dir: string, start: { lastSeq: number; epoch: number; segmentBytes: number; unlock: () => void }) {
    this.#fileSystem = fileSystem
    this.#dir = dir
    this.#durableSeq = start.lastSeq
    this.#appendedSeq = start.lastSeq
    this.epoch = start.epoch
    this.#segmentBytes = start.segmentBytes
    this.#unlock = start.unlock
    this.recordBytesMax = Math.min(RECORD_BYTES_MAX, Math.floor(start.segmentBytes / 4)) - RECORD_HEAD_BYTES
  }

  async start(options: FileJournalOptions): Promise<void> {
    const onFatal = options.onFatal ?? endProcess
    const committerOptions = {
      dir: this.#dir,
      lastSeq: this.#durableSeq,
      epoch: this.epoch,
      segmentBytes: this.#segmentBytes,
      sealAfterMs: options.sealAfterMs ?? SEAL_AFTER_MS,
      onCommitted: (count: number) => this.#committed(count),
      onFatal: (error: Error) => {
        this.#failed = true
        onFatal(error)
      },
    }
    this.#committer =
      options.fileSystem === undefined ? await threadCommitter(committerOptions) : inlineCommitter(options.fileSystem, committerOptions)
  }

  last(): number {
    return this.#durableSeq
  }

  async *read(fromSeq: number): AsyncGenerator<JournalRecord> {
    for (const record of readLog(this.#fileSystem, this.#dir, fromSeq, this.#durableSeq)) {
      if (record === undefined) await nextTurn()
      else yield record
    }
  }

  async at(seq: number): Promise<JournalRecord | undefined> {
    if (seq < 1 || seq > this.#durableSeq) return undefined
    for (const record of readLog(this.#fileSystem, this.#dir, seq, seq)) if (record !== undefined) return record
    return undefined
  }

  append(expectedSeq: number, record: JournalRecord): Promise<AppendResult> {
    if (record.bytes.length > this.recordBytesMax) throw new RangeError(`a record of ${record.bytes.length} bytes is too long`)
    const follows = expectedSeq === this.#appendedSeq && record.firstSeq === expectedSeq + 1 && record.lastSeq >= record.firstSeq
    if (!follows || record.epoch !== this.epoch) return Promise.resolve('conflict')
    // A failed disk answers nothing, not even an error: whether the record is there will be known after the next start.
    if (this.#failed || this.#closing) return new Promise(() => {})
    this.#appendedSeq = record.lastSeq
    this.#waitingBytes += record.bytes.length + RECORD_HEAD_BYTES
    return new Promise((resolve) => {
      this.#waiting.push({ record, resolve })
      this.#pushWaiting()
    })
  }

  room(): { bytes: number; outOfSpace: boolean } {
    const { free, reserves, outOfSpace } = this.#committer?.room() ?? { free: 0, reserves: 0, outOfSpace: false }
    const perReserve = this.#segmentBytes - SEGMENT_HEAD_BYTES - this.recordBytesMax
    const bytes = Math.max(0, free - this.recordBytesMax) + reserves * perReserve - this.#waitingBytes
    return { bytes, outOfSpace }
  }

  async close(): Promise<void> {
    if (this.#waiting.length > 0 && !this.#failed) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve
      })
    }
    this.#closing = true
    if (!this.#failed) await this.#committer?.close()
    this.#unlock()
  }

  #pushWaiting(): void {
    for (let next = this.#waiting[this.#pushed]; next !== undefined; next = this.#waiting[this.#pushed]) {
      if (this.#committer?.push(next.record) !== true) return
      this.#pushed += 1
    }
  }

  #committed(count: number): void {
    const done = this.#waiting.splice(0, count)
    this.#pushed -= done.length
    for (const { record, resolve } of done) {
      this.#durableSeq = record.lastSeq
      this.#waitingBytes -= record.bytes.length + RECORD_HEAD_BYTES
      resolve('ok')
    }
    this.#pushWaiting()
    if (this.#waiting.length === 0) this.#idle?.()
  }
}
