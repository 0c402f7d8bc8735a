/**
 * One call of the API. Order of the checks: path, address's limit and origin, type and size of the body, JSON, session, user's
 * limits, schema, sealed payload, second factor, then the handler's own.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { CallSpec, RequestOf, ResponseOf } from '@agio/wire/call.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import type { DeviceReport } from '@agio/wire/security.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { type AccountName, accountPlace } from '../../auth/account/account-name.ts'
import { triesOf } from '../../auth/login/attempts.ts'
import { carriesReport, checkDigest } from '../../auth/login/device-digest.ts'
import type { Session } from '../../auth/login/sessions.ts'
import { Failure, invalid } from '../../core/failure.ts'
import { issuesOf } from '../../core/issues.ts'
import type { Limits } from '../../limits/rate-limit.ts'
import { addressKey, isLoopback } from '../../net/client-address.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import type { CallRequest } from '../door/plain-request.ts'
import { authenticateKey, isSigned } from '../guard/api-key-guard.ts'
import { authenticate, requireSecondFactor } from '../guard/auth-guard.ts'
import { authenticateFutures, checkClient, isFuturesPath } from '../guard/futures-guard.ts'
import type { Way } from '../hosts.ts'
import type { CallServer, ServedCall } from './call-server.ts'
import { ordersIn, weightOf } from './call-weight.ts'
import { quickParser, UNSURE } from './quick-parse.ts'
import type { RequestState } from './request-state.ts'
import type { CallInput } from './visit.ts'

export type AnyCall = CallSpec<z.ZodMiniType, z.ZodMiniType>

export interface CallContext<Request> {
  readonly tenant: Tenant
  readonly request: Request
  /** Never null in a call of access `user` or `secondFactor`; `userOf` narrows it. */
  readonly session: Session | null
  /** Locale on the wire: `en_US`. */
  readonly lang: string
  readonly requestId: string
  /** As the socket has it; a forwarded one is believed from a configured proxy alone. */
  readonly ip: string
  /** Scheme and host that links in the answer lead back to. */
  readonly way: Way
  readonly headers: IncomingHttpHeaders
  /** The opened report of a sealed call. */
  readonly device: DeviceReport | null
  /** The file of an upload. */
  readonly file: Buffer<ArrayBuffer> | null
  /** For attempts that count only once they have failed. */
  readonly limits: Limits
}

/** An answer that is more than data: extra headers, or another body than JSON, as text or bytes. */
export class Answer<Data> {
  readonly data: Data
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | Uint8Array | undefined
  readonly status: number

  constructor(data: Data, headers: Readonly<Record<string, string>>, text?: string | Uint8Array, status = 200) {
    this.data = data
    this.headers = headers
    this.text = text
    this.status = status
  }
}

/** A body that is made while it is sent. A fault on the way cuts the answer off, so that nobody takes a part for the whole. */
export class StreamAnswer extends Answer<string> {
  readonly pieces: AsyncIterable<Uint8Array>

