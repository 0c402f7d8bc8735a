/** assets-web: withdrawals asked for, confirmed with codes, and taken back. */
import type { CallSpec, RequestOf } from '@agio/wire/call.ts'
import { checkWithdraw, createWithdraw, undoWithdraw, withdrawCheckEmail, withdrawCheckSms } from '@agio/wire/wallet/wallet.ts'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { Refused } from '../../../sequencer/exchange.ts'
import { refusedError } from '../../../tenant/known-failure.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import type { Asker } from '../../../wallet/request/parts.ts'
import { walletTxOf } from '../../../wallet/tx-place.ts'
import { type Handler, route, sessionOf } from '../../calls/route.ts'
import { deedRoute } from '../../deeds/deed-route.ts'
import { requestDigest } from '../../deeds/first-answers.ts'

interface Asked<Request> {
  readonly tenant: Tenant
  readonly request: Request
  readonly asker: Asker
}

/** A call of somebody who logged in, or of his API key; what the exchange does not take is told by name. */
function askerRoute<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  app: FastifyInstance,
  call: CallSpec<Request, Response>,
  handler: (asked: Asked<RequestOf<CallSpec<Request, Response>>>) => Promise<Awaited<ReturnType<Handler<CallSpec<Request, Response>>>>>,
): void {
  route(app, call, (context) => {
    const { tenant, request, lang } = context
    return told(handler({ tenant, request, asker: { session: sessionOf(context), lang } }))
  })
}

const told = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof Refused ? refusedError(error) : error
  })

/** Withdrawals of a user. */
export function registerWithdrawRoutes(app: FastifyInstance): void {
  deedRoute(app, createWithdraw, {
    isAlone: true,
    run: ({ tenant, request, session, lang, first }) =>
      told(tenant.withdrawals.creation.create({ session, lang }, request, requestDigest(request), first)),
  })

  askerRoute(app, withdrawCheckSms, ({ tenant, request, asker }) => tenant.withdrawals.confirmation.sendCode(asker, request.id, 'phone'))

  askerRoute(app, withdrawCheckEmail, ({ tenant, request, asker }) => tenant.withdrawals.confirmation.sendCode(asker, request.id, 'email'))

  askerRoute(app, checkWithdraw, async ({ tenant, request, asker }) =>
    walletTxOf(tenant, await tenant.withdrawals.confirmation.check(asker, request.id, request.codes)),
  )

  askerRoute(app, undoWithdraw, async ({ tenant, request, asker }) =>
    walletTxOf(tenant, await tenant.withdrawals.confirmation.undo(asker, request)),
  )
}
