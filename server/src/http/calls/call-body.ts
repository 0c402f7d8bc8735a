/** Reads the JSON body of a call, within bounds. */
import type { IncomingMessage } from 'node:http'
import { Failure, invalid } from '../../core/failure.ts'
import { type CallRequest, PlainRequest } from '../door/plain-request.ts'
import { BODY_BYTES_MAX } from '../errors.ts'
import { isSigned, keepSignedBody } from '../guard/api-key-guard.ts'
import { hasTwins, parseJson } from './json-body.ts'

const JSON_ESSENCE = 'application/json'

/** True for JSON, with or without parameters; they change nothing, since JSON is UTF-8. */
function isJson(type: string): boolean {
  if (type === JSON_ESSENCE) return true
  return type.split(';', 1)[0]?.trim().toLowerCase() === JSON_ESSENCE
}

const isEmpty = ({ headers }: CallRequest): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] === undefined || headers['content-length'] === '0')

/** @throws Failure BODY_NOT_JSON, VALIDATION_FAILED */
function bodyOf(text: string, isStrict: boolean): unknown {
  const body = parseJson(text)
  if (isStrict && hasTwins(text, body)) throw invalid('', 'exclusive')
  return body
}

const tooLarge = (): Failure => new Failure('BODY_TOO_LARGE', { maxBytes: BODY_BYTES_MAX })

/**
 * Calls one of the two functions, once, unless the sender goes away. An empty body equals `{}`.
 * `refuse` gets Failure BODY_NOT_JSON, BODY_TOO_LARGE, MEDIA_TYPE_UNSUPPORTED, or VALIDATION_FAILED for a name that is there twice.
 *
 * @param isStrict the call moves money: a body with two meanings has none
 */
export function readBody(request: CallRequest, isStrict: boolean, take: (body: unknown) => void, refuse: (error: Failure) => void): void {
  const { headers } = request
  const type = headers['content-type']
  if (type === undefined ? !isEmpty(request) : !isJson(type)) {
    refuse(new Failure('MEDIA_TYPE_UNSUPPORTED'))
    return
  }
  const finish = (whole: Buffer | undefined): void => {
    if (isSigned(request) && whole !== undefined) keepSignedBody(request, whole)
    let body: unknown
    try {
      body = bodyOf(whole?.toString('utf8') ?? '', isStrict)
    } catch (error) {
      refuse(error as Failure)
      return
    }
    take(body)
  }
  if (request instanceof PlainRequest) finish(request.body)
  else if (Number(headers['content-length'] ?? 0) > BODY_BYTES_MAX) refuse(tooLarge())
  else collect(request, finish, refuse)
}

/** Calls `finish` with what a sender sends, undefined for nothing. `refuse` gets BODY_TOO_LARGE. */
function collect(request: IncomingMessage, finish: (whole: Buffer | undefined) => void, refuse: (error: Failure) => void): void {
  let first: Buffer | undefined
  let others: Buffer[] | undefined
  let length = 0
  let refused = false
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (refused) return
    if (length > BODY_BYTES_MAX) {
      refused = true
      refuse(tooLarge())
    } else if (first === undefined) first = chunk
    else {
      others ??= []
      others.push(chunk)
    }
  })
  request.on('end', () => {
    if (!refused) finish(first === undefined || others === undefined ? first : Buffer.concat([first, ...others], length))
  })
}
