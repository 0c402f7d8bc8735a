/**
 * The bytes of a segment, plain or compressed. A compressed segment is a row of independent zstd chunks (raw length, zstd length,
 * CRC-32 of the zstd bytes, zero; then the bytes), so that reading one never takes long in one go.
 */
import { join } from 'node:path'
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { errorCode } from '../core/system-error.ts'
import type { FileSystem, OpenFile } from './file-system.ts'
import { JournalCorrupt } from './record.ts'
import { decodeSegmentHead, removeIfThere, SEGMENT_HEAD_BYTES, type SegmentFile, type SegmentHead, segmentPath } from './segment.ts'

const SLICE_BYTES = 1024 * 1024
const CHUNK_HEAD_BYTES = 16

/** Opens the segment; when it was compressed since it was listed, the compressed form. */
function openSegment(fileSystem: FileSystem, segment: SegmentFile): { file: OpenFile; segment: SegmentFile } {
  try {
    return { file: fileSystem.open(segment.path, 'read'), segment }
  } catch (error) {
    if (segment.compressed || errorCode(error) !== 'ENOENT') throw error
    const path = segment.path.replace(/log$/, 'zst')
    return { file: fileSystem.open(path, 'read'), segment: { ...segment, path, compressed: true } }
  }
}

/**
 * Loads a segment slice by slice: the caller runs the generator to its end and may rest between slices (about a millisecond each).
 * @throws JournalCorrupt when a compressed chunk is damaged
 */
export function* loadSegment(fileSystem: FileSystem, listed: SegmentFile): Generator<unknown, Buffer> {
  const { file, segment } = openSegment(fileSystem, listed)
  try {
    return segment.compressed ? yield* inflate(file, segment) : yield* slices(file)
  } finally {
    file.close()
  }
}

/** Loads a segment in one go. */
export function loadWholeSegment(fileSystem: FileSystem, segment: SegmentFile): Buffer {
  const loading = loadSegment(fileSystem, segment)
  for (;;) {
    const step = loading.next()
    if (step.done === true) return step.value
  }
}

/** Only the head of a segment, plain or compressed. */
export function readSegmentHead(fileSystem: FileSystem, listed: SegmentFile): SegmentHead {
  const { file, segment } = openSegment(fileSystem, listed)
  try {
    if (segment.compressed) {
      const loading = inflate(file, segment)
      const first = loading.next()
      return decodeSegmentHead(first.done === true ? first.value : (first.value ?? Buffer.alloc(0)), segment)
    }
    const bytes = Buffer.alloc(SEGMENT_HEAD_BYTES)
    return decodeSegmentHead(bytes.subarray(0, file.read(bytes, 0)), segment)
  } finally {
    file.close()
  }
}

function* slices(file: OpenFile): Generator<undefined, Buffer> {
  const bytes = Buffer.alloc(file.size())
  for (let position = 0; position < bytes.length; position += SLICE_BYTES) {
    file.read(bytes.subarray(position, Math.min(position + SLICE_BYTES, bytes.length)), position)
    yield undefined
  }
  return bytes
}

function* inflate(file: OpenFile, segment: SegmentFile): Generator<Buffer | undefined, Buffer> {
  const chunks: Buffer[] = []
  const size = file.size()
  const head = Buffer.alloc(CHUNK_HEAD_BYTES)
  for (let position = 0; position < size; ) {
    const packed = readChunk(file, head, position, size)
    const chunk = packed === undefined ? undefined : unpack(packed, head.readUInt32LE(0))
    if (packed === undefined || chunk === undefined) throw new JournalCorrupt(segment.path, position, 'damaged compressed chunk')
    chunks.push(chunk)
    position += CHUNK_HEAD_BYTES + packed.length
    yield chunk
  }
  return Buffer.concat(chunks)
}

function readChunk(file: OpenFile, head: Buffer, position: number, size: number): Buffer | undefined {
  if (file.read(head, position) < CHUNK_HEAD_BYTES) return undefined
  const length = head.readUInt32LE(4)
  if (position + CHUNK_HEAD_BYTES + length > size || head.readUInt32LE(12) !== 0) return undefined
  const packed = Buffer.alloc(length)
  file.read(packed, position + CHUNK_HEAD_BYTES)
  return crc32(packed) === head.readUInt32LE(8) ? packed : undefined
}

function unpack(packed: Buffer, length: number): Buffer | undefined {
  try {
    const chunk = zstdDecompressSync(packed, { maxOutputLength: SLICE_BYTES })
    return chunk.length === length ? chunk : undefined
  } catch {
    // The caller names the file and the position.
    return undefined
  }
}

/**
 * Replaces a sealed segment by its compressed form, which is read back and compared before the plain one goes.
 * @param end where the records of the segment end, from the head of the next one
 * @param epoch of this writer: an earlier one that is not dead may be at the same work
 */
export function compressSegment(fileSystem: FileSystem, dir: string, plain: SegmentFile, end: number, epoch: number): void {
  const content = loadWholeSegment(fileSystem, plain).subarray(0, end)
  const unfinished = join(dir, `compress-e${epoch}-${plain.number}.tmp`)
  removeIfThere(fileSystem, unfinished)
  const file = fileSystem.open(unfinished, 'create')
  try {
    let position = 0
    // The head is a chunk of its own, so that finding the way through many segments stays cheap.
    for (let at = 0, size = SEGMENT_HEAD_BYTES; at < content.length; at += size, size = SLICE_BYTES) {
      const chunk = packChunk(content.subarray(at, at + size))
      file.write(chunk, position)
      position += chunk.length
    }
    file.datasync()
  } catch (error) {
    file.close()
    removeIfThere(fileSystem, unfinished)
    throw error
  }
  file.close()
  const readBack = loadWholeSegment(fileSystem, { ...plain, path: unfinished, compressed: true })
  if (!readBack.equals(content)) throw new JournalCorrupt(unfinished, 0, 'compressed segment differs from the plain one')
  fileSystem.rename(unfinished, segmentPath(dir, plain, true))
  fileSystem.syncDir(dir)
  removeIfThere(fileSystem, plain.path)
  fileSystem.syncDir(dir)
}

function packChunk(raw: Buffer): Buffer {
  const packed = zstdCompressSync(raw, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
  const head = Buffer.alloc(CHUNK_HEAD_BYTES)
  head.writeUInt32LE(raw.length, 0)
  head.writeUInt32LE(packed.length, 4)
  head.writeUInt32LE(crc32(packed), 8)
  return Buffer.concat([head, packed])
}
