/** Housekeeping in a thread of its own: on each message reserves first, then compression. */
import { parentPort, workerData } from 'node:worker_threads'
import { keepDescriptors } from '../core/descriptors.ts'
import { nodeFileSystem } from './file-system.ts'
import { compressSealed, fillReserves, type HousekeepingResult } from './housekeeping.ts'

export interface KeeperThreadData {
  readonly dir: string
  /** Of the writer whose house it is. */
  readonly epoch: number
  readonly segmentBytes: number
}

/** What it found, and that it is done. */
export type KeeperThreadMessage = HousekeepingResult | 'rested'

/** Compression reads one file and writes another, beside the folder. */
const DESCRIPTORS = 4

const port = parentPort
if (port !== null) {
  const { dir, epoch, segmentBytes } = workerData as KeeperThreadData
  keepDescriptors(DESCRIPTORS)
  port.on('message', () => {
    const fill = (): HousekeepingResult => fillReserves(nodeFileSystem, dir, epoch, segmentBytes)
    const first = fill()
    port.postMessage(first satisfies KeeperThreadMessage)
    // Compression gives room back, which is when a missing reserve can be made after all.
    if (compressSealed(nodeFileSystem, dir, epoch) > 0 && first.outOfSpace) port.postMessage(fill() satisfies KeeperThreadMessage)
    port.postMessage('rested' satisfies KeeperThreadMessage)
  })
}
