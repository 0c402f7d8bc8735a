/**
 * The head of a plain answer as one text. Node's own way checks and joins fourteen headers one by one for each answer, which is a
 * tenth of what an order costs; here they are constants, numbers and texts that were checked on their way in. Node keeps a finished
 * head in `_header` and sends it with the body: where that is not so, or where the answer is not plain, its own way is taken.
 */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import { HEADERS } from '@agio/wire/headers.ts'
import { JSON_TYPE } from '../envelope.ts'
import { API_HEADERS } from '../guard/security-headers.ts'
import type { Arrival } from './arrival.ts'

interface FinishedHead {
  _header: string | null
}

/** How long a connection may wait for its next request, ms. */
export const KEEP_ALIVE_MS = 72_000

const line = (name: string, value: string): string => `${name}: ${value}\r\n`
const FIXED = Object.entries(API_HEADERS)
  .map(([name, value]) => line(name, value))
  .join('')
const KEPT = `connection: keep-alive\r\nkeep-alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n`
const STATUS_LINES = new Map(Object.entries(STATUS_CODES).map(([status, text]) => [Number(status), `HTTP/1.1 ${status} ${text}\r\n`]))

let dateSecond = -1
let dateLine = ''

/** The same for every answer of a second. @param now ms */
function dateAt(now: number): string {
  const second = Math.floor(now / 1000)
  if (second !== dateSecond) {
    dateSecond = second
    dateLine = line('date', new Date(now).toUTCString())
  }
  return dateLine
}

/** The head of an answer that says what `arrivalHeaders` says. */
function headOf({ requestId, serverTime, usage, origin }: Arrival, statusLine: string, bodyBytes: number): string {
  const counted =
    usage === null
      ? ''
      : `${HEADERS.limit}: ${usage.limit}\r\n${HEADERS.used}: ${usage.used}\r\n${HEADERS.remaining}: ${usage.remaining}\r\n${HEADERS.reset}: ${usage.reset}\r\n`
  const allowed = origin === '' ? '' : `access-control-allow-origin: ${origin}\r\nvary: Origin\r\n`
  return `${statusLine}${FIXED}${HEADERS.requestId}: ${requestId}\r\n${HEADERS.serverTime}: ${serverTime}\r\n${counted}${allowed}content-type: ${JSON_TYPE}\r\ncontent-length: ${bodyBytes}\r\n${dateAt(serverTime)}${KEPT}\r\n`
}

/** A line break in a value would end the head; nothing lets one in, and this asks no one. */
const hasBreak = (value: string): boolean => value.includes('\r') || value.includes('\n')

/**
 * Ends a response on a kept connection with JSON.
 * @returns false when it is not that plain; nothing was written then
 */
export function endQuickly(response: ServerResponse, arrival: Arrival, status: number, text: string): boolean {
  const statusLine = STATUS_LINES.get(status)
  const isPlain =
    statusLine !== undefined &&
    status >= 200 &&
    status !== 204 &&
    status !== 304 &&
    response.shouldKeepAlive &&
    response.req.httpVersionMinor === 1 &&
    response.req.method !== 'HEAD' &&
    !arrival.isPreflight &&
    (response as unknown as Partial<FinishedHead>)._header === null
  if (!isPlain || hasBreak(arrival.requestId) || hasBreak(arrival.origin)) return false
  response.statusCode = status
  ;(response as unknown as FinishedHead)._header = headOf(arrival, statusLine, Buffer.byteLength(text))
  response.end(text)
  return true
}
