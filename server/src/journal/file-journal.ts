/**
 * The journal on this machine's disk. Opening takes the lock, raises the epoch and checks the whole log (or from a given sequence on);
 * appends are handed to the writer and resolve only after fdatasync. There is no setting that says otherwise.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { EXIT_DISK_FAILED, EXIT_FENCED } from '../core/exit-codes.ts'
import type { LockOptions } from '../folder-lock/lock-folder.ts'
import { type Committer, inlineCommitter, threadCommitter } from './committer.ts'
import { JournalTaken } from './epoch-file.ts'
import { type FileSystem, nodeFileSystem } from './file-system.ts'
import { type LedJournal, leadJournal } from './lead-journal.ts'
import type { AcceptedBy, AcceptedLoss } from './lost-tail.ts'
import type { AppendResult, Journal, JournalRecord, SkippedRow } from './port.ts'
import { RECORD_BYTES_MAX, RECORD_HEAD_BYTES } from './record.ts'
import { readLog } from './recovery.ts'
import { SEGMENT_HEAD_BYTES } from './segment.ts'

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
  readonly lock?: LockOptions
  /** Who accepts that the log lost entries; without it a start that misses some is refused. */
  readonly acceptLoss?: AcceptedBy
  /** Scheduled work that broke the engine: the next segment says that it is taken out. */
  readonly skip?: SkippedRow
  /**
   * The disk failed, or another process took the journal over (JournalTaken). The default says so and ends the process: after a failed
   * fdatasync nobody knows what is on disk.
   */
  readonly onFatal?: (error: Error) => void
  /** Told before `onFatal`: nothing is written any more. */
  readonly onLost?: () => void
}

export interface FileJournal extends Journal {
  /** Epoch of this writer; records appended must carry it. */
  readonly epoch: number
  /** The loss that was accepted at this opening. */
  readonly loss: AcceptedLoss | undefined
  /** Scheduled work to remove from the state after the last entry. */
  readonly skip: SkippedRow | undefined
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
  const isTaken = error instanceof JournalTaken
  process.stderr.write(`journal: ${isTaken ? 'stopping' : 'the disk failed, stopping without a retry'}: ${error.message}\n`)
  process.exit(isTaken ? EXIT_FENCED : EXIT_DISK_FAILED)
}

/**
 * Opens or creates the journal in `dir`.
 * @throws JournalCorrupt with the position, JournalShort with the numbers when something was lost; nothing was changed
 * @throws FolderLocked when another process has it open
 */
export async function openFileJournal(dir: string, options: FileJournalOptions = {}): Promise<FileJournal> {
  const fileSystem = options.fileSystem ?? nodeFileSystem
  const segmentBytes = options.segmentBytes ?? SEGMENT_BYTES
  fileSystem.makeDir(dir)
  const led = await leadJournal(fileSystem, dir, { ...options, segmentBytes, isLocked: options.fileSystem === undefined })
  try {
    const journal = new OpenedFileJournal(fileSystem, dir, led, segmentBytes)
    await journal.start(options)
    return journal
  } catch (error) {
    led.lock?.release(led.lock.before)
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
  readonly loss: AcceptedLoss | undefined
  readonly skip: SkippedRow | undefined
  readonly #fileSystem: FileSystem
  readonly #dir: string
  readonly #segmentBytes: number
  readonly #led: LedJournal
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

  constructor(fileSystem: FileSystem, dir: string, led: LedJournal, segmentBytes: number) {
    this.#fileSystem = fileSystem
    this.#dir = dir
    this.#durableSeq = led.lastSeq
    this.#appendedSeq = led.lastSeq
    this.epoch = led.epoch
    this.loss = led.loss
    this.skip = led.skip
    this.#led = led
    this.#segmentBytes = segmentBytes
    this.recordBytesMax = Math.min(RECORD_BYTES_MAX, Math.floor(segmentBytes / 4)) - RECORD_HEAD_BYTES
  }

  async start(options: FileJournalOptions): Promise<void> {
    const onFatal = options.onFatal ?? endProcess
    const committerOptions = {
      dir: this.#dir,
      end: this.#led.end,
      epoch: this.epoch,
      inNewSegment: this.#led.inNewSegment,
      skip: this.#led.skip,
      segmentBytes: this.#segmentBytes,
      sealAfterMs: options.sealAfterMs ?? SEAL_AFTER_MS,
      onCommitted: (count: number) => this.#committed(count),
      onFatal: (error: Error) => {
        this.#failed = true
        options.onLost?.()
        onFatal(error)
      },
    }
    const { lock } = this.#led
    this.#committer =
      lock === undefined
        ? inlineCommitter(this.#fileSystem, committerOptions)
        : await threadCommitter(committerOptions, lock.handBeatOver())
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
    await (this.#failed ? this.#committer?.abandon() : this.#committer?.close())
    this.#led.lock?.release()
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
