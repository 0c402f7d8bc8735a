/** A call for logged-in users: the handler gets the user's id beside the rest. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { CallSpec, RequestOf } from '@agio/wire/call.ts'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { Tenant } from '../../tenant/tenant.ts'
import { type Handler, route, sessionOf } from './route.ts'

export interface UserCall<Request> {
  readonly tenant: Tenant
  readonly request: Request
  readonly userId: UserId
  /** A program with an API key, or a person. */
  readonly source: 'web' | 'api'
  /** Whose keys and client order ids the request means: 0 = those of all sessions of the user, else of the API key of that number. */
  readonly caller: number
  /** Locale on the wire: `en_US`. */
  readonly lang: string
}

export function userRoute<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  app: FastifyInstance,
  call: CallSpec<Request, Response>,
  handler: (context: UserCall<RequestOf<CallSpec<Request, Response>>>) => ReturnType<Handler<CallSpec<Request, Response>>>,
): void {
  route(app, call, (context) => {
    const { userId, apiKeyId, caller = 0 } = sessionOf(context)
    const source = apiKeyId === undefined ? 'web' : 'api'
    return handler({ tenant: context.tenant, request: context.request, userId, source, caller, lang: context.lang })
  })
}
