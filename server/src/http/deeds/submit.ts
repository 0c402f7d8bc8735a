/** The one door of deeds to the sequencer. */
import type { Outcome } from '@agio/engine/event.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandGivenBy } from '@agio/engine/schema/commands.ts'
import { Failure } from '../../core/failure.ts'
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

/**
 * The same, where a refusal is explained by figures of the state: they are read when the engine refuses, before anything else changes them,
 * and not when the refusal is durable. Every order comes here.
 * @throws Failure of a refusal
 */
export const submitOrRefuse = <Result>(
  tenant: Tenant,
  command: Command,
  key: string,
  failureOf: FailureOf,
  make: (outcome: Outcome) => Result | Promise<Result>,
): Promise<Result> =>
  submitTold(tenant, command, key, failureOf).then(({ outcome, refusal }) => {
    if (outcome.reason === 'none') return make(outcome)
    throw refusal
  })

/** What a refusal is answered with, by the state as it stands. */
type FailureOf = (outcome: Outcome & { readonly reason: Exclude<Reason, 'none'> }) => Failure

export interface Told {
  readonly outcome: Outcome
  /** Of an outcome without a refusal a defect. */
  readonly refusal: Failure
}

/** As `submitOrRefuse`, for who answers some refusals otherwise. */
export async function submitTold(tenant: Tenant, command: Command, key: string, failureOf: FailureOf): Promise<Told> {
  let refusal = new Failure('INTERNAL_ERROR')
  let defect: unknown
  const read = (outcome: Outcome): void => {
    const { reason } = outcome
    if (reason === 'none') return
    try {
      refusal = failureOf({ ...outcome, reason }).asReplay(outcome.replayed)
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
