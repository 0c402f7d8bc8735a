/** A Fastify server that speaks the envelope: the first hook, the failures, and what both hosts have in common. */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { HEADERS } from '@agio/wire/headers.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { errorText } from '../content/texts.ts'
import type { ServerContext } from './context.ts'
import { failureText, JSON_TYPE } from './envelope.ts'
import { ApiError, asApiError, BODY_BYTES_MAX, retryAfterOf, statusOf } from './errors.ts'
import { hasOneHost, isOwnOrigin, tenantOf } from './hosts.ts'
import { readJsonBodies } from './json-body.ts'
import { addressKey, isLoopback, type Usage } from './rate-limit.ts'
import { declareState } from './request-state.ts'
import { API_HEADERS } from './security-headers.ts'

export interface HostKind {
  readonly languageHeader: string
  /** True for paths that answer the envelope; others are pages and files. */
  isCall(path: string): boolean
}

/** A request id names a request in the log and hides nothing: a random start for the process and a count are enough. */
const PROCESS_PREFIX = `${randomBytes(6).toString('base64url')}-`
let requestCount = 0
const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/
const HEADER_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 30_000

const headerText = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

function requestIdOf(request: FastifyRequest): string {
  const given = headerText(request.headers[HEADERS.requestId])
  if (given !== '' && REQUEST_ID.test(given)) return given
  requestCount += 1
  return `${PROCESS_PREFIX}${requestCount.toString(36)}`
}

/** One by one: an object with computed names is several times dearer, and this runs for every call. */
const writeUsage = (answer: FastifyReply, usage: Usage): void => {
  answer
    .header(HEADERS.limit, usage.limit)
    .header(HEADERS.used, usage.used)
    .header(HEADERS.remaining, usage.remaining)
    .header(HEADERS.reset, usage.reset)
}

/** CORS for the tenant's own web origins; nobody else learns anything from a cross-origin answer. */
function allowOrigin(request: FastifyRequest, answer: FastifyReply, isOwn: boolean, origin: string): void {
  if (!isOwn || origin === '') return
  answer.headers({ 'access-control-allow-origin': origin, vary: 'Origin' })
  if (request.method !== 'OPTIONS') return
  answer.headers({
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers':
      'authorization, content-type, lang, x-access-token, x-request-id, exchange-token, exchange-client, exchange-language',
    'access-control-max-age': '600',
  })
}

/** @throws ApiError PATH_NOT_FOUND for a host that is no tenant's, IP_BANNED, RATE_LIMIT_IP, ORIGIN_DENIED */
function admit(context: ServerContext, kind: HostKind, request: FastifyRequest, answer: FastifyReply): void {
  const requestId = requestIdOf(request)
  answer.headers(API_HEADERS)
  answer.header(HEADERS.requestId, requestId)
  answer.header(HEADERS.serverTime, String(context.clock.now()))
  request.id = requestId
  const tenant = hasOneHost(request.raw.rawHeaders) ? tenantOf(context, request.headers.host) : undefined
  if (tenant === undefined) throw new ApiError('PATH_NOT_FOUND')
  const { ip } = request
  const lang = tenant.content.language(headerText(request.headers[kind.languageHeader]))
  const limits = isLoopback(ip) ? tenant.wideLimits : tenant.limits
  request.state = { tenant, lang, requestId, ip, limits }
  const path = request.url.split('?', 1)[0] ?? ''
  if (!kind.isCall(path)) return
  const usage = limits.takeAddress(addressKey(ip), request.routeOptions.config.weight ?? 1)
  writeUsage(answer, usage)
  limits.check(usage)
  const origin = headerText(request.headers.origin)
  if (origin === '') return
  const isOwn = isOwnOrigin(origin, request.headers.host, tenant, context.addresses)
  allowOrigin(request, answer, isOwn, origin)
  if (!isOwn && request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError('ORIGIN_DENIED')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Weight in the per-address bucket. */
    weight?: number
  }
}

/** Answers a failure in the envelope, in the language of the request. */
export function sendFailure(context: ServerContext, thrown: unknown, request: FastifyRequest, answer: FastifyReply): FastifyReply {
  const known = asApiError(thrown)
  const error = known ?? new ApiError('INTERNAL_ERROR')
  // A request whose address cannot be read comes here without having passed the first hook.
  const state = request.state ?? null
  const requestId = state?.requestId ?? String(request.id)
  const where = {
    requestId,
    name: error.errorName,
    method: request.method,
    path: request.routeOptions?.url ?? '',
    tenant: state?.tenant.tenantId,
  }
  if (known === undefined)
    context.log.error('defect', { ...where, error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) })
  else context.log.info('refused', where)
  const status = statusOf(error.errorName)
  if (status === 429) state?.limits.refused(addressKey(state.ip))
  const retryAfter = retryAfterOf(error, context.clock.now())
  if (retryAfter > 0) answer.header('retry-after', String(retryAfter))
  const message =
    state === null
      ? errorText('', error.errorName, error.params)
      : state.tenant.content.errorText(state.lang, error.errorName, error.params)
  return answer
    .code(status)
    .header('content-type', JSON_TYPE)
    .send(failureText(error, message, requestId))
}

/** Bytes that are no HTTP request: the envelope on the bare socket, then the end. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const status = tooLarge
    ? '431 Request Header Fields Too Large'
    : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : '400 Bad Request'
  const failure = new ApiError('BODY_NOT_JSON')
  const body = failureText(failure, errorText('', failure.errorName, {}), '')
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** A server without routes. Unknown paths answer `notFound`, or the envelope. */
export function createServer(context: ServerContext, kind: HostKind): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    // A request without a host is refused in the envelope like one for an unknown host.
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: 64, caseSensitive: true, ignoreTrailingSlash: false },
    clientErrorHandler: refuseBytes,
    frameworkErrors: (error, request, answer) => {
      answer.headers(API_HEADERS).header(HEADERS.requestId, String(request.id))
      void sendFailure(context, error, request as FastifyRequest, answer as FastifyReply)
    },
  })
  app.server.headersTimeout = HEADER_TIMEOUT_MS
  declareState(app)
  readJsonBodies(app)
  app.addHook('onRequest', (request, answer, done) => {
    try {
      admit(context, kind, request, answer)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  app.setErrorHandler((error, request, answer) => sendFailure(context, error, request, answer))
  app.setNotFoundHandler((request, answer) => sendFailure(context, new ApiError('PATH_NOT_FOUND'), request, answer))
  return app
}
