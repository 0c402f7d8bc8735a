/** One snapshot in a thread of its own, which ends with it, behind everything that trades. */
import { parentPort, workerData } from 'node:worker_threads'
import { keepDescriptors } from '../core/descriptors.ts'
import { lowerPriority } from '../core/thread-priority.ts'
import { makeSnapshot } from './make-snapshot.ts'

export interface SnapshotThreadData {
  readonly dir: string
  readonly throughSeq: number
}

/** One segment or snapshot at a time, and the folder. */
const DESCRIPTORS = 2

const port = parentPort
if (port !== null) {
  lowerPriority()
  keepDescriptors(DESCRIPTORS)
  const { dir, throughSeq } = workerData as SnapshotThreadData
  port.postMessage(makeSnapshot(dir, throughSeq))
}
