/** The futures host: answers its health call, and the envelope to everything else, until contracts are built. */

import { futuresHealth } from '@agio/wire/futures.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import type { FastifyInstance } from 'fastify'
import { steadyNow } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import { route } from './calls/route.ts'
import type { ServerContext } from './context.ts'
import { createServer } from './server.ts'
import { refuseInTrouble } from './trouble.ts'

export async function buildFuturesApp(context: ServerContext): Promise<FastifyInstance> {
  const app = createServer(context, { languageHeader: HEADERS.futuresLanguage, isCall: () => true })
  const startedAt = steadyNow(context.clock)
  route(app, futuresHealth, () => {
    if (!context.ready()) throw new Failure('MAINTENANCE', { until: null })
    refuseInTrouble(context)
    return { status: 'ok' as const, version: context.version, uptime: steadyNow(context.clock) - startedAt }
  })
  app.options('/*', async (_request, answer) => answer.code(204).send())
  await app.ready()
  return app
}
