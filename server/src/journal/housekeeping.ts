/** Work behind the log that no commit waits for: reserve segments made ahead, sealed segments compressed. */
import { isOutOfSpace } from '../core/system-error.ts'
import type { FileSystem } from './file-system.ts'
import { listReserves, listSegments, makeReserve, removeIfThere, segmentPath } from './segment.ts'
import { compressSegment, readSegmentHead } from './segment-content.ts'

/** Reserves kept: the headroom that cancels are written to when the disk is full. */
export const RESERVES_WANTED = 2

export interface HousekeepingResult {
  readonly reserves: number
  /** The disk had no room for a reserve: new commands are refused until it has. */
  readonly outOfSpace: boolean
}

/** Is there anything to do at all? @param epoch of the writer whose house it is */
export function hasHousework(fileSystem: FileSystem, dir: string, epoch: number): boolean {
  if (listReserves(fileSystem, dir, epoch).length < RESERVES_WANTED) return true
  const sealed = listSegments(fileSystem, dir).slice(0, -1)
  return sealed.some((segment) => !segment.compressed)
}

/** Makes missing reserves. @throws the system's errors but "no room" */
export function fillReserves(fileSystem: FileSystem, dir: string, epoch: number, segmentBytes: number): HousekeepingResult {
  const waiting = listReserves(fileSystem, dir, epoch)
  let number = (waiting.at(-1)?.number ?? 0) + 1
  let reserves = waiting.length
  try {
    for (; reserves < RESERVES_WANTED; reserves += 1, number += 1) makeReserve(fileSystem, dir, { epoch, number }, segmentBytes)
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
    return { reserves, outOfSpace: true }
  }
  return { reserves, outOfSpace: false }
}

/** Compresses every plain segment but the last; without room it is left for the next time. @throws the system's other errors */
export function compressSealed(fileSystem: FileSystem, dir: string, epoch: number): number {
  const segments = listSegments(fileSystem, dir)
  let count = 0
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1]
    if (next === undefined || segment.compressed) continue
    // A compressed form beside the plain one was not finished with; it is made again.
    removeIfThere(fileSystem, segmentPath(dir, segment, true))
    try {
      compressSegment(fileSystem, dir, segment, readSegmentHead(fileSystem, next).previousEnd, epoch)
      count += 1
    } catch (error) {
      if (!isOutOfSpace(error)) throw error
      return count
    }
  }
  return count
}
