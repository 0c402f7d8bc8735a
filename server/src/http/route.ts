/**
 * One call of the contract as a Fastify route. Order of the checks: path, size and type of the body, rate limit, JSON, session, schema,
 * sealed payload, then the handler's own.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { CallSpec, RequestOf, ResponseOf } from '@agio/wire/call.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import { type DeviceReport, PAYLOAD_FIELDS } from '@agio/wire/security.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Session } from '../auth/sessions.ts'
import { authenticate } from './auth-guard.ts'
import type { Tenant } from './context.ts'
import { sendData } from './envelope.ts'
import { ApiError, invalid, issuesOf } from './errors.ts'
import { addressKey, type Limits } from './rate-limit.ts'
import { stateOf } from './request-state.ts'

export type AnyCall = CallSpec<z.ZodMiniType, z.ZodMiniType>

export interface CallContext<Request> {
  readonly tenant: Tenant
  readonly request: Request
  /** Never null in a call of access `user` or `secondFactor`; `userOf` narrows it. */
  readonly session: Session | null
  /** Locale on the wire: `en_US`. */
  readonly lang: string
  readonly requestId: string
  /** As the socket has it; forwarded headers are not believed. */
  readonly ip: string
  readonly headers: IncomingHttpHeaders
  /** The opened report of a sealed call. */
  readonly device: DeviceReport | null
}

/** An answer that is more than data: extra headers, or another body than JSON. */
export class Answer<Data> {
  readonly data: Data
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | undefined
  readonly status: number

  constructor(data: Data, headers: Readonly<Record<string, string>>, text?: string, status = 200) {
    this.data = data
    this.headers = headers
    this.text = text
    this.status = status
  }
}

/** Data with response headers, e.g. `idempotent-replay`. */
export const reply = <Data>(data: Data, headers: Readonly<Record<string, string>>): Answer<Data> => new Answer(data, headers)

/** The first answer again, marked as such. */
export const replayed = <Data>(data: Data): Answer<Data> => new Answer(data, { [HEADERS.replay]: '1' })

/** A CSV download. @param fileName ASCII letters, digits, `-`, `_` and `.` only; anything else is dropped */
export const csv = (fileName: string, text: string): Answer<string> =>
  new Answer(
    text,
    {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName.replace(/[^A-Za-z0-9._-]/g, '')}"`,
    },
    text,
  )

export type Handler<Call> = (
  context: CallContext<RequestOf<Call>>,
) => ResponseOf<Call> | Answer<ResponseOf<Call>> | Promise<ResponseOf<Call> | Answer<ResponseOf<Call>>>

/** The session of a call that needs one. @throws ApiError LOGIN_REQUIRED */
export function sessionOf(context: { readonly session: Session | null }): Session {
  if (context.session === null) throw new ApiError('LOGIN_REQUIRED')
  return context.session
}

/** Calls of the contract that are served, for the OpenAPI page and the generated tests. */
const served = new WeakMap<object, AnyCall[]>()

export const servedCalls = (app: FastifyInstance): readonly AnyCall[] => served.get(app.server) ?? []

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Path places, query and body as one object. The path wins; a body field that belongs into the query is ignored. */
function merge(call: AnyCall, request: FastifyRequest, hasPlaces: boolean): Fields {
  const places = hasPlaces ? (request.params as Fields) : undefined
  if (call.method === 'GET') return { ...(request.query as Fields), ...places }
  const body = request.body ?? {}
  if (!isFields(body)) throw invalid('', 'type')
  if (call.query === undefined) return places === undefined ? body : { ...body, ...places }
  const merged: Record<string, unknown> = { ...body }
  const query = request.query as Fields
  for (const field of call.query) {
    delete merged[field]
    if (query[field] !== undefined) merged[field] = query[field]
  }
  return { ...merged, ...places }
}

/** The call's own fields; a sealed payload beside them is checked apart. */
function ownFields(fields: Fields): Fields {
  const own: Record<string, unknown> = { ...fields }
  for (const field of PAYLOAD_FIELDS) delete own[field]
  return own
}

/** Registers a call. The handler returns the documented data, an Answer, or throws ApiError. */
export function route<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  app: FastifyInstance,
  call: CallSpec<Request, Response>,
  handler: Handler<CallSpec<Request, Response>>,
): void {
  const calls = served.get(app.server) ?? []
  calls.push(call as unknown as AnyCall)
  served.set(app.server, calls)
  const hasPlaces = call.path.includes('/:')
  const pathOnly = `${call.method} ${call.path}`

  const run = async (request: FastifyRequest, answer: FastifyReply): Promise<FastifyReply> => {
    const state = stateOf(request)
    const { tenant } = state
    const session = authenticate(call.access, request, state)
    if (session !== null) state.limits.takeUser(session.userId, call.weight ?? 1, call.orderBucket === true)
    const fields = merge(call as unknown as AnyCall, request, hasPlaces)
    const own = call.sealed === true ? ownFields(fields) : fields
    const parsed = z.safeParse(call.request, own)
    if (!parsed.success) throw new ApiError('VALIDATION_FAILED', { issues: issuesOf(parsed.error, own) })
    if (call.authBucket === true) takeAuth(state.limits, parsed.data, state.ip)
    const device = call.sealed === true ? await tenant.payloads.open(fields, hasPlaces ? pathOf(request) : pathOnly) : null
    const data = await handler({
      tenant,
      request: parsed.data as RequestOf<CallSpec<Request, Response>>,
      session,
      lang: state.lang,
      requestId: state.requestId,
      ip: state.ip,
      headers: request.headers,
      device,
    })
    return sendData(answer, data)
  }
  app.route({ method: call.method, url: call.path, config: { weight: call.weight ?? 1 }, handler: run })
}

const pathOf = (request: FastifyRequest): string => `${request.method} ${request.url.split('?', 1)[0]}`

function takeAuth(limits: Limits, fields: unknown, ip: string): void {
  limits.takeAuth(`ip ${addressKey(ip)}`)
  if (isFields(fields) && typeof fields.account === 'string') limits.takeAuth(`account ${fields.account.toLowerCase()}`)
}
