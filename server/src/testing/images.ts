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

/** A PNG of one colour. @param shade 0…255 @param extra chunks before the picture, e.g. a text */
export function pngOf(width: number, height: number, shade = 120, extra: readonly (readonly [string, Uint8Array])[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * Math.min(height, 2000), shade)
  for (let row = 0; row < rows.length; row += width + 1) rows[row] = 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...extra.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
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
