/** Reads the one file of an upload: `multipart/form-data` with a single part named `file`, within bounds, without touching the disk. */
import type { IncomingMessage } from 'node:http'
import { Failure, invalid } from '../../core/failure.ts'

export const UPLOAD_BYTES_MAX = 5 * 1024 * 1024
/** Boundaries and the part's own headers. */
const AROUND_BYTES_MAX = 16 * 1024
const HEADERS_BYTES_MAX = 8 * 1024

const tooLarge = (): Failure => new Failure('BODY_TOO_LARGE', { maxBytes: UPLOAD_BYTES_MAX })

/** RFC 2046: up to 70 of a small alphabet. Undefined for another type of body. */
function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  return boundary !== undefined && /^[A-Za-z0-9'()+_,\-./:=? ]+$/.test(boundary) ? boundary : undefined
}

/** Name in a part's `content-disposition`; undefined when there is none. What file name it gives is not looked at. */
function partName(headers: string): string | undefined {
  const disposition = headers.split('\r\n').find((line) => /^content-disposition:/i.test(line)) ?? ''
  return /^content-disposition:\s*form-data\s*;(?:.*;)?\s*name="([^"]*)"/i.exec(disposition)?.[1]
}

/**
 * The bytes of the only part. @param body the whole body
 * @throws Failure FILE_MISSING when no part is named `file`, VALIDATION_FAILED for more than one, BODY_NOT_JSON for a body that is cut
 */
export function singleFile(body: Buffer, boundary: string): Buffer<ArrayBuffer> {
  const first = Buffer.from(`--${boundary}\r\n`)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  if (body.equals(Buffer.from(`--${boundary}--\r\n`)) || body.length === 0) throw new Failure('FILE_MISSING')
  if (!body.subarray(0, first.length).equals(first)) throw new Failure('BODY_NOT_JSON')
  const headersEnd = body.subarray(0, first.length + HEADERS_BYTES_MAX).indexOf('\r\n\r\n')
  const contentEnd = headersEnd < 0 ? -1 : body.indexOf(delimiter, headersEnd)
  if (contentEnd < 0) throw new Failure('BODY_NOT_JSON')
  const isLast = body.subarray(contentEnd + delimiter.length, contentEnd + delimiter.length + 2).toString('latin1') === '--'
  if (!isLast) throw invalid('file', 'exclusive')
  if (partName(body.subarray(first.length, headersEnd).toString('latin1')) !== 'file') throw new Failure('FILE_MISSING')
  const content = body.subarray(headersEnd + 4, Math.max(headersEnd + 4, contentEnd))
  if (content.length > UPLOAD_BYTES_MAX) throw tooLarge()
  if (content.length === 0) throw new Failure('FILE_MISSING')
  return Buffer.from(content)
}

/** Calls one of the two functions, once, unless the sender goes away. `refuse` gets what `singleFile` throws, and BODY_TOO_LARGE or MEDIA_TYPE_UNSUPPORTED. */
export function readUpload(request: IncomingMessage, take: (file: Buffer<ArrayBuffer>) => void, refuse: (error: unknown) => void): void {
  const { headers } = request
  const boundary = boundaryOf(headers['content-type'] ?? '')
  if (boundary === undefined) {
    const isEmpty = headers['content-type'] === undefined && (headers['content-length'] ?? '0') === '0'
    refuse(new Failure(isEmpty ? 'FILE_MISSING' : 'MEDIA_TYPE_UNSUPPORTED'))
    return
  }
  const bytesMax = UPLOAD_BYTES_MAX + AROUND_BYTES_MAX
  if (Number(headers['content-length'] ?? 0) > bytesMax) {
    refuse(tooLarge())
    return
  }
  const chunks: Buffer[] = []
  let length = 0
  let refused = false
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (refused) return
    if (length <= bytesMax) chunks.push(chunk)
    else {
      refused = true
      chunks.length = 0
      refuse(tooLarge())
    }
  })
  request.on('end', () => {
    if (refused) return
    let file: Buffer<ArrayBuffer>
    try {
      file = singleFile(Buffer.concat(chunks, length), boundary)
    } catch (error) {
      refuse(error)
      return
    }
    take(file)
  })
}
