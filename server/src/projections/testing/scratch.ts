/** Folders for databases that a test throws away. */
import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Containers often give it 64 MB, which is two empty databases. */
const ROOM_BYTES = 2 ** 31

/**
 * A database has a thousand files, and nothing here asks whether they last: where the system keeps files in memory, they go there.
 * @param name begins the folder's name
 */
export function scratchFolder(name: string): string {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), `agio-${name}-`))
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}
