/**
 * Whether every customer of the journal still has a data key. A key that is gone took somebody's name, password and pictures with it, and
 * with the master key every e-mail address would look new: so an exchange does not open without what its journal needs.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import { reachableCustomers } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import * as z from 'zod/mini'
import type { Log } from '../core/log.ts'
import type { ReadModels } from '../projections/port.ts'
import { wheneverReached } from '../projections/thread/whenever-reached.ts'
import type { Vault } from '../vault/vault.ts'

const NAMED_MAX = 20
/** History was waited for already. */
const REACHED_MS = 500
const WAY_OUT =
  'Put the folder back from a backup, then start again. If there is none, AGIO_LOST_KEYS says how many accounts may be given up'

export class KeysLost extends Error {
  constructor(what: string) {
    super(`${what}; nothing was changed. ${WAY_OUT}`)
    this.name = 'KeysLost'
  }
}

/**
 * Asked before anything else: it needs the state alone.
 * @param accepted accounts that an operator gives up. None helps when no key is left: nothing would tell whether the master key is the right one
 * @throws KeysLost
 */
export function refuseFewerKeys({ path, keyCount }: Pick<Vault, 'path' | 'keyCount'>, state: State, accepted: number): void {
  const customers = reachableCustomers(state).size
  if (keyCount >= customers || (keyCount > 0 && customers - keyCount <= accepted)) return
  throw new KeysLost(`${path} holds ${keyCount} keys and the journal has ${customers} customers: ${customers - keyCount} keys are missing`)
}

const registrationSchema = z.object({ keyId: z.string() })

/** Customers whose key is gone, with its name, as history tells. */
export async function lostKeys(
  vault: Pick<Vault, 'hasKey'>,
  state: State,
  models: Pick<ReadModels, 'users'>,
): Promise<readonly { readonly userId: UserId; readonly keyId: string }[]> {
  const customers = reachableCustomers(state)
  const lost: { readonly userId: UserId; readonly keyId: string }[] = []
  for await (const { userId, document } of models.users()) {
    const registration = z.safeParse(registrationSchema, document)
    if (!registration.success || !customers.has(userId) || vault.hasKey(registration.data.keyId)) continue
    lost.push({ userId, keyId: registration.data.keyId })
  }
  return lost
}

export interface KeyCheck {
  readonly vault: Pick<Vault, 'hasKey' | 'path'>
  readonly exchange: { readonly state: State; readonly durableSeq: number }
  readonly models: Pick<ReadModels, 'users' | 'reached'>
  readonly accepted: number
  readonly log: Log
}

/**
 * Names each account whose key is gone: at once where history is whole, which it is at nearly every start, and as soon as it is otherwise.
 * @throws KeysLost when more are gone than an operator accepts
 */
export async function refuseLostKeys({ vault, exchange, models, accepted, log }: KeyCheck, isStopped: () => boolean): Promise<void> {
  const judge = async (): Promise<void> => {
    const lost = await lostKeys(vault, exchange.state, models)
    if (lost.length === 0) return
    const named = lost.slice(0, NAMED_MAX).map(({ userId, keyId }) => `user ${userId} (key ${keyId})`)
    const what = `${vault.path}: ${lost.length} keys are missing: ${named.join(', ')}${lost.length > NAMED_MAX ? ', …' : ''}`
    if (lost.length > accepted) throw new KeysLost(what)
    log.warn('accounts are given up: their keys are lost', { what })
  }
  const isWhole = await models.reached(exchange.durableSeq, REACHED_MS).then(
    () => true,
    () => false,
  )
  if (isWhole) return judge()
  const later = async (): Promise<void> => {
    if (await wheneverReached(models, exchange.durableSeq, isStopped)) await judge()
  }
  later().catch((error: unknown) => log.error('keys are missing', { error: String(error) }))
}
