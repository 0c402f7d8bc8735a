/**
 * Accounts that are one person's: those that one device registered, and those that were verified with one document. What they do with each
 * other counts for nothing that takes a second person (decision 68); which they are is the engine's.
 */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userOf } from '@agio/engine/read.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import { Failure } from '../../core/failure.ts'
import { TurnsByKey } from '../../core/turns.ts'
import type { ReadModels } from '../../projections/port.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import type { Vault } from '../../vault/vault.ts'
import { submitDocument } from './user-documents.ts'

export interface PersonsOptions {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly vault: Vault
}

const TENANT = asUserId(0)
const FIRST = 'first'
const KEPT = 20_000

export class Persons {
  readonly #options: PersonsOptions
  /** Who registered on a device first. */
  readonly #known = new Map<string, UserId>()
  readonly #registering = new TurnsByKey<string>()

  constructor(options: PersonsOptions) {
    this.#options = options
  }

  /**
   * Runs a registration, one of a device after another: whoever registers on a device on which somebody did before is the same person.
   * Where history cannot tell, nobody is registered.
   *
   * @param identity what the device calls itself
   */
  registerOn<Made extends { readonly userId: UserId }>(identity: string, register: () => Promise<Made>): Promise<Made> {
    // keyed, so that the journal does not tell which device it was
    const device = this.#options.vault.accountKey(`registered-on|${identity}`)
    return this.#registering.run(device, async () => {
      const first = this.#known.get(device) ?? (await this.#stored(device))
      const made = await register()
      if (first !== undefined) await this.join(made.userId, first, 'registered on the same device')
      else {
        const { exchange } = this.#options
        await submitDocument({ exchange }, { userId: TENANT, collection: collectionOf(device), id: FIRST }, { userId: Number(made.userId) })
      }
      this.#keep(device, first ?? made.userId)
      return made
    })
  }

  /** Durable when it resolves; nothing is journaled for accounts that are one person's already. */
  async join(userId: UserId, withUserId: UserId, why: string): Promise<void> {
    const { exchange } = this.#options
    const personOf = (id: UserId) => userOf(exchange.state, id)?.personId
    if (userId === withUserId || personOf(userId) === personOf(withUserId)) return
    const { reason } = await exchange.submit({ kind: 'setPerson', userId, withUserId, actor: 'system', why })
    if (reason !== 'none') throw new Failure('ENGINE_BUSY')
  }

  async #stored(device: string): Promise<UserId | undefined> {
    const { exchange, models } = this.#options
    await models.reached(exchange.durableSeq)
    const [found] = await models.documents(TENANT, collectionOf(device))
    return found === undefined ? undefined : asUserId(Number(found.document.userId))
  }

  #keep(device: string, userId: UserId): void {
    if (this.#known.size >= KEPT) this.#known.clear()
    this.#known.set(device, userId)
  }
}

const collectionOf = (device: string): Collection => `registered-on/${device}`