  constructor(pieces: AsyncIterable<Uint8Array>, headers: Readonly<Record<string, string>>) {
    super('', headers)
    this.pieces = pieces
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

/** The session of a call that needs one. @throws Failure LOGIN_REQUIRED */
export function sessionOf(context: { readonly session: Session | null }): Session {
  if (context.session === null) throw new Failure('LOGIN_REQUIRED')
  return context.session
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls of this listener. */
    calls: CallServer
  }
  interface FastifyContextConfig {
    /** Weight in the per-address bucket. */
    weight?: number
    /** Its own first look and answer: the framework only finds the way. */
    isCall?: boolean
  }
}

/** Calls of the API that are served, for the OpenAPI page and the generated tests. */
export const servedCalls = (app: FastifyInstance): readonly AnyCall[] => app.calls.calls

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws Failure VALIDATION_FAILED where a strict call is asked with something in the query that does not belong there */
function refuseForeignQuery({ strict, query: known = [] }: AnyCall, query: Fields): void {
  if (strict !== true) return
  const foreign = Object.keys(query).find((field) => !known.includes(field))
  if (foreign !== undefined) throw invalid(foreign.slice(0, 64), 'exclusive')
}

/** Path places, query and body as one object. The path wins; a body field that belongs into the query is ignored. */
function merge(call: AnyCall, { places, query, body = {} }: CallInput, hasPlaces: boolean): Fields {
  if (call.method === 'GET') return { ...query, ...places }
  refuseForeignQuery(call, query)
  if (!isFields(body)) throw invalid('', 'type')
  if (call.query === undefined) return hasPlaces ? { ...body, ...places } : body
  const merged: Record<string, unknown> = { ...body }
  for (const field of call.query) {
    delete merged[field]
    if (query[field] !== undefined) merged[field] = query[field]
  }
  return { ...merged, ...places }
}

/** The call's own fields; a sealed payload beside them is checked apart. */
function ownFields({ data, time, reqNo, uaTime, securityInfo, ...own }: Fields): Fields {
  return own
}

/** Whether a request may get its first answer again, whatever was closed since. */
export type KnowsKey = (tenant: Tenant, session: Session, request: unknown) => boolean

/** What a request has to be before the handler sees it. @throws Failure */
function serveCall(call: AnyCall, handler: Handler<AnyCall>, knows?: KnowsKey): ServedCall['run'] {
  const hasPlaces = call.path.includes('/:')
  const pathOnly = `${call.method} ${call.path}`
  const isFutures = isFuturesPath(call.path)
  const orderWork = isFutures ? 'contractOrder' : 'order'
  const work = call.orderBucket !== undefined ? orderWork : call.cancels === true ? 'cancel' : 'other'
  const canSeal = call.sealed !== undefined && call.sealed !== false
  const quick = quickParser(call.request)
  const read = (own: Fields): unknown => {
    const data = quick(own)
    if (data !== UNSURE) return data
    const parsed = z.safeParse(call.request, own)
    if (!parsed.success) throw new Failure('VALIDATION_FAILED', { issues: issuesOf(parsed.error, own) })
    return parsed.data
  }
  const check = (state: RequestState, fields: Fields): unknown => {
    const data = read(canSeal ? ownFields(fields) : fields)
    if (call.authBucket === true) state.limits.takeAuth('address', addressKey(state.ip))
    return data
  }
  const serve = (state: RequestState, request: CallRequest, input: CallInput, session: Session | null): unknown => {
    if (call.local === true && !isLoopback(state.ip)) throw new Failure('PATH_NOT_FOUND')
    if (session !== null) state.limits.takeUser(session.userId, weightOf(call, input), work, ordersIn(call, input))
    if (isFutures && session !== null && session.apiKeyId === undefined) checkClient(request.headers)
    const fields = merge(call, input, hasPlaces)
    const { tenant, lang, requestId, ip, way } = state
    const data = check(state, fields)
    if (call.feature !== undefined && !tenant.content.isFeatureOpen(call.feature)) {
      const isRepeat = session !== null && knows?.(tenant, session, data) === true
      if (!isRepeat) throw new Failure('FEATURE_OFF', { feature: call.feature })
    }
    const context = {
      tenant,
      request: data,
      session,
      lang,
      requestId,
      ip,
      way,
      headers: request.headers,
      file: input.file ?? null,
      limits: state.limits,
    }
    const handle = (device: DeviceReport | null): unknown =>
      call.access === 'secondFactor'
        ? requireSecondFactor(tenant, sessionOf(context), context.request).then(() => handler({ ...context, device }))
        : handler({ ...context, device })
    const answer = (device: DeviceReport | null): unknown =>
      call.authBucket === true ? takeNamed(context, device).then(() => handle(device)) : handle(device)
    // A program has no device to report: its signature stands for the sealed payload.
    if (!canSeal || session?.apiKeyId !== undefined) return answer(null)
    if (call.sealed === 'digest' && !carriesReport(fields)) {
      checkDigest(sessionOf(context), fields)
      return answer(null)
    }
    const opened = tenant.payloads.open(fields, hasPlaces ? pathOf(request) : pathOnly).then((report) => {
      if (session !== null) tenant.sessions.reported(session, report.securityInfo)
      return report
    })
    // An optional payload serves the caller: without a readable one he is an unknown device.
    return (call.sealed === 'optional' ? opened.catch(() => null) : opened).then(answer)
  }
  const needsCaller = call.access === 'user' || call.access === 'secondFactor'
  return (state, request, input) => {
    if (needsCaller && isSigned(request)) {
      return authenticateKey(call, request, state).then((session) => serve(state, request, input, session))
    }
    const session = isFutures ? authenticateFutures(call.access, request.headers, state) : authenticate(call.access, request.headers, state)
    return serve(state, request, input, session)
  }
}

/** Registers a call without a key. The handler returns the documented data, an Answer, or throws Failure. */
export function route<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  app: FastifyInstance,
  call: CallSpec<Request, Response>,
  handler: Handler<CallSpec<Request, Response>>,
): void {
  if (call.key !== undefined) throw new Error(`${call.path} has a key: only deeds/deed-route.ts answers repeats`)
  serveAt(app, call, handler)
}

/** For `deeds/deed-route.ts` alone: a call whose key it knows or not. */
export function keyedRoute<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  app: FastifyInstance,
  call: CallSpec<Request, Response>,
  knows: KnowsKey,
  handler: Handler<CallSpec<Request, Response>>,
): void {
  serveAt(app, call, handler, knows)
}

function serveAt<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  app: FastifyInstance,
  call: CallSpec<Request, Response>,
  handler: Handler<CallSpec<Request, Response>>,
  knows?: KnowsKey,
): void {
  const untyped = call as unknown as AnyCall
  const served: ServedCall = { call: untyped, run: serveCall(untyped, handler as unknown as Handler<AnyCall>, knows) }
  app.calls.add(served)
  app.route({
    method: call.method,
    url: call.path,
    config: { isCall: true },
    onRequest: (request, answer) => {
      answer.hijack()
      app.calls.serve(served, request.raw, answer.raw, { places: request.params as Fields, query: request.query as Fields })
    },
    handler: () => undefined,
  })
}

const pathOf = (request: CallRequest): string => `${request.method} ${(request.url ?? '').split('?', 1)[0]}`

type NamingCall = Pick<CallContext<unknown>, 'tenant' | 'request' | 'limits'>

/** Counts a call for the account that it names: for a device that the account knows apart, so that nobody uses up its owner's calls. */
async function takeNamed({ tenant, request, limits }: NamingCall, device: DeviceReport | null): Promise<void> {
  if (!isFields(request)) return
  const { accounts, knownDevices } = tenant
  const { type, account, channel, target, areaCode } = request
  const named = (kind: 1 | 2, address: string): AccountName =>
    accounts.nameOf({ type: kind, account: address, areaCode: typeof areaCode === 'string' ? areaCode : null })
  if (typeof account === 'string') {
    const name = named(type === 2 ? 2 : 1, account)
    const counted = device === null ? '' : await knownDevices.countedAs(accounts.idOf(accounts.keyOf(name)), device.identity)
    limits.takeAuth('account', triesOf(accountPlace(name), counted))
  }
  // The address that a code is sent to.
  if (typeof target === 'string') limits.takeAuth('account', accountPlace(named(channel === 'phone' ? 2 : 1, target)))
}
