/** Requests that are signed with an API key instead of carrying a token. Nothing here runs for a request without `x-api-key`. */
import type { ApiPermission, CallSpec } from '@agio/wire/call.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import type * as z from 'zod/mini'
import type { Session } from '../../auth/login/sessions.ts'
import { Failure } from '../../core/failure.ts'
import type { RequestState } from '../calls/request-state.ts'
import type { CallRequest } from '../door/plain-request.ts'

const NO_BODY = new Uint8Array(0)

/** Bodies as they came, of signed requests alone: the signature is over bytes, not over what was read from them. */
const bodies = new WeakMap<CallRequest, Uint8Array>()

export const keepSignedBody = (request: CallRequest, body: Uint8Array): void => void bodies.set(request, body)

/** True when the caller of this request is named by a key: it is then no visitor and no session, whatever token stands beside it. */
export const isSigned = ({ headers }: CallRequest): boolean => headers[HEADERS.apiKey] !== undefined

const text = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/**
 * @throws Failure API_KEY_NOT_ALLOWED for a call that needs a session, and the refusals of ApiCallers
 */
export async function authenticateKey(
  { apiKey: permission }: Pick<CallSpec<z.ZodMiniType, z.ZodMiniType>, 'apiKey'>,
  request: CallRequest,
  { tenant, ip }: Pick<RequestState, 'tenant' | 'ip'>,
): Promise<Session> {
  if (permission === undefined) throw new Failure('API_KEY_NOT_ALLOWED')
  const { headers, method = '', url = '' } = request
  const window = headers[HEADERS.apiWindow]
  return tenant.apiCallers.check({
    apiKey: text(headers[HEADERS.apiKey]),
    timestamp: text(headers[HEADERS.apiTimestamp]),
    window: window === undefined ? undefined : text(window),
    signature: text(headers[HEADERS.apiSignature]),
    method,
    path: url,
    body: bodies.get(request) ?? NO_BODY,
    ip,
    permission,
    isOnce: actsOnce(permission),
  })
}

/** A read may be repeated; what trades or withdraws may not. */
const actsOnce = (permission: ApiPermission): boolean => permission !== 'read'
