/**
 * The head of an answer as one text. Node's own way checks and joins fourteen headers one by one for each answer; here they are
 * constants, numbers and texts that were checked on their way in.
 */
import { STATUS_CODES } from 'node:http'
import { HEADERS } from '@agio/wire/headers.ts'
import { type Arrival, arrivalHeaders } from '../calls/arrival.ts'
import { JSON_TYPE } from '../envelope.ts'
import { API_HEADERS } from '../guard/security-headers.ts'

/** How long a connection may wait for its next request, ms. */
export const KEEP_ALIVE_MS = 72_000

const line = (name: string, value: string): string => `${name}: ${value}\r\n`
const FIXED = Object.entries(API_HEADERS)
  .map(([name, value]) => line(name, value))
  .join('')
const KEPT = `connection: keep-alive\r\nkeep-alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`
const OK = 'HTTP/1.1 200 OK\r\n'

const statusLine = (status: number): string => (status === 200 ? OK : `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`)

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

/** The head of a JSON answer on a kept connection: what `arrivalHeaders` says, and the body's type and length. */
export function jsonHead({ requestId, serverTime, usage, origin }: Arrival, status: number, bodyBytes: number): string {
  const counted =
    usage === null
      ? ''
      : `${HEADERS.limit}: ${usage.limit}\r\n${HEADERS.used}: ${usage.used}\r\n${HEADERS.remaining}: ${usage.remaining}\r\n${HEADERS.reset}: ${usage.reset}\r\n`
  const allowed = origin === '' ? '' : `access-control-allow-origin: ${origin}\r\nvary: Origin\r\n`
  return `${statusLine(status)}${FIXED}${HEADERS.requestId}: ${requestId}\r\n${HEADERS.serverTime}: ${serverTime}\r\n${counted}${allowed}content-type: ${JSON_TYPE}\r\ncontent-length: ${bodyBytes}\r\n${dateAt(serverTime)}${KEPT}`
}

/** Anything else would end the head, or say one thing to us and another to a reader. */
const HEADER_VALUE = /^[\t -~]*$/

/** Every header of an answer but those that the connection adds. `extra` wins over what every answer says. */
export function answerHeaders(
  arrival: Arrival,
  status: number,
  extra: Readonly<Record<string, unknown>>,
  body: string | Uint8Array,
): string[] {
  const headers = arrivalHeaders(arrival)
  let type = JSON_TYPE
  for (const [name, value] of Object.entries(extra)) {
    if (name === 'content-type') type = String(value)
    else replaceHeader(headers, name, String(value))
  }
  headers.push('content-type', type)
  if (status !== 304) headers.push('content-length', String(Buffer.byteLength(body)))
  return headers
}

export function replaceHeader(headers: string[], name: string, value: string): void {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] === name) {
      headers[index + 1] = value
      return
    }
  }
  headers.push(name, value)
}

/**
 * The head of any answer, on a connection that is kept unless they say otherwise.
 * @param headers names and values in turn @throws RangeError when one cannot be sent
 */
export function headOf(status: number, headers: readonly string[], now: number): string {
  let lines = ''
  let end = KEPT
  for (let index = 0; index < headers.length; index += 2) {
    const value = headers[index + 1] ?? ''
    if (!HEADER_VALUE.test(value)) throw new RangeError(`header ${headers[index]} cannot be sent`)
    if (headers[index] === 'connection') end = '\r\n'
    lines += line(headers[index] ?? '', value)
  }
  return `${statusLine(status)}${lines}${dateAt(now)}${end}`
}
