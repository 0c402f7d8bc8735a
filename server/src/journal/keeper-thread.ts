/** Housekeeping in a thread of its own, started when there is something to do: reserves first, then compression. */
import { parentPort, workerData } from 'node:worker_threads'
import { nodeFileSystem } from './file-system.ts'
import { compressSealed, fillReserves, type HousekeepingResult } from './housekeeping.ts'

export interface KeeperThreadData {
  readonly dir: string
  readonly segmentBytes: number
}

const port = parentPort
if (port !== null) {
  const { dir, segmentBytes } = workerData as KeeperThreadData
  const first: HousekeepingResult = fillReserves(nodeFileSystem, dir, segmentBytes)
  port.postMessage(first)
  // Compression gives room back, which is when a missing reserve can be made after all.
  if (compressSealed(nodeFileSystem, dir) > 0 && first.outOfSpace) port.postMessage(fillReserves(nodeFileSystem, dir, segmentBytes))
}
