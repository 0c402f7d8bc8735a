/** State of the parts of the service, as whoever looks after it wants to be told: also of what the exchange goes on without. */
import type { ResponseOf } from '@agio/wire/call.ts'
import type { systemStatus } from '@agio/wire/content/home-web.ts'
import { steadyNow } from '../../../core/clock.ts'
import { Failure } from '../../../core/failure.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import type { ServerContext } from '../../context.ts'
import { underMaintenance } from '../../trouble.ts'

type Status = ResponseOf<typeof systemStatus>
type Word = Status['status']

/** History that shows a durable entry later than this is behind, or its database is away. */
const BEHIND_MS = 500

/** Payments wait for something outside that was there. */
const AWAY: ReadonlySet<string> = new Set(['signerAway', 'signerLocked', 'nodeTrouble'])

const degradedIf = (isIt: boolean): Word => (isIt ? 'degraded' : 'ok')

async function historyOf({ models, exchange }: Tenant): Promise<Word> {
  if (models.rebuilding() !== null) return 'degraded'
  return models.reached(exchange.durableSeq, BEHIND_MS).then(
    () => 'ok' as const,
    () => 'degraded' as const,
  )
}

function withdrawalsOf({ wallet }: Tenant): Word {
  try {
    if (wallet.halts.all !== undefined) return 'maintenance'
  } catch (error) {
    // Nobody knows whether they are halted: none is taken until history says so.
    if (error instanceof Failure) return 'degraded'
    throw error
  }
  return degradedIf(wallet.payments.health().some(({ why }) => why !== undefined && AWAY.has(why)))
}

/** By name, in the order in which they are told. */
async function parts(context: Pick<ServerContext, 'ready'>, tenant: Tenant): Promise<Readonly<Record<string, Word>>> {
  return {
    trading: underMaintenance(context, tenant) ? 'maintenance' : 'ok',
    history: await historyOf(tenant),
    deposits: degradedIf(tenant.wallet.watch.health().some(({ state }) => state === 'trouble')),
    withdrawals: withdrawalsOf(tenant),
    prices: degradedIf(tenant.index.health.some(({ silentBecause }) => silentBecause !== undefined)),
  }
}

/** Answers with the state now, and since when each part was seen in it. */
export function statusReader(context: Pick<ServerContext, 'ready' | 'clock'>): (tenant: Tenant) => Promise<Status> {
  const seen = new Map<string, { readonly status: Word; readonly since: number }>()
  const startedAt = steadyNow(context.clock)
  const since = (key: string, status: Word): number => {
    const known = seen.get(key)
    if (known?.status === status) return known.since
    const from = known === undefined ? startedAt : steadyNow(context.clock)
    seen.set(key, { status, since: from })
    return from
  }
  return async (tenant) => {
    const components = Object.entries(await parts(context, tenant)).map(([name, status]) => ({
      name,
      status,
      since: since(`${tenant.tenantId} ${name}`, status),
    }))
    const isShut = components.some(({ name, status }) => name === 'trading' && status !== 'ok')
    const isWhole = components.every(({ status }) => status === 'ok')
    return { status: isShut ? 'maintenance' : isWhole ? 'ok' : 'degraded', components, incidents: [] }
  }
}
