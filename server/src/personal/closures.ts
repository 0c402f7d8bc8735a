/**
 * Closing an account for good. One entry of the journal shuts it and notes that its owner asked for it, so that a stop behind it is made
 * good at the next start: what the account holds is counted again, the data key is destroyed, without which no copy of the journal
 * tells who the customer was, its addresses are free again, and its pictures and the places of its sessions are removed.
 */
import type { JsonObject } from '@agio/engine/command.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { positionsOf } from '@agio/engine/perp/read-positions.ts'
import { balancesOf, openOrdersOf, userByAccountKey, userStatusOf } from '@agio/engine/read.ts'
import { withdrawalsOf } from '@agio/engine/wallet/read-wallet.ts'
import * as z from 'zod/mini'
import { accountKeyOf, emailName, phoneName } from '../auth/account/account-name.ts'
import type { Accounts } from '../auth/account/accounts.ts'
import type { DeviceParts } from '../auth/device-parts.ts'
import type { SessionStore } from '../auth/login/sessions.ts'
import { Failure } from '../core/failure.ts'
import type { FileStore } from '../files/file-store.ts'
import type { ReadModels } from '../projections/port.ts'
import { wheneverReached } from '../projections/thread/whenever-reached.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { Vault } from '../vault/vault.ts'

const TENANT = asUserId(0)
export const CLOSURES = 'closure'
/** Who the journal says shut the account: its owner, for good. */
const ACTOR = 'closure'

/** Withdrawals that nothing follows any more. */
const OVER: ReadonlySet<string> = new Set(['completed', 'canceled', 'rejected', 'failed', 'expired'])

const closureSchema = z.object({
  keyId: z.string(),
  /** Blind indexes of the addresses. */
  accountKeys: z.array(z.string()),
  at: z.number(),
  done: z.boolean(),
  /** The entry that wrote the note shut the account too; a note without it proves nothing. */
  shut: z.literal(true),
})
type Closure = z.output<typeof closureSchema>

const documentOf = (closure: Closure | null): JsonObject | null => (closure === null ? null : { ...closure })

/** An account that holds something is open again, and that is all there is to do. */
function ignoreHeld(error: unknown): void {
  if (!(error instanceof Failure && error.errorName === 'ACCOUNT_NOT_EMPTY')) throw error
}

export interface ClosuresOptions {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly vault: Vault
  readonly accounts: Accounts
  readonly files: Pick<FileStore, 'documentKeys' | 'removeDocument' | 'removeAvatars'>
  readonly sessions: Pick<SessionStore, 'forgetDevices'>
  readonly devices: Pick<DeviceParts, 'passkeys' | 'apiKeys' | 'knownDevices'>
}

export class Closures {
  readonly #options: ClosuresOptions
  /** Being closed by a call right now. */
  readonly #closing = new Set<UserId>()

  constructor(options: ClosuresOptions) {
    this.#options = options
  }

  /** @throws Failure ACCOUNT_NOT_EMPTY, ENGINE_BUSY */
  async close(userId: UserId): Promise<void> {
    this.#refuseHeld(userId)
    // A second call at the same time would take the first one's note for its own.
    if (this.#closing.has(userId)) throw new Failure('ENGINE_BUSY', { retryAfter: 1 })
    this.#closing.add(userId)
    try {
      await this.#close(userId)
    } finally {
      this.#closing.delete(userId)
    }
  }

  async #close(userId: UserId): Promise<void> {
    const { accounts, vault, exchange } = this.#options
    const { keyId, email, phone } = await accounts.get(userId)
    // A call that came just after another one had closed or frozen the account closes nothing.
    if (userStatusOf(exchange.state, userId) !== 'active') throw new Failure('ENGINE_BUSY', { retryAfter: 1 })
    const names = [...(email === null ? [] : [emailName(email)]), ...(phone === null ? [] : [phoneName(phone)])]
    const accountKeys = names.map((name) => accountKeyOf(vault, name))
    const closure: Closure = { keyId, accountKeys, at: exchange.now(), done: false, shut: true }
    await this.#setStatus(userId, 'disabled', closure)
    await this.#finishOrReopen(userId, closure)
  }

