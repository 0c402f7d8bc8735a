/** The futures host: every call about contracts, and the envelope to everything else. */
import { futuresHealth } from '@agio/wire/futures/public.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import type { FastifyInstance } from 'fastify'
import { steadyNow } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import { route } from './calls/route.ts'
import type { ServerContext } from './context.ts'
import { registerFuturesCancelRoutes } from './routes/futures/cancels.ts'
import { registerFuturesClosingRoutes } from './routes/futures/closing.ts'
import { registerFuturesCommonRoutes } from './routes/futures/common.ts'
import { registerFuturesListRoutes } from './routes/futures/lists.ts'
import { registerFuturesOrderRoutes } from './routes/futures/orders.ts'
import { registerFuturesPositionRoutes } from './routes/futures/position.ts'
import { registerFuturesRecordRoutes } from './routes/futures/record.ts'
import { registerFuturesUserRoutes } from './routes/futures/user.ts'
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
  registerFuturesCommonRoutes(app, context)
  registerFuturesUserRoutes(app)
  registerFuturesOrderRoutes(app)
  registerFuturesCancelRoutes(app)
  registerFuturesClosingRoutes(app)
  registerFuturesListRoutes(app)
  registerFuturesPositionRoutes(app)
  registerFuturesRecordRoutes(app)
  app.options('/*', async (_request, answer) => answer.code(204).send())
  await app.ready()
  return app
}
