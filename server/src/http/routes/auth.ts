/** auth: registration with a code, login in two steps, sessions. */

import { userStatusOf } from '@agio/engine/read.ts'
import {
  type LoginDone,
  login,
  loginSecondFactor,
  loginSendCode,
  logout,
  publicKey,
  register,
  type SecurityInfo,
  secondFactorInfo,
  sendCode,
  sessionList,
  sessionRevoke,
  sessionRevokeOthers,
} from '@agio/wire/auth.ts'
import type { DeviceReport } from '@agio/wire/security.ts'
import type { FastifyInstance } from 'fastify'
import { accountPlace, nameOf } from '../../auth/account-name.ts'
import type { Account } from '../../auth/account-record.ts'
import { securityInfoOf } from '../../auth/account-view.ts'
import { brokenRules } from '../../auth/password.ts'
import { type CallContext, route, sessionOf } from '../calls/route.ts'
import type { Tenant } from '../context.ts'
import { ApiError } from '../errors.ts'

const REGISTER = 'REGISTER'

/** @throws ApiError when a sealed call came without a report, which is a defect of its description */
function deviceOf({ device }: { readonly device: DeviceReport | null }): DeviceReport {
  if (device === null) throw new ApiError('SECURITY_PAYLOAD_REQUIRED')
  return device
}

interface RegisterRequest {
  readonly type: 1 | 2
  readonly account: string
  readonly areaCode?: string | null | undefined
  readonly code: string
  readonly password: string
  readonly inviteCode?: string | null | undefined
  readonly agreeTerms?: 0 | 1 | null | undefined
}

async function registerAccount(context: CallContext<RegisterRequest>): Promise<LoginDone> {
  const { tenant, request, lang, ip } = context
  const device = deviceOf(context)
  const name = nameOf(request)
  if (request.agreeTerms !== 1) throw new ApiError('TERMS_NOT_ACCEPTED')
  const rules = brokenRules(request.password, name.account)
  if (rules.length > 0) throw new ApiError('PASSWORD_WEAK', { rules })
  if (request.inviteCode != null && request.inviteCode !== '') throw new ApiError('INVITE_CODE_INVALID')
  tenant.codes.use(REGISTER, accountPlace(name), request.code)
  const account = await tenant.accounts.create({ name, password: request.password, lang })
  return tenant.logins.open(account, device, ip)
}

function registerRegistration(app: FastifyInstance): void {
  route(app, publicKey, async ({ tenant }) => ({
    ...(await tenant.payloads.current()),
    kem: 32 as const,
    kdf: 1 as const,
    aead: 2 as const,
  }))

  route(app, sendCode, ({ tenant, request, lang }) => {
    const { accounts, mailer } = tenant
    const { scene } = request
    const to = nameOf(request)
    const owner = accounts.idOf(accounts.keyOf(to))
    const mail = { to, scene, lang, owner }
    if (scene === REGISTER) return mailer.sendCode(owner === undefined ? mail : { ...mail, instead: 'registered' })
    return mailer.sendCode(owner === undefined ? { ...mail, instead: null } : mail)
  })

  route(app, register, registerAccount)
}

function registerLogin(app: FastifyInstance): void {
  route(app, login, ({ tenant, request }) => tenant.logins.begin(nameOf(request), request.password))

  route(app, loginSendCode, ({ tenant, request, lang }) => tenant.logins.sendCode(request.ticket, request.channel, lang))

  route(app, loginSecondFactor, (context) =>
    context.tenant.logins.finish(context.request.ticket, context.request.codes, deviceOf(context), context.ip),
  )

  route(app, logout, (context) => {
    context.tenant.sessions.logout(sessionOf(context))
    return {}
  })
}

/** Security facts of an account. */
export function securityFacts({ exchange }: Tenant, account: Account): SecurityInfo {
  return securityInfoOf(account, { isFrozen: userStatusOf(exchange.state, account.userId) === 'frozen', now: exchange.now() })
}

/** Security facts of the user of a call. */
export async function securityOf(tenant: Tenant, context: Pick<CallContext<unknown>, 'session'>) {
  const { userId } = sessionOf(context)
  return securityFacts(tenant, await tenant.accounts.get(userId))
}

function registerSessions(app: FastifyInstance): void {
  route(app, secondFactorInfo, (context) => securityOf(context.tenant, context))

  route(app, sessionList, (context) => {
    const current = sessionOf(context)
    return context.tenant.sessions.list(current.userId).map(({ sessionId, device, createdAt, lastAt }) => ({
      sessionId,
      current: sessionId === current.sessionId ? (1 as const) : (0 as const),
      clientType: device.clientType,
      device: device.device,
      os: device.os,
      browser: device.browser,
      ip: device.ip,
      region: '',
      createTime: createdAt,
      lastTime: lastAt,
    }))
  })

  route(app, sessionRevoke, (context) => {
    const { userId, sessionId } = sessionOf(context)
    const asked = context.request.sessionId
    if (asked === sessionId || !context.tenant.sessions.revoke(userId, asked, 'revoked')) throw new ApiError('SESSION_NOT_FOUND')
    return {}
  })

  route(app, sessionRevokeOthers, (context) => {
    const { userId, sessionId } = sessionOf(context)
    return { count: context.tenant.sessions.revokeOthers(userId, sessionId, 'revokedOthers') }
  })
}

export function registerAuthRoutes(app: FastifyInstance): void {
  registerRegistration(app)
  registerLogin(app)
  registerSessions(app)
}
