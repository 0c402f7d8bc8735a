/**
 * The journal's writer thread: sleeps until batches wait, commits all of them with one fdatasync, says so, and seals the log when
 * nothing came for a while. A disk error ends it: the log must not be written again by this process.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { keepDescriptors } from '../descriptors.ts'
import { nodeFileSystem } from './file-system.ts'
import { recoverLog, TAIL_ONLY } from './recovery.ts'
import { RingConsumer, type RingMemory } from './ring.ts'
import { listReserves } from './segment.ts'
import { SegmentWriter } from './segment-writer.ts'

export interface WriterThreadData {
  readonly dir: string
  readonly memory: RingMemory
  readonly epoch: number
  readonly segmentBytes: number
  readonly sealAfterMs: number
  readonly lastSeq: number
}

/** What the thread tells: `started`, `committed` (look at the counter), `rolled` to a new segment, `closed`. Errors end the thread. */
export type WriterThreadMessage = 'started' | 'committed' | 'rolled' | 'closed'

const IDLE_MS = 60_000
/** For a roll: the next segment, and the folder, which is listed and synced. */
const DESCRIPTORS = 4

function run(data: WriterThreadData, tell: (message: WriterThreadMessage) => void): void {
  keepDescriptors(DESCRIPTORS)
  const tail = recoverLog(nodeFileSystem, data.dir, TAIL_ONLY)
  if (tail === undefined || tail.lastSeq !== data.lastSeq) throw new Error(`the journal moved on to ${tail?.lastSeq} while it was opened`)
  const ring = new RingConsumer(data.memory)
  const writer = new SegmentWriter(nodeFileSystem, data.dir, tail, data)
  const countReserves = () => ring.publishReserves(listReserves(nodeFileSystem, data.dir).length)
  writer.onRoll = () => {
    countReserves()
    tell('rolled')
  }
  // The first seal carries the new epoch: from here on a writer of an older epoch does not fit into the chain.
  writer.seal()
  ring.publishFree(writer.free)
  countReserves()
  tell('started')
  for (;;) {
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
    ring.wait(doorbell, idle ? IDLE_MS : data.sealAfterMs)
    if (!idle && ring.doorbell === doorbell) writer.seal()
  }
  writer.close()
  tell('closed')
}

const port = parentPort
if (port !== null) run(workerData as WriterThreadData, (message) => port.postMessage(message))
