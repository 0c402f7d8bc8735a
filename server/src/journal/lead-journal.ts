/**
 * Becoming the journal's writer. The order is what fences an earlier one that is not dead: the new epoch is on disk first, then the end
 * of the log is read, and what follows goes into a segment that names that end. The earlier writer reads the epoch after each sync and
 * before it acknowledges; so whatever it acknowledged is before the end, and whatever it writes behind it nobody was told of.
 */
import { dirname, resolve } from 'node:path'
import { type FolderLock, type LockOptions, lockFolder } from '../folder-lock/lock-folder.ts'
import { EpochFile, epochOnDisk } from './epoch-file.ts'
import type { FileSystem } from './file-system.ts'
import { type AcceptedBy, type AcceptedLoss, acceptLoss, refuseShortLog } from './lost-tail.ts'
import type { SkippedRow } from './port.ts'
import { type LogEnd, type LogTail, recoverLog, SEGMENTS_CHECKED } from './recovery.ts'
import { listSegments, takeReserves } from './segment.ts'
import { readSegmentHead } from './segment-content.ts'
import { createFirstSegment } from './segment-writer.ts'
import { refuseEarlierSnapshots } from './snapshot-store.ts'

export interface LeadOptions {
  readonly segmentBytes: number
  readonly verifyFromSeq?: number
  readonly lock?: LockOptions
  /** Go on without what the log is known to have lost. */
  readonly acceptLoss?: AcceptedBy
  /** Scheduled work to take out behind the end of the log. */
  readonly skip?: SkippedRow
  /** False on a given disk, which nobody else can have. */
  readonly isLocked: boolean
}

export interface LedJournal {
  readonly lock: FolderLock | undefined
  readonly epoch: number
  readonly lastSeq: number
  readonly end: LogEnd
  readonly inNewSegment: boolean
  /** What was accepted at this opening. */
  readonly loss: AcceptedLoss | undefined
  /** What is to be taken out of the state before the next entry, by this opening or one before it. */
  readonly skip: SkippedRow | undefined
}

/**
 * Takes the lock and the epoch, and finds the end of the log.
 * @throws JournalCorrupt with the position; FolderLocked when another process has it open; EarlierBuild before anything is touched
 */
export async function leadJournal(fileSystem: FileSystem, dir: string, options: LeadOptions): Promise<LedJournal> {
  refuseEarlierSnapshots(dir, fileSystem)
  let above = highestEpoch(fileSystem, dir)
  for (;;) {
    const lock = options.isLocked ? await lockFolder(dir, { ...options.lock, above }) : undefined
    const epoch = lock?.number ?? above + 1
    const before = lock?.before ?? 'none'
    try {
      const tail = takeOver(fileSystem, dir, options, epoch, lock)
      if (tail.epoch < epoch) {
        const { segment, position, lastSeq, tornBytes } = tail
        const loss = options.acceptLoss && lastSeq > 0 ? acceptLoss(fileSystem, dir, lastSeq, options.acceptLoss) : undefined
        if (loss === undefined) refuseShortLog(fileSystem, dir, lastSeq)
        if (tornBytes > 0) tellTorn(tail, options)
        const skip = options.skip ?? tail.skip
        const inNewSegment = options.skip !== undefined || loss !== undefined || before === 'ended' || before === 'silent' || tornBytes > 0
        takeReserves(fileSystem, dir, epoch, before !== 'silent')
        return { lock, epoch, lastSeq, end: { number: segment.number, position }, inNewSegment, loss, skip }
      }
      // The file of the epoch was not there, or is older than the log beside it.
      above = tail.epoch
    } catch (error) {
      lock?.release(before)
      throw error
    }
    lock?.release(before)
  }
}

function tellTorn({ segment, position, tornBytes, lastSeq }: LogTail, { isLocked }: LeadOptions): void {
  if (!isLocked) return
  const what = `${tornBytes} bytes at byte ${position} of ${segment.path} are left out, a write that was cut off`
  process.stderr.write(`journal: ${what}; the journal ends at entry ${lastSeq}\n`)
}

/** The highest epoch that can be known without reading the log. */
function highestEpoch(fileSystem: FileSystem, dir: string): number {
  const last = listSegments(fileSystem, dir).at(-1)
  const written = epochOnDisk(fileSystem, dir)
  return last === undefined ? written : Math.max(written, last.epoch, readSegmentHead(fileSystem, last).epoch)
}

function takeOver(fileSystem: FileSystem, dir: string, options: LeadOptions, epoch: number, lock: FolderLock | undefined): LogTail {
  const epochFile = EpochFile.open(fileSystem, dir)
  try {
    epochFile.write(epoch)
    // One that stood still since it took the lock may have written its epoch over that of the next.
    lock?.confirm()
    const tail = recoverLog(fileSystem, dir, { fromSeq: options.verifyFromSeq ?? 0, segments: SEGMENTS_CHECKED })
    if (tail !== undefined) return tail
    // The folder's own name has to last as well.
    fileSystem.syncDir(dirname(resolve(dir)))
    createFirstSegment(fileSystem, dir, { epoch, segmentBytes: options.segmentBytes })
    const first = recoverLog(fileSystem, dir)
    if (first === undefined) throw new Error(`journal ${dir} could not be created`)
    return first
  } finally {
    epochFile.close()
  }
}
