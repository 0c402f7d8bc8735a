/** The bytes of a snapshot: a JSON head, sections of bytes by name, a checksum. */
import { hashBytes } from '../codec/hash-bytes.ts'
import { asciiJson, padded8, readAscii, readJson, writeAscii } from '../codec/text.ts'

const MAGIC = 0x4f494741
const HEAD_BYTES = 16
const CHECKSUM_LENGTH = 32

export type Section = readonly [name: string, bytes: Uint8Array]

export interface Unpacked {
  readonly version: number
  readonly head: unknown
  /** Bytes behind the head. */
  readonly rest: Uint8Array
}

/** @param onSection told where each section stands in the bytes, before the checksum is made */
export function pack(
  version: number,
  head: object,
  sections: readonly Section[],
  onSection: (name: string, bytes: Uint8Array) => void = () => undefined,
): Uint8Array {
  const text = asciiJson({ ...head, sections: sections.map(([name, { byteLength }]) => [name, byteLength]) })
  const start = HEAD_BYTES + padded8(text.length)
  const total = sections.reduce((sum, [, section]) => sum + padded8(section.byteLength), start)
  const bytes = new Uint8Array(total + CHECKSUM_LENGTH)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, version, true)
  view.setUint32(8, text.length, true)
  writeAscii(view, HEAD_BYTES, text)
  let at = start
  for (const [name, section] of sections) {
    bytes.set(section, at)
    onSection(name, bytes.subarray(at, at + section.byteLength))
    at += padded8(section.byteLength)
  }
  writeAscii(view, total, hashBytes(bytes.subarray(0, total)))
  return bytes
}

/**
 * Version and head, whose bytes were proven before.
 *
 * @throws RangeError for bytes that are no snapshot, or of a version that `isKnown` does not know
 */
export function readHead(bytes: Uint8Array, isKnown: (version: number) => boolean): Unpacked {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const total = bytes.byteLength - CHECKSUM_LENGTH
  if (total < HEAD_BYTES || view.getUint32(0, true) !== MAGIC) throw new RangeError('these bytes are no snapshot')
  const version = view.getUint32(4, true)
  if (!isKnown(version)) throw new RangeError(`this build does not know version ${version} of snapshots`)
  const length = view.getUint32(8, true)
  return { version, head: readJson(view, HEAD_BYTES, length), rest: bytes.subarray(HEAD_BYTES + padded8(length), total) }
}

/** As `readHead`. @throws RangeError for damaged bytes too */
export function unpack(bytes: Uint8Array, isKnown: (version: number) => boolean): Unpacked {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const total = Math.max(0, bytes.byteLength - CHECKSUM_LENGTH)
  const isWhole = total > 0 && readAscii(view, total, CHECKSUM_LENGTH) === hashBytes(bytes.subarray(0, total))
  if (!isWhole) throw new RangeError(total < HEAD_BYTES ? 'these bytes are no snapshot' : 'the snapshot is damaged')
  return readHead(bytes, isKnown)
}

/** The sections of a head's list. */
export function sectionsOf(
  rest: Uint8Array,
  lengths: readonly (readonly [name: string, byteLength: number])[],
): ReadonlyMap<string, Uint8Array> {
  const sections = new Map<string, Uint8Array>()
  let at = 0
  for (const [name, length] of lengths) {
    sections.set(name, rest.subarray(at, at + length))
    at += padded8(length)
  }
  return sections
}

const HANDLE_BYTES = 4

/** Handles, one behind the other. */
export function handleBytes(handles: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(handles.length * HANDLE_BYTES))
  for (const [place, handle] of handles.entries()) view.setUint32(place * HANDLE_BYTES, handle, true)
  return new Uint8Array(view.buffer)
}

export function handlesIn(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.byteLength / HANDLE_BYTES }, (_, place) => view.getUint32(place * HANDLE_BYTES, true))
}
