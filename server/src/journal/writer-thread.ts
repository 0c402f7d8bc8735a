/**
 * The journal's writer thread: sleeps until batches wait, commits all of them with one fdatasync, says so, and seals the log when
 * nothing came for a while. A disk error ends it: the log must not be written again by this process.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { keepDescriptors } from '../core/descriptors.ts'
import { BEAT_MS, Beat } from '../folder-lock/beat.ts'
import { EpochFile, JournalTaken } from './epoch-file.ts'
import { nodeFileSystem } from './file-system.ts'
import { HighWater } from './high-water.ts'
import type { SkippedRow } from './port.ts'
import { type LogEnd, recoverLog, TAIL_ONLY } from './recovery.ts'
import { RingConsumer, type RingMemory } from './ring.ts'
import { listReserves } from './segment.ts'
import { SegmentWriter } from './segment-writer.ts'

export interface WriterThreadData {
  readonly dir: string
  readonly memory: RingMemory
  readonly epoch: number
  readonly segmentBytes: number
  readonly sealAfterMs: number
  /** Where the log ended when it was opened. */
  readonly end: LogEnd
  readonly inNewSegment: boolean
  readonly skip: SkippedRow | undefined
  /** File of the folder lock's beat: it tells that this thread lives. */
  readonly beatPath: string
}

/**
 * What the thread tells: `started`, `committed` (look at the counter), `rolled` to a new segment, `closed`, and that another process
 * writes the journal now. Errors end the thread.
 */
export type WriterThreadMessage = 'started' | 'committed' | 'rolled' | 'closed' | { readonly own: number; readonly found: number }

/** For a roll: the next segment, and the folder, which is listed and synced. */
const DESCRIPTORS = 4

function run(data: WriterThreadData, tell: (message: WriterThreadMessage) => void): void {
  keepDescriptors(DESCRIPTORS)
  const { dir, epoch } = data
  const beat = new Beat(data.beatPath, 'r+')
  const epochFile = EpochFile.open(nodeFileSystem, dir)
  const tail = recoverLog(nodeFileSystem, dir, { ...TAIL_ONLY, end: data.end })
  if (tail === undefined) throw new Error('the journal has no segment')
  const ring = new RingConsumer(data.memory)
  const writer = new SegmentWriter(nodeFileSystem, dir, tail, { ...data, epochFile, highWater: HighWater.open(nodeFileSystem, dir) })
  const countReserves = () => ring.publishReserves(listReserves(nodeFileSystem, dir, epoch).length)
  writer.onRoll = () => {
    countReserves()
    tell('rolled')
  }
  // The first seal carries the new epoch: from here on a writer of an older epoch does not fit into the chain.
  writer.seal()
  ring.publishFree(writer.free)
  countReserves()
  tell('started')
  let beatAt = 0
  for (;;) {
    const now = performance.now()
    if (now >= beatAt) {
      // A writer that was taken for dead learns it here even when it has nothing to write.
      epochFile.check(epoch)
      beat.strike()
      writer.mark()
      beatAt = now + BEAT_MS
    }
    const doorbell = ring.doorbell
    if (ring.takeRecount()) countReserves()
    const { records, head } = ring.peek()
    if (records.length > 0) {
      writer.commit(records)
      ring.publishFree(writer.free)
      if (ring.release(head, records.length)) tell('committed')
      writer.settle()
      continue
    }
    if (ring.closing) break
    const idle = writer.sealed
    ring.wait(doorbell, idle ? Math.max(1, beatAt - performance.now()) : data.sealAfterMs)
    if (!idle && ring.doorbell === doorbell) writer.seal()
  }
  writer.close()
  beat.close()
  tell('closed')
}

const port = parentPort
if (port !== null) {
  try {
    run(workerData as WriterThreadData, (message) => port.postMessage(message))
  } catch (error) {
    if (!(error instanceof JournalTaken)) throw error
    const { own, found } = error
    port.postMessage({ own, found } satisfies WriterThreadMessage)
  }
}
