/** Appends records to a journal of small segments, one after the other, and says of each that it is kept. `node rolling-child.ts <folder> <records>` */
import { openFileJournal } from '@agio/server/journal/file-journal.ts'

const SEGMENT_BYTES = 64 * 1024
const RECORD_BYTES = 8 * 1024
/** A seal may begin a segment, too, of which nobody is told: none here, however slowly this runs. */
const NEVER_MS = 3_600_000

const [, , dir = '', records = '0'] = process.argv
const journal = await openFileJournal(dir, { segmentBytes: SEGMENT_BYTES, sealAfterMs: NEVER_MS })
for (let seq = 1; seq <= Number(records); seq += 1) {
  const answer = await journal.append(seq - 1, {
    firstSeq: seq,
    lastSeq: seq,
    epoch: journal.epoch,
    bytes: new Uint8Array(RECORD_BYTES).fill(seq),
  })
  process.stdout.write(`kept ${seq}: ${answer}\n`)
}
await journal.close()
