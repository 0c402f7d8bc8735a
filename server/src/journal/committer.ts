/** What the journal hands its batches to: a writer thread, or, on an injected disk, the same code in process. */
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../core/thread-environment.ts'
import { EpochFile, JournalTaken } from './epoch-file.ts'
import { type FileSystem, nodeFileSystem } from './file-system.ts'
import { HighWater } from './high-water.ts'
import { compressSealed, fillReserves, hasHousework } from './housekeeping.ts'
import { keepHouse } from './keeper.ts'
import type { JournalRecord, SkippedRow } from './port.ts'
import { type LogEnd, recoverLog, TAIL_ONLY } from './recovery.ts'
import { createRingMemory, RingProducer } from './ring.ts'
import { listReserves } from './segment.ts'
import { SegmentWriter } from './segment-writer.ts'
import type { WriterThreadData, WriterThreadMessage } from './writer-thread.ts'

const RING_BYTES = 4 * 1024 * 1024

export interface Committer {
  /** Takes a batch; false when there is no room for it just now. */
  push(record: JournalRecord): boolean
  /** Bytes free in the segment in use, reserves behind it, and whether the last attempt to make a reserve found the disk full. */
  room(): { free: number; reserves: number; outOfSpace: boolean }
  /** Ends after everything pushed is durable. */
  close(): Promise<void>
  /** Ends at once, behind `onFatal`: no thread touches the folder any more when it resolves. */
  abandon(): Promise<void>
}

export interface CommitterOptions {
  readonly dir: string
  /** Where the log ended when it was opened. */
  readonly end: LogEnd
  readonly epoch: number
  readonly segmentBytes: number
  readonly sealAfterMs: number
  /** The log goes on in a new segment, whatever room there is in the last one. */
  readonly inNewSegment: boolean
  /** For the head of that segment. */
  readonly skip: SkippedRow | undefined
  /** So many more batches are durable, in the order of `push`. */
  readonly onCommitted: (count: number) => void
  /** The disk failed, or another process took the journal over (JournalTaken); nothing more will be committed. */
  readonly onFatal: (error: Error) => void
}

/** Starts the writer thread. @param beatPath of the folder lock: the thread beats from then on. @throws when it cannot open the log */
export async function threadCommitter(options: CommitterOptions, beatPath: string): Promise<Committer> {
  const memory = createRingMemory(RING_BYTES)
  const ring = new RingProducer(memory)
  const { dir, end, epoch, segmentBytes, sealAfterMs, inNewSegment, skip } = options
  const workerData: WriterThreadData = { dir, memory, epoch, segmentBytes, sealAfterMs, end, inNewSegment, skip, beatPath }
  const writer = new Worker(new URL('./writer-thread.ts', import.meta.url), {
    workerData,
    execArgv: ['--no-warnings'],
    env: threadEnvironment(),
  })
  const keeper = keepHouse({ dir, epoch, segmentBytes }, () => ring.recount(), options.onFatal)
  let seen = 0
  const count = (): void => {
    const committed = ring.takeCommitted()
    const fresh = (committed - seen) | 0
    seen = committed
    if (fresh > 0) options.onCommitted(fresh)
  }
  const closed = Promise.withResolvers<void>()
  await new Promise<void>((started, failed) => {
    const end = (error: Error): void => {
      failed(error)
      options.onFatal(error)
    }
    writer.on('message', (message: WriterThreadMessage) => {
      if (message === 'started') started()
      else if (message === 'committed') count()
      else if (message === 'rolled') keeper.run()
      else if (message === 'closed') closed.resolve()
      else end(new JournalTaken(message.own, message.found))
    })
    writer.on('error', (error) => end(error as Error))
  })
  // A thread for nothing would be 50 ms of every start.
  if (hasHousework(nodeFileSystem, dir, epoch)) keeper.run()
  else keeper.readyLater()
  const abandon = async (): Promise<void> => {
    await keeper.stop()
    await writer.terminate()
  }
  return {
    push: (record) => ring.push(record),
    room: () => ({ ...ring.room, outOfSpace: keeper.outOfSpace() }),
    async close() {
      ring.close()
      await closed.promise
      count()
      await abandon()
    },
    abandon,
  }
}

/** The same writer without a thread, on a given disk: batches of one turn are committed together in a microtask. */
export function inlineCommitter(fileSystem: FileSystem, options: CommitterOptions): Committer {
  const { dir, segmentBytes, epoch, end } = options
  const tail = recoverLog(fileSystem, dir, { ...TAIL_ONLY, end })
  if (tail === undefined) throw new Error('the journal has no segment')
  const beside = { epochFile: EpochFile.open(fileSystem, dir), highWater: HighWater.open(fileSystem, dir) }
  const writer = new SegmentWriter(fileSystem, dir, tail, { ...options, ...beside })
  let waiting: JournalRecord[] = []
  let house = { reserves: 0, outOfSpace: false }
  let failed = false
  let rolled = false
  let idle: NodeJS.Timeout | undefined
  const guard = (work: () => void): void => {
    if (failed) return
    try {
      work()
    } catch (error) {
      failed = true
      options.onFatal(error as Error)
    }
  }
  const keep = (): void => {
    house = fillReserves(fileSystem, dir, epoch, segmentBytes)
    if (compressSealed(fileSystem, dir, epoch) > 0 && house.outOfSpace) house = fillReserves(fileSystem, dir, epoch, segmentBytes)
  }
  const commit = (): void => {
    const records = waiting
    waiting = []
    writer.commit(records)
    options.onCommitted(records.length)
    if (rolled) keep()
    rolled = false
    clearTimeout(idle)
    idle = setTimeout(() => guard(() => writer.seal()), options.sealAfterMs).unref()
  }
  writer.onRoll = () => {
    rolled = true
    house = { ...house, reserves: listReserves(fileSystem, dir, epoch).length }
  }
  guard(() => writer.seal())
  guard(keep)
  return {
    push(record) {
      waiting.push(record)
      if (waiting.length === 1) queueMicrotask(() => guard(commit))
      return true
    },
    room: () => ({ free: writer.free, ...house }),
    async close() {
      clearTimeout(idle)
      if (waiting.length > 0) guard(commit)
      clearTimeout(idle)
      guard(() => writer.close())
    },
    async abandon() {
      clearTimeout(idle)
    },
  }
}
