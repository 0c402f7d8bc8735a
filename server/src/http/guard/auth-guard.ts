/** Who calls: the token of a request, and the session behind it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Codes } from '@agio/wire/account/auth.ts'
import type { Access } from '@agio/wire/call.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import type { Session, SessionStore, TokenMemo } from '../../auth/login/sessions.ts'
import { Failure } from '../../core/failure.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import type { RequestState } from '../calls/request-state.ts'

const BEARER = 'Bearer '

/**
 * The token of a request: `Authorization: Bearer …` or `x-access-token`. Empty values mean none.
 * @throws Failure SESSION_INVALID when both are given and differ, or the authorization is of another kind
 */
export function tokenOf(headers: IncomingHttpHeaders): string {
  const { authorization } = headers
  const second = headers[HEADERS.token]
  const other = typeof second === 'string' ? second : ''
  if (authorization === undefined || authorization === '') return other
  if (!authorization.startsWith(BEARER)) {
    if (authorization.trim() === 'Bearer') return other
    throw new Failure('SESSION_INVALID')
  }
  const token = authorization.slice(BEARER.length).trim()
  if (token !== '' && other !== '' && token !== other) throw new Failure('SESSION_INVALID')
  return token === '' ? other : token
}

/**
 * Visitors' calls do not look at a token; where it is optional, a dead one means a visitor.
 * @throws Failure LOGIN_REQUIRED or one of the six session failures
 */
export function authenticate(access: Access, headers: IncomingHttpHeaders, { tenant, tokenMemo }: RequestState): Session | null {
  if (access === 'visitor') return null
  if (access === 'optional') return optionalSession(headers, tenant.sessions, tokenMemo)
  const token = tokenOf(headers)
  if (token === '') throw new Failure('LOGIN_REQUIRED')
  return tenant.sessions.authenticate(token, tokenMemo)
}

function optionalSession(headers: IncomingHttpHeaders, sessions: SessionStore, tokenMemo: TokenMemo): Session | null {
  try {
    const token = tokenOf(headers)
    return token === '' ? null : sessions.authenticate(token, tokenMemo)
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/**
 * A call that needs a fresh second factor: a step-up of this session within ten minutes, or codes in its own body.
 * @throws Failure SECOND_FACTOR_REQUIRED and the failures of codes
 */
export function requireSecondFactor({ factors }: Pick<Tenant, 'factors'>, session: Session, request: unknown): Promise<void> {
  return factors.guard(session, (request as { readonly codes?: Codes | null }).codes)
}
