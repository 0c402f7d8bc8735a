/** The one door of deeds to the sequencer. */
import type { Outcome } from '@agio/engine/event.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandGivenBy } from '@agio/engine/schema/commands.ts'
import type { Failure } from '../../core/failure.ts'
import { Refused } from '../../sequencer/exchange.ts'
import { refusedError } from '../../tenant/known-failure.ts'
import type { Tenant } from '../../tenant/tenant.ts'

type Command = CommandGivenBy<'customer'>

/** @throws Failure ENGINE_BUSY, MAINTENANCE or INTERNAL_ERROR when nothing was journaled; the key is then still free */
export const submit = (tenant: Tenant, command: Command, key = ''): Promise<Outcome> => submitThen(tenant, command, key, same)

const same = (outcome: Outcome): Outcome => outcome

/** The same with what is made of the outcome, in one step. */
export function submitThen<Result>(
  tenant: Tenant,
  command: Command,
  key: string,
  make: (outcome: Outcome) => Result | Promise<Result>,
): Promise<Result> {
  return tenant.exchange.submit(command, key).then(make, refused)
}

/** What a refusal is answered with, by the state as it stands. */
type FailureOf = (outcome: Outcome & { readonly reason: Exclude<Reason, 'none'> }) => Failure

export interface Told {
  readonly outcome: Outcome
  /** Undefined of a command that the engine took. */
  readonly refusal: Failure | undefined
}

/**
 * The same, where a refusal is explained by figures of the state. The figures are read at the moment of the refusal, before anything else
 * changes them, and not when the refusal is durable. Every order comes here.
 */
export async function submitTold(tenant: Tenant, command: Command, key: string, failureOf: FailureOf): Promise<Told> {
  let refusal: Failure | undefined
  let defect: unknown
  const read = (outcome: Outcome): void => {
    const { reason } = outcome
    if (reason === 'none') return
    try {
      refusal = failureOf({ ...outcome, reason })
    } catch (error) {
      defect = error
    }
  }
  const outcome = await tenant.exchange.submit(command, key, read).catch(refused)
  if (defect !== undefined) throw defect
  return { outcome, refusal }
}

function refused(error: unknown): never {
  throw error instanceof Refused ? refusedError(error) : error
}
