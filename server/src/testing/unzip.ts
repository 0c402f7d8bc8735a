import { deepEqual, equal } from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

/** Entries of an archive, read from its directory as any program does. */
export function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.length - 22
  equal(bytes.readUInt32LE(end), 0x0605_4b50)
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    equal(bytes.readUInt32LE(at), 0x0201_4b50)
    const [crc, packed, size, nameLength, offset] = [16, 20, 24]
      .map((place) => bytes.readUInt32LE(at + place))
      .concat(bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)) as [number, number, number, number, number]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const start = offset + 30 + nameLength
    const content = inflateRawSync(bytes.subarray(start, start + packed))
    deepEqual([content.length, crc32(content)], [size, crc], name)
    files.set(name, content.toString('utf8'))
    at += 46 + nameLength
  }
  return files
}

/** All pieces as one. */
export async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
