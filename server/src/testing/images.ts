/** Small pictures and the bodies that carry them. For tests only. */
import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Of rows: behind them a picture is cut short. */
const ROWS_BYTES_MAX = 40_000_000

/** A PNG of one colour; one that would take more than 40 MB has fewer rows than it says. @param shade 0…255 @param extra chunks before the picture, e.g. a text */
export function pngOf(width: number, height: number, shade = 120, extra: readonly (readonly [string, Uint8Array])[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * Math.min(height, Math.floor(ROWS_BYTES_MAX / (width + 1))), shade)
  for (let row = 0; row < rows.length; row += width + 1) rows[row] = 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...extra.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A black JPEG of a few hundred bytes. @param components 1 grey, 4 colour with black, 2 nothing that anybody knows */
export function jpegOf(width: number, height: number, components = 1): Buffer {
  const u16 = (value: number): number[] => [value >> 8, value & 0xff]
  const segment = (marker: number, body: readonly number[]): number[] => [0xff, marker, ...u16(body.length + 2), ...body]
  const codes = (table: number): number[] => segment(0xc4, [table, 1, ...Array<number>(16).fill(0)])
  const parts = Array.from({ length: components }, (_, index) => index + 1)
  const frame = segment(0xc0, [8, ...u16(height), ...u16(width), components, ...parts.flatMap((part) => [part, 0x11, 0])])
  const tables = [...segment(0xdb, [0, ...Array<number>(64).fill(1)]), ...codes(0), ...codes(0x10)]
  const scan = segment(0xda, [components, ...parts.flatMap((part) => [part, 0]), 0, 63, 0])
  return Buffer.from([0xff, 0xd8, ...tables, ...frame, ...scan, ...Array<number>(8).fill(0), 0xff, 0xd9])
}

export const BOUNDARY = 'agio-test-boundary'

/** One part as a browser writes it. */
export const part = (content: Uint8Array, name = 'file', fileName = 'picture.png', type = 'image/png'): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])

export const bodyOf = (...parts: readonly Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])

export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
