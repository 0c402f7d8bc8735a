/** auth: sessions and devices of the account, its logins, and who may confirm or refuse a new device. */
import { userStatusOf } from '@agio/engine/read.ts'
import { sessionList, sessionRevoke, sessionRevokeOthers } from '@agio/wire/account/auth.ts'
import { confirmDevice, loginHistory, refuseDevice } from '@agio/wire/account/devices.ts'
import { passkeyLogin } from '@agio/wire/account/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import { route, sessionOf } from '../../calls/route.ts'
import type { ServerContext } from '../../context.ts'
import { timeRange } from '../../reads/range.ts'
import { wholeHistory } from '../../reads/whole-history.ts'
import { loginFrom } from './login-from.ts'
import { partyOf } from './passkeys.ts'

function registerSessions(app: FastifyInstance): void {
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
      region: device.region ?? '',
      createTime: createdAt,
      lastTime: lastAt,
    }))
  })

  // A device that was thrown out must not be back after a crash: the ending is on the disk before it is answered.
  route(app, sessionRevoke, async (context) => {
    const { userId, sessionId } = sessionOf(context)
    const { sessions } = context.tenant
    const asked = context.request.sessionId
    if (asked === sessionId || !sessions.revoke(userId, asked, 'revoked')) throw new Failure('SESSION_NOT_FOUND')
    await sessions.persist()
    return {}
  })

  route(app, sessionRevokeOthers, async (context) => {
    const { userId, sessionId } = sessionOf(context)
    const { sessions } = context.tenant
    const count = sessions.revokeOthers(userId, sessionId, 'revokedOthers')
    await sessions.persist()
    return { count }
  })

  route(app, loginHistory, async (context) => {
    const { tenant, request } = context
    const [pageNo, pageSize] = [request.pageNo ?? 1, request.pageSize ?? 20]
    const range = timeRange(request, tenant.exchange.now())
    await wholeHistory(tenant)
    const { result } = request
    const { rows, total } = await tenant.loginHistory.list(sessionOf(context).userId, {
      pageNo,
      pageSize,
      range,
      ...(result != null && { result }),
    })
    const list = rows.map(({ id, at, ip, region, device, os, browser, method, result: outcome, reason, isNew }) => ({
      id: `${id}-${at}`,
      time: at,
      ip,
      region,
      device,
      os,
      browser,
      method,
      result: outcome,
      reason,
      isNewDevice: isNew,
    }))
    return { list, total, pageNo, pageSize }
  })
}

function registerDevices(app: FastifyInstance, server: ServerContext): void {
  route(app, confirmDevice, (context) =>
    context.tenant.logins.confirmDevice(context.request.ticket, context.request.code, loginFrom(context, server)),
  )

  // No session and no proof but the link: whoever holds it may stop the account, and nothing else.
  route(app, refuseDevice, async ({ tenant, request }) => {
    const userId = tenant.refusalLinks.use(request.token)
    // A frozen account can be let go again; a closed one must stay what it is.
    if (userStatusOf(tenant.exchange.state, userId) === 'disabled') throw new Failure('DEVICE_LINK_INVALID')
    await tenant.freezes.freeze(userId, 'this was not me')
    await tenant.knownDevices.forgetAll(userId)
    return {}
  })

  route(app, passkeyLogin, async (context) => {
    const { tenant, request } = context
    const userId = await tenant.passkeys.login(request.challengeId, request.credential, partyOf(context, server))
    return tenant.logins.enter(userId, loginFrom(context, server))
  })
}

export function registerSessionRoutes(app: FastifyInstance, server: ServerContext): void {
  registerSessions(app)
  registerDevices(app, server)
}
