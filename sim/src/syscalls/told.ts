/** What left the process, and what of the journal was on disk by then. */
import { decodeEntry, type Entry } from '@agio/engine/entry.ts'
import { decodeRecord } from '@agio/server/journal/record.ts'
import type { SystemCall } from './trace.ts'

/** An entry of a tenant's journal, and the line of the trace from which on it survives a power cut. */
export interface Written {
  readonly tenantId: string
  readonly entry: Entry
  /** Number of the write that holds it: entries of one write share it. */
  readonly write: number
  /** Infinity when its bytes were never synced. */
  readonly durableFrom: number
}

/** A message or an answer that was handed to a socket, and the line on which that began. */
export interface Told {
  readonly text: string
  readonly line: number
}

const SEGMENT = /\/([^/]+)\/journal\/segment-[^/]+\.log$/
const SYNCS: readonly string[] = ['fdatasync', 'fsync']
/** One write holds several frames, one write of a busy connection several answers. */
const MESSAGES = /(?=HTTP\/1\.1 \d)|(?=\{"(?:ch|op)":")/

/**
 * The entries that were written to the segments of all journals.
 * @throws Error for a write that is not whole records at the place that they name
 */
export function writtenEntries(calls: readonly SystemCall[]): Written[] {
  const syncs = calls.filter(({ name, result }) => SYNCS.includes(name) && result === 0)
  const written: Written[] = []
  for (const call of calls) {
    const tenantId = SEGMENT.exec(call.path)?.[1]
    if (tenantId === undefined || SYNCS.includes(call.name)) continue
    const sync = syncs.find(({ path, begin }) => path === call.path && begin > call.end)
    for (const entry of entriesOf(call))
      written.push({ tenantId, entry, write: call.begin, durableFrom: sync?.end ?? Number.POSITIVE_INFINITY })
  }
  return written
}

function entriesOf({ bytes, position, begin }: SystemCall): Entry[] {
  const entries: Entry[] = []
  for (let offset = 0; offset < bytes.length; ) {
    const record = decodeRecord(bytes, offset)
    if (record?.writeStart !== position)
      throw new Error(`line ${begin + 1}: ${bytes.length} bytes at ${position} are no records of this place`)
    for (let at = 0; at < record.bytes.length; ) {
      const entry = decodeEntry(record.bytes, at)
      entries.push(entry)
      at += entry.byteLength
    }
    offset = record.end
  }
  return entries
}

/** Everything that was handed to a socket, however it left. */
export function toldBySockets(calls: readonly SystemCall[]): Told[] {
  return calls
    .filter(({ path }) => path.startsWith('socket:'))
    .flatMap(({ bytes, begin }) =>
      bytes
        .toString('latin1')
        .split(MESSAGES)
        .map((text) => ({ text, line: begin })),
    )
}
