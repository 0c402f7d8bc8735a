/**
 * Reads requests that are plain and whole: HTTP/1.1, one of each header, a length instead of chunks, nothing about the connection but
 * that it is kept. The form is narrower than the standard's, so that whatever is read here means the same to every other reader;
 * anything else, broken or merely rare, is left to Node's parser untouched.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { BODY_BYTES_MAX } from '../errors.ts'

export interface PlainHead {
  readonly method: 'GET' | 'POST'
  /** Path with its query, as it came. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders
  /** Length with the empty line. */
  readonly headBytes: number
  readonly bodyBytes: number
}

const NO_TWINS: readonly string[] = []

export class PlainRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** Names and values in turn, for those who look for twins. */
  readonly rawHeaders = NO_TWINS
  readonly socket: Socket
  readonly complete = true
  readonly body: Buffer

  constructor(head: PlainHead, body: Buffer, socket: Socket) {
    this.method = head.method
    this.url = head.url
    this.headers = head.headers
    this.socket = socket
    this.body = body
  }
}

/** A request for a call, whoever read its head. */
export type CallRequest = IncomingMessage | PlainRequest

const HEAD_END = '\r\n\r\n'
const HEAD_BYTES_MAX = 8 * 1024
const HEADERS_MAX = 64
const REQUEST_LINE = /^(GET|POST) (\/[!-~]*) HTTP\/1\.1$/
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t -~]*)$/
const LENGTH = /^\d{1,7}$/
/** Headers that change how a request is read, or what becomes of its connection. */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'transfer-encoding',
  'upgrade',
  'expect',
  'trailer',
  'te',
  'proxy-connection',
  'http2-settings',
  '__proto__',
])

function readHeaders(lines: readonly string[]): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (let index = 1; index < lines.length; index += 1) {
    const [, given, value = ''] = HEADER_LINE.exec(lines[index] ?? '') ?? []
    const name = given?.toLowerCase()
    if (name === undefined || name in headers || NOT_PLAIN.has(name)) return undefined
    headers[name] = value.trim()
  }
  return headers
}

/** @returns undefined for bytes that do not begin with a whole plain head */
export function readPlainHead(bytes: Buffer): PlainHead | undefined {
  const end = bytes.subarray(0, HEAD_BYTES_MAX).indexOf(HEAD_END, 0, 'latin1')
  if (end < 0) return undefined
  const lines = bytes.toString('latin1', 0, end).split('\r\n')
  const [, method, url] = REQUEST_LINE.exec(lines[0] ?? '') ?? []
  if (lines.length > HEADERS_MAX || (method !== 'GET' && method !== 'POST') || url === undefined) return undefined
  const headers = readHeaders(lines)
  if (headers?.host === undefined) return undefined
  const { connection, 'content-length': length } = headers
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined
  if (length !== undefined && (method === 'GET' || !LENGTH.test(length) || Number(length) > BODY_BYTES_MAX)) return undefined
  return { method, url, headers, headBytes: end + HEAD_END.length, bodyBytes: Number(length ?? 0) }
}
