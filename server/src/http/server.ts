/** A Fastify server that speaks the envelope: the first hook, the failures, and what both hosts have in common. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { errorText } from '../content/texts.ts'
import { Failure } from '../core/failure.ts'
import { endSoon } from '../net/end-soon.ts'
import { type Arrival, admit, arrivalHeaders, arrive, type HostKind } from './calls/arrival.ts'
import { CallServer } from './calls/call-server.ts'
import { readJsonBodies } from './calls/json-body.ts'
import { declareArrival } from './calls/request-state.ts'
import type { ServerContext } from './context.ts'
import { answerHeaders, KEEP_ALIVE_MS } from './door/answer-head.ts'
import { FIRST_REQUEST_MS } from './door/connection-bounds.ts'
import { openDoor } from './door/open-door.ts'
import { failureAnswer, failureText, JSON_TYPE } from './envelope.ts'
import { BODY_BYTES_MAX } from './errors.ts'
import { plainAddress } from './hosts.ts'

const REQUEST_TIMEOUT_MS = 30_000
/** How late either may be. */
const CHECK_EVERY_MS = 5000

function writeHeaders(answer: FastifyReply, arrival: Arrival): void {
  const headers = arrivalHeaders(arrival)
  for (let index = 0; index < headers.length; index += 2) answer.header(headers[index] ?? '', headers[index + 1])
}

/** The first look at what is no call: pages, files, and addresses that nothing answers. */
function look(context: ServerContext, kind: HostKind, request: FastifyRequest, answer: FastifyReply): void {
  const arrival = arrive(context, request.raw)
  request.arrival = arrival
  request.id = arrival.requestId
  const path = request.url.split('?', 1)[0] ?? ''
  try {
    // What the router could not read has no route.
    const weight = request.routeOptions?.config?.weight ?? 1
    admit(context, kind, arrival, request.raw, { isCall: kind.isCall(path), weight })
  } finally {
    writeHeaders(answer, arrival)
  }
}

/** Answers a failure in the envelope, in the language of the request. */
export function sendFailure(context: ServerContext, thrown: unknown, request: FastifyRequest, answer: FastifyReply): FastifyReply {
  const arrival = request.arrival ?? { requestId: String(request.id), state: null }
  const where = { method: request.method, path: request.routeOptions?.url ?? '' }
  const { status, retryAfter, isLast, text } = failureAnswer(context, thrown, arrival, where)
  if (isLast) answer.header('connection', 'close')
  if (retryAfter > 0) answer.header('retry-after', String(retryAfter))
  return answer.code(status).header('content-type', JSON_TYPE).send(text)
}

/** A request whose address the router cannot read comes here without having passed the first hook; it is looked at all the same. */
function refuseUnread(context: ServerContext, kind: HostKind, error: unknown, request: FastifyRequest, answer: FastifyReply): FastifyReply {
  try {
    look(context, kind, request, answer)
  } catch (refusal) {
    return sendFailure(context, refusal, request, answer)
  }
  return sendFailure(context, error, request, answer)
}

/** Bytes that are no HTTP request: the envelope on the bare socket, then the end. */
function refuseBytes(context: ServerContext, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const status = tooLarge
    ? '431 Request Header Fields Too Large'
    : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : '400 Bad Request'
  const failure = new Failure('BODY_NOT_JSON')
  const arrival = arrive(context, { headers: {}, method: 'GET' })
  const body = failureText(failure, errorText('', failure.errorName, {}), arrival.requestId)
  const headers = answerHeaders(arrival, 400, { connection: 'close' }, body)
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
  endSoon(socket, `HTTP/1.1 ${status}\r\n${lines}\r\n${body}`)
}

/** Calls go past the framework where their address says plainly which one is meant; the rest finds its way through the router. */
function takeCalls(app: FastifyInstance, calls: CallServer, { connections }: ServerContext): void {
  const listeners = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    plainAddress(request)
    if (!calls.take(request, response)) for (const listener of listeners) listener.call(app.server, request, response)
  })
  const door = openDoor(app.server, calls, connections)
  app.addHook('preClose', (done) => {
    calls.close()
    door.close()
    done()
  })
}

/** A server without routes. Unknown paths answer `notFound`, or the envelope. */
export function createServer(context: ServerContext, kind: HostKind): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: true,
    // A request without a host is refused in the envelope like one for an unknown host.
    http: { requireHostHeader: false, connectionsCheckingInterval: CHECK_EVERY_MS },
    // A call has the one method of the API; what only looks must not do what the call does.
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 64, caseSensitive: true, ignoreTrailingSlash: false },
    clientErrorHandler: (error, socket) => refuseBytes(context, error, socket),
    frameworkErrors: (error, request, answer) => {
      void refuseUnread(context, kind, error, request as FastifyRequest, answer as FastifyReply)
    },
  })
  app.server.headersTimeout = context.connections?.firstRequestMs ?? FIRST_REQUEST_MS
  // Without a listener a connection that finds no descriptor would end the process.
  app.server.on('error', (error) => context.log.warn('the listener failed', { error: error.message }))
  declareArrival(app)
  readJsonBodies(app)
  const calls = new CallServer(context, kind)
  app.decorate('calls', calls)
  takeCalls(app, calls, context)
  app.addHook('onRequest', (request, answer, done) => {
    if (request.routeOptions.config.isCall === true) {
      done()
      return
    }
    try {
      look(context, kind, request, answer)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  app.setErrorHandler((error, request, answer) => sendFailure(context, error, request, answer))
  app.setNotFoundHandler((request, answer) => sendFailure(context, new Failure('PATH_NOT_FOUND'), request, answer))
  return app
}
