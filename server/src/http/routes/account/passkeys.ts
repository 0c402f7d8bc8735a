/** auth: passkeys. */
import {
  passkeyDelete,
  passkeyList,
  passkeyLoginOptions,
  passkeyRegister,
  passkeyRegisterOptions,
  passkeyRename,
} from '@agio/wire/account/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import type { RelyingParty } from '../../../auth/keys/passkeys.ts'
import { type CallContext, route, sessionOf } from '../../calls/route.ts'
import type { ServerContext } from '../../context.ts'
import { hostName, reach } from '../../hosts.ts'

/** The host that was asked is the party that a passkey is bound to: a passkey of one tenant is not valid at another. */
export function partyOf({ tenant, way }: CallContext<unknown>, { addresses }: Pick<ServerContext, 'addresses'>): RelyingParty {
  return { id: hostName(way.host), name: tenant.config.name, origins: [reach(tenant.config, way, addresses).web] }
}

export function registerPasskeyRoutes(app: FastifyInstance, server: ServerContext): void {
  route(app, passkeyLoginOptions, (context) => context.tenant.passkeys.loginOptions(partyOf(context, server)))

  route(app, passkeyList, (context) => context.tenant.passkeys.list(sessionOf(context).userId))

  route(app, passkeyRegisterOptions, async (context) => {
    const { tenant } = context
    const { userId } = sessionOf(context)
    const { name } = await tenant.accounts.get(userId)
    // The owner's own authenticator shows it when it asks which account is meant.
    const shown = name.type === 1 ? name.account : `+${name.areaCode} ${name.account}`
    return tenant.passkeys.registerOptions(userId, shown, partyOf(context, server))
  })

  route(app, passkeyRegister, async (context) => {
    const { tenant, request } = context
    const { userId } = sessionOf(context)
    const lock = (): Promise<void> => tenant.securityChanges.lock(userId, 'factorBound')
    const registered = await tenant.passkeys.register(userId, request, partyOf(context, server), lock)
    // By mail as well: whoever stole a session would otherwise keep a way in that its owner never hears of.
    await tenant.mailer.tell(userId, 'passkeyAdded')
    return registered
  })

  route(app, passkeyRename, async (context) => {
    await context.tenant.passkeys.rename(sessionOf(context).userId, context.request.passkeyId, context.request.name)
    return {}
  })

  route(app, passkeyDelete, async (context) => {
    const { tenant, request } = context
    const { userId } = sessionOf(context)
    const account = await tenant.accounts.get(userId)
    await tenant.passkeys.remove(userId, request.passkeyId, account.password === '' ? 0 : 1)
    return {}
  })
}
