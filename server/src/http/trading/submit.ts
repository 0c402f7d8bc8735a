/** The one door of these routes to the sequencer. */
import type { Outcome } from '@agio/engine/event.ts'
import type { CommandGivenBy } from '@agio/engine/schema/commands.ts'
import { Failure } from '../../core/failure.ts'
import { Refused } from '../../sequencer/exchange.ts'
import { refusedError } from '../../tenant/known-failure.ts'
import type { Tenant } from '../../tenant/tenant.ts'

type Command = CommandGivenBy<'customer'>

/** @throws Failure ENGINE_BUSY, MAINTENANCE or INTERNAL_ERROR when nothing was journaled; the key is then still free */
export const submit = (tenant: Tenant, command: Command, key = ''): Promise<Outcome> => submitThen(tenant, command, key, same)

const same = (outcome: Outcome): Outcome => outcome

/** The same with what is made of the outcome, in one step: every order comes here. */
export function submitThen<Result>(
  tenant: Tenant,
  command: Command,
  key: string,
  make: (outcome: Outcome) => Result | Promise<Result>,
): Promise<Result> {
  return tenant.exchange.submit(command, key).then(make, refused)
}

function refused(error: unknown): never {
  throw error instanceof Refused ? refusedError(error) : error
}

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
