/** user-web: API keys of a customer. */
import { apiKeyCreate, apiKeyDelete, apiKeyList, apiKeyUpdate } from '@agio/wire/api-keys.ts'
import type { FastifyInstance } from 'fastify'
import { route, sessionOf } from '../calls/route.ts'

export function registerApiKeyRoutes(app: FastifyInstance): void {
  route(app, apiKeyList, async (context) => {
    const { pageNo, pageSize } = context.request
    const [page, size] = [pageNo ?? 1, pageSize ?? 20]
    const rows = await context.tenant.apiKeys.list(sessionOf(context).userId)
    return { list: rows.slice((page - 1) * size, page * size), total: rows.length, pageNo: page, pageSize: size }
  })

  route(app, apiKeyCreate, async (context) => {
    const { tenant, request } = context
    const { userId } = sessionOf(context)
    await tenant.factors.require(userId, 'all', request.codes ?? {}, 'API_KEY')
    const { label, permissions, ipList, expireDays, publicKey } = request
    const created = await tenant.apiKeys.create(userId, {
      label,
      permissions,
      ipList: ipList ?? [],
      expireDays: expireDays ?? null,
      publicKey: publicKey ?? null,
    })
    tenant.mailer.tell(userId, 'apiKeyCreated')
    return created
  })

  route(app, apiKeyUpdate, (context) => {
    const { tenant, request } = context
    const { userId } = sessionOf(context)
    const { id, label, permissions, ipList, status, codes } = request
    const change = {
      ...(label != null && { label }),
      ...(permissions != null && { permissions }),
      ...(ipList != null && { ipList }),
      ...(status != null && { status }),
    }
    // A key that may do more is worth as much as a new one, so its owner proves as much.
    return tenant.apiKeys.update(userId, id, change, () => tenant.factors.require(userId, 'all', codes ?? {}, 'API_KEY'))
  })

  route(app, apiKeyDelete, async (context) => {
    await context.tenant.apiKeys.remove(sessionOf(context).userId, context.request.id)
    return {}
  })
}
