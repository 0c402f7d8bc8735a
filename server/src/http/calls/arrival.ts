/**
 * The first look at a request, the same for calls, pages and files: its id, its tenant, its place in the address's bucket, its origin.
 * Every call passes here, so what does not change from one request to the next is kept and not worked out again.
 */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { HEADERS } from '@agio/wire/headers.ts'
import type { TokenMemo } from '../../auth/login/sessions.ts'
import { Failure } from '../../core/failure.ts'
import type { Usage } from '../../limits/rate-limit.ts'
import { addressKey, clientAddress, isForwardedSecure, isLoopback, NO_PROXIES } from '../../net/client-address.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import type { ServerContext } from '../context.ts'
import type { CallRequest } from '../door/plain-request.ts'
import { API_HEADERS } from '../guard/security-headers.ts'
import { isOwnOrigin, namesOneHost, tenantOf } from '../hosts.ts'
import type { RequestState } from './request-state.ts'

export interface HostKind {
  readonly languageHeader: string
  /** True for paths that answer the envelope; others are pages and files. */
  isCall(path: string): boolean
}

/** What the answer of a request says beside its body, whatever becomes of it. */
export interface Arrival {
  readonly requestId: string
  /** ms */
  readonly serverTime: number
  /** Null for a host that is no tenant's. */
  state: RequestState | null
  usage: Usage | null
  /** The tenant's own web origin that asks; '' = none, or a foreign one. */
  origin: string
  readonly isPreflight: boolean
}

/** A request id names a request in the log and hides nothing: a random start for the process and a count are enough. */
const PROCESS_PREFIX = `${randomBytes(6).toString('base64url')}-`
let requestCount = 0
const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/

const headerText = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

function requestIdOf(request: Pick<CallRequest, 'headers'>): string {
  const given = headerText(request.headers[HEADERS.requestId])
  if (given !== '' && REQUEST_ID.test(given)) return given
  requestCount += 1
  return `${PROCESS_PREFIX}${requestCount.toString(36)}`
}

/** Who is at the other end of a connection. */
interface Caller {
  readonly ip: string
  /** What limits count by. */
  readonly key: string
  readonly isLoopback: boolean
  readonly tokenMemo: TokenMemo
  /** The last host header and whose it was. */
  host: string | undefined
  tenant: Tenant | undefined
}

/** By connection; behind a proxy, whose connections many share, the caller of the last request on it. */
const callers = new WeakMap<Socket, Caller>()

function callerOf(request: CallRequest, { proxies = NO_PROXIES }: Pick<ServerContext, 'proxies'>): Caller {
  const { socket } = request
  const known = callers.get(socket)
  if (known !== undefined && proxies.size === 0) return known
  const ip = clientAddress(request, proxies)
  if (known?.ip === ip) return known
  const caller = {
    ip,
    key: addressKey(ip),
    isLoopback: isLoopback(ip),
    tokenMemo: { token: '', tokenHash: '' },
    host: undefined,
    tenant: undefined,
  }
  callers.set(socket, caller)
  return caller
}

function tenantFor(context: ServerContext, caller: Caller, header: string | undefined): Tenant | undefined {
  if (header === undefined || header !== caller.host) {
    caller.tenant = tenantOf(context, header)
    caller.host = header
  }
  return caller.tenant
}

/** Known before anything can fail. */
export function arrive(context: Pick<ServerContext, 'clock'>, request: Pick<CallRequest, 'headers' | 'method'>): Arrival {
  return {
    requestId: requestIdOf(request),
    serverTime: context.clock.now(),
    state: null,
    usage: null,
    origin: '',
    isPreflight: request.method === 'OPTIONS',
  }
}

/** Counts a call at its address, which may go on. @throws Failure IP_BANNED, OverLimit RATE_LIMIT_IP */
function weigh(arrival: Arrival, key: string, weight: number): void {
  const { limits } = stateIn(arrival)
  const usage = limits.takeAddress(key, weight)
  arrival.usage = usage
  limits.check(usage)
}

/**
 * What a body asks for weighs more than was counted before it was read.
 * @throws Failure IP_BANNED, OverLimit RATE_LIMIT_IP
 */
export const weighMore = (arrival: Arrival, weight: number): void => weigh(arrival, addressKey(stateIn(arrival).ip), weight)

/** The address may go on, and the origin may ask. @throws Failure IP_BANNED, RATE_LIMIT_IP, ORIGIN_DENIED */
function checkCall(context: ServerContext, arrival: Arrival, request: CallRequest, tenant: Tenant, weight: number, key: string): void {
  weigh(arrival, key, weight)
  const origin = headerText(request.headers.origin)
  if (origin === '') return
  const isOwn = isOwnOrigin(origin, stateIn(arrival).way, tenant.config, context.addresses)
  if (isOwn) arrival.origin = origin
  else if (request.method !== 'GET' && request.method !== 'HEAD') throw new Failure('ORIGIN_DENIED')
}

function stateIn(arrival: Arrival): RequestState {
  if (arrival.state === null) throw new Error('request without state')
  return arrival.state
}

/**
 * @param isCall calls are counted, pages and files are not
 * @throws Failure PATH_NOT_FOUND for a host that is no tenant's, IP_BANNED, RATE_LIMIT_IP, ORIGIN_DENIED
 */
export function admit(
  context: ServerContext,
  kind: HostKind,
  arrival: Arrival,
  request: CallRequest,
  call: { readonly isCall: boolean; readonly weight: number },
): RequestState {
  const caller = callerOf(request, context)
  const tenant = namesOneHost(request) ? tenantFor(context, caller, request.headers.host) : undefined
  if (tenant === undefined) throw new Failure('PATH_NOT_FOUND')
  const lang = tenant.content.language(headerText(request.headers[kind.languageHeader]))
  const limits = caller.isLoopback ? tenant.wideLimits : tenant.limits
  const way = { host: request.headers.host, isSecure: isForwardedSecure(request, context.proxies ?? NO_PROXIES) }
  const state: RequestState = { tenant, lang, requestId: arrival.requestId, ip: caller.ip, way, limits, tokenMemo: caller.tokenMemo }
  arrival.state = state
  if (call.isCall) checkCall(context, arrival, request, tenant, call.weight, caller.key)
  return state
}

const FIXED: readonly string[] = Object.entries(API_HEADERS).flat()

const PREFLIGHT: readonly string[] = [
  'access-control-allow-methods',
  'GET, POST',
  'access-control-allow-headers',
  'authorization, content-type, lang, x-access-token, x-request-id, exchange-token, exchange-client, exchange-language',
  'access-control-max-age',
  '600',
]

/** Names and values in turn. CORS is for the tenant's own web origins; nobody else learns anything from a cross-origin answer. */
export function arrivalHeaders({ requestId, serverTime, usage, origin, isPreflight }: Arrival): string[] {
  const headers = [...FIXED, HEADERS.requestId, requestId, HEADERS.serverTime, String(serverTime)]
  if (usage !== null) {
    headers.push(HEADERS.limit, String(usage.limit), HEADERS.used, String(usage.used))
    headers.push(HEADERS.remaining, String(usage.remaining), HEADERS.reset, String(usage.reset))
  }
  if (origin !== '') {
    headers.push('access-control-allow-origin', origin, 'vary', 'Origin')
    if (isPreflight) headers.push(...PREFLIGHT)
  }
  return headers
}
