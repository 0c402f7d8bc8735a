/** The API as an OpenAPI 3.1 document, made from the calls that are served. */
import { ERRORS } from '@agio/wire/codes.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import type { AnyCall } from '../calls/route.ts'
import { Components, type Json, pointer } from './components.ts'
import { AREAS, operationOf, templated } from './operation.ts'

const SIGNING =
  'Lower-case hex of HMAC-SHA256 (or Ed25519) over time, method, path with query and hex SHA-256 of the body, joined by line feeds. x-api-window (ms, at most 60000) widens the window of 5 s; the first line is then `<time>|<window>`.'

/** What `leaves` and `beforeKey` of an entry of `x-errors` mean. */
const LEFT =
  'An error that leaves `nothing` says that the refused call did nothing. After one that leaves `doubt`, and after a call without an answer, the deed may have happened: the same request with the same key tells, and does nothing twice. Errors marked `beforeKey` are given before the key is looked up: they tell nothing of an earlier call with the same key.'

const SECURITY_SCHEMES: Json = {
  session: { type: 'http', scheme: 'bearer', description: 'Token of a login.' },
  futuresSession: { type: 'apiKey', in: 'header', name: HEADERS.futuresToken, description: 'The same token on the futures host.' },
  apiKey: { type: 'apiKey', in: 'header', name: HEADERS.apiKey, description: 'Public part of an API key.' },
  apiTimestamp: { type: 'apiKey', in: 'header', name: HEADERS.apiTimestamp, description: 'Milliseconds since 1970, at most 5 s off.' },
  apiSignature: { type: 'apiKey', in: 'header', name: HEADERS.apiSignature, description: SIGNING },
}

/** The socket's door. What it says once it is open stands in the API reference's text, since OpenAPI has no words for it. */
const SOCKET: Json = {
  operationId: 'openSocket',
  tags: ['sockets'],
  summary: 'Opens a WebSocket; channels are subscribed by messages on it.',
  security: [],
  responses: {
    101: { description: 'Open.' },
    403: { description: 'A page of a foreign origin.' },
    404: { description: 'Another path, or a host that is nobody’s.' },
    429: { description: 'Too many connections of this address. Up to twice the bound they are opened and closed with code 4003.' },
    503: { description: 'The server is stopping.' },
  },
}

const tags = [...Object.entries(AREAS), ['sockets', 'Live data'] as const].map(([name, description]) => ({ name, description }))

/** Everything but `servers`, which depends on the way that the document was asked for. @param calls what is served */
export function openApiDocument(calls: readonly AnyCall[], version: string): Json {
  const components = new Components()
  const paths: Record<string, Json> = { '/ws': { get: SOCKET } }
  for (const call of calls) {
    const path = templated(call.path)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, components) }
  }
  // Success is "0", and no failure is: by this one field a client tells them apart, in its types too.
  const codes = [...new Set(Object.values(ERRORS).map(({ code }) => code))].sort()
  const failed = { code: { type: 'string', enum: codes }, message: { type: 'string' }, data: pointer('Failure') }
  const FailedAnswer = { type: 'object', required: Object.keys(failed), properties: failed }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agio',
      version,
      description: `Every answer is the envelope {code, message, data}; code "0" is success. ${LEFT}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags,
    paths,
    components: { schemas: { ...components.all, FailedAnswer }, securitySchemes: SECURITY_SCHEMES },
  }
}
