/** user-web: API keys of a customer. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { apiKeyCreate, apiKeyDelete, apiKeyList, apiKeyUpdate } from '@agio/wire/account/api-keys.ts'
import type { FastifyInstance } from 'fastify'
import { canAct, type Permissions } from '../../../auth/keys/api-keys.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { route, sessionOf } from '../../calls/route.ts'

/** Who does not tell contracts from pairs means both. */
const whole = <Given extends Pick<Permissions, 'trade'> & { readonly futures?: 0 | 1 | null | undefined }>(given: Given) => ({
  ...given,
  futures: given.futures ?? given.trade,
})

/** A key that only looks takes no money with it: withdrawals go on. */
const lockFor = async (tenant: Tenant, userId: UserId, permissions: Permissions): Promise<void> =>
  canAct(permissions) ? tenant.securityChanges.lock(userId, 'apiKeyAdded') : undefined

export function registerApiKeyRoutes(app: FastifyInstance): void {
  route(app, apiKeyList, async (context) => {
    const { pageNo, pageSize } = context.request
    const [page, size] = [pageNo ?? 1, pageSize ?? 20]
    const rows = await context.tenant.apiKeys.list(sessionOf(context).userId)
    return { list: rows.slice((page - 1) * size, page * size), total: rows.length, pageNo: page, pageSize: size }
  })

  route(app, apiKeyCreate, async (context) => {
    const { tenant, request } = context
    const session = sessionOf(context)
    const { userId } = session
    await tenant.factors.require(session, 'all', request.codes ?? {}, 'API_KEY')
    const { label, ipList, expireDays, publicKey } = request
    const permissions = whole(request.permissions)
    const wanted = { label, permissions, ipList: ipList ?? [], expireDays: expireDays ?? null, publicKey: publicKey ?? null }
    const created = await tenant.apiKeys.create(userId, wanted, () => lockFor(tenant, userId, permissions))
    await tenant.mailer.tell(userId, 'apiKeyCreated')
    return created
  })

  route(app, apiKeyUpdate, async (context) => {
    const { tenant, request } = context
    const session = sessionOf(context)
    const { userId } = session
    const { id, label, permissions, ipList, status, codes } = request
    const change = {
      ...(label != null && { label }),
      ...(permissions != null && { permissions: whole(permissions) }),
      ...(ipList != null && { ipList }),
      ...(status != null && { status }),
    }
    // A key that may do more is worth as much as a new one, so its owner proves and hears as much.
    let hasGrown = false
    const updated = await tenant.apiKeys.update(userId, id, change, async (wanted, isGrowing) => {
      if (!isGrowing) return tenant.factors.guard(session, codes)
      await tenant.factors.require(session, 'all', codes ?? {}, 'API_KEY')
      await lockFor(tenant, userId, wanted.permissions)
      hasGrown = true
    })
    if (hasGrown) await tenant.mailer.tell(userId, 'apiKeyGrown')
    return updated
  })

  route(app, apiKeyDelete, async (context) => {
    await context.tenant.apiKeys.remove(sessionOf(context).userId, context.request.id)
    return {}
  })
}
