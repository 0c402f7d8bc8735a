/**
 * A ZIP archive as a stream of bytes: entries are packed as they are read, so that no archive is ever whole in memory. Sizes and
 * checksums stand behind each entry (data descriptors), as for every archive that is written in one go. Archives and entries stay
 * below 4 GiB.
 */
import { crc32, createDeflateRaw } from 'node:zlib'

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

export interface ZipEntry {
  /** ASCII, with `/` between folders. */
  readonly name: string
  /** ms */
  readonly at: number
  /** Text or bytes in pieces. */
  content(): Pieces
}

interface Written {
  readonly name: Buffer
  readonly stamp: number
  readonly offset: number
  readonly crc: number
  readonly size: number
  readonly packed: number
}

/** Needed to unpack: deflate; bit 3 = sizes behind the data, bit 11 = UTF-8 names. */
const VERSION = 20
const FLAGS = 0x0808
const DEFLATED = 8
const BYTES_MAX = 0xffff_ffff

/** First moment that the form can name. */
const FIRST_MOMENT = Date.UTC(1980, 0, 1)

/** Date and time of MS-DOS, in UTC, in steps of two seconds. */
function dosStamp(at: number): number {
  const date = new Date(Math.max(FIRST_MOMENT, at))
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return day * 0x1_0000 + time
}

function localHeader({ name, stamp }: Pick<Written, 'name' | 'stamp'>): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATED, 8)
  header.writeUInt32LE(stamp, 10)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor({ crc, packed, size }: Pick<Written, 'crc' | 'packed' | 'size'>): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x0807_4b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directoryRow({ name, stamp, offset, crc, size, packed }: Written): Buffer {
  const row = Buffer.alloc(46)
  row.writeUInt32LE(0x0201_4b50, 0)
  row.writeUInt16LE(VERSION, 4)
  row.writeUInt16LE(VERSION, 6)
  row.writeUInt16LE(FLAGS, 8)
  row.writeUInt16LE(DEFLATED, 10)
  row.writeUInt32LE(stamp, 12)
  row.writeUInt32LE(crc, 16)
  row.writeUInt32LE(packed, 20)
  row.writeUInt32LE(size, 24)
  row.writeUInt16LE(name.length, 28)
  row.writeUInt32LE(offset, 42)
  return Buffer.concat([row, name])
}

function directoryEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

interface Packing {
  crc: number
  size: number
  packed: number
}

/** Deflates the pieces of an entry and counts what goes through. */
async function* pack(pieces: Pieces, counts: Packing): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw()
  const feed = async (): Promise<void> => {
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      counts.crc = crc32(bytes, counts.crc)
      counts.size += bytes.length
      if (!deflate.write(bytes)) await new Promise<void>((resolve) => deflate.once('drain', resolve))
    }
    deflate.end()
  }
  feed().catch((error: Error) => deflate.destroy(error))
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    counts.packed += chunk.length
    yield chunk
  }
}

/** @throws RangeError when the archive would need sizes beyond 4 GiB, and whatever reading an entry throws */
export async function* zipStream(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    const stamp = dosStamp(entry.at)
    const header = localHeader({ name, stamp })
    yield header
    const counts: Packing = { crc: 0, size: 0, packed: 0 }
    yield* pack(entry.content(), counts)
    const tail = descriptor(counts)
    yield tail
    written.push({ name, stamp, offset, ...counts })
    offset += header.length + counts.packed + tail.length
    if (offset > BYTES_MAX || counts.size > BYTES_MAX) throw new RangeError('archive beyond 4 GiB')
  }
  const rows = written.map(directoryRow)
  yield* rows
  const size = rows.reduce((sum, row) => sum + row.length, 0)
  yield directoryEnd(written.length, size, offset)
}
