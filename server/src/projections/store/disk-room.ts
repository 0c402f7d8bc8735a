/** On a full disk the database is not at fault: it is neither dropped nor built anew, and goes on when there is room. */
import { statfsSync } from 'node:fs'

/** In the words of Node and of the databases. */
const FULL = /No space left on device|\bENOSPC\b|\bEDQUOT\b|[Dd]isk quota exceeded/
/** With less the database breaks in words of its own: one of its log's files. */
const BYTES_NEEDED = 16 * 2 ** 20

export const tellsOfFullDisk = (message: string): boolean => FULL.test(message)

export function isDiskFull(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize < BYTES_NEEDED
  } catch {
    // Where the system does not tell, words have to do.
    return false
  }
}
