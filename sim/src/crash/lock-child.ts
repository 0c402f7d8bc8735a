/**
 * The process that tests of the folder lock stop, hide and outlive: opens the journal in the folder given and appends one numbered
 * record after another, printing each the moment it is acknowledged.
 * `node lock-child.ts <folder>`
 */
import { openFileJournal } from '@agio/server/journal/file-journal.ts'

const [dir = ''] = process.argv.slice(2)
try {
  const journal = await openFileJournal(dir, { segmentBytes: 256 * 1024 })
  process.stdout.write(`ready ${journal.epoch} ${journal.last()}\n`)
  for (let seq = journal.last() + 1; ; seq += 1) {
    const bytes = Buffer.alloc(32)
    bytes.writeUInt32LE(journal.epoch, 0)
    bytes.writeUInt32LE(seq, 4)
    await journal.append(seq - 1, { firstSeq: seq, lastSeq: seq, epoch: journal.epoch, bytes })
    process.stdout.write(`ack ${seq} ${journal.epoch}\n`)
  }
} catch (error) {
  process.stderr.write(`${String(error)}\n`)
  process.exit(1)
}
