/** user-web: verification of identity. */
import { type IdentityDetail, saveIdentityVerification, userIdentity } from '@agio/wire/account/identity.ts'
import type { FastifyInstance } from 'fastify'
import { identityLevels } from '../../../identity/limits.ts'
import { type CallContext, route, sessionOf } from '../../calls/route.ts'

async function detailOf(context: CallContext<unknown>): Promise<IdentityDetail> {
  const { identities, content } = context.tenant
  const { userId } = sessionOf(context)
  const identity = await identities.identity(userId)
  const asked = await identities.asked(userId)
  const place = identity.status === 1 ? (await identities.waiting()).findIndex((waiting) => waiting.userId === userId) : -1
  return {
    ...identity,
    asked,
    levels: [...identityLevels(content.keyValues().out_money)],
    queuePlace: place < 0 ? null : place + 1,
    form: await identities.form(userId),
  }
}

export function registerIdentityRoutes(app: FastifyInstance): void {
  route(app, userIdentity, detailOf)

  route(app, saveIdentityVerification, async (context) => {
    const { userId } = sessionOf(context)
    await context.tenant.identities.submit(userId, context.request)
    return context.tenant.identities.identity(userId)
  })
}