  /**
   * Makes good what a stop left half done, once every note can be read.
   * @param isOver ends it while it still waits for history
   * @throws Failure ENGINE_BUSY, or Refused, when a command is refused; the rest waits for the next start
   */
  async resume(isOver: () => boolean = () => false): Promise<void> {
    const { models, exchange } = this.#options
    if (!(await wheneverReached(models, exchange.durableSeq, isOver))) return
    for (const { id, document } of await models.documents(TENANT, CLOSURES)) {
      const userId = asUserId(Number(id))
      if (document.done === true || this.#closing.has(userId)) continue
      const closure = z.safeParse(closureSchema, document)
      const isShut = userStatusOf(exchange.state, userId) === 'disabled'
      if (!closure.success || !isShut) await this.#note(userId, null)
      else await this.#finishOrReopen(userId, closure.data).catch(ignoreHeld)
    }
  }

  /** What was on its way when the account was shut is counted now. @throws Failure ACCOUNT_NOT_EMPTY: the account is open again */
  async #finishOrReopen(userId: UserId, closure: Closure): Promise<void> {
    const { vault } = this.#options
    // Behind the point of no return nothing opens the account again, whatever was sent to it since.
    if (vault.hasKey(closure.keyId)) {
      try {
        this.#refuseHeld(userId)
      } catch (error) {
        await this.#setStatus(userId, 'active', null)
        throw error
      }
      // Nothing runs between the count and the loss of the key.
      await vault.destroyKey(closure.keyId)
    }
    await this.#finish(userId, closure)
  }

  async #finish(userId: UserId, closure: Closure): Promise<void> {
    const { exchange, accounts, files, sessions, devices } = this.#options
    for (const key of closure.accountKeys) {
      if (userByAccountKey(exchange.state, key) !== userId) continue
      const place = { collection: CLOSURES, id: CLOSURES, document: { at: closure.at }, actor: ACTOR } as const
      const { reason } = await exchange.submit({ kind: 'changeAccountKeys', userId, bind: '', release: key, ...place })
      if (reason !== 'none') throw new Failure('ENGINE_BUSY')
    }
    for (const key of await files.documentKeys(userId)) await files.removeDocument(userId, key)
    await files.removeAvatars(userId)
    await sessions.forgetDevices(userId)
    accounts.forget(userId)
    devices.passkeys.forget(userId)
    devices.apiKeys.forget(userId)
    devices.knownDevices.forget(userId)
    await this.#note(userId, { ...closure, done: true })
  }

  #refuseHeld(userId: UserId): void {
    const { state } = this.#options.exchange
    if (openOrdersOf(state, userId).length > 0) throw new Failure('ACCOUNT_NOT_EMPTY', { kind: 'orders' })
    // A crossed position may stand beside a balance of nothing: what it lost was paid out of what another one has won.
    if (positionsOf(state, userId).length > 0) throw new Failure('ACCOUNT_NOT_EMPTY', { kind: 'positions' })
    // What is signed stands in no balance, and may come back.
    if (withdrawalsOf(state, userId).some(({ status }) => !OVER.has(status)))
      throw new Failure('ACCOUNT_NOT_EMPTY', { kind: 'withdrawals' })
    const isHolding = balancesOf(state, userId).some(({ available, held }) => available !== 0n || held !== 0n)
    if (isHolding) throw new Failure('ACCOUNT_NOT_EMPTY', { kind: 'balances' })
  }

  /** Status and note in one entry. */
  async #setStatus(userId: UserId, status: 'active' | 'disabled', closure: Closure | null): Promise<void> {
    const why = status === 'disabled' ? 'closed by the customer' : 'closure refused: not empty'
    const note = { collection: CLOSURES, id: String(userId), document: documentOf(closure) } as const
    const outcome = await this.#options.exchange.submit({ kind: 'setUserStatus', userId, status, actor: ACTOR, why, note })
    if (outcome.reason !== 'none') throw new Failure('ENGINE_BUSY')
  }

  async #note(userId: UserId, closure: Closure | null): Promise<void> {
    const place = { userId: TENANT, collection: CLOSURES, id: String(userId), document: documentOf(closure) } as const
    const outcome = await this.#options.exchange.submit({ kind: 'saveDocument', ...place, actor: ACTOR })
    if (outcome.reason !== 'none') throw new Failure('ENGINE_BUSY')
  }
}
