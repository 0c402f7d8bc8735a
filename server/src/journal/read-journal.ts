/** Reading a journal that another thread writes: no lock, nothing created, nothing changed. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FileSystem, nodeFileSystem } from './file-system.ts'
import type { JournalRecord } from './port.ts'
import { readLog } from './recovery.ts'

/**
 * Records from the one that holds `fromSeq` to the one that holds `toSeq`, in order.
 * @param toSeq known to be durable; what is behind it may be under way and is not looked at
 * @throws JournalCorrupt at the first damaged record, or when the journal ends before `toSeq`
 */
export async function* readJournal(
  dir: string,
  fromSeq: number,
  toSeq: number,
  fileSystem: FileSystem = nodeFileSystem,
): AsyncGenerator<JournalRecord> {
  for (const record of readLog(fileSystem, dir, fromSeq, toSeq)) {
    if (record === undefined) await nextTurn()
    else yield record
  }
}
