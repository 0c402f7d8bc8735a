/** user-web: a customer takes the data away, or closes the account. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { closeAccount, dataExport, EXPORT_WAIT_MS } from '@agio/wire/account/personal-data.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import { personalArchive } from '../../../personal/archive.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { route, StreamAnswer, sessionOf } from '../../calls/route.ts'
import { historyReached } from '../../reads/whole-history.ts'

/** When each customer last asked for an archive; a restart forgives. */
class ExportTurns {
  readonly #last = new Map<string, number>()

  /** @throws Failure RATE_LIMIT_USER */
  take({ tenantId }: Tenant, userId: UserId, now: number): void {
    const key = `${tenantId} ${userId}`
    const last = this.#last.get(key)
    if (last !== undefined && now - last < EXPORT_WAIT_MS) {
      throw new Failure('RATE_LIMIT_USER', { retryAfter: Math.ceil((last + EXPORT_WAIT_MS - now) / 1000) })
    }
    for (const [old, at] of this.#last) {
      if (now - at < EXPORT_WAIT_MS) break
      this.#last.delete(old)
    }
    this.#last.delete(key)
    this.#last.set(key, now)
  }
}

export function registerPersonalDataRoutes(app: FastifyInstance): void {
  const turns = new ExportTurns()

  route(app, dataExport, async (context) => {
    const { tenant } = context
    const { userId } = sessionOf(context)
    const now = tenant.exchange.now()
    // An archive that misses what is still being read again would be believed to be whole.
    if ((await historyReached(tenant)) !== undefined) throw new Failure('ENGINE_BUSY', { retryAfter: 30 })
    turns.take(tenant, userId, now)
    const day = new Date(now).toISOString().slice(0, 10)
    return new StreamAnswer(personalArchive(tenant, userId, now), {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${tenant.tenantId}-${userId}-${day}.zip"`,
    })
  })

  route(app, closeAccount, async (context) => {
    await context.tenant.closures.close(sessionOf(context).userId)
    return {}
  })
}
