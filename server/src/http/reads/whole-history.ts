/** Reads that wait until history shows what is durable (API-024). */
import { Failure } from '../../core/failure.ts'
import type { Tenant } from '../../tenant/tenant.ts'

const WAIT_MS = 2000

/**
 * Waits until history shows everything that is durable now, the caller's own writes included (API-024). History that is being rebuilt
 * is not waited for: the answer says so instead.
 *
 * @param seq entry that history has to show; the newest one of the state may not be durable yet
 * @returns percent of the rebuild, or undefined when history is whole
 */
export async function historyReached(tenant: Tenant, seq = tenant.exchange.durableSeq): Promise<number | undefined> {
  const { models } = tenant
  const percent = models.rebuilding()
  if (percent !== null) return percent
  try {
    await models.reached(seq, WAIT_MS)
  } catch {
    throw new Failure('ENGINE_BUSY', { retryAfter: 1 })
  }
  return undefined
}

/** A rebuild goes on for seconds or minutes. */
const REBUILD_RETRY_S = 5

/** As `historyReached`, for answers that cannot say how much is missing: half of a list must not pass for all of it. @throws Failure ENGINE_BUSY */
export async function wholeHistory(tenant: Tenant, seq = tenant.exchange.durableSeq): Promise<void> {
  if ((await historyReached(tenant, seq)) !== undefined) throw new Failure('ENGINE_BUSY', { retryAfter: REBUILD_RETRY_S })
}
