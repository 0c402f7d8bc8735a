/** Writes what an exchange in memory was told into a journal on the disk, as a real one would have. For tests only. */
import { encodeEntry } from '@agio/engine/entry.ts'
import { openFileJournal } from '../../journal/file-journal.ts'
import type { MemoryExchange } from '../../testing/memory-exchange.ts'

const ENTRY_BYTES = 256 * 1024

/** Keeps every entry from now on. @returns writes them into a folder, as one that begins now */
export function keepEntries(exchange: MemoryExchange): (dir: string) => Promise<void> {
  if (exchange.durableSeq !== 0) throw new Error('the exchange was told something already')
  const entries: Uint8Array[] = []
  const apply = exchange.apply.bind(exchange)
  exchange.apply = (command, key = '') => {
    const bytes = new Uint8Array(ENTRY_BYTES)
    const length = encodeEntry(bytes, 0, exchange.durableSeq + 1, exchange.clock, key, command)
    entries.push(bytes.slice(0, length))
    return apply(command, key)
  }
  return async (dir) => {
    const journal = await openFileJournal(dir)
    for (const [index, bytes] of entries.entries()) {
      const record = { firstSeq: index + 1, lastSeq: index + 1, epoch: journal.epoch, bytes }
      if ((await journal.append(index, record)) !== 'ok') throw new Error(`entry ${index + 1} was not taken`)
    }
    await journal.close()
  }
}
