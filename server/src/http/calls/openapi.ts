/** The contract as an OpenAPI 3.1 document, made from the calls that are served, and a page to read it by. */
import { randomBytes } from 'node:crypto'
import { ERRORS, isErrorName } from '@agio/wire/codes.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ServerContext } from '../context.ts'
import { JSON_TYPE } from '../envelope.ts'
import { pageHeaders } from '../guard/security-headers.ts'
import { escapeHtml, toolPage } from '../pages/html.ts'
import { type AnyCall, servedCalls } from './route.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

const enveloped = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, data },
})

const FAILURE = enveloped({
  type: 'object',
  required: ['name', 'params', 'requestId'],
  properties: { name: { type: 'string' }, params: { type: 'object' }, requestId: { type: 'string' } },
})

const templated = (path: string): string => path.replace(/:(\w+)/g, '{$1}')
const placesOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

const UPLOAD: Json = {
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
}

const PAYLOAD: Json = {
  data: { type: 'string', description: 'Sealed device report: `<keyId>.<base64url>`, HPKE base mode.' },
  time: { type: 'integer' },
  reqNo: { type: 'string', description: 'UUID, accepted once.' },
  uaTime: { type: 'integer' },
  securityInfo: { type: 'string' },
}

function errorTable(call: AnyCall): string {
  return call.errors.map((name) => (isErrorName(name) ? `${name} (${ERRORS[name].code})` : name)).join(', ')
}

const SIGNING =
  'With x-api-timestamp (ms) and x-api-signature: lower-case hex of HMAC-SHA256 (or Ed25519) over time, method, path with query and hex SHA-256 of the body, joined by line feeds. x-api-window (ms, at most 60000) widens the window of 5 s; the first line is then `<time>|<window>`.'

/** Ways to be known to a call; the permission that an API key needs stands with it. */
const securityOf = ({ access, apiKey }: AnyCall): Json[] => [
  ...(access === 'optional' ? [{}] : []),
  { session: [] },
  ...(apiKey === undefined ? [] : [{ apiKey: [apiKey] }]),
]

function operationOf(call: AnyCall): Json {
  const request = schemaOf(call.request, 'input')
  const properties = (request.properties ?? {}) as Json
  const required = new Set((request.required ?? []) as string[])
  const places = placesOf(call.path)
  const inQuery = call.method === 'GET' ? Object.keys(properties).filter((name) => !places.includes(name)) : (call.query ?? [])
  const parameter = (name: string, where: 'path' | 'query'): Json => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema: properties[name] ?? { type: 'string' },
  })
  const elsewhere = new Set([...places, ...inQuery])
  const body = Object.fromEntries(Object.entries(properties).filter(([name]) => !elsewhere.has(name)))
  const bodyRequired = [...required].filter((name) => !elsewhere.has(name))
  return {
    summary: call.summary,
    ...(call.errors.length > 0 && { description: `Particular failures: ${errorTable(call)}.` }),
    ...(call.access !== 'visitor' && { security: securityOf(call) }),
    parameters: [...places.map((name) => parameter(name, 'path')), ...inQuery.map((name) => parameter(name, 'query'))],
    ...(call.upload === true && { requestBody: UPLOAD }),
    ...(call.method === 'POST' &&
      call.upload !== true && {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                ...request,
                properties: call.sealed === true ? { ...body, ...PAYLOAD } : body,
                required: call.sealed === true ? [...bodyRequired, ...Object.keys(PAYLOAD)] : bodyRequired,
              },
            },
          },
        },
      }),
    responses: {
      200: {
        description: 'Success has code "0"; any other code is a failure.',
        content: { 'application/json': { schema: { anyOf: [enveloped(schemaOf(call.response, 'output')), FAILURE] } } },
      },
      default: { description: 'A failure, in the same envelope.', content: { 'application/json': { schema: FAILURE } } },
    },
  }
}

/** @param calls what is served */
export function openApiDocument(calls: readonly AnyCall[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = templated(call.path)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Agio', version, description: 'Every answer is the envelope {code, message, data}; code "0" is success.' },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: HEADERS.apiKey, description: SIGNING },
      },
    },
  }
}

function docsHtml(calls: readonly AnyCall[]): string {
  const rows = calls
    .map(
      (call) =>
        `<tr><td><code>${call.method}</code></td><td><code>${escapeHtml(call.path)}</code></td><td>${call.access}${call.sealed === true ? ', sealed' : ''}${call.apiKey === undefined ? '' : `, API key: ${call.apiKey}`}</td><td>${escapeHtml(call.summary)}<br><small>${escapeHtml(errorTable(call))}</small></td></tr>`,
    )
    .join('\n')
  return `<p>The document for tools is at <a href="/api/openapi.json"><code>/api/openapi.json</code></a> (OpenAPI 3.1).</p>
<table><thead><tr><th>Method</th><th>Path</th><th>Who</th><th>What</th></tr></thead><tbody>${rows}</tbody></table>`
}

export function registerApiDocs(app: FastifyInstance, { version }: ServerContext): void {
  let text: string | undefined
  app.get('/api/openapi.json', { config: { weight: 10 } }, (_request, answer) => {
    text ??= JSON.stringify(openApiDocument(servedCalls(app), version))
    return answer.header('content-type', JSON_TYPE).header('cache-control', 'public, max-age=3600').send(text)
  })
  app.get('/api/docs', (_request, answer) => {
    const nonce = randomBytes(16).toString('base64url')
    answer.headers(pageHeaders(nonce, null))
    return answer.send(toolPage({ title: 'Agio: calls of the API', body: docsHtml(servedCalls(app)), nonce }))
  })
}
