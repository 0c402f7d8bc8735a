/**
 * Closing an account for good. What is asked for stands in the journal first, so that a stop in between is made good at the next start:
 * the account is shut, its addresses are free again, its pictures are removed, and last the data key is destroyed, without which no
 * copy of the journal tells who the customer was.
 */
import type { JsonObject } from '@agio/engine/command.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { balancesOf, openOrdersOf, userByAccountKey, userStatusOf } from '@agio/engine/read.ts'
import * as z from 'zod/mini'
import { accountKeyOf, emailName, phoneName } from '../auth/account/account-name.ts'
import type { Accounts } from '../auth/account/accounts.ts'
import type { DeviceParts } from '../auth/device-parts.ts'
import type { FileStore } from '../files/file-store.ts'
import { ApiError } from '../http/errors.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { Vault } from '../vault/vault.ts'

const TENANT = asUserId(0)
export const CLOSURES = 'closure'
/** Who the journal says shut the account: its owner, for good. */
const ACTOR = 'closure'

const closureSchema = z.object({
  keyId: z.string(),
  /** Blind indexes of the addresses. */
  accountKeys: z.array(z.string()),
  at: z.number(),
  done: z.boolean(),
})
type Closure = z.output<typeof closureSchema>

export interface ClosuresOptions {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly vault: Vault
  readonly accounts: Accounts
  readonly files: Pick<FileStore, 'documentKeys' | 'removeDocument'>
  readonly devices: Pick<DeviceParts, 'passkeys' | 'apiKeys' | 'knownDevices'>
}

export class Closures {
  readonly #options: ClosuresOptions

  constructor(options: ClosuresOptions) {
    this.#options = options
  }

  /** @throws ApiError ACCOUNT_NOT_EMPTY, ENGINE_BUSY */
  async close(userId: UserId): Promise<void> {
    const { accounts, vault, exchange } = this.#options
    this.#refuseHeld(userId)
    const { keyId, email, phone } = await accounts.get(userId)
    const names = [...(email === null ? [] : [emailName(email)]), ...(phone === null ? [] : [phoneName(phone)])]
    const closure: Closure = { keyId, accountKeys: names.map((name) => accountKeyOf(vault, name)), at: exchange.now(), done: false }
    await this.#note(userId, closure)
    await this.#setStatus(userId, 'disabled')
    try {
      // What was on its way when the account was shut is counted now: nothing can come after it.
      this.#refuseHeld(userId)
    } catch (error) {
      await this.#setStatus(userId, 'active')
      await this.#note(userId, null)
      throw error
    }
    await this.#finish(userId, closure)
  }

  /** Makes good what a stop left half done. */
  async resume(): Promise<void> {
    const { models, exchange } = this.#options
    for (const { id, document } of await models.documents(TENANT, CLOSURES)) {
      const closure = z.safeParse(closureSchema, document)
      if (!closure.success || closure.data.done) continue
      const userId = asUserId(Number(id))
      if (userStatusOf(exchange.state, userId) === 'disabled') await this.#finish(userId, closure.data)
      else await this.#note(userId, null)
    }
  }

  async #finish(userId: UserId, closure: Closure): Promise<void> {
    const { exchange, vault, accounts, files, devices } = this.#options
    for (const key of closure.accountKeys) {
      if (userByAccountKey(exchange.state, key) !== userId) continue
      const place = { collection: CLOSURES, id: CLOSURES, document: { at: closure.at }, actor: ACTOR }
      await exchange.submit({ kind: 'changeAccountKeys', userId, bind: '', release: key, ...place })
    }
    for (const key of await files.documentKeys(userId)) await files.removeDocument(userId, key)
    await vault.destroyKey(closure.keyId)
    accounts.forget(userId)
    devices.passkeys.forget(userId)
    devices.apiKeys.forget(userId)
    devices.knownDevices.forget(userId)
    await this.#note(userId, { ...closure, done: true })
  }

  #refuseHeld(userId: UserId): void {
    const { state } = this.#options.exchange
    if (openOrdersOf(state, userId).length > 0) throw new ApiError('ACCOUNT_NOT_EMPTY', { kind: 'orders' })
    const isHolding = balancesOf(state, userId).some(({ available, held }) => available !== 0n || held !== 0n)
    if (isHolding) throw new ApiError('ACCOUNT_NOT_EMPTY', { kind: 'balances' })
  }

  async #setStatus(userId: UserId, status: 'active' | 'disabled'): Promise<void> {
    const why = status === 'disabled' ? 'closed by the customer' : 'closure refused: not empty'
    const outcome = await this.#options.exchange.submit({ kind: 'setUserStatus', userId, status, actor: ACTOR, why })
    if (outcome.reason !== 'none') throw new ApiError('ENGINE_BUSY')
  }

  async #note(userId: UserId, closure: Closure | null): Promise<void> {
    const document: JsonObject | null = closure === null ? null : { ...closure }
    const place = { userId: TENANT, collection: CLOSURES, id: String(userId) }
    const outcome = await this.#options.exchange.submit({ kind: 'saveDocument', ...place, document, actor: ACTOR })
    if (outcome.reason !== 'none') throw new ApiError('ENGINE_BUSY')
  }
}
