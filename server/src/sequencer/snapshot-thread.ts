/** One snapshot in a thread of its own, which ends with it, behind everything that trades. */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../thread-priority.ts'
import { makeSnapshot } from './make-snapshot.ts'

export interface SnapshotThreadData {
  readonly dir: string
  readonly throughSeq: number
}

const port = parentPort
if (port !== null) {
  lowerPriority()
  const { dir, throughSeq } = workerData as SnapshotThreadData
  port.postMessage(makeSnapshot(dir, throughSeq))
}
