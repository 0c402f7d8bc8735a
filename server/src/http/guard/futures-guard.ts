/** Who calls on the futures host: another header carries the same token, and a page says what it is. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '@agio/wire/call.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import type { Session } from '../../auth/login/sessions.ts'
import { Failure, invalid } from '../../core/failure.ts'
import type { RequestState } from '../calls/request-state.ts'

const PREFIX = '/fe-co-api/'
const CLIENT = 'pc'

export const isFuturesPath = (path: string): boolean => path.startsWith(PREFIX)

/** @throws Failure LOGIN_REQUIRED or one of the six session failures */
export function authenticateFutures(access: Access, headers: IncomingHttpHeaders, { tenant, tokenMemo }: RequestState): Session | null {
  if (access === 'visitor') return null
  const token = headers[HEADERS.futuresToken]
  if (typeof token !== 'string' || token === '') throw new Failure('LOGIN_REQUIRED')
  return tenant.sessions.authenticate(token, tokenMemo)
}

/** @throws Failure VALIDATION_FAILED for a call of a user that does not say what client it comes from */
export function checkClient(headers: IncomingHttpHeaders): void {
  const client = headers[HEADERS.futuresClient]
  if (client === CLIENT) return
  throw invalid(HEADERS.futuresClient, client === undefined || client === '' ? 'required' : 'enum')
}
